// What `agon match` and `agon tournament` share: clocks, jobs, files of results, and the run itself with its progress bar.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/context.h"
#include "lab/tournament/tournament.h"

namespace agon::cli {

struct TournamentArguments {
  std::vector<std::string> strategies;
  std::optional<double> time, start_time;  // seconds
  unsigned jobs = 1;
  unsigned threads = 1;
  double patience = 0;
  std::uint64_t seed = 1;
  int max_steps = 1000;
  std::string engine = "prover";
  std::string out, html, csv;
  double out_wait = 0;  // seconds
};

void add_tournament_options(Command command, TournamentArguments& arguments);

// The configuration without games; on a strategy, a clock or an engine that cannot be, the error is shown and nothing returned.
[[nodiscard]] std::optional<lab::TournamentConfig> tournament_config(const TournamentArguments& arguments, Context& context);
// Reads a game and adds it; false after showing why not.
[[nodiscard]] bool add_game(lab::TournamentConfig& config, const std::string& game, Context& context);
// Plays with a progress bar and writes the files that were asked for.
[[nodiscard]] std::optional<lab::Tournament> play_tournament(lab::TournamentConfig config, lab::TournamentOptions options,
                                                             const TournamentArguments& arguments, const char* schema,
                                                             Context& context);

}  // namespace agon::cli
