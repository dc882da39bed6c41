// One function for each subcommand: it declares options, help and what to run.
#pragma once

#include "cli/context.h"

namespace agon::cli {

void add_analyse_command(Command app, Context& context);
void add_bench_command(Command app, Context& context);
void add_check_command(Command app, Context& context);
void add_circuit_command(Command app, Context& context);
void add_completion_command(Command app, Context& context);
void add_evaluate_command(Command app, Context& context);
void add_exam_command(Command app, Context& context);
void add_fmt_command(Command app, Context& context);
void add_games_command(Command app, Context& context);
void add_ground_command(Command app, Context& context);
void add_lockstep_command(Command app, Context& context);
void add_match_command(Command app, Context& context);
void add_perft_command(Command app, Context& context);
void add_player_command(Command app, Context& context);
void add_playout_command(Command app, Context& context);
void add_replay_command(Command app, Context& context);
void add_prove_command(Command app, Context& context);
void add_reproduce_command(Command app, Context& context);
void add_rules_worker_command(Command app, Context& context);
void add_search_command(Command app, Context& context);
void add_serve_command(Command app, Context& context);
void add_signature_command(Command app, Context& context);
void add_store_command(Command app, Context& context);
void add_structure_command(Command app, Context& context);
void add_tournament_command(Command app, Context& context);
void add_verify_command(Command app, Context& context);

// All of them, in the groups and the order of 'agon --help', with the help of the program itself.
void add_commands(Command program, Context& context);

// The whole program, from the command line to the exit code.
int run_app(int argc, const char* const* argv);

}  // namespace agon::cli
