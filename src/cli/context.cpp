#include "cli/context.h"

#include <unistd.h>

#include <cstdlib>

namespace agon::cli {

Limits Context::limits() const {
  Limits limits;
  limits.time = std::chrono::milliseconds(static_cast<long long>(time_limit_seconds * 1000));
  limits.memory_bytes = memory_mib << 20U;
  return limits;
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

Json to_json(const Diagnostic& d, const std::string& file, std::string_view text) {
  Json json;
  json["schema"] = "agon.diagnostic/1";
  json["file"] = file;
  json["code"] = d.code;
  json["severity"] = to_string(d.severity);
  if (d.span.end > d.span.begin && !text.empty()) {
    const gdl::Place begin = gdl::place_of(text, d.span.begin);
    const gdl::Place end = gdl::place_of(text, d.span.end);
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
  const std::string shown = file.empty() ? "agon" : file;
  for (const Diagnostic& d : error.diagnostics) {
    if (json) print_json(to_json(d, file, text));
    else fmt::print(stderr, "{}", gdl::render(d, shown, text, palette(stderr)));
  }
  worsen(exit_code_of(error.category));
}

std::optional<play::Sheet> Context::sheet(const std::string& game) {
  Result<play::Sheet> found = library().sheet(game, max_bytes);
  if (found) return std::move(*found);
  fail(found.error());
  return std::nullopt;
}

std::optional<gdl::Rules> Context::load(const std::string& game) {
  const std::optional<play::Sheet> found = sheet(game);
  if (!found) return std::nullopt;
  Result<gdl::Rules> rules = gdl::read_text(found->text, game, read_options());
  if (rules) return std::move(*rules);
  fail(rules.error(), found->shown(), found->text);
  return std::nullopt;
}

void add_common_options(CLI::App& command, Context& context) {
  command.add_flag("--json", context.json, "one JSON object a line on standard output");
  command.add_flag("--no-color", context.no_color, "never use colour (also: NO_COLOR in the environment)");
  command.add_option("--library", context.games_folder, "folder of the game library (also: AGON_GAMES in the environment)")
      ->type_name("DIR");
}

void add_limit_options(CLI::App& command, Context& context) {
  command.add_option("--time-limit", context.time_limit_seconds, "seconds that one question to the reasoner may take")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command.add_option("--memory", context.memory_mib, "MiB that the reasoner may use")
      ->capture_default_str()
      ->check(CLI::Range(1, 1 << 30));
  command.add_option("--max-bytes", context.max_bytes, "size of the largest rule sheet that is read")->capture_default_str();
}

}  // namespace agon::cli
