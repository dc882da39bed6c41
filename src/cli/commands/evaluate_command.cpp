// `agon evaluate`: Fluxplayer's goal evaluation of one position: a value for each role, and what it is made of.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "cli/position.h"
#include "knowledge/evaluation/explain.h"
#include "play/evaluation/kit_knowledge.h"
#include "play/evaluation/state_bits.h"
#include "play/strategy/evaluations.h"

namespace agon::cli {
namespace {

using knowledge::evaluation::Explanation;
using knowledge::evaluation::FluentWorth;
using knowledge::evaluation::GoalEvaluation;
using knowledge::evaluation::Mode;

struct EvaluateArguments {
  std::string game;
  std::vector<std::string> moves;
  std::string mode = knowledge::evaluation::kModeNames[static_cast<std::size_t>(play::kDefaultFluxMode)];
  std::size_t shown = 6;
};

// What a fluent is worth to a role, largest first; of those that hold, or of those that do not.
std::vector<FluentWorth> largest(const Explanation& explanation, std::size_t role, bool holds, std::size_t count) {
  std::vector<FluentWorth> found;
  for (const FluentWorth& one : explanation.fluents) {
    if (one.holds == holds && std::fabs(one.worth[role]) > 1e-9) found.push_back(one);
  }
  std::ranges::stable_sort(found, std::greater<>{}, [&](const FluentWorth& one) { return std::fabs(one.worth[role]); });
  if (found.size() > count) found.resize(count);
  return found;
}

void print_values(const EvaluateArguments& arguments, const game::GameInfo& info, const GoalEvaluation& evaluation,
                  const Explanation& explanation, const std::vector<std::string>& notes, Context& context) {
  const auto text = [&](const FluentWorth& one) {
    return evaluation.program().terms->text(evaluation.program().fluents[one.fluent]);
  };
  if (context.json) {
    Json roles = Json::array();
    for (std::size_t r = 0; r < info.role_count(); ++r) {
      Json goals = Json::array();
      for (const auto& goal : explanation.goals[r])
        goals.push_back({{"goal", goal.value}, {"holds", goal.holds}, {"degree", goal.degree}, {"with_terminal", goal.together}});
      Json fluents = Json::array();
      for (const bool holds : {true, false}) {
        for (const FluentWorth& one : largest(explanation, r, holds, arguments.shown))
          fluents.push_back({{"fluent", text(one)}, {"holds", one.holds}, {"worth", one.worth[r]}});
      }
      roles.push_back({{"role", info.roles[r]}, {"value", explanation.values[r]}, {"goals", goals}, {"fluents", fluents}});
    }
    return print_json(Json{{"schema", "agon.evaluation/1"},
                           {"game", arguments.game},
                           {"mode", arguments.mode},
                           {"roles", roles},
                           {"terminal", explanation.terminal},
                           {"calibrated", false},
                           {"notes", notes}});
  }
  const gdl::Palette palette = context.palette(stdout);
  for (std::size_t r = 0; r < info.role_count(); ++r) {
    fmt::print("{}{}{} {:.4f}\n", palette.strong, info.roles[r], palette.reset, explanation.values[r]);
    for (const auto& goal : explanation.goals[r])
      fmt::print("  goal {:<4} {}, degree {:.4f}; with the end of the match {:.4f}\n", goal.value, goal.holds ? "holds" : "fails",
                 goal.degree, goal.together);
    for (const FluentWorth& one : largest(explanation, r, true, arguments.shown))
      fmt::print("  {:+9.4f}  {} holds\n", one.worth[r], text(one));
    for (const FluentWorth& one : largest(explanation, r, false, arguments.shown))
      fmt::print("  {:+9.4f}  {}if {} held{}\n", one.worth[r], palette.faint, text(one), palette.reset);
  }
  fmt::print("terminal: degree {:.4f}\n", explanation.terminal);
  for (const std::string& note : notes) fmt::print("{}note: {}{}\n", palette.faint, note, palette.reset);
}

void run(const EvaluateArguments& arguments, Context& context) {
  context.start_budget(kWholeCommand);
  const auto mode = std::ranges::find(knowledge::evaluation::kModeNames, arguments.mode);
  if (mode == std::end(knowledge::evaluation::kModeNames))
    return context.fail(bad_input("no-such-mode", fmt::format("there is no mode '{}'", arguments.mode),
                                  fmt::format("modes: {}", fmt::join(knowledge::evaluation::kModeNames, ", "))));
  std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  play::GameKit kit(std::move(*rules), context.limits());
  const Result<game::AnyEngine> engine = kit.best_engine();
  if (!engine) return context.fail(engine.error(), arguments.game);
  const auto evaluation = play::goal_evaluation(kit, static_cast<Mode>(mode - std::begin(knowledge::evaluation::kModeNames)));
  if (!evaluation) return context.fail(evaluation.error(), arguments.game);
  Position position(*engine);
  if (const auto played = position.play(arguments.moves); !played) return context.fail(played.error());

  play::StateBitReader<game::AnyEngine> bits(*engine, (*evaluation)->program());
  auto scratch = engine->make_scratch();
  std::vector<bool> asked;
  const knowledge::evaluation::StateEvaluator evaluator(*evaluation);
  for (const auto& goal : evaluator.asked()) {
    std::vector<int> values;
    engine->goal_values(scratch, position.state(), goal.role, values);
    asked.push_back(std::ranges::find(values, goal.value) != values.end());
  }
  const Explanation explanation = knowledge::evaluation::explain(*evaluation, bits.of(*engine, position.state()), asked);
  std::vector<std::string> notes = (*evaluation)->plan()->network().notes;
  notes.emplace_back(knowledge::evaluation::kNotCalibrated);
  if (engine->is_terminal(scratch, position.state()))
    notes.emplace_back("the match is over here: a search takes the goals themselves");
  print_values(arguments, engine->info(), **evaluation, explanation, notes, context);
}

}  // namespace

void add_evaluate_command(Command app, Context& context) {
  auto arguments = std::make_shared<EvaluateArguments>();
  const Command command =
      app.subcommand("evaluate", "Evaluate one position from the goal rules alone: values, and what they are made of");
  command.details(
      "Fluxplayer's fuzzy evaluation (Schiffel 2011, chapter 5): how far the goal formulas of each role are true in a position.\n"
      "A line with a sign says what a fluent is worth: the value with it less the value without it. Values are degrees of\n"
      "truth: compare them with each other, not with goals (an open position of tic-tac-toe is worth about 40, a draw 50).");
  add_game_argument(command, arguments->game);
  command.option("-m,--move", arguments->moves, "a step before the position; several roles as \"MOVE;MOVE\"; repeatable")
      .type_name("MOVES");
  command
      .option("--mode", arguments->mode,
              fmt::format("how the rules are read: {}", fmt::join(knowledge::evaluation::kModeNames, ", ")))
      .show_default()
      .type_name("MODE");
  command.option("--show", arguments->shown, "fluents to list for each role, of those that hold and of those that do not")
      .show_default();
  add_common_options(command, context);
  add_limit_options(command, context, kWholeCommand);
  command.examples({{"agon evaluate tictactoe", "the open board"},
                    {"agon evaluate tictactoe -m \"(mark 2 2)\" --mode grounded", "after a move, without boards and orders"},
                    {"agon evaluate othello --json", "for programs"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
