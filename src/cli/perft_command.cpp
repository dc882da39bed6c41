#include <chrono>

#include "cli/commands.h"
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
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, context.limits());
  if (!engine) return context.fail(engine.error(), arguments.game);
  std::uint64_t estimate = 0;
  std::uint64_t last = 1;
  for (int depth = 1; depth <= arguments.depth; ++depth) {
    Progress progress(fmt::format("perft {}", depth), estimate);
    const auto start = std::chrono::steady_clock::now();
    const game::PerftCount count = game::perft(*engine, depth, [&] { progress.advance(); });
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

void add_perft_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<PerftArguments>();
  CLI::App* command = app.add_subcommand("perft", "Count the move sequences of a game, depth by depth");
  command->description(
      "Count the sequences of joint moves from the initial state, depth by depth. Terminal states have no successors;\n"
      "the count for the asked depth is printed last, alone on its line.");
  command->add_option("game", arguments->game, "library name or rule sheet")->required()->type_name("GAME");
  command->add_option("-d,--depth", arguments->depth, "how deep to count")->capture_default_str()->check(CLI::Range(1, 1000));
  command->add_option("-e,--engine", arguments->engine, "engine to count with")->capture_default_str();
  add_common_options(*command, context);
  add_limit_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
