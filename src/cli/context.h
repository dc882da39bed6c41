// What every command gets: how to print, how much a question may cost, where the games are.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "base/limits.h"
#include "base/result.h"
#include "cli/exit_codes.h"
#include "gdl/reader.h"
#include "gdl/source_map.h"
#include "play/library.h"

namespace agon::cli {

using Json = nlohmann::ordered_json;

struct Context {
  bool json = false;
  bool no_color = false;
  double time_limit_seconds = 60;
  std::size_t memory_mib = 4096;
  std::size_t max_bytes = kDefaultMaxFileBytes;
  std::string games_folder;
  int exit_code = kDone;

  [[nodiscard]] Limits limits() const;
  [[nodiscard]] gdl::ReadOptions read_options() const { return {.max_bytes = max_bytes}; }
  [[nodiscard]] play::Library library() const { return play::Library(games_folder); }
  // Colour for a stream that is a terminal, unless NO_COLOR or --no-color says otherwise.
  [[nodiscard]] gdl::Palette palette(std::FILE* stream) const;

  // Prints the diagnostics to stderr (as JSON on stdout with --json) and sets the exit code.
  void fail(const Error& error, const std::string& file = {}, std::string_view text = {});
  void worsen(int code) { exit_code = std::max(exit_code, code); }

  // A game by library name or path, as text or read; on failure the error is shown and nothing is returned.
  [[nodiscard]] std::optional<play::Sheet> sheet(const std::string& game);
  [[nodiscard]] std::optional<gdl::Rules> load(const std::string& game);
};

[[nodiscard]] Json to_json(const Diagnostic& diagnostic, const std::string& file, std::string_view text);
[[nodiscard]] int exit_code_of(Error::Category category);
void print_json(const Json& json);  // one object a line

// Options that every command has.
void add_common_options(CLI::App& command, Context& context);
void add_limit_options(CLI::App& command, Context& context);

}  // namespace agon::cli
