// "High Speed Forward Chaining for General Game Playing" (Schofield and Saffidine, GIGA 2013) on our chainer, in the paper's own
// inner loop
// (`faithful`): what its two ideas bring, reference tables and the order of hypotheses, each with and without the other. Beside it
// the chainer as it plays (`improved`) and the prover, to see where the method stands.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engines/chainer/chainer.h"
#include "engines/prover/prover.h"
#include "engines/updater/lockstep.h"
#include "game/random_step.h"
#include "lab/bench/monte_carlo.h"
#include "lab/experiments/all.h"
#include "lab/reproduce/measure.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using engines::Chainer;
using engines::ChainerOptions;
using engines::Prover;
using engines::chainer::Order;
using Kind = Column::Kind;

struct ChainerVariant {
  const char* name;
  const char* id;
  Order order;
  bool tables;
  bool faithful;
};
enum VariantId : std::size_t { kBest, kOriginal, kWorst, kBestWalking, kOriginalWalking, kImproved, kChainerVariantCount };
constexpr ChainerVariant kChainerVariants[kChainerVariantCount] = {
    {"best", "best", Order::Best, true, true},
    {"original", "original", Order::Original, true, true},
    {"worst", "worst", Order::Worst, true, true},
    {"best, no tables", "best_walking", Order::Best, false, true},
    {"original, no tables", "original_walking", Order::Original, false, true},
    {"improved", "improved", Order::Best, true, false},
};

ChainerOptions options_of(const Run& run, const ChainerVariant& variant) {
  const Settings& s = run.settings();
  ChainerOptions options;
  options.order = variant.order;
  options.tables = variant.tables;
  options.faithful = variant.faithful;
  options.sample_states = static_cast<std::uint32_t>(s.count("sample_states"));
  options.sample_time = std::chrono::milliseconds(s.count("sample_milliseconds"));
  options.ground_time = std::chrono::milliseconds(s.count("ground_milliseconds"));
  options.table_bytes = s.count("table_mib") << 20U;
  options.rule_bytes = options.table_bytes;
  options.seed = s.count("seed");
  return options;
}

Limits state_limits(const Run& run) {
  Limits limits = run.limits();
  limits.time = std::chrono::milliseconds(run.settings().count("state_milliseconds"));
  return limits;
}

struct Measured {
  std::vector<double> rates;  // states a second, per round; empty if it failed
  std::string failure;
  double table_bytes = 0, kb_bytes = 0, rules_without_tables = 0;
  double seconds = 0;  // to make it
  double states_per_playout = 0;

  void put(Figures& figures, const std::string& id) const {
    figures.set(id, rates);
    figures.set(id + "_failure", failure);
    figures.set(id + "_table_bytes", table_bytes);
    figures.set(id + "_kb_bytes", kb_bytes);
    figures.set(id + "_rules_without_tables", rules_without_tables);
    figures.set(id + "_seconds", seconds);
    figures.set(id + "_states_per_playout", states_per_playout);
  }
  static Measured of(const Figures& figures, const std::string& id) {
    return {figures.numbers(id),
            figures.word(id + "_failure"),
            figures.number(id + "_table_bytes"),
            figures.number(id + "_kb_bytes"),
            figures.number(id + "_rules_without_tables"),
            figures.number(id + "_seconds"),
            figures.number(id + "_states_per_playout")};
  }
};

// Fully computed states: every move made, and the first state of every playout.
template <class E>
class Speed {
 public:
  Speed(std::shared_ptr<const E> engine, std::uint64_t seed) : engine_(std::move(engine)), stream_(*engine_, seed, 4095) {}
  double operator()(double seconds) {
    const std::uint64_t before = states();
    const Stopwatch watch;
    Alarm alarm(seconds);
    stream_.run(alarm);
    return static_cast<double>(states() - before) / watch.seconds();
  }
  [[nodiscard]] double states_per_playout() const {
    return stream_.statistics().length.count == 0 ? 0 : stream_.statistics().length.mean() + 1;
  }

 private:
  [[nodiscard]] std::uint64_t states() const { return stream_.states() + stream_.statistics().length.count; }
  std::shared_ptr<const E> engine_;
  PlayoutStream<E> stream_;
};

struct GameFigures {
  std::string game;
  std::array<Measured, kChainerVariantCount> variants;
  std::vector<double> prover;

  [[nodiscard]] std::optional<Estimate> ratio(VariantId a, VariantId b) const {
    if (variants[a].rates.empty() || variants[b].rates.empty()) return std::nullopt;
    return median_of(ratios(variants[a].rates, variants[b].rates));
  }
  [[nodiscard]] Cell ratio_cell(VariantId a, VariantId b) const {
    const auto found = ratio(a, b);
    return found ? Cell(*found) : Cell();
  }

  [[nodiscard]] Figures figures() const {
    Figures result;
    for (std::size_t v = 0; v < kChainerVariantCount; ++v) variants[v].put(result, kChainerVariants[v].id);
    result.set("prover", prover);
    return result;
  }
  static GameFigures of(const std::string& game, const Figures& figures) {
    GameFigures result;
    result.game = game;
    for (std::size_t v = 0; v < kChainerVariantCount; ++v) result.variants[v] = Measured::of(figures, kChainerVariants[v].id);
    result.prover = figures.numbers("prover");
    return result;
  }
};

GameFigures measure(const Run& run, const std::string& game, std::uint64_t seed) {
  GameFigures figures;
  figures.game = game;
  const Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw LookupError{why(rules.error())};
  std::array<std::unique_ptr<Speed<Chainer>>, kChainerVariantCount> speeds;
  for (std::size_t v = 0; v < kChainerVariantCount; ++v) {
    Measured& measured = figures.variants[v];
    const Stopwatch watch;
    try {
      const auto engine = Chainer::create(*rules, state_limits(run), options_of(run, kChainerVariants[v]));
      measured.seconds = watch.seconds();
      if (!engine) {
        measured.failure = why(engine.error());
        continue;
      }
      const engines::ChainerReport& report = (*engine)->report();
      measured.table_bytes = static_cast<double>(report.table_bytes);
      measured.kb_bytes = static_cast<double>(report.kb_bytes);
      measured.rules_without_tables = static_cast<double>(report.rules_without_tables);
      speeds[v] = std::make_unique<Speed<Chainer>>(*engine, seed);
    } catch (const LimitReached& limit) {
      measured.failure = limit.what();
    }
  }
  const auto prover = Prover::create(*rules, run.limits());
  std::unique_ptr<Speed<Prover>> prover_speed;
  if (prover) prover_speed = std::make_unique<Speed<Prover>>(*prover, seed);

  const double seconds = run.settings().number("seconds");
  for (std::uint64_t round = 0; round < run.settings().count("rounds"); ++round) {
    for (std::size_t i = 0; i < kChainerVariantCount; ++i) {
      const std::size_t v = (i + round) % kChainerVariantCount;
      Measured& measured = figures.variants[v];
      if (!speeds[v] || !measured.failure.empty()) continue;
      try {
        measured.rates.push_back((*speeds[v])(seconds));
      } catch (const LimitReached& limit) {
        measured.failure = limit.what();
        measured.rates.clear();
      }
    }
    if (prover_speed) figures.prover.push_back((*prover_speed)(seconds));
  }
  for (std::size_t v = 0; v < kChainerVariantCount; ++v) {
    if (speeds[v]) figures.variants[v].states_per_playout = speeds[v]->states_per_playout();
  }
  return figures;
}

// Thousands of states a second; what failed says so.
Cell speed_cell(const Measured& measured) {
  if (measured.rates.empty()) return "no state in time";
  std::vector<double> thousands = measured.rates;
  for (double& rate : thousands) rate /= 1000;
  Cell cell = median_of(thousands);
  if (measured.rules_without_tables > 0 && measured.table_bytes > 0)
    cell.text = fmt::format("({} rules walk)", measured.rules_without_tables);
  return cell;
}

void table_1(Run& run, const std::vector<GameFigures>& all) {
  Table table{
      "table-1",
      "Compile time, footprint and speed (table 1 of the paper), best order, with tables",
      {{"game", Kind::Label},
       {"compile s", Kind::Published},
       {"compile s", Kind::Ours},
       {"tables kB", Kind::Published},
       {"tables kB", Kind::Ours},
       {"facts kB", Kind::Published},
       {"facts kB", Kind::Ours},
       {"kstates/s", Kind::Published},
       {"kstates/s", Kind::Ours},
       {"improved kstates/s", Kind::Ours},
       {"states/playout", Kind::Published},
       {"states/playout", Kind::Ours}},
      {},
      "Facts: the knowledge base. Compile time published: reading, optimising and building together. The paper's machine: one "
      "thread of an Intel i7 at 3.4 GHz. Improved: our chainer as it plays, which tests conditions as early as it can."};
  for (const GameFigures& game : all) {
    const Measured& best = game.variants[kBest];
    const auto published = [&](const char* column) { return run.published("table-1", game.game, column); };
    std::optional<double> compile;
    if (const auto read = published("GDL s"))
      compile = *read + published("optimise s").value_or(0) + published("ground s").value_or(0);
    table.rows.push_back({game.game, compile, best.seconds, published("tables kB"), best.table_bytes / 1024, published("KB kB"),
                          best.kb_bytes / 1024, published("kstates/s"), speed_cell(best), speed_cell(game.variants[kImproved]),
                          published("states/playout"), best.states_per_playout > 0 ? Cell(best.states_per_playout) : Cell()});
  }
  run.add(std::move(table));
}

void table_2(Run& run, const std::vector<GameFigures>& all) {
  Table table{"table-2",
              "Thousands of states a second by the order of hypotheses (table 2 of the paper)",
              {{"game", Kind::Label}},
              {},
              "Walk: rules whose tables did not fit go through their lists instead, where the paper gave up."};
  for (const char* name : {"worst", "original", "best"}) {
    table.columns.push_back({name, Kind::Published});
    table.columns.push_back({name, Kind::Ours});
  }
  for (const char* name : {"best/original", "best/worst"}) {
    table.columns.push_back({name, Kind::Published});
    table.columns.push_back({name, Kind::Ours});
  }
  for (const GameFigures& game : all) {
    const auto published = [&](const char* column) { return run.published("table-2", game.game, column); };
    const auto quotient = [&](const char* column) -> std::optional<double> {
      if (!published(column)) return std::nullopt;
      return *published("best") / *published(column);
    };
    table.rows.push_back({game.game, published("worst"), speed_cell(game.variants[kWorst]), published("original"),
                          speed_cell(game.variants[kOriginal]), published("best"), speed_cell(game.variants[kBest]),
                          quotient("original"), game.ratio_cell(kBest, kOriginal), quotient("worst"),
                          game.ratio_cell(kBest, kWorst)});
  }
  run.add(std::move(table));
}

void features(Run& run, const std::vector<GameFigures>& all) {
  Table table{"features",
              "Contribution of the two features, alone and together: thousands of states a second",
              {{"game", Kind::Label},
               {"neither", Kind::Ours},
               {"order only", Kind::Ours},
               {"tables only", Kind::Ours},
               {"both", Kind::Ours},
               {"tables (both / order only)", Kind::Ours},
               {"order (both / tables only)", Kind::Ours},
               {"prover", Kind::Ours},
               {"improved / prover", Kind::Ours}},
              {},
              "Neither: original order, no tables. The paper publishes this for Amazons only: 21 s for a state without tables, "
              "under 5 ms with. How its chainer worked without "
              "tables is not said; ours decodes and compares each element of a list."};
  std::vector<double> against_prover;
  Plot plot{"Speed by features",
            "game (in the order of the table)",
            "states a second",
            false,
            true,
            {{"neither", {}}, {"order only", {}}, {"tables only", {}}, {"both", {}}, {"prover", {}}}};
  for (std::size_t g = 0; g < all.size(); ++g) {
    const GameFigures& game = all[g];
    Cell prover, versus;
    if (!game.prover.empty()) {
      std::vector<double> thousands = game.prover;
      for (double& rate : thousands) rate /= 1000;
      prover = median_of(thousands);
      if (!game.variants[kImproved].rates.empty()) {
        versus = median_of(ratios(game.variants[kImproved].rates, game.prover));
        against_prover.push_back(*versus.value);
      }
    }
    table.rows.push_back({game.game, speed_cell(game.variants[kOriginalWalking]), speed_cell(game.variants[kBestWalking]),
                          speed_cell(game.variants[kOriginal]), speed_cell(game.variants[kBest]),
                          game.ratio_cell(kBest, kBestWalking), game.ratio_cell(kBest, kOriginal), prover, versus});
    const auto x = static_cast<double>(g + 1);
    const VariantId shown[] = {kOriginalWalking, kBestWalking, kOriginal, kBest};
    for (std::size_t s = 0; s < 4; ++s) {
      const auto& rates = game.variants[shown[s]].rates;
      if (!rates.empty()) plot.series[s].points.push_back({x, median_of(rates).value});
    }
    if (!game.prover.empty()) plot.series[4].points.push_back({x, median_of(game.prover).value});
  }
  run.add(std::move(table));
  run.add(std::move(plot));
  if (!against_prover.empty()) {
    run.note(fmt::format("The chainer as it plays gives {} times the states of the prover (median of {} games).",
                         number_text(median_of(against_prover).value), against_prover.size()));
  }
}

// Tables against no tables, order against order: the effects that the paper is about.
void check_effects(Run& run, const std::vector<GameFigures>& all) {
  const auto find = [&](const std::string& name) -> const GameFigures* {
    for (const GameFigures& game : all) {
      if (game.game == name) return &game;
    }
    return nullptr;
  };
  const Amounts spent{{"seconds", run.settings().number("seconds")}};
  const auto check_ratios = [&](const char* id, const std::vector<std::string>& names, VariantId a, VariantId b) {
    std::vector<std::string> lines;
    std::optional<Estimate> least;
    bool plays = true;
    for (const std::string& name : names) {
      const GameFigures* game = find(name);
      if (game == nullptr) return;  // not measured
      const auto ratio = game->ratio(a, b);
      // No state in time where the other one plays: as large as one likes, but without a figure.
      plays &= ratio || !game->variants[a].rates.empty();
      if (ratio && (!least || ratio->value < least->value)) least = ratio;
      lines.push_back(ratio ? fmt::format("{} {}", name, number_text(ratio->value))
                            : fmt::format("{} (no state in time without)", name));
    }
    run.check(id, {.holds = plays && (!least || least->value >= run.threshold(id)),
                   .reason = fmt::format("{}", fmt::join(lines, ", ")),
                   .figure = least,
                   .spent = spent});
  };
  check_ratios("tables-pay", {"tictactoe", "connectfour-7x6", "breakthrough"}, kBest, kBestWalking);
  check_ratios("tables-pay-amazons", {"amazons"}, kBest, kBestWalking);
  check_ratios("order-peg", {"peg-solitaire"}, kBest, kOriginal);
  check_ratios("order-chomp-hanoi", {"chomp", "hanoi"}, kBest, kWorst);
  check_ratios("order-connectfour", {"connectfour-7x6"}, kBest, kOriginal);

  if (all.size() < run.experiment().games.size()) return;
  std::vector<std::string> losers;
  std::vector<double> best_worst;
  Estimate least{1e9, 1e9, 1e9};
  for (const GameFigures& game : all) {
    if (const auto ratio = game.ratio(kBest, kOriginal)) {
      if (ratio->value < least.value) least = *ratio;
      if (ratio->value < run.threshold("best-not-below-original"))
        losers.push_back(fmt::format("{} {:.2f}", game.game, ratio->value));
    }
    if (const auto ratio = game.ratio(kBest, kWorst)) best_worst.push_back(ratio->value);
  }
  run.check("best-not-below-original", {.holds = losers.empty(),
                                        .reason = losers.empty() ? "in no game" : fmt::format("below: {}", fmt::join(losers, ", ")),
                                        .figure = least,
                                        .spent = spent});
  const double mean = best_worst.empty() ? 0 : geometric_mean(best_worst);
  run.check("best-over-worst",
            {.holds = mean >= run.threshold("best-over-worst"),
             .reason = fmt::format("geometric mean {:.2f} over {} games (published: 2.14 over 17)", mean, best_worst.size()),
             .figure = Estimate{mean, mean, mean},
             .spent = {{"seconds", run.settings().number("seconds")}, {"sheets", static_cast<double>(best_worst.size())}}});
}

void check_sizes(Run& run, const std::vector<GameFigures>& all) {
  if (all.size() < run.experiment().games.size()) return;
  std::vector<std::string> sizes, slow, lengths;
  bool sizes_hold = true, lengths_hold = true;
  for (const GameFigures& game : all) {
    const Measured& best = game.variants[kBest];
    const bool named =
        game.game == "tictactoe" || game.game == "connectfour-7x6" || game.game == "breakthrough" || game.game == "peg-solitaire";
    if (const auto published = run.published("table-1", game.game, "tables kB"); published && named) {
      const double ratio = best.table_bytes / 1024 / *published;
      const double factor = run.threshold("memory-profile");
      sizes_hold &= ratio <= factor && ratio >= 1 / factor;
      sizes.push_back(fmt::format("{} {} times", game.game, number_text(ratio)));
    }
    if (best.seconds > (game.game == "amazons" ? 3 : 1) * run.threshold("start-up"))
      slow.push_back(fmt::format("{} {:.1f} s", game.game, best.seconds));
    if (game.game == "tictactoe" || game.game == "lights-out") {
      const double published = run.published("table-1", game.game, "states/playout").value_or(0);
      lengths_hold &= std::abs(best.states_per_playout - published) <= run.threshold("workload") * published;
      lengths.push_back(fmt::format("{} {:.2f} (published {:.1f})", game.game, best.states_per_playout, published));
    }
  }
  // With less room more rules walk, and tables are smaller and quicker to make.
  const Amounts spent{{"table MiB", run.settings().number("table_mib")}};
  run.check("memory-profile", {.holds = sizes_hold,
                               .reason = fmt::format("bytes of reference tables by those published: {}", fmt::join(sizes, ", ")),
                               .figure = {},
                               .spent = spent});
  run.check("start-up", {.holds = slow.empty(),
                         .reason = slow.empty() ? "all games" : fmt::format("slower: {}", fmt::join(slow, ", ")),
                         .figure = {},
                         .spent = spent});
  run.check("workload", lengths_hold, fmt::format("states in a playout: {}", fmt::join(lengths, ", ")));
}

struct Reads {
  double total = 0;       // list elements per state
  std::size_t rules = 0;  // with a prediction above nothing
  std::size_t close = 0;  // of these, measured within the factor
};

Reads count_reads(const Run& run, const gdl::Rules& rules, Order order, double factor, std::uint64_t seed) {
  ChainerOptions options = options_of(run, {"", "", order, true, true});
  options.count = true;
  const auto engine = Chainer::create(rules, state_limits(run), options);
  if (!engine) throw LookupError{why(engine.error())};
  auto scratch = (*engine)->make_scratch();
  Rng rng(seed);
  game::RandomStep<Chainer> random(**engine);
  std::uint64_t states = 0;
  for (auto state = (*engine)->initial_state(scratch); states < run.settings().count("cost_states"); ++states) {
    if (!random.step(scratch, state, rng)) state = (*engine)->initial_state(scratch);
  }
  Reads reads;
  for (std::size_t i = 0; i < scratch.reads.size() && i < (*engine)->report().rules.size(); ++i) {
    reads.total += static_cast<double>(scratch.reads[i]) / static_cast<double>(states);
    const double predicted = (*engine)->report().rules[i].predicted;
    if (scratch.runs[i] == 0 || predicted <= 0) continue;
    const double measured = static_cast<double>(scratch.reads[i]) / static_cast<double>(scratch.runs[i]);
    ++reads.rules;
    reads.close += measured <= factor * predicted && measured >= predicted / factor ? 1 : 0;
  }
  return reads;
}

void cost_model(Run& run) {
  const double part = run.threshold("cost-model");
  Table table{"cost-model",
              "List elements read in a state, and rules whose reads are within twice the prediction of corollary 2",
              {{"game", Kind::Label},
               {"reads, best", Kind::Ours},
               {"reads, worst", Kind::Ours},
               {"rules", Kind::Ours},
               {"predicted within 2x", Kind::Ours}},
              {},
              "Sample play for the prediction and the play that is counted use different random numbers."};
  bool close = true, fewer = true;
  const std::size_t missing = run.missing();
  std::vector<std::string> lines;
  for (const std::string& game : run.settings().words("cost_games")) {
    const auto figures = run.cell("cost-model " + game, [&](std::uint64_t seed) {
      const Result<gdl::Rules> rules = run.load(game);
      if (!rules) throw LookupError{why(rules.error())};
      const Reads best = count_reads(run, *rules, Order::Best, 2, seed);
      const Reads worst = count_reads(run, *rules, Order::Worst, 2, seed);
      Figures found;
      found.set("reads_best", best.total);
      found.set("reads_worst", worst.total);
      found.set("rules", best.rules);
      found.set("close", best.close);
      return found;
    });
    if (!figures) continue;
    const double best = figures->number("reads_best"), worst = figures->number("reads_worst");
    const std::uint64_t rules = figures->count("rules"), right = figures->count("close");
    table.rows.push_back({game, best, worst, static_cast<double>(rules),
                          proportion_of(static_cast<double>(right), std::max<std::uint64_t>(1, rules))});
    if (game == "tictactoe" || game.starts_with("connectfour")) {
      close &= static_cast<double>(right) >= part * static_cast<double>(rules);
      lines.push_back(fmt::format("{}: {} of {} rules", game, right, rules));
    }
    fewer &= best <= worst;
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  run.check("cost-model", close, fmt::format("{}", fmt::join(lines, ", ")));
  run.check("best-reads-less", fewer, "the columns of reads");
}

// Every variant against resolution, those with tiny budgets for tables included.
void chainers_agree(Run& run) {
  std::vector<std::string> differences;
  std::uint64_t states = 0, walking = 0;
  const std::uint64_t matches = run.settings().count("lockstep_matches");
  const auto games = run.settings().words("agreement_games");
  const std::size_t missing = run.missing();
  for (const std::string& game : games) {
    const auto figures = run.cell("agreement " + game, [&](std::uint64_t seed) {
      const Result<gdl::Rules> rules = run.load(game);
      if (!rules) throw LookupError{why(rules.error())};
      const auto prover = Prover::create(*rules, run.limits());
      Figures found;
      std::uint64_t compared = 0;
      std::string difference;
      for (const bool tiny : {false, true}) {
        ChainerOptions options = options_of(run, kChainerVariants[tiny ? kWorst : kBest]);
        if (tiny) options.rule_bytes = options.table_bytes = 2048;
        const auto chainer = Chainer::create(*rules, run.limits(), options);
        if (!prover || !chainer) throw LookupError{fmt::format("{}: no engine", game)};
        if (tiny) found.set("walking", (*chainer)->report().rules_without_tables);
        engines::updater::Lockstep<Prover, Chainer> both(**prover, **chainer, seed);
        difference += both.run(static_cast<int>(matches), 4095);
        compared += both.states;
      }
      found.set("states", compared);
      found.set("difference", difference);
      return found;
    });
    if (!figures) continue;
    if (const std::string difference = figures->word("difference"); !difference.empty())
      differences.push_back(game + ": " + difference);
    states += figures->count("states");
    walking += figures->count("walking");
  }
  if (run.missing() > missing) return;
  run.check(
      "agrees-with-resolution",
      {.holds = differences.empty() && walking > 0,
       .reason = differences.empty() ? fmt::format("{} states, all answers the same; {} rules had no room for tables in half of "
                                                   "them",
                                                   states, walking)
                                     : fmt::format("{}", fmt::join(differences, "; ")),
       .figure = {},
       .spent = {{"matches", static_cast<double>(matches)}, {"sheets", static_cast<double>(games.size())}}});
}

}  // namespace

void run_giga13_forward_chaining(Run& run) {
  std::vector<GameFigures> all;
  for (const std::string& game : run.experiment().games) {
    const auto figures = run.cell("speed " + game, [&](std::uint64_t seed) { return measure(run, game, seed).figures(); });
    if (figures) all.push_back(GameFigures::of(game, *figures));
  }
  table_1(run, all);
  table_2(run, all);
  features(run, all);
  check_effects(run, all);
  check_sizes(run, all);
  cost_model(run);
  chainers_agree(run);
}

}  // namespace agon::lab::experiments
