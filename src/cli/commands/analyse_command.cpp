// `agon analyse`: one page of what is known about a game, each statement with its standing.
#include "base/file.h"
#include "base/hash.h"
#include "cli/commands/commands.h"
#include "engines/workshop.h"
#include "knowledge/analysis/analyse.h"
#include "knowledge/analysis/analysis_json.h"

namespace agon::cli {
namespace {

struct AnalyseArguments {
  std::string game;
  double seconds = 5;
  std::uint64_t seed = 1;
  std::string out;
  bool failed = false;
  bool stages = false;
};

std::string standing_text(game::Standing standing, const gdl::Palette& palette) {
  const std::string_view colour = standing == game::Standing::Proved ? palette.note : palette.warning;
  return fmt::format("{}{:<8}{}", colour, game::to_string(standing), palette.reset);
}

std::string list_text(const std::vector<std::string>& terms) { return fmt::format("{}", fmt::join(terms, " ")); }

void print_failed(const knowledge::proofs::Attempt& attempt, const gdl::Palette& palette) {
  fmt::print("  {}{}{}  {}\n", palette.warning, knowledge::proofs::to_string(attempt.outcome), palette.reset, attempt.property);
  if (!attempt.note.empty()) fmt::print("      {}\n", attempt.note);
  if (!attempt.counterexample) return;
  const knowledge::proofs::Counterexample& found = *attempt.counterexample;
  fmt::print("      {}state{}  {}\n", palette.faint, palette.reset, list_text(found.before));
  if (!found.moves.empty()) fmt::print("      {}moves{}  {}\n", palette.faint, palette.reset, fmt::join(found.moves, "; "));
  if (!found.after.empty()) fmt::print("      {}then{}   {}\n", palette.faint, palette.reset, list_text(found.after));
}

void print_page(const knowledge::Analysis& analysis, const AnalyseArguments& arguments, const gdl::Palette& palette) {
  for (const knowledge::Statement& said : analysis.statements)
    fmt::print("{} {}\n", standing_text(said.standing, palette), said.words);
  if (!analysis.distances.empty()) {
    fmt::print("\n{}steps at least from the start to a condition of a goal{}\n", palette.strong, palette.reset);
    for (const knowledge::GoalDistance& distance : analysis.distances)
      fmt::print("  {:>11}  {}\n", distance.from_start ? std::to_string(*distance.from_start) : "unreachable", distance.fluent);
  }
  for (std::size_t r = 0; r < analysis.evaluation.size() && r < analysis.roles.size(); ++r) {
    if (r == 0)
      fmt::print("\n{}degree of the goals at the start{} {}(degrees of truth, not expected goals){}\n", palette.strong,
                 palette.reset, palette.faint, palette.reset);
    fmt::print("  {:<12} {:6.2f}\n", analysis.roles[r], analysis.evaluation[r].value);
  }
  if (arguments.failed) {
    fmt::print("\n{}tried and not proved{}\n", palette.strong, palette.reset);
    for (const knowledge::proofs::Attempt& attempt : analysis.failed) print_failed(attempt, palette);
  } else if (!analysis.failed.empty()) {
    fmt::print("\n{} more {} tried and not proved; --failed shows {} with the step that breaks {}\n", analysis.failed.size(),
               analysis.failed.size() == 1 ? "property was" : "properties were", analysis.failed.size() == 1 ? "it" : "them",
               analysis.failed.size() == 1 ? "it" : "each");
  }
  bool headed = false;
  for (const knowledge::AnalysisStage& stage : analysis.stages) {
    if (!arguments.stages && stage.finished) continue;
    if (!std::exchange(headed, true)) fmt::print("\n");
    fmt::print("{}{}: {:.2f} s{}{}{}\n", palette.faint, stage.name, stage.seconds,
               stage.finished ? "" : ", not finished: ", stage.note, palette.reset);
  }
}

void run(const AnalyseArguments& arguments, Context& context) {
  context.start_budget(kWholeCommand);
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Limits limits = within(context.limits(), milliseconds_of(arguments.seconds));
  engines::Workshop workshop(*rules, {.limits = limits});
  knowledge::AnalysisOptions options;
  options.time = limits.time;
  options.memory_bytes = limits.memory_bytes;
  options.seed = arguments.seed;
  knowledge::Analysis analysis = knowledge::analyse(workshop, options);
  analysis.game = arguments.game;
  analysis.rules_id = content_id(rules->text());
  const Json json = knowledge::json_of(analysis);
  if (!arguments.out.empty()) {
    if (const Status written = write_file(arguments.out, json.dump(1) + "\n"); !written)
      return context.fail(written.error(), arguments.out);
  }
  if (context.json) print_json(json);
  else print_page(analysis, arguments, context.palette(stdout));
}

}  // namespace

void add_analyse_command(Command app, Context& context) {
  auto arguments = std::make_shared<AnalyseArguments>();
  const Command command = app.subcommand("analyse", "Find out what the rules imply: proofs, symmetries, distances, parts");
  command.details(
      "Proves by induction who moves when, constant sums, what excludes what, what stays and what never comes, who can never\n"
      "win; finds symmetries and independent parts, and admissible distances to the conditions of the goals. Each statement\n"
      "says whether it is proved or was only seen in play. What the time did not reach is named at the end.\n"
      "With --json: agon.knowledge/1, which --out writes to a file as well.");
  add_game_argument(command, arguments->game);
  command.option("-t,--time", arguments->seconds, "seconds for everything together").show_default().range(0.05, 86'400.0);
  command.option("-s,--seed", arguments->seed, "seed of the random play").show_default();
  command.option("-o,--out", arguments->out, "also write the knowledge as JSON to this file").type_name("FILE");
  command.flag("--failed", arguments->failed, "show what was tried and not proved, with counterexamples");
  command.flag("--stages", arguments->stages, "show how long each stage took");
  add_common_options(command, context);
  add_limit_options(command, context, kWholeCommand);
  command.examples({{"agon analyse tictactoe", "turns, sums, cells and eight symmetries"},
                    {"agon analyse breakthrough --failed", "and the steps that break what could not be proved"},
                    {"agon analyse connectfour --json", "for programs"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
