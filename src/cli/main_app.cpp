#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "cli/commands.h"
#include "cli/text_board.h"
#include "cli/usage_error.h"

namespace agon::cli {
namespace {

extern "C" void on_interrupt(int) {
  // Nothing is lost: records are written by rename, results are flushed line by line.
  std::_Exit(kInterrupted);
}

constexpr const char* kFooter = R"(
Examples:
  agon playout connectfour            one random match, drawn
  agon check my-game.kif              every mistake, with line and hint
  agon perft chess --depth 3          20, 400, 8902
  agon match breakthrough -p random -p first-legal --games 100
  agon games --search hidden          the library, filtered

A game is a library name ('agon games' lists them) or the path of a rule sheet.
Exit codes: 0 done, 1 a negative answer, 2 usage, 3 bad input, 4 limit reached, 70 our bug, 130 interrupted.)";

}  // namespace

int run_app(int argc, const char* const* argv) {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGPIPE, SIG_DFL);
  Context context;
  CLI::App app("Agon plays any game whose rules it is given.", "agon");
  app.set_version_flag("--version", "agon " AGON_VERSION);
  app.footer(kFooter);
  app.failure_message(usage_error);
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(34);
  add_serve_command(app, context);
  add_player_command(app, context);
  add_check_command(app, context);
  add_fmt_command(app, context);
  add_games_command(app, context);
  add_ground_command(app, context);
  add_circuit_command(app, context);
  add_structure_command(app, context);
  add_perft_command(app, context);
  add_playout_command(app, context);
  add_match_command(app, context);
  add_tournament_command(app, context);
  add_exam_command(app, context);
  add_replay_command(app, context);
  add_verify_command(app, context);
  add_lockstep_command(app, context);
  add_reproduce_command(app, context);
  add_search_command(app, context);
  add_bench_command(app, context);
  add_completion_command(app, context);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) show_sample_match(context);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? kDone : kUsage;
  } catch (const LimitReached& limit) {
    context.fail(limit.error());
  } catch (const std::bad_alloc&) {
    context.fail(limit_reached("out-of-memory", "the machine has no memory left", "lower --memory, or use a smaller depth"));
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
