// `agon ground`: the ground program of a rule sheet, and its size.
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "ground/grounder.h"

namespace agon::cli {
namespace {

struct GroundArguments {
  std::string game;
  bool whole = false;
  bool no_decompose = false;
};

std::string literal_text(const ground::GroundProgram& program, ground::AtomId atom) {
  if (atom < program.fluents.size()) return fmt::format("(true {})", program.terms->text(program.fluents[atom]));
  if (atom < program.base_count()) {
    const ground::GroundMove& move = program.moves[atom - program.fluents.size()];
    return fmt::format("(does {} {})", program.info.roles[move.role.index()], program.terms->text(move.term));
  }
  return fmt::format("a{}", atom);
}

// A line for each rule and each output (next, legal, terminal, goal): enough to follow a derivation by hand.
void print_rules(const ground::GroundProgram& program) {
  for (std::size_t r = 0; r < program.rule_count(); ++r) {
    fmt::print("a{} <-", program.heads[r]);
    for (const ground::GroundLiteral lit : program.body(r))
      fmt::print(" {}{}", lit.negated() ? "not " : "", literal_text(program, lit.atom()));
    fmt::print("\n");
  }
  const auto answer = [](ground::AtomId atom) {
    return atom == ground::kAlways  ? std::string("always")
           : atom == ground::kNever ? std::string("never")
                                    : fmt::format("a{}", atom);
  };
  for (std::size_t f = 0; f < program.fluents.size(); ++f)
    fmt::print("next {}: {}\n", program.terms->text(program.fluents[f]), answer(program.next[f]));
  for (std::size_t m = 0; m < program.moves.size(); ++m)
    fmt::print("legal {} {}: {}\n", program.info.roles[program.moves[m].role.index()], program.terms->text(program.moves[m].term),
               answer(program.legal[m]));
  fmt::print("terminal: {}\n", answer(program.terminal));
  for (std::size_t role = 0; role < program.goals.size(); ++role) {
    for (const ground::GoalOutput& goal : program.goals[role])
      fmt::print("goal {} {}: {}\n", program.info.roles[role], goal.value, answer(goal.atom));
  }
}

void run(const GroundArguments& arguments, Context& context) {
  context.start_budget(kWholeCommand);
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  Progress bar("grounding", 0);
  const Limits limits = context.limits();
  ground::GroundOptions options{
      .time = limits.time, .memory_bytes = limits.memory_bytes, .decompose = !arguments.no_decompose, .progress = {}};
  std::uint64_t rules_seen = 0;
  options.progress = [&](const ground::Progress& at) {
    bar.note(fmt::format("{} atoms, {} MiB", at.atoms, at.bytes >> 20U));
    bar.advance(at.rules - rules_seen);
    rules_seen = at.rules;
  };
  ground::GroundReport report;
  const Result<std::shared_ptr<const ground::GroundProgram>> result = ground::ground(*rules, options, &report);
  if (!result) return context.fail(result.error(), arguments.game);
  const ground::GroundProgram& program = **result;
  if (context.json) {
    Json moves = Json::object();
    for (std::size_t r = 0; r < program.info.role_count(); ++r)
      moves[program.info.roles[r]] = program.role_begin[r + 1] - program.role_begin[r];
    print_json({{"schema", "agon.ground/1"},
                {"game", arguments.game},
                {"fluents", program.fluents.size()},
                {"moves", moves},
                {"atoms", program.atom_count},
                {"rules", program.rule_count()},
                {"literals", program.literals.size()},
                {"strata", report.strata},
                {"static_atoms", report.static_atoms},
                {"instances", report.instances},
                {"relations", report.relations},
                {"auxiliary_relations", report.auxiliary},
                {"seconds", report.seconds},
                {"bytes", program.bytes()},
                {"peak_bytes", report.peak_bytes}});
    return;
  }
  fmt::print("fluents   {}\n", program.fluents.size());
  for (std::size_t r = 0; r < program.info.role_count(); ++r)
    fmt::print("moves     {} of {}\n", program.role_begin[r + 1] - program.role_begin[r], program.info.roles[r]);
  fmt::print("atoms     {} ({} static ones folded away)\n", program.atom_count, report.static_atoms);
  fmt::print("rules     {} with {} conditions, from {} instances\n", program.rule_count(), program.literals.size(),
             report.instances);
  fmt::print("strata    {} of {} relations ({} made by splitting rules)\n", report.strata, report.relations, report.auxiliary);
  fmt::print("time      {:.3f} s\n", report.seconds);
  fmt::print("memory    {:.1f} MiB for the program, {:.1f} MiB while grounding\n", static_cast<double>(program.bytes()) / 1048576.0,
             static_cast<double>(report.peak_bytes) / 1048576.0);
  if (arguments.whole) print_rules(program);
}

}  // namespace

void add_ground_command(Command app, Context& context) {
  auto arguments = std::make_shared<GroundArguments>();
  const Command command = app.subcommand("ground", "Ground a rule sheet and report the size of the ground program");
  command.details(
      "The ground program has every fluent, move and rule that play can reach, without variables; the circuit and the fast\n"
      "engines are built from it. Grounding stops at the time and memory limits; such a game is still played by the prover.");
  add_game_argument(command, arguments->game);
  command.flag("--rules", arguments->whole, "print the ground rules too");
  command.flag("--no-split", arguments->no_decompose, "do not split rules by auxiliary relations");
  add_common_options(command, context);
  add_limit_options(command, context, kWholeCommand);
  command.examples(
      {{"agon ground chess", "numbers of fluents, moves, atoms and rules"},
       {"agon ground tictactoe --rules", "and the rules themselves"},
       {"agon ground amazons --time-limit 5 --memory 1024", "under tighter limits; exit code 4 where they are reached"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
