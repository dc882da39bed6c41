// `agon check`: static checks of rule sheets, then bounded random play.
#include <filesystem>
#include <new>

#include "cli/commands/commands.h"
#include "cli/out_of_memory.h"
#include "cli/progress.h"
#include "gdl/check/check.h"
#include "gdl/excerpt.h"
#include "play/referee/trial.h"

namespace agon::cli {
namespace {

struct CheckArguments {
  std::vector<std::string> sheets;
  bool no_play = false;
  bool summary = false;
  bool quiet = false;
  bool all = false;
  std::string severity = "note";
  std::uint64_t seed = 1;
  bool explain = false;
};

struct Counts {
  std::uint64_t notes = 0, warnings = 0, errors = 0;
  void add(Severity severity) { ++(severity == Severity::Error ? errors : (severity == Severity::Warning ? warnings : notes)); }
};

Severity least_severity(const std::string& name) {
  return name == "error" ? Severity::Error : (name == "warning" ? Severity::Warning : Severity::Note);
}

// Reading, then the static checks, then bounded play where the rules can be played at all.
Diagnostics all_findings(const std::string& text, const std::string& name, const CheckArguments& arguments, const Context& context,
                         std::optional<play::Trial>& trial) {
  Result<gdl::Rules> rules = gdl::read_text(text, name, context.read_options());
  if (!rules) return rules.error().diagnostics;
  if (arguments.no_play) return gdl::check(*rules);
  return play::all_findings(*rules, context.limits(), {.seed = arguments.seed}, trial);
}

// Returns how many were left out.
std::size_t show(const std::string& file, const std::string& text, Diagnostics findings, const CheckArguments& arguments,
                 const Context& context) {
  const Severity least = least_severity(arguments.severity);
  std::erase_if(findings, [&](const Diagnostic& d) { return d.severity < least || arguments.quiet; });
  const gdl::SourceMap source(text);
  const gdl::Excerpt excerpt = gdl::excerpt_of(findings, arguments.all ? findings.size() : gdl::kShownFindings);
  for (const Diagnostic& d : excerpt.shown) {
    if (context.json) print_json(to_json(d, file, source));
    else fmt::print("{}", gdl::render(d, file, source, context.palette(stdout)));
  }
  if (excerpt.left_out > 0 && !context.json) fmt::print("{}: and {} more; --all shows them\n", file, excerpt.left_out);
  return excerpt.left_out;
}

void check_one(const std::string& sheet, const CheckArguments& arguments, Context& context, Counts& total) {
  context.start_budget(kEachSheet);
  const std::optional<library::Sheet> found = context.sheet(sheet);
  if (!found) return;
  const std::string& file = found->shown();
  std::optional<play::Trial> trial;
  const Diagnostics findings = all_findings(found->text, file, arguments, context, trial);
  Counts counts;
  for (const Diagnostic& d : findings) {
    counts.add(d.severity);
    total.add(d.severity);
  }
  const std::size_t left_out = show(file, found->text, findings, arguments, context);
  if (context.json) {
    Json json{{"schema", "agon.check/1"},
              {"file", file},
              {"errors", counts.errors},
              {"warnings", counts.warnings},
              {"notes", counts.notes}};
    if (left_out > 0) json["left_out"] = left_out;
    if (trial)
      json["trial"] = {{"matches", trial->matches}, {"states", trial->states}, {"longest", trial->longest}, {"cut", trial->cut}};
    print_json(json);
  } else if (arguments.summary || findings.empty()) {
    fmt::print("{}: {} errors, {} warnings, {} notes", file, counts.errors, counts.warnings, counts.notes);
    if (trial) fmt::print("; {} random matches ended, {} states seen", trial->matches, trial->states);
    fmt::print("\n");
  }
  if (counts.errors > 0) context.worsen(kBadInput);
  else if (counts.warnings > 0) context.worsen(kNegative);
}

void explain_codes(const Context& context) {
  for (const std::span<const gdl::CheckCode> list : {gdl::check_codes(), play::trial_codes()}) {
    for (const gdl::CheckCode& entry : list) {
      if (context.json) {
        print_json({{"schema", "agon.check-code/1"},
                    {"code", entry.code},
                    {"severity", to_string(entry.severity)},
                    {"meaning", entry.meaning}});
      } else {
        fmt::print("{:<28} {:<8} {}\n", entry.code, to_string(entry.severity), entry.meaning);
      }
    }
  }
}

void run(const CheckArguments& arguments, Context& context) {
  if (arguments.explain) return explain_codes(context);
  if (arguments.sheets.empty())
    return context.fail(
        {Error::Category::Usage, {{"no-sheet", Severity::Error, {}, "no rule sheet is named", "agon check FILE..."}}});
  Counts total;
  Progress progress("check", arguments.sheets.size());
  for (const std::string& sheet : arguments.sheets) {
    try {
      check_one(sheet, arguments, context, total);
    } catch (const std::bad_alloc&) {  // the other sheets have a memory of their own
      context.budget.reset();
      context.fail(out_of_memory(), sheet);
    }
    progress.advance();
  }
  if (arguments.sheets.size() > 1 && !context.json) {
    fmt::print("{} sheets: {} errors, {} warnings, {} notes\n", arguments.sheets.size(), total.errors, total.warnings, total.notes);
  }
}

}  // namespace

void add_check_command(Command app, Context& context) {
  auto arguments = std::make_shared<CheckArguments>();
  const Command command = app.subcommand("check", "Report errors in rule sheets, by static analysis and random play");
  command.details(
      "Reports violations of the GDL definition (syntax, safety, stratification, restricted recursion, ...), suspicious\n"
      "rules, and what random play finds (a state without legal moves or goals, a match that does not end, ...). A sheet\n"
      "that violates the definition but can be played is reported, not refused. Random play takes two seconds at most; the\n"
      "note 'played-too-little' says where that was not enough.\n"
      "Exit code: 0 nothing worse than a note, 1 warnings, 3 errors.");
  command.argument("sheets", arguments->sheets, "library names or rule sheets").type_name("GAME");
  command.flag("--no-play", arguments->no_play, "static analysis only");
  command.flag("--summary", arguments->summary, "end with one line for each sheet");
  command.flag("-q,--quiet", arguments->quiet, "no findings, only summaries and the exit code");
  command.flag("--all", arguments->all, "show every finding of a sheet, not the worst 200");
  command.option("--severity", arguments->severity, "lowest severity to show").show_default().one_of({"note", "warning", "error"});
  command.option("-s,--seed", arguments->seed, "seed of the random play").show_default();
  command.flag("--codes", arguments->explain, "list all codes and their meaning");
  add_common_options(command, context);
  add_limit_options(command, context, kEachSheet);
  command.examples({{"agon check my-game.kif", "every finding, with line and hint"},
                    {"agon check tictactoe connectfour --severity warning --summary", "several sheets, a line each"},
                    {"agon check --codes", "all codes and their meaning"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
