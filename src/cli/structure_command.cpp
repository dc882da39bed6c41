#include "circuit/build.h"
#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/scene_text.h"
#include "ground/grounder.h"
#include "knowledge/structure/discover.h"
#include "knowledge/structure/structure_json.h"

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
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Limits limits = context.limits();
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, limits);
  if (!engine) return context.fail(engine.error(), arguments.game);

  // The ground program and the proofs are a help, not a condition: a sheet that is too large for them is read without.
  const auto time = std::chrono::milliseconds(static_cast<long long>(arguments.ground_seconds * 1000));
  knowledge::StructureInput input{.rules = &*rules, .engine = &*engine, .program = nullptr, .groups = {}};
  std::shared_ptr<const ground::GroundProgram> program;
  if (time.count() > 0) {
    if (auto grounded =
            ground::ground(*rules, {.time = time, .memory_bytes = limits.memory_bytes, .decompose = true, .progress = {}}))
      program = *grounded;
  }
  input.program = program.get();
  std::shared_ptr<const circuit::Circuit> circuit;
  if (arguments.prove && program) {
    circuit::BuildOptions build;
    build.memory_bytes = limits.memory_bytes;
    build.time = limits.time;
    const auto built = circuit::build(program, build);
    if (!built) return context.fail(built.error(), arguments.game);
    circuit = *built;
    input.groups = circuit->groups;
  }

  const Result<knowledge::Structure> structure = knowledge::discover(input, arguments.options);
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

void add_structure_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<StructureArguments>();
  CLI::App* command = app.add_subcommand("structure", "Find the boards, counters, hands and moves of a rule sheet");
  command->description(
      "Find what a person would draw: boards with their axes and contents, piles, hands, counters, whose turn it is, and how the "
      "arguments of\n"
      "a move match cells. Looks at the rules, at short random play and, where it fits the time, at the ground program. What is "
      "said was\n"
      "seen, not proved, unless it says so. With --json: the structure (agon.structure/1), then the initial position "
      "(agon.scene/1).");
  command->add_option("game", arguments->game, "library name or rule sheet")->required()->type_name("GAME");
  command->add_option("-s,--seed", arguments->options.seed, "of the random play")->capture_default_str();
  command->add_option("--states", arguments->options.states, "states of random play to look at")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("-e,--engine", arguments->engine, "engine to play on")->capture_default_str();
  command->add_option("--ground-time", arguments->ground_seconds, "seconds for grounding; 0 leaves it out")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--prove", arguments->prove, "build the circuit and use its proofs that contents exclude each other");
  add_common_options(*command, context);
  add_limit_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
