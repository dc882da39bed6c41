// `agon playout`: one random match, drawn step by step.
#include <fmt/ranges.h>

#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "cli/text_board.h"
#include "play/referee/referee.h"
#include "play/strategy/players.h"

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

// The state as a board or a list of fluents, then the move of each role.
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

// "scores 50"; where the rules do not give one value between 0 and 100, what they give instead.
std::string goal_text(const game::MatchRecord& record, std::size_t role) {
  std::vector<int> values;
  if (!record.goal_values.empty()) values = record.goal_values[role];
  else if (record.goals[role] != game::kNoGoal) values = {record.goals[role]};
  if (values.empty()) return "has no goal value";
  if (values.size() > 1) return fmt::format("has {} goal values: {}", values.size(), fmt::join(values, ", "));
  const bool in_range = values.front() >= 0 && values.front() <= 100;
  return in_range ? fmt::format("scores {}", values.front()) : fmt::format("has the goal value {}, outside 0..100", values.front());
}

void run(const PlayoutArguments& arguments, Context& context) {
  context.start_budget(kLongCommand);
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Limits limits = context.limits();
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, limits);
  if (!engine) return context.fail(engine.error(), arguments.game);
  const std::vector<std::string> strategies(engine->info().role_count(), "random");
  std::vector<std::unique_ptr<play::Player>> players;
  for (std::uint32_t r = 0; r < strategies.size(); ++r)
    players.push_back(std::move(*play::make_player("random", nullptr, {.seed = arguments.seed * 1000 + r})));
  const gdl::Palette palette = context.palette(stdout);
  play::MatchOptions options;
  options.seed = arguments.seed;
  options.max_steps = arguments.max_steps;
  const bool drawn = !context.json && !arguments.quiet;
  options.watch = [&](const play::StepView& view) {
    if (drawn) show_step(view, palette);
    if (drawn && view.step == 0) std::fflush(stdout);
    context.check_budget();
  };
  const game::MatchRecord record = play::play_match(*engine, *rules, strategies, players, options);
  if (!arguments.record.empty()) {
    if (const Status written = write_file(arguments.record, to_json(record, 1) + '\n'); !written)
      return context.fail(written.error());
  }
  if (context.json) {
    fmt::print("{}\n", to_json(record));
  } else {
    fmt::print("{} steps, {}\n", record.steps.size(), record.end);
    for (std::size_t r = 0; r < record.goals.size(); ++r) fmt::print("  {} {}\n", record.roles[r], goal_text(record, r));
  }
  if (record.end.starts_with("no legal move")) context.worsen(kNegative);
  else if (!record.finished) context.worsen(kLimit);
}

}  // namespace

void add_playout_command(Command app, Context& context) {
  auto arguments = std::make_shared<PlayoutArguments>();
  const Command command = app.subcommand("playout", "Play one random match and show it step by step");
  add_game_argument(command, arguments->game);
  command.option("-s,--seed", arguments->seed, "seed of the random play; equal seeds give equal matches").show_default();
  command.option("--max-steps", arguments->max_steps, "stop after this number of steps").show_default().range(0, 100'000'000);
  command.option("-e,--engine", arguments->engine, "engine to play on").show_default();
  command.option("--record", arguments->record, "write the match record to this file, for 'agon replay'").type_name("FILE");
  command.flag("-q,--quiet", arguments->quiet, "print the result only");
  add_common_options(command, context);
  add_limit_options(command, context, kLongCommand);
  command.examples({{"agon playout connectfour", "states, moves and goals of one match"},
                    {"agon playout chess --seed 7 --engine circuit --quiet", "the result of another one, on a faster engine"},
                    {"agon playout krieg-tictactoe --json", "the match record, with percepts"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
