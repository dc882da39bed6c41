// `agon structure`: boards, hands, counters and move patterns of a rule sheet, and its initial state drawn with them.
#include "circuit/build.h"
#include "circuit/group_facts.h"
#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "cli/scene_text.h"
#include "ground/grounder.h"
#include "knowledge/structure/discover.h"
#include "knowledge/structure/scene/structure_json.h"

namespace agon::cli {
namespace {

struct StructureArguments {
  std::string game;
  std::string engine = "prover";
  knowledge::StructureOptions options;
  double ground_seconds = 5;
  bool prove = false;
};

void run(const StructureArguments& arguments, Context& context) {
  context.start_budget(kWholeCommand);
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, context.limits());
  if (!engine) return context.fail(engine.error(), arguments.game);

  // The ground program and the proofs are optional evidence: a sheet too large for them is examined without.
  const Limits grounding = within(context.limits(), milliseconds_of(arguments.ground_seconds));
  knowledge::StructureInput input{.rules = &*rules, .engine = &*engine, .program = nullptr, .groups = {}};
  std::shared_ptr<const ground::GroundProgram> program;
  if (arguments.ground_seconds > 0) {
    if (auto grounded = ground::ground(
            *rules, {.time = grounding.time, .memory_bytes = grounding.memory_bytes, .decompose = true, .progress = {}}))
      program = *grounded;
  }
  input.program = program.get();
  std::vector<game::Fact<game::FluentGroup>> groups;
  if (arguments.prove && program) {
    circuit::BuildOptions build;
    const Limits left = context.limits();
    build.memory_bytes = left.memory_bytes;
    build.time = left.time;
    const auto built = circuit::build(program, build);
    if (!built) return context.fail(built.error(), arguments.game);
    groups = circuit::group_facts(**built);
    input.groups = groups;
  }

  knowledge::StructureOptions options = arguments.options;
  options.time = within(context.limits(), options.time).time;
  const Result<knowledge::Structure> structure = knowledge::discover(input, options);
  if (!structure) return context.fail(structure.error(), arguments.game);
  auto scratch = engine->make_scratch();
  game::TermBuffer fluents;
  engine->fluents(engine->initial_state(scratch), fluents);
  const knowledge::Scene scene = knowledge::place(*structure, engine->terms(), fluents);
  if (context.json) {
    fmt::print("{}\n{}\n", knowledge::to_json(*structure), knowledge::to_json(scene));
    return;
  }
  const gdl::Palette palette = context.palette(stdout);
  fmt::print("{}\n{}the initial position{}\n{}", describe(*structure, palette), palette.strong, palette.reset,
             draw_scene(*structure, scene, engine->terms(), fluents, palette));
}

}  // namespace

void add_structure_command(Command app, Context& context) {
  auto arguments = std::make_shared<StructureArguments>();
  const Command command = app.subcommand("structure", "Discover the boards, hands, counters and move patterns of a rule sheet");
  command.details(
      "Discovers boards with their axes and contents, piles, hands, counters, whose turn it is, and how the arguments of a\n"
      "move denote cells: what a page needs to draw the game. The evidence is the rules, short random play and, where the\n"
      "time permits, the ground program. A finding was observed, not proved, unless it says so.\n"
      "With --json: the structure (agon.structure/1), then the initial state (agon.scene/1).");
  add_game_argument(command, arguments->game);
  command.option("-s,--seed", arguments->options.seed, "seed of the random play").show_default();
  command.option("--states", arguments->options.states, "number of states of random play to examine")
      .show_default()
      .range(1, 1'000'000);
  command.option("-e,--engine", arguments->engine, "engine to play on").show_default();
  command.option("--ground-time", arguments->ground_seconds, "seconds for grounding; 0 leaves it out")
      .show_default()
      .at_least_zero();
  command.flag("--prove", arguments->prove, "build the circuit and use its proofs of mutual exclusion");
  add_common_options(command, context);
  add_limit_options(command, context, kWholeCommand);
  command.examples({{"agon structure connectfour", "a grid, and moves that click a column"},
                    {"agon structure hex-5x5 --prove", "a hexagonal board, with proofs that a cell holds one stone"},
                    {"agon structure goofspiel --json", "for programs"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
