#include <filesystem>

#include "cli/commands.h"
#include "cli/progress.h"
#include "gdl/check.h"
#include "play/trial.h"

namespace agon::cli {
namespace {

struct CheckArguments {
  std::vector<std::string> sheets;
  bool no_play = false;
  bool summary = false;
  bool quiet = false;
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

void show(const std::string& file, const std::string& text, const Diagnostics& findings, const CheckArguments& arguments,
          const Context& context) {
  const Severity least = least_severity(arguments.severity);
  for (const Diagnostic& d : findings) {
    if (d.severity < least || arguments.quiet) continue;
    if (context.json) print_json(to_json(d, file, text));
    else fmt::print("{}", gdl::render(d, file, text, context.palette(stdout)));
  }
}

void check_one(const std::string& sheet, const CheckArguments& arguments, Context& context, Counts& total) {
  const std::optional<play::Sheet> found = context.sheet(sheet);
  if (!found) return;
  const std::string& file = found->shown();
  std::optional<play::Trial> trial;
  const Diagnostics findings = all_findings(found->text, file, arguments, context, trial);
  Counts counts;
  for (const Diagnostic& d : findings) {
    counts.add(d.severity);
    total.add(d.severity);
  }
  show(file, found->text, findings, arguments, context);
  if (context.json) {
    Json json{{"schema", "agon.check/1"},
              {"file", file},
              {"errors", counts.errors},
              {"warnings", counts.warnings},
              {"notes", counts.notes}};
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
    check_one(sheet, arguments, context, total);
    progress.advance();
  }
  if (arguments.sheets.size() > 1 && !context.json) {
    fmt::print("{} sheets: {} errors, {} warnings, {} notes\n", arguments.sheets.size(), total.errors, total.warnings, total.notes);
  }
}

}  // namespace

void add_check_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand("check", "Find the mistakes in rule sheets");
  command->description(
      "Find the mistakes in rule sheets: breaches of the language definition, suspicious spots, and what random play brings to "
      "light.\n"
      "A sheet that breaks a rule of the language but can still be played is reported, not refused.\n"
      "Exit code: 0 nothing worse than a note, 1 warnings, 3 errors.");
  command->add_option("sheets", arguments->sheets, "rule sheets or library names")->type_name("GAME...");
  command->add_flag("--no-play", arguments->no_play, "look at the text only");
  command->add_flag("--summary", arguments->summary, "end with one line for each sheet");
  command->add_flag("-q,--quiet", arguments->quiet, "no findings, only summaries and the exit code");
  command->add_option("--severity", arguments->severity, "least severity to show")
      ->capture_default_str()
      ->check(CLI::IsMember({"note", "warning", "error"}));
  command->add_option("-s,--seed", arguments->seed, "seed of the random play")->capture_default_str();
  command->add_flag("--codes", arguments->explain, "list all codes and what they mean");
  add_common_options(*command, context);
  add_limit_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
