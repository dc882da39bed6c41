// `agon bench`: speed of the engines, measured side by side after their answers were compared.
#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/file.h"
#include "cli/commands/bench_growth.h"
#include "cli/commands/bench_output.h"
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "lab/bench/bench.h"
#include "lab/bench/contestants.h"

namespace agon::cli {
namespace {

struct BenchArguments {
  std::vector<std::string> games;
  std::string list;
  std::vector<std::string> engines;
  std::string driver = "both";
  double seconds = 1;
  unsigned repeat = 3;
  std::vector<std::string> threads;
  std::size_t positions = 8;
  std::uint64_t seed = 1;
  bool anchors = false;
  bool published = false;
  GrowthArguments growth;
};

constexpr const char* kBenchSections = R"(Drivers
  As in "Comparison of GDL Reasoners" (GIGA 2013): 'mc' plays random matches from the initial state; 'mm' searches positions of a recorded
  match to depth 1, 2, 3, ... without evaluation or pruning. A state is one joint move applied. Each engine runs in a process of its own,
  and engines take turns.

Checks
  Before 'mm' is timed, all engines count trees of a fixed depth, which must agree in nodes, terminal states and goals; the mean length and
  the mean goals of 'mc' must lie within 5 standard errors of the reference (the prover, or the updater where the prover is too slow). A
  disagreement is marked DIFFERS and the exit code is 1.

Columns
  'first move' is the time from the text of the rules to a legal move, 'ready' to the first move at full speed, 'memory' the peak resident
  size of the engine's process. Rates are medians over the rounds; 'spread' is (largest - smallest) / median.)";

// Games from a file: one a line, '#' begins a comment; paths are relative to where the program runs.
bool read_list(const std::string& path, Context& context, std::vector<std::string>& games) {
  const Result<std::string> text = read_file(path, context.max_bytes);
  if (!text) {
    context.fail(text.error(), path);
    return false;
  }
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    line.erase(std::min(line.find('#'), line.size()));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos) continue;
    games.push_back(line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1));
  }
  return true;
}

// "all", or a number.
std::optional<unsigned> thread_count(const std::string& text) {
  if (text == "all") return lab::available_threads();
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > 1024) return std::nullopt;
  return value;
}

// The hand-written program that plays exactly these rules, by its sheet.
std::string anchor_for(const gdl::Rules& rules, const Context& context) {
  for (const std::string& sheet : lab::anchor_sheets()) {
    const Result<gdl::Rules> known = context.library().load(sheet);
    if (known && known->same_rules(rules)) return sheet;
  }
  return {};
}

void bench_one(const std::string& game, const BenchArguments& arguments, lab::BenchOptions options, std::size_t left,
               BenchSummary& summary, Context& context) {
  const std::optional<library::Sheet> sheet = context.sheet(game);
  if (!sheet) return;
  const Result<gdl::Rules> rules = gdl::read_text(sheet->text, game, context.read_options());
  if (!rules) return context.fail(rules.error(), sheet->shown(), sheet->text);
  if (arguments.anchors) options.anchor = anchor_for(*rules, context);
  std::vector<lab::BenchRow> rows;
  {
    Progress bar(left > 1 ? fmt::format("bench ({} games left)", left) : "bench", lab::bench_pieces(options));
    rows = lab::bench_game(game, sheet->text, options, [&](const std::string& note) {
      bar.note(note);
      bar.advance();
    });
  }
  const BenchColumns columns{arguments.anchors, arguments.published};
  if (context.json) print_bench_json(game, rows, columns);
  else print_bench_table(game, rows, columns, context);
  std::fflush(stdout);
  summary.add(game, rows, columns);
  for (const lab::BenchRow& row : rows) {
    if (row.check == lab::BenchRow::Check::Differs) context.worsen(kNegative);
  }
}

void run(BenchArguments arguments, Context& context) {
  const std::vector<std::string> known = lab::bench_engine_names();
  if (!arguments.growth.family.empty()) {
    arguments.growth.seconds = arguments.seconds;
    arguments.growth.repeat = arguments.repeat;
    if (arguments.engines.empty()) arguments.engines = {known.back()};
    for (const std::string& engine : arguments.engines) {
      arguments.growth.engine = engine;
      run_growth(arguments.growth, context);
    }
    return;
  }
  if (!arguments.list.empty() && !read_list(arguments.list, context, arguments.games)) return;
  if (arguments.games.empty()) {
    fmt::print(stderr,
               "agon bench: name a game, a list (--corpus-list) or a family (--growth).\nRun 'agon bench --help' for usage.\n");
    return context.worsen(kUsage);
  }
  lab::BenchOptions options;
  options.engines = arguments.engines.empty() ? known : arguments.engines;
  options.minimax = arguments.driver != "mc";
  options.monte_carlo = arguments.driver != "mm";
  options.seconds = arguments.seconds;
  options.repeat = arguments.repeat;
  options.positions = arguments.positions;
  options.seed = arguments.seed;
  options.limits = context.limits();
  for (const std::string& text : arguments.threads) {
    const unsigned count = *thread_count(text);
    if (std::find(options.threads.begin(), options.threads.end(), count) == options.threads.end()) options.threads.push_back(count);
  }
  BenchSummary summary;
  for (std::size_t i = 0; i < arguments.games.size(); ++i)
    bench_one(arguments.games[i], arguments, options, arguments.games.size() - i, summary, context);
  if (arguments.games.size() > 1 && !context.json) summary.print({arguments.anchors, arguments.published});
}

}  // namespace

void add_bench_command(Command app, Context& context) {
  auto arguments = std::make_shared<BenchArguments>();
  const Command command = app.subcommand("bench", "Measure the speed of engines side by side, after comparing their answers");
  command.argument("games", arguments->games, "library names or rule sheets").type_name("GAME");
  command.option("--corpus-list", arguments->list, "file with the name or path of a game on each line").type_name("FILE");
  command.option("-e,--engines,--engine", arguments->engines, "engines to measure, separated by commas")
      .show_default("all")
      .delimiter(',')
      .one_of(lab::bench_engine_names());
  command.option("--driver", arguments->driver, "minimax, Monte-Carlo playouts or both")
      .show_default()
      .one_of({"mm", "mc", "both"});
  command.option("--seconds", arguments->seconds, "length of a round").show_default().range(0.001, 3600.0);
  command.option("--repeat", arguments->repeat, "number of rounds").show_default().range(1, 1000);
  command.option("--threads", arguments->threads, "threads of the playouts, numbers or 'all'")
      .show_default("1, for the lanes also all")
      .delimiter(',')
      .check([](const std::string& text) {
        return thread_count(text) ? std::string() : "'" + text + "' is neither a number nor 'all'";
      });
  command.option("--positions", arguments->positions, "positions of the recorded match that 'mm' searches")
      .show_default()
      .range(1, 1000);
  command.option("-s,--seed", arguments->seed, "seed of the recorded match").show_default();
  command.flag("--anchors", arguments->anchors, "measure the hand-written program of the game too, where there is one");
  command.flag("--published", arguments->published, "compare with the fastest published GDL engine, where a figure is known");
  command.option("--growth", arguments->growth.family, "measure a family of board sizes and fit a power law to each cost")
      .one_of(growth_families());
  command.option("--sizes", arguments->growth.sizes, "sizes for --growth, separated by commas, as 8x6 or 12").delimiter(',');
  add_common_options(command, context);
  add_limit_options(command, context);
  command.section(kBenchSections);
  command.examples({{"agon bench tictactoe connectfour", "all engines, both drivers"},
                    {"agon bench chess --engines circuit,lanes --driver mc --seconds 5", "playouts on two engines"},
                    {"agon bench othello hex --anchors --published", "against hand-written programs and published figures"},
                    {"agon bench --corpus-list games.txt --json", "many games, an object for each figure"},
                    {"agon bench --growth connectfour --engine lanes", "scaling from 6x5 to 20x20 cells"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
