// `agon reproduce`: experiments of the literature, published figures beside ours.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/file.h"
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "lab/reproduce/page.h"
#include "lab/reproduce/registry.h"
#include "lab/reproduce/run_file.h"
#include "lab/reproduce/writers.h"

namespace agon::cli {
namespace {

namespace reproduce = lab::reproduce;

struct ReproduceArguments {
  std::string name;
  bool quick = false;
  bool resume = false;
  bool list_cells = false;
  bool write_docs = false;
  std::vector<std::string> cells;
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
Status make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return bad_input("cannot-write", fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
  return can_write((folder / "report.txt").string());
}

// Report and tables, all in one folder.
Status store(const reproduce::Report& report, const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> files = reproduce::to_csv(report);
  files.emplace_back("report.txt", reproduce::to_text(report));
  files.emplace_back("report.jsonl", reproduce::to_json_lines(report));
  files.emplace_back("report.html", reproduce::to_html(report));
  for (const auto& [name, content] : files) {
    if (Status written = write_file((folder / name).string(), content); !written) return written;
  }
  return done();
}

// The first line that a command prints; nothing if it fails.
std::optional<std::string> first_line(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");  // NOLINT: a command of ours, with one quoted path in it
  if (pipe == nullptr) return std::nullopt;
  char line[128] = {};
  const bool read = std::fgets(line, sizeof line, pipe) != nullptr;
  if (pclose(pipe) != 0) return std::nullopt;
  std::string text = read ? line : "";
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

// "e5537b74c1d2", with "-dirty" behind it if something was changed that decides what is measured; pages and stored runs do not.
// "unknown" outside a checkout.
std::string commit_of(const std::string& folder) {
  std::string quoted;
  for (const char c : folder) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const std::string git = "git -C '" + quoted + "' ";
  const auto commit = first_line(git + "rev-parse --short=12 HEAD 2>/dev/null");
  if (!commit || commit->empty()) return "unknown";
  const auto changed = first_line(git + "status --porcelain -- ':/src' ':/games' ':(top,glob)experiments/*.toml' 2>/dev/null");
  return changed && changed->empty() ? *commit : *commit + "-dirty";
}

void list_cells(const reproduce::Experiment& experiment, const ReproduceArguments& arguments, const std::filesystem::path& folder,
                Context& context) {
  reproduce::StoredRun run = reproduce::empty_run(experiment, arguments.quick);
  const std::string path = (folder / reproduce::RunFile::kName).string();
  if (std::filesystem::exists(path)) {
    const auto text = read_file(path);
    if (!text) return context.fail(text.error());
    auto stored = reproduce::parse_run(*text, path);
    if (!stored) return context.fail(stored.error());
    if (stored->run.quick == arguments.quick) run = std::move(stored->run);
  }
  const auto cells = reproduce::experiment_cells(experiment, run);
  if (!cells) return context.fail(cells.error());
  for (const std::string& cell : *cells) {
    const reproduce::StoredCell* const stored = run.find(cell);
    if (context.json)
      print_json(
          {{"schema", "agon.experiment-cell/1"}, {"experiment", experiment.name}, {"cell", cell}, {"stored", stored != nullptr}});
    else fmt::print("{:<10} {}\n", stored != nullptr ? fmt::format("{:.0f} s", stored->seconds) : "-", cell);
  }
}

// docs/reproductions.md beside the folder of the experiments.
void write_docs(const ReproduceArguments& arguments, Context& context) {
  const std::filesystem::path folder = std::filesystem::weakly_canonical(reproduce::experiments_folder(arguments.experiments));
  const auto page = reproduce::make_page(folder.string(), context.games_folder);
  if (!page) return context.fail(page.error());
  const std::string path = !arguments.out.empty() ? arguments.out : (folder.parent_path() / "docs" / "reproductions.md").string();
  if (const Status written = write_file(path, *page); !written) return context.fail(written.error());
  if (context.json) print_json({{"schema", "agon.reproduction-page/1"}, {"path", path}, {"bytes", page->size()}});
  else fmt::print("{} is up to date.\n", path);
}

Result<reproduce::RunFile> open_run(const ReproduceArguments& arguments, const reproduce::Experiment& experiment,
                                    const std::filesystem::path& folder) {
  const std::string path = (folder / reproduce::RunFile::kName).string();
  const reproduce::StoredRun run = reproduce::empty_run(experiment, arguments.quick);
  return arguments.resume ? reproduce::RunFile::resume(path, run) : reproduce::RunFile::start(path, run);
}

void run(const ReproduceArguments& arguments, Context& context) {
  if (arguments.write_docs) return write_docs(arguments, context);
  if (arguments.name.empty()) return list(arguments, context);
  const std::string experiments = reproduce::experiments_folder(arguments.experiments);
  const auto experiment = reproduce::load_experiment(experiments, arguments.name);
  if (!experiment) return context.fail(experiment.error());
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("results") / arguments.name : std::filesystem::path(arguments.out);
  if (arguments.list_cells) return list_cells(*experiment, arguments, folder, context);
  if (const Status made = make_folder(folder); !made) return context.fail(made.error());
  auto file = open_run(arguments, *experiment, folder);
  if (!file) return context.fail(file.error());
  constexpr std::uint64_t kParts = 1000;
  std::uint64_t shown = 0;
  reproduce::RunOptions options;
  options.quick = arguments.quick;
  options.limits = context.limits();
  options.games_folder = context.games_folder;
  options.threads = arguments.threads != 0 ? arguments.threads : std::max(1U, std::thread::hardware_concurrency());
  options.commit = commit_of(experiments);
  options.cells = arguments.cells;
  options.store = [&](const reproduce::StoredCell& cell) { return file->append(cell); };
  const auto report = [&] {
    Progress bar(arguments.name, kParts);
    options.progress = [&](double done, const std::string& what) {
      const auto now = static_cast<std::uint64_t>(std::lround(done * kParts));
      bar.note(what);
      bar.advance(now - std::min(now, shown));
      shown = std::max(now, shown);
    };
    return reproduce::run_experiment(*experiment, options, file->known());
  }();
  if (!report) return context.fail(report.error());
  const Status stored = store(*report, folder);
  // The measurement is shown even if a file could not be written.
  fmt::print("{}", context.json ? reproduce::to_json_lines(*report) : reproduce::to_text(*report));
  if (!stored) context.fail(stored.error());
  else if (!context.json) fmt::print("{} has the page, the tables, the lines and the run.\n", folder.string());
  if (!report->holds()) context.worsen(kNegative);
}

}  // namespace

void add_reproduce_command(Command app, Context& context) {
  auto arguments = std::make_shared<ReproduceArguments>();
  const Command command =
      app.subcommand("reproduce", "Repeat an experiment of the literature and compare with its published figures");
  command.argument("name", arguments->name, "experiment to run; without a name, list all").type_name("NAME");
  command.flag("--quick", arguments->quick, "short measurements with wider tolerances, a minute or two");
  command.flag("--resume", arguments->resume, "resume the run in the folder instead of starting anew");
  command.option("--cells", arguments->cells, "measure only these cells, and those that begin with one of these words")
      .type_name("A,B")
      .delimiter(',');
  command.flag("--list-cells", arguments->list_cells, "list the cells, and how long the stored ones took");
  command.flag("--write-docs", arguments->write_docs, "generate docs/reproductions.md from the stored runs, and measure nothing");
  command.option("--out", arguments->out, "folder for report, tables and run; the page of --write-docs")
      .show_default("results/NAME")
      .type_name("DIR");
  command.option("--threads", arguments->threads, "maximum number of threads; 0: all of the machine").show_default();
  command.option("--experiments", arguments->experiments, "folder of experiment descriptions").type_name("DIR");
  add_common_options(command, context);
  add_limit_options(command, context);
  command.examples({{"agon reproduce", "list the experiments"},
                    {"agon reproduce giga13-updates --quick", "a short run; report in results/giga13-updates"},
                    {"agon reproduce giga13-decay --resume --cells nst", "go on with some cells of a table that takes hours"},
                    {"agon reproduce giga13-reasoners --out reasoners --json", "a full run, one object for each check"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
