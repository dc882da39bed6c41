// The program: signals, the command line, exceptions, the exit code.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "base/process.h"
#include "cli/commands/commands.h"
#include "cli/out_of_memory.h"
#include "cli/text_board.h"

namespace agon::cli {
namespace {

extern "C" void on_interrupt(int) {
  // Nothing is lost: records are written by rename, results are flushed line by line.
  std::_Exit(kInterrupted);
}

constexpr const char* kNotes =
    R"(A GAME is a name of the library ('agon games' lists it) or the path of a rule sheet. 'agon COMMAND --help' explains a command.
Exit codes: 0 done, 1 a negative answer, 2 usage, 3 bad input, 4 limit reached, 70 internal error, 130 interrupted.)";

}  // namespace

void add_commands(Command program, Context& context) {
  const Command play = program.group("Play");
  add_serve_command(play, context);
  add_store_command(play, context);
  add_player_command(play, context);
  add_match_command(play, context);
  add_tournament_command(play, context);
  add_playout_command(play, context);
  add_search_command(play, context);
  add_replay_command(play, context);
  const Command rules = program.group("Games and rule sheets");
  add_games_command(rules, context);
  add_check_command(rules, context);
  add_fmt_command(rules, context);
  add_structure_command(rules, context);
  add_analyse_command(rules, context);
  add_prove_command(rules, context);
  add_evaluate_command(rules, context);
  const Command engines = program.group("Engines");
  add_ground_command(engines, context);
  add_circuit_command(engines, context);
  add_perft_command(engines, context);
  add_lockstep_command(engines, context);
  add_verify_command(engines, context);
  add_bench_command(engines, context);
  const Command strength = program.group("Strength and experiments");
  add_exam_command(strength, context);
  add_reproduce_command(strength, context);
  add_signature_command(strength, context);
  add_completion_command(program.group("Shell"), context);
  add_rules_worker_command(program.group(""), context);
  program.section(kNotes);
  program.examples({{"agon serve", "play in a browser, at http://127.0.0.1:8080/"},
                    {"agon player", "play for a game manager, on port 9147"},
                    {"agon match breakthrough -p random -p first-legal --games 100", "compare two strategies"},
                    {"agon playout connectfour", "one random match, drawn"},
                    {"agon check my-game.kif", "every error, with line and hint"},
                    {"agon perft chess --depth 3", "20, 400, 8902"}});
}

int run_app(int argc, const char* const* argv) {
  end_with_spawner();
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGPIPE, SIG_DFL);
  Context context;
  CommandLine line("agon", "Agon is a general game player: it plays any game whose rules it is given in GDL.",
                   "agon " AGON_VERSION);
  add_commands(line.program(), context);
  const OutOfMemoryHandler handler(context);
  try {
    switch (line.run(argc, argv)) {
      case CommandLine::Outcome::CommandRan: break;
      case CommandLine::Outcome::NoCommand: show_sample_match(context); break;
      case CommandLine::Outcome::HelpShown: return kDone;
      case CommandLine::Outcome::UsageError: return kUsage;
    }
    context.budget.reset();
  } catch (const LimitReached& limit) {
    context.budget.reset();
    context.fail(limit.error());
  } catch (const std::bad_alloc&) {
    context.budget.reset();
    context.fail(out_of_memory());
  } catch (const std::system_error& problem) {
    fmt::print(stderr, "agon: cannot write the output: {}\n", problem.code().message());
    return kBadInput;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "agon: internal error: {}\n", problem.what());
    return kInternal;
  }
  if (std::fflush(stdout) != 0) {
    fmt::print(stderr, "agon: cannot write the output: {}\n", std::strerror(errno));
    return kBadInput;
  }
  return context.exit_code;
}

}  // namespace agon::cli
