// One function a subcommand: it declares its options and what to do when it is chosen.
#pragma once

#include "cli/context.h"

namespace agon::cli {

void add_bench_command(CLI::App& app, Context& context);
void add_check_command(CLI::App& app, Context& context);
void add_circuit_command(CLI::App& app, Context& context);
void add_completion_command(CLI::App& app, Context& context);
void add_exam_command(CLI::App& app, Context& context);
void add_fmt_command(CLI::App& app, Context& context);
void add_games_command(CLI::App& app, Context& context);
void add_ground_command(CLI::App& app, Context& context);
void add_lockstep_command(CLI::App& app, Context& context);
void add_match_command(CLI::App& app, Context& context);
void add_perft_command(CLI::App& app, Context& context);
void add_player_command(CLI::App& app, Context& context);
void add_playout_command(CLI::App& app, Context& context);
void add_replay_command(CLI::App& app, Context& context);
void add_reproduce_command(CLI::App& app, Context& context);
void add_search_command(CLI::App& app, Context& context);
void add_serve_command(CLI::App& app, Context& context);
void add_structure_command(CLI::App& app, Context& context);
void add_tournament_command(CLI::App& app, Context& context);
void add_verify_command(CLI::App& app, Context& context);

// The whole program, from the command line to the exit code.
int run_app(int argc, const char* const* argv);

}  // namespace agon::cli
