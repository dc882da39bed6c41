#include "cli/commands/tournament_options.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/file.h"
#include "cli/progress.h"
#include "lab/child_process.h"
#include "lab/tournament/tournament_report.h"

namespace agon::cli {
namespace {

constexpr std::chrono::seconds kReportPause{3};  // between two reports of a tournament that is still going on

// Which game was played last, or how the sequential test stands.
std::string standing(const std::vector<lab::GameResult>& results, const std::optional<lab::Sprt>& sprt) {
  if (sprt) return fmt::format("log-likelihood ratio {:.2f} ({:.2f}..{:.2f})", sprt->ratio, sprt->lower, sprt->upper);
  return results.empty() ? std::string() : results.back().game;
}

// Before the first game: a file that cannot be written would cost hours if it showed at the end. The folder comes first, as files
// may be meant to lie in it; if it cannot be made, the store of results says why.
Status prepare_files(const TournamentArguments& arguments) {
  std::error_code error;
  if (!arguments.out.empty()) std::filesystem::create_directories(arguments.out, error);
  for (const std::string& file : {arguments.html, arguments.csv}) {
    if (file.empty()) continue;
    if (Status allowed = can_write(file); !allowed) return allowed;
  }
  return done();
}

Status write_reports(const lab::Tournament& tournament, const TournamentArguments& arguments, const char* schema) {
  std::vector<std::pair<std::string, std::string>> files;
  if (!arguments.out.empty()) {
    const std::filesystem::path folder = arguments.out;
    files.emplace_back(folder / "report.txt", lab::to_text(tournament));
    files.emplace_back(folder / "report.html", lab::to_html(tournament));
    files.emplace_back(folder / "result.json", lab::to_json(tournament, schema).dump(1) + '\n');
    files.emplace_back(folder / "games.csv", lab::to_csv(tournament));
  }
  if (!arguments.html.empty()) files.emplace_back(arguments.html, lab::to_html(tournament));
  if (!arguments.csv.empty()) files.emplace_back(arguments.csv, lab::to_csv(tournament));
  for (const auto& [name, content] : files) {
    if (Status written = write_file(name, content); !written) return written;
  }
  return done();
}

}  // namespace

void add_tournament_options(Command command, TournamentArguments& arguments) {
  command
      .option("-p,--player", arguments.strategies,
              fmt::format("a strategy, settings in parentheses: {}", fmt::join(play::strategy_names(), ", ")))
      .type_name("STRATEGY");
  command.option("--time", arguments.time, "play clock in seconds, for everybody; a late move is replaced by a random one")
      .type_name("S");
  command.option("--start-time", arguments.start_time, "start clock in seconds; being late is not counted, but costs thinking time")
      .type_name("S");
  command.option("-j,--jobs", arguments.jobs, "concurrent games, each on cores of its own; 0: as many as fit")
      .show_default()
      .range(0, 4096);
  command.option("--threads", arguments.threads, "threads of each player, and cores of each job; 2 where players ponder")
      .show_default()
      .range(1, 1024);
  command
      .option("--patience", arguments.patience,
              "seconds after the deadline until a silent player forfeits; 0: 30 with a clock, 600 without")
      .show_default()
      .range(0.0, 86'400.0);
  command.option("-s,--seed", arguments.seed, "seed of all random choices").show_default();
  command.option("--max-steps", arguments.max_steps, "a game is unfinished after this number of steps")
      .show_default()
      .range(0, 100'000'000);
  command.option("-e,--engine", arguments.engine, "engine of the referee").show_default();
  command.option("--out", arguments.out, "folder for every game and the reports; an interrupted run resumes from it")
      .type_name("DIR");
  command.option("--out-wait", arguments.out_wait, "seconds to wait for another run that uses the folder of --out")
      .show_default()
      .range(0.0, 3600.0);
  command.option("--html", arguments.html, "write a page with tables and plots to this file").type_name("FILE");
  command.option("--csv", arguments.csv, "write a row for each role of each game to this file").type_name("FILE");
}

std::optional<lab::TournamentConfig> tournament_config(const TournamentArguments& arguments, Context& context) {
  for (const std::string& strategy : arguments.strategies) {
    if (const Status known = play::check_strategy(strategy); !known) {
      context.fail(known.error(), strategy, strategy);
      return std::nullopt;
    }
  }
  const Result<play::MatchClock> clock = lab::make_clock(arguments.start_time, arguments.time);
  if (!clock) {
    context.fail(clock.error());
    return std::nullopt;
  }
  const std::vector<std::string> engines = engines::standard_engines().for_players();
  if (std::find(engines.begin(), engines.end(), arguments.engine) == engines.end()) {
    context.fail(bad_input("no-such-engine", fmt::format("there is no engine '{}'", arguments.engine),
                           fmt::format("choose one of: {}", fmt::join(engines, ", "))));
    return std::nullopt;
  }
  lab::TournamentConfig config;
  config.strategies = arguments.strategies;
  config.clock = *clock;
  config.seed = arguments.seed;
  config.max_steps = arguments.max_steps;
  config.engine = arguments.engine;
  config.threads = arguments.threads;
  config.limits = context.limits();
  return config;
}

bool add_game(lab::TournamentConfig& config, const std::string& game, Context& context) {
  std::optional<gdl::Rules> rules = context.load(game);
  if (!rules) return false;
  Result<lab::GameEntry> entry = lab::enter_game(std::move(*rules), config.limits);
  if (!entry) {
    context.fail(entry.error(), game);
    return false;
  }
  config.games.push_back(std::move(*entry));
  return true;
}

std::optional<lab::Tournament> play_tournament(lab::TournamentConfig config, lab::TournamentOptions options,
                                               const TournamentArguments& arguments, const char* schema, Context& context) {
  if (const Status prepared = prepare_files(arguments); !prepared) {
    context.fail(prepared.error());
    return std::nullopt;
  }
  options.folder = arguments.out;
  options.folder_wait = std::chrono::milliseconds(static_cast<long long>(arguments.out_wait * 1000));
  options.patience = arguments.patience;
  options.jobs = arguments.jobs;
  if (options.jobs == 0)
    options.jobs = static_cast<unsigned>(std::max<std::size_t>(1, lab::available_cores().size() / config.threads));
  std::unique_ptr<Progress> bar;
  std::size_t shown = 0;
  // Whoever looks into the folder while it runs finds reports that are a few seconds old.
  const lab::TournamentConfig known = config;
  auto reported = std::chrono::steady_clock::now();
  const auto report_so_far = [&](const std::vector<lab::GameResult>& results) {
    const auto now = std::chrono::steady_clock::now();
    if (arguments.out.empty() || results.empty() || now - reported < kReportPause) return;
    const lab::Tournament so_far{known, results, lab::summarise(known, results), 0};
    if (const Status written = write_reports(so_far, arguments, schema); !written) return;  // a full disk shows at the end
    reported = std::chrono::steady_clock::now();
  };
  options.progress = [&](const std::vector<lab::GameResult>& results, std::uint64_t scheduled,
                         const std::optional<lab::Sprt>& sprt) {
    if (!bar) {
      bar = std::make_unique<Progress>(fmt::format("{} games", scheduled), scheduled - results.size());
      shown = results.size();
    }
    bar->note(standing(results, sprt));
    if (results.size() > shown) bar->advance(results.size() - shown);
    else bar->tick();
    shown = results.size();
    report_so_far(results);
  };
  Result<lab::Tournament> tournament = lab::run_tournament(std::move(config), options);
  bar.reset();
  if (!tournament) {
    context.fail(tournament.error());
    return std::nullopt;
  }
  if (const Status written = write_reports(*tournament, arguments, schema); !written) context.fail(written.error());
  return std::move(*tournament);
}

}  // namespace agon::cli
