// What every command shares: output, limits, the game library, common options.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/limits.h"
#include "base/result.h"
#include "cli/command_budget.h"
#include "cli/command_line.h"
#include "cli/exit_codes.h"
#include "gdl/read/reader.h"
#include "gdl/source_map.h"
#include "library/library.h"

namespace agon::cli {

using Json = nlohmann::ordered_json;

// What --time-limit and --memory bound. Commands that answer about rule sheets bound all of their work; experiments, which take as
// long as they are asked to, bound each question to an engine.
struct LimitScope {
  enum class Of : std::uint8_t { Question, Command, Sheet } of = Of::Question;
  double seconds = 60;            // where --time-limit is not given
  const char* default_note = "";  // help: what the seconds come on top of
};
inline constexpr LimitScope kWholeCommand{.of = LimitScope::Of::Command};
inline constexpr LimitScope kLongCommand{.of = LimitScope::Of::Command, .seconds = 600};
inline constexpr LimitScope kEachSheet{.of = LimitScope::Of::Sheet};

struct Context {
  bool json = false;
  bool no_color = false;
  std::optional<double> time_limit_seconds;
  std::size_t memory_mib = 4096;
  std::size_t max_bytes = kDefaultMaxFileBytes;
  std::string games_folder;
  int exit_code = kDone;
  std::unique_ptr<CommandBudget> budget;  // of commands that bound all of their work

  // From now on limits() is what is left of one budget, and who overruns it ends the program. Each sheet of several has its own.
  void start_budget(const LimitScope& scope, std::size_t search_bytes = 0);
  [[nodiscard]] Limits limits() const;
  void check_budget() const;  // throws LimitReached where the budget is used up
  [[nodiscard]] gdl::ReadOptions read_options() const { return {.max_bytes = max_bytes}; }
  [[nodiscard]] library::Library library() const { return library::Library(games_folder); }
  // Colour for a stream that is a terminal, unless NO_COLOR or --no-color says otherwise.
  [[nodiscard]] gdl::Palette palette(std::FILE* stream) const;

  // Prints the diagnostics to stderr (as JSON on stdout with --json) and sets the exit code.
  void fail(const Error& error, const std::string& file = {}, std::string_view text = {});
  void show(const Error& error, const std::string& file = {}, std::string_view text = {}) const;  // the same without the exit code
  void worsen(int code) { exit_code = std::max(exit_code, code); }

  // A game by library name or path, as text or read; on failure the error is shown and nothing is returned.
  [[nodiscard]] std::optional<library::Sheet> sheet(const std::string& game);
  [[nodiscard]] std::optional<gdl::Rules> load(const std::string& game);
};

[[nodiscard]] std::chrono::milliseconds milliseconds_of(double seconds);
// The limits of a stage that may take so long itself.
[[nodiscard]] Limits within(Limits left, std::chrono::milliseconds own);
// A command that builds engines and then works with them for some seconds: limits of construction that leave room for the work, and
// the seconds that are really there for it, less a moment to print the result.
[[nodiscard]] Limits limits_to_build(Limits left, double seconds_of_work);
[[nodiscard]] double seconds_within(const Limits& left, double seconds_of_work);

[[nodiscard]] Json to_json(const Diagnostic& diagnostic, const std::string& file, const gdl::SourceMap& source);
[[nodiscard]] int exit_code_of(Error::Category category);
// Shows the error and ends the process at once, on whatever thread: for overruns that nothing else can end.
[[noreturn]] void end_at_limit(const Context& context, const Error& error);
void print_json(const Json& json);  // one object a line

void add_common_options(Command command, Context& context);                               // --json, --no-color, --library
void add_limit_options(Command command, Context& context, const LimitScope& scope = {});  // --time-limit, --memory, --max-bytes
void add_game_argument(Command command, std::string& game);

}  // namespace agon::cli
