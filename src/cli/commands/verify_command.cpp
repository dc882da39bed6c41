// `agon verify`: an engine against traces that another reasoner recorded.
#include <algorithm>
#include <filesystem>
#include <new>

#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "cli/out_of_memory.h"
#include "cli/progress.h"
#include "lab/trace_verify.h"

namespace agon::cli {
namespace fs = std::filesystem;
namespace {

constexpr LimitScope kVerifyScope{.of = LimitScope::Of::Sheet, .seconds = 600};

struct VerifyArguments {
  std::string rules_folder;
  std::string traces_folder;
  std::string engine = "prover";
  std::vector<std::string> only;
};

struct VerifyTotals {
  std::uint64_t sheets = 0, agreeing = 0, steps = 0, disagreements = 0, failures = 0;
};

std::string base_name(const fs::path& path) {
  std::string name = path.filename().string();
  return name.substr(0, name.find(".jsonl"));
}

void show(const std::string& name, const lab::TraceReport& report, const std::string& failure, const Context& context) {
  if (context.json) {
    Json json{{"schema", "agon.verify/1"},
              {"sheet", name},
              {"playouts", report.playouts},
              {"steps", report.steps},
              {"disagreements", report.disagreements.size()}};
    if (!failure.empty()) json["error"] = failure;
    Json list = Json::array();
    for (const lab::Disagreement& d : report.disagreements)
      list.push_back({{"playout", d.playout}, {"step", d.step}, {"what", d.what}});
    if (!list.empty()) json["details"] = std::move(list);
    print_json(json);
    return;
  }
  if (!failure.empty()) fmt::print("{:<34} error: {}\n", name, failure);
  else if (report.disagreements.empty()) fmt::print("{:<34} {:>7} steps, agrees\n", name, report.steps);
  else
    fmt::print("{:<34} {:>7} steps, {} disagreements; first: match {} step {}: {}\n", name, report.steps,
               report.disagreements.size(), report.disagreements.front().playout, report.disagreements.front().step,
               report.disagreements.front().what);
}

void verify_sheet(const fs::path& trace_path, const VerifyArguments& arguments, Context& context, VerifyTotals& totals) {
  context.start_budget(kVerifyScope);
  const std::string name = base_name(trace_path);
  fs::path sheet = fs::path(arguments.rules_folder) / (name + ".kif");
  std::error_code error;
  if (!fs::exists(sheet, error)) sheet.replace_extension(".gdl");
  lab::TraceReport report;
  std::string failure;
  const auto failed = [&](const Error& problem) { failure = problem.diagnostics.front().message; };
  ++totals.sheets;
  const Result<gdl::Rules> rules = gdl::read_rules(sheet.string(), context.read_options());
  const Result<std::vector<lab::TraceStep>> trace = lab::read_trace(trace_path.string());
  if (!rules) failed(rules.error());
  else if (!trace) failed(trace.error());
  else if (const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, context.limits()); !engine)
    failed(engine.error());
  else {
    try {
      report = lab::verify_trace(*engine, *trace);
    } catch (const LimitReached& limit) {
      failed(limit.error());
    } catch (const std::bad_alloc&) {  // the other sheets have a memory of their own
      context.budget.reset();
      failed(out_of_memory());
    }
  }
  totals.steps += report.steps;
  totals.disagreements += report.disagreements.size();
  if (!failure.empty()) ++totals.failures;
  else if (report.disagreements.empty()) ++totals.agreeing;
  show(name, report, failure, context);
}

void run(const VerifyArguments& arguments, Context& context) {
  if (const Status known = check_engine_name(arguments.engine); !known) return context.fail(known.error());
  std::vector<fs::path> traces;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(arguments.traces_folder, error)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(".jsonl") && !file.ends_with(".jsonl.xz")) continue;
    const std::string name = base_name(entry.path());
    if (arguments.only.empty() || std::ranges::find(arguments.only, name) != arguments.only.end()) traces.push_back(entry.path());
  }
  if (error)
    return context.fail(bad_input("cannot-read", fmt::format("cannot list '{}': {}", arguments.traces_folder, error.message())));
  if (traces.empty())
    return context.fail(bad_input("no-traces", fmt::format("there are no traces in '{}'", arguments.traces_folder),
                                  "traces are files NAME.jsonl or NAME.jsonl.xz"));
  std::ranges::sort(traces);
  VerifyTotals totals;
  {
    Progress progress("verify", traces.size());
    for (const fs::path& trace : traces) {
      verify_sheet(trace, arguments, context, totals);
      progress.advance();
    }
  }
  if (context.json) {
    print_json({{"schema", "agon.verify-total/1"},
                {"engine", arguments.engine},
                {"sheets", totals.sheets},
                {"agreeing", totals.agreeing},
                {"steps", totals.steps},
                {"disagreements", totals.disagreements},
                {"errors", totals.failures}});
  } else {
    fmt::print("{} sheets, {} agree, {} steps, {} disagreements, {} errors\n", totals.sheets, totals.agreeing, totals.steps,
               totals.disagreements, totals.failures);
  }
  if (totals.agreeing != totals.sheets) context.worsen(kNegative);
}

}  // namespace

void add_verify_command(Command app, Context& context) {
  auto arguments = std::make_shared<VerifyArguments>();
  const Command command = app.subcommand("verify", "Compare an engine with traces recorded by another reasoner");
  command.details(
      "A trace has, for each step of recorded matches, the fluents, termination, legal moves and goals. The exit code is 1\n"
      "where the engine disagrees with a trace or a sheet cannot be played.");
  command.argument("rules", arguments->rules_folder, "folder of rule sheets NAME.kif or NAME.gdl")
      .required()
      .type_name("RULES_DIR");
  command.argument("traces", arguments->traces_folder, "folder of traces NAME.jsonl or NAME.jsonl.xz")
      .required()
      .type_name("TRACES_DIR");
  command.option("-e,--engine", arguments->engine, "engine to verify").show_default();
  command.option("--only", arguments->only, "names of the sheets to verify").show_default("all").type_name("NAME");
  add_common_options(command, context);
  add_limit_options(command, context, kVerifyScope);
  command.examples({{"agon verify corpus traces", "every sheet that has a trace"},
                    {"agon verify corpus traces --engine circuit --only ticTacToe", "one sheet on another engine"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
