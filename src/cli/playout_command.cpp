#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/text_board.h"
#include "play/players.h"
#include "play/referee.h"

namespace agon::cli {
namespace {

struct PlayoutArguments {
  std::string game;
  std::uint64_t seed = 1;
  int max_steps = 1000;
  std::string engine = "prover";
  std::string record;
  bool quiet = false;
};

// One line a role that had a choice; the board or the list of fluents before it.
void show_step(const play::StepView& view, const gdl::Palette& palette) {
  game::TermBuffer fluents;
  view.engine->fluents(*view.state, fluents);
  fmt::print("{}step {}{}\n{}", palette.strong, view.step, palette.reset, draw_state(view.engine->terms(), fluents, palette));
  if (view.joint == nullptr) return;
  for (std::uint32_t r = 0; r < view.joint->size(); ++r) {
    const std::string move = view.engine->terms().text(view.engine->move_term(RoleId{r}, (*view.joint)[r]));
    fmt::print("  {}{}{} plays {}{}{} of {}\n", palette.note, view.engine->info().roles[r], palette.reset, palette.strong, move,
               palette.reset, (*view.legal)[r].size());
  }
}

void run(const PlayoutArguments& arguments, Context& context) {
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, context.limits());
  if (!engine) return context.fail(engine.error(), arguments.game);
  const std::vector<std::string> strategies(engine->info().role_count(), "random");
  std::vector<std::unique_ptr<play::Player>> players;
  for (std::uint32_t r = 0; r < strategies.size(); ++r)
    players.push_back(std::move(*play::make_player("random", nullptr, {.seed = arguments.seed * 1000 + r})));
  const gdl::Palette palette = context.palette(stdout);
  play::MatchOptions options;
  options.seed = arguments.seed;
  options.max_steps = arguments.max_steps;
  if (!context.json && !arguments.quiet) {
    options.watch = [&](const play::StepView& view) {
      show_step(view, palette);
      if (view.step == 0) std::fflush(stdout);
    };
  }
  const game::MatchRecord record = play::play_match(*engine, *rules, strategies, players, options);
  if (!arguments.record.empty()) {
    if (const Result<bool> written = write_file(arguments.record, to_json(record, 1) + '\n'); !written)
      return context.fail(written.error());
  }
  if (context.json) {
    fmt::print("{}\n", to_json(record));
  } else {
    fmt::print("{} steps, {}\n", record.steps.size(), record.end);
    for (std::size_t r = 0; r < record.goals.size(); ++r) {
      fmt::print("  {} {}\n", record.roles[r],
                 record.goals[r] == game::kNoGoal ? "has no goal value" : fmt::format("scores {}", record.goals[r]));
    }
  }
  if (record.end.starts_with("no legal move")) context.worsen(kNegative);
  else if (!record.finished) context.worsen(kLimit);
}

}  // namespace

void add_playout_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<PlayoutArguments>();
  CLI::App* command = app.add_subcommand("playout", "Play one random match and show it step by step");
  command->add_option("game", arguments->game, "library name or rule sheet")->required()->type_name("GAME");
  command->add_option("-s,--seed", arguments->seed, "one seed, one match")->capture_default_str();
  command->add_option("--max-steps", arguments->max_steps, "stop after so many steps")
      ->capture_default_str()
      ->check(CLI::Range(0, 100'000'000));
  command->add_option("-e,--engine", arguments->engine, "engine to play on")->capture_default_str();
  command->add_option("--record", arguments->record, "write the match record here, for 'agon replay'")->type_name("FILE");
  command->add_flag("-q,--quiet", arguments->quiet, "print the result only");
  add_common_options(*command, context);
  add_limit_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
