#include "cli/context.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

namespace agon::cli {
namespace {

constexpr double kLongestLimit = 1e9;  // seconds; the clock counts nanoseconds in 64 bits

extern "C" void on_blocked_output(int) { std::_Exit(kLimit); }

}  // namespace

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<long long>(std::min(seconds, kLongestLimit) * 1000));
}

void Context::start_budget(const LimitScope& scope, std::size_t search_bytes) {
  budget.reset();
  const CommandBudget::Size size{.time = milliseconds_of(time_limit_seconds.value_or(scope.seconds)),
                                 .memory_bytes = memory_mib << 20U,
                                 .search_bytes = search_bytes};
  budget = std::make_unique<CommandBudget>(size, [this](const Error& error) { end_at_limit(*this, error); });
}

Limits Context::limits() const {
  if (budget) return budget->left();
  Limits limits;
  limits.time = milliseconds_of(time_limit_seconds.value_or(LimitScope{}.seconds));
  limits.memory_bytes = memory_mib << 20U;
  return limits;
}

void Context::check_budget() const {
  if (budget) budget->check();
}

Limits within(Limits left, std::chrono::milliseconds own) {
  if (left.time.count() == 0 || (own.count() > 0 && own < left.time)) left.time = own;
  return left;
}

Limits limits_to_build(Limits left, double seconds_of_work) {
  // By halves, because two kinds of engines are built one after the other: from the rules, and from the circuit.
  if (left.time.count() > 0)
    left.time = std::max(left.time - milliseconds_of(seconds_of_work), left.time / 2) / 2 + std::chrono::milliseconds(1);
  return left;
}

double seconds_within(const Limits& left, double seconds_of_work) {
  constexpr double kPart = 0.9;
  if (left.time.count() == 0) return seconds_of_work;
  return std::min(seconds_of_work, std::chrono::duration<double>(left.time).count() * kPart);
}

void end_at_limit(const Context& context, const Error& error) {
  // Output may be blocked: by a reader that does not read, or by the lock of a thread that waits for one.
  std::signal(SIGALRM, on_blocked_output);
  ::alarm(1);
  context.show(error);
  std::fflush(stdout);
  std::_Exit(exit_code_of(error.category));
}

gdl::Palette Context::palette(std::FILE* stream) const {
  const char* refused = std::getenv("NO_COLOR");
  const bool plain = no_color || (refused != nullptr && *refused != '\0') || isatty(fileno(stream)) == 0;
  return plain ? gdl::Palette::plain() : gdl::Palette::ansi();
}

int exit_code_of(Error::Category category) {
  switch (category) {
    case Error::Category::BadInput: return kBadInput;
    case Error::Category::LimitReached: return kLimit;
    case Error::Category::Negative: return kNegative;
    case Error::Category::Usage: return kUsage;
  }
  return kInternal;
}

Json to_json(const Diagnostic& d, const std::string& file, const gdl::SourceMap& source) {
  Json json;
  json["schema"] = "agon.diagnostic/1";
  json["file"] = file;
  json["code"] = d.code;
  json["severity"] = to_string(d.severity);
  if (d.span.end > d.span.begin && !source.text().empty()) {
    const gdl::Place begin = source.place_of(d.span.begin);
    const gdl::Place end = source.place_of(d.span.end);
    json["line"] = begin.line;
    json["column"] = begin.column;
    json["end_line"] = end.line;
    json["end_column"] = end.column;
  }
  json["message"] = d.message;
  if (!d.hint.empty()) json["hint"] = d.hint;
  return json;
}

void print_json(const Json& json) {
  // Invalid UTF-8 cannot be in rules, but may be in a file name.
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Context::fail(const Error& error, const std::string& file, std::string_view text) {
  show(error, file, text);
  worsen(exit_code_of(error.category));
}

void Context::show(const Error& error, const std::string& file, std::string_view text) const {
  const std::string shown = file.empty() ? "agon" : file;
  const gdl::SourceMap source(text);
  for (const Diagnostic& d : error.diagnostics) {
    if (json) print_json(to_json(d, file, source));
    else fmt::print(stderr, "{}", gdl::render(d, shown, source, palette(stderr)));
  }
}

std::optional<library::Sheet> Context::sheet(const std::string& game) {
  Result<library::Sheet> found = library().sheet(game, max_bytes);
  if (found) return std::move(*found);
  fail(found.error());
  return std::nullopt;
}

std::optional<gdl::Rules> Context::load(const std::string& game) {
  const std::optional<library::Sheet> found = sheet(game);
  if (!found) return std::nullopt;
  Result<gdl::Rules> rules = gdl::read_text(found->text, game, read_options());
  if (rules) return std::move(*rules);
  fail(rules.error(), found->shown(), found->text);
  return std::nullopt;
}

void add_common_options(Command command, Context& context) {
  command.flag("--json", context.json, "print one JSON object per line");
  command.flag("--no-color", context.no_color, "print without colour (also: NO_COLOR in the environment)");
  command.option("--library", context.games_folder, "folder of the game library (also: AGON_GAMES in the environment)")
      .type_name("DIR");
}

void add_limit_options(Command command, Context& context, const LimitScope& scope) {
  const char* time = "seconds that one query to the reasoner may take; 0 for no limit";
  const char* memory = "memory of the reasoner in MiB";
  if (scope.of == LimitScope::Of::Command) {
    time = "seconds for the whole command; 0 for no limit";
    memory = "memory for the whole command in MiB";
  } else if (scope.of == LimitScope::Of::Sheet) {
    time = "seconds for each rule sheet; 0 for no limit";
    memory = "memory for each rule sheet in MiB";
  }
  command.option("--time-limit", context.time_limit_seconds, time)
      .show_default(fmt::format("{}{}", scope.seconds, scope.default_note))
      .at_least_zero();
  command.option("--memory", context.memory_mib, memory).show_default().range(1, 1 << 30);
  command.option("--max-bytes", context.max_bytes, "maximum size of a rule sheet").show_default();
}

void add_game_argument(Command command, std::string& game) {
  command.argument("game", game, "library name or rule sheet").required().type_name("GAME");
}

}  // namespace agon::cli
