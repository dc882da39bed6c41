// `agon circuit`: the propositional network of a rule sheet, its size, and what each pass saves.
#include "base/file.h"
#include "circuit/build.h"
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "ground/grounder.h"

namespace agon::cli {
namespace {

struct CircuitArguments {
  std::string game;
  std::string use = "all";
  std::string dot;
  bool passes = false;
};

std::string name_of(const circuit::Circuit& circuit, circuit::NodeId id) {
  const circuit::Node& node = circuit.network.node(id);
  const ground::GroundProgram& program = *circuit.program;
  switch (node.kind) {
    case circuit::NodeKind::Fluent: return program.terms->text(program.fluents[node.index]);
    case circuit::NodeKind::Move: return fmt::format("choice {}", node.index);
    case circuit::NodeKind::LoopVariable: return fmt::format("loop {}", node.index);
    case circuit::NodeKind::LoopResult: return fmt::format("result {}", node.index);
    case circuit::NodeKind::Constant: return "false";
    case circuit::NodeKind::And: break;
  }
  return "and";
}

// The network for Graphviz: dashed edges are inverted.
std::string dot_text(const circuit::Circuit& circuit) {
  std::string out = "digraph circuit {\n  rankdir=LR;\n";
  const auto edge = [&](circuit::Lit from, const std::string& to) {
    out += fmt::format("  n{} -> {}{};\n", from.node(), to, from.inverted() ? " [style=dashed]" : "");
  };
  for (circuit::NodeId id = 0; id < circuit.network.size(); ++id) {
    const circuit::Node& node = circuit.network.node(id);
    out += fmt::format("  n{} [label=\"{}\"{}];\n", id, name_of(circuit, id),
                       node.kind == circuit::NodeKind::And ? "" : ", shape=box");
    if (node.kind != circuit::NodeKind::And) continue;
    edge(node.a, fmt::format("n{}", id));
    edge(node.b, fmt::format("n{}", id));
  }
  const ground::GroundProgram& program = *circuit.program;
  const auto output = [&](const std::string& id, const std::string& label, circuit::Lit lit) {
    out += fmt::format("  {} [label=\"{}\", shape=doubleoctagon];\n", id, label);
    edge(lit, id);
  };
  output("terminal", "terminal", circuit.terminal);
  for (std::size_t f = 0; f < circuit.next.size(); ++f)
    output(fmt::format("next{}", f), "next " + program.terms->text(program.fluents[f]), circuit.next[f]);
  for (std::size_t m = 0; m < circuit.legal.size(); ++m)
    output(
        fmt::format("legal{}", m),
        fmt::format("legal {} {}", program.info.roles[program.moves[m].role.index()], program.terms->text(program.moves[m].term)),
        circuit.legal[m]);
  for (std::size_t r = 0; r < circuit.goals.size(); ++r) {
    for (const circuit::GoalLit& goal : circuit.goals[r])
      output(fmt::format("goal{}_{}", r, goal.value), fmt::format("goal {} {}", program.info.roles[r], goal.value), goal.lit);
  }
  return out + "}\n";
}

void run(const CircuitArguments& arguments, Context& context) {
  context.start_budget(kWholeCommand);
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Result<circuit::Passes> passes = circuit::parse_passes(arguments.use);
  if (!passes) return context.fail(passes.error());
  const Limits limits = context.limits();
  const auto program =
      ground::ground(*rules, {.time = limits.time, .memory_bytes = limits.memory_bytes, .decompose = true, .progress = {}});
  if (!program) return context.fail(program.error(), arguments.game);
  circuit::BuildOptions options;
  options.passes = *passes;
  const auto build_one = [&](circuit::BuildReport& report) {
    const Limits left = context.limits();
    options.memory_bytes = left.memory_bytes;
    options.time = left.time;
    return circuit::build(*program, options, &report);
  };
  if (arguments.passes) {
    // Each pass on top of those before it.
    circuit::Passes on;
    for (const circuit::PassName& pass : circuit::kPasses) on.*pass.flag = false;
    const auto show = [&](const char* name, const char* what) {
      options.passes = on;
      circuit::BuildReport report;
      const auto built = build_one(report);
      if (!built) return context.fail(built.error(), arguments.game);
      if (context.json) {
        print_json({{"schema", "agon.pass/1"},
                    {"game", arguments.game},
                    {"pass", name},
                    {"gates", report.gates},
                    {"seconds", report.seconds}});
      } else {
        fmt::print("{:<12}{:>10} gates  {:>8.3f} s  {}\n", name, report.gates, report.seconds, what);
      }
    };
    show("none", "structural hashing alone");
    for (const circuit::PassName& pass : circuit::kPasses) {
      on.*pass.flag = true;
      show(pass.name, pass.what);
    }
    return;
  }
  circuit::BuildReport report;
  const auto built = build_one(report);
  if (!built) return context.fail(built.error(), arguments.game);
  const circuit::Circuit& circuit = **built;
  if (!arguments.dot.empty()) {
    const Status written = write_file(arguments.dot, dot_text(circuit));
    if (!written) return context.fail(written.error());
  }
  std::vector<std::size_t> choices;
  for (const circuit::Selector& selector : circuit.selectors) choices.push_back(selector.leaves.size());
  if (context.json) {
    print_json({{"schema", "agon.circuit/1"},
                {"game", arguments.game},
                {"fluents", circuit.program->fluents.size()},
                {"moves", circuit.program->moves.size()},
                {"gates", report.gates},
                {"choices", choices},
                {"groups", report.groups},
                {"group_candidates", report.candidates},
                {"loops", report.loops},
                {"loop_variables", report.loop_variables},
                {"seconds", report.seconds},
                {"proof_seconds", report.proof_seconds},
                {"bytes", circuit.bytes()}});
    return;
  }
  fmt::print("gates     {} over {} fluents and {} moves\n", report.gates, circuit.program->fluents.size(),
             circuit.program->moves.size());
  for (std::size_t s = 0; s < choices.size(); ++s) {
    std::string roles;
    for (const RoleId role : circuit.selectors[s].roles)
      roles += fmt::format("{}{}", roles.empty() ? "" : ", ", circuit.program->info.roles[role.index()]);
    fmt::print("choice    one of {} by {}{}\n", choices[s], roles, circuit.selectors[s].roles.size() > 1 ? " in turn" : "");
  }
  fmt::print("groups    {} proved of {} candidates: fluents that exclude each other\n", report.groups, report.candidates);
  fmt::print("loops     {} with {} variables: positive recursion\n", report.loops, report.loop_variables);
  fmt::print("time      {:.3f} s, of which proofs {:.3f} s\n", report.seconds, report.proof_seconds);
  fmt::print("memory    {:.1f} MiB\n", static_cast<double>(circuit.bytes()) / 1048576.0);
}

}  // namespace

void add_circuit_command(Command app, Context& context) {
  auto arguments = std::make_shared<CircuitArguments>();
  const Command command =
      app.subcommand("circuit", "Compile a rule sheet to a boolean circuit (propositional network) and report its size");
  std::string passes;
  for (const circuit::PassName& pass : circuit::kPasses) passes += fmt::format("\n  {:<12}{}", pass.name, pass.what);
  command.details("Passes that make it smaller:" + passes);
  add_game_argument(command, arguments->game);
  command.option("--use", arguments->use, "passes to run: all, none, or names; a minus leaves one out").show_default();
  command.flag("--passes", arguments->passes, "number of gates after each pass, each on top of those before");
  command.option("--dot", arguments->dot, "write the circuit to this file, for Graphviz").type_name("FILE");
  add_common_options(command, context);
  add_limit_options(command, context, kWholeCommand);
  command.examples({{"agon circuit connectfour", "gates, mutual exclusion groups, recursion"},
                    {"agon circuit connectfour --passes", "what each pass saves"},
                    {"agon circuit tictactoe --use all,-exclusion --dot tictactoe.dot", "without one pass, as a graph"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
