#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "lab/reproduce/registry.h"
#include "lab/reproduce/writers.h"

namespace agon::cli {
namespace {

namespace reproduce = lab::reproduce;

struct ReproduceArguments {
  std::string name;
  bool quick = false;
  unsigned threads = 0;
  std::string out;
  std::string experiments;
};

void list(const ReproduceArguments& arguments, Context& context) {
  const auto all = reproduce::all_experiments(reproduce::experiments_folder(arguments.experiments));
  if (!all) return context.fail(all.error());
  const gdl::Palette c = context.palette(stdout);
  for (const reproduce::Experiment& one : *all) {
    if (context.json) {
      print_json({{"schema", "agon.experiment/1"},
                  {"name", one.name},
                  {"title", one.title},
                  {"citation", one.citation},
                  {"claim", one.claim},
                  {"games", one.games},
                  {"checks", one.checks.size()}});
    } else {
      fmt::print("{}{:<28}{} {}\n{:<28} {}{}{}\n", c.strong, one.name, c.reset, one.title, "", c.faint, one.citation, c.reset);
    }
  }
  if (!context.json) fmt::print("{} experiments. 'agon reproduce NAME --quick' takes a minute or two.\n", all->size());
}

// Before anything is measured: a folder that cannot be written to would cost hours if it showed at the end.
Result<bool> make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return bad_input("cannot-write", fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
  return can_write((folder / "report.txt").string());
}

// Everything in one folder; the report names it.
Result<bool> store(const reproduce::Report& report, const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> files = reproduce::to_csv(report);
  files.emplace_back("report.txt", reproduce::to_text(report));
  files.emplace_back("report.jsonl", reproduce::to_json_lines(report));
  files.emplace_back("report.html", reproduce::to_html(report));
  for (const auto& [name, content] : files) {
    if (Result<bool> written = write_file((folder / name).string(), content); !written) return written;
  }
  return true;
}

void run(const ReproduceArguments& arguments, Context& context) {
  if (arguments.name.empty()) return list(arguments, context);
  const auto experiment = reproduce::load_experiment(reproduce::experiments_folder(arguments.experiments), arguments.name);
  if (!experiment) return context.fail(experiment.error());
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("results") / arguments.name : std::filesystem::path(arguments.out);
  if (const Result<bool> made = make_folder(folder); !made) return context.fail(made.error());
  constexpr std::uint64_t kParts = 1000;
  std::uint64_t shown = 0;
  reproduce::RunOptions options;
  options.quick = arguments.quick;
  options.limits = context.limits();
  options.games_folder = context.games_folder;
  options.threads = arguments.threads != 0 ? arguments.threads : std::max(1U, std::thread::hardware_concurrency());
  const auto report = [&] {
    Progress bar(arguments.name, kParts);
    options.progress = [&](double done, const std::string& what) {
      const auto now = static_cast<std::uint64_t>(std::lround(done * kParts));
      bar.note(what);
      bar.advance(now - std::min(now, shown));
      shown = std::max(now, shown);
    };
    return reproduce::run_experiment(*experiment, options);
  }();
  if (!report) return context.fail(report.error());
  const Result<bool> stored = store(*report, folder);
  // What was measured is shown whatever became of the files.
  fmt::print("{}", context.json ? reproduce::to_json_lines(*report) : reproduce::to_text(*report));
  if (!stored) context.fail(stored.error());
  else if (!context.json) fmt::print("{} has the page, the tables and the lines.\n", folder.string());
  if (!report->holds()) context.worsen(kNegative);
}

}  // namespace

void add_reproduce_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<ReproduceArguments>();
  CLI::App* command = app.add_subcommand("reproduce", "Repeat an experiment of the literature, published figures beside ours");
  command->add_option("name", arguments->name, "which one; without it, the experiments there are")->type_name("NAME");
  command->add_flag("--quick", arguments->quick, "short measurements: a minute or two, wider ranges");
  command->add_option("--out", arguments->out, "folder for report and tables (results/NAME)")->type_name("DIR");
  command->add_option("--threads", arguments->threads, "most threads an experiment may use (0: all of the machine)")
      ->capture_default_str();
  command->add_option("--experiments", arguments->experiments, "folder with the descriptions of experiments")->type_name("DIR");
  add_common_options(*command, context);
  add_limit_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
