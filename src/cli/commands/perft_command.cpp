// `agon perft`: the number of move sequences of each length, the standard test of a move generator.
#include <chrono>

#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "cli/progress.h"
#include "game/perft.h"

namespace agon::cli {
namespace {

struct PerftArguments {
  std::string game;
  int depth = 3;
  std::string engine = "prover";
};

void run(const PerftArguments& arguments, Context& context) {
  context.start_budget(kLongCommand);
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Limits limits = context.limits();
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, limits);
  if (!engine) return context.fail(engine.error(), arguments.game);
  std::uint64_t estimate = 0;
  std::uint64_t last = 1;
  for (int depth = 1; depth <= arguments.depth; ++depth) {
    Progress progress(fmt::format("perft {}", depth), estimate);
    const auto start = std::chrono::steady_clock::now();
    const game::PerftCount count = game::perft(*engine, depth, [&] {
      progress.advance();
      context.check_budget();
    });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    // The next depth is about as much larger as this one was.
    estimate = last == 0 ? 0 : count.nodes * count.nodes / std::max<std::uint64_t>(1, last);
    last = count.nodes;
    if (context.json) {
      print_json({{"schema", "agon.perft/1"},
                  {"game", arguments.game},
                  {"engine", engine->name()},
                  {"depth", depth},
                  {"nodes", count.nodes},
                  {"terminals", count.terminals},
                  {"goal_sums", count.goal_sums},
                  {"seconds", seconds}});
    } else {
      fmt::print("depth {}: {}", depth, count.nodes);
      if (count.terminals > 0) {
        fmt::print("  ({} terminal; goal sums", count.terminals);
        for (std::size_t r = 0; r < count.goal_sums.size(); ++r) fmt::print(" {} {}", engine->info().roles[r], count.goal_sums[r]);
        fmt::print(")");
      }
      fmt::print("\n");
    }
    std::fflush(stdout);
  }
  if (!context.json) fmt::print("{}\n", last);
}

}  // namespace

void add_perft_command(Command app, Context& context) {
  auto arguments = std::make_shared<PerftArguments>();
  const Command command = app.subcommand("perft", "Count the sequences of joint moves from the initial state, depth by depth");
  command.details(
      "Terminal states have no successors; they are counted, with the sums of their goals. The count for the last depth is\n"
      "printed again, alone on the last line.");
  add_game_argument(command, arguments->game);
  command.option("-d,--depth", arguments->depth, "greatest depth").show_default().range(1, 1000);
  command.option("-e,--engine", arguments->engine, "engine to count with").show_default();
  add_common_options(command, context);
  add_limit_options(command, context, kLongCommand);
  command.examples({{"agon perft chess --depth 3", "20, 400, 8902"},
                    {"agon perft connectfour --depth 6 --engine circuit", "on a faster engine"},
                    {"agon perft tictactoe --depth 9 --json", "nodes, terminal states and goal sums, an object for each depth"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
