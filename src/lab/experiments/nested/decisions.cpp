// One decision at a time: what a nested player chooses, why, and what pruning saves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "base/hash.h"
#include "lab/experiments/nested/parts.h"
#include "lab/experiments/parallel.h"
#include "lab/experiments/random_play.h"
#include "search/mcts/playout/nested.h"

namespace agon::lab::experiments::nested {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using engines::CircuitEngine;
using search::mcts::NestedOptions;
using Nested = search::mcts::NestedPlayer<CircuitEngine>;
using Kind = Column::Kind;

namespace {

constexpr std::uint32_t levels_to(unsigned level) { return (2U << level) - 2; }  // bits 1 .. level

std::vector<std::string> legal_texts(const CircuitEngine& engine, const CircuitEngine::State& state, RoleId role) {
  auto scratch = engine.make_scratch();
  game::MoveBuffer legal;
  engine.legal_moves(scratch, state, role, legal);
  std::vector<std::string> texts;
  for (const MoveId move : legal) texts.push_back(engine.terms().text(engine.move_term(role, move)));
  return texts;
}

Estimate percent_of(double successes, std::uint64_t trials) {
  const Estimate e = proportion_of(successes, trials);
  return {100 * e.value, 100 * e.low, 100 * e.high};
}

// Smallest and largest of what was seen.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void add(const Range& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  [[nodiscard]] std::string text() const { return fmt::format("({:g},{:g})", low, high); }
};

struct Tally {
  std::uint64_t chosen = 0;
  Range value, depth;
};

std::uint64_t decision_seed(std::uint64_t seed, std::size_t decision) { return mix(seed, hash_bytes(&decision, sizeof decision)); }

// Many decisions of one player in one position.
std::vector<Tally> decide(const Run& run, const Game& game, const NestedOptions& options, unsigned level, std::uint64_t decisions,
                          std::uint64_t seed) {
  auto scratch = game.engine->make_scratch();
  const auto state = game.engine->initial_state(scratch);
  const std::size_t moves = legal_texts(*game.engine, state, RoleId{0}).size();
  std::vector<std::vector<Tally>> each(decisions, std::vector<Tally>(moves));
  in_parallel(decisions, run.options().threads, [&](std::size_t i) {
    auto own = game.engine->make_scratch();
    Nested player(*game.engine, own, options);
    const std::size_t choice =
        player.choose(state, RoleId{0}, level, decision_seed(seed, i), [&](std::size_t move, const Nested::Outcome& outcome) {
          each[i][move].value.add(2 * outcome.values[0] - 1);
          each[i][move].depth.add(outcome.depth);
        });
    ++each[i][choice].chosen;
  });
  std::vector<Tally> all(moves);
  for (const auto& one : each) {
    for (std::size_t m = 0; m < moves; ++m) {
      all[m].chosen += one[m].chosen;
      all[m].value.add(one[m].value);
      all[m].depth.add(one[m].depth);
    }
  }
  return all;
}

Figures figures_of(const Game& game, const std::vector<Tally>& tallies) {
  auto scratch = game.engine->make_scratch();
  std::vector<double> chosen, low, high, shortest, longest;
  for (const Tally& tally : tallies) {
    chosen.push_back(static_cast<double>(tally.chosen));
    low.push_back(tally.value.low);
    high.push_back(tally.value.high);
    shortest.push_back(tally.depth.low);
    longest.push_back(tally.depth.high);
  }
  Figures figures;
  figures.set("moves", legal_texts(*game.engine, game.engine->initial_state(scratch), RoleId{0}));
  figures.set("chosen", std::move(chosen));
  figures.set("value_low", std::move(low));
  figures.set("value_high", std::move(high));
  figures.set("shortest", std::move(shortest));
  figures.set("longest", std::move(longest));
  return figures;
}

std::vector<Tally> tallies_of(const Figures& figures) {
  const auto low = figures.numbers("value_low"), high = figures.numbers("value_high"), shortest = figures.numbers("shortest"),
             longest = figures.numbers("longest");
  std::vector<Tally> tallies;
  for (const double chosen : figures.numbers("chosen")) {
    const std::size_t m = tallies.size();
    tallies.push_back({static_cast<std::uint64_t>(chosen), {low.at(m), high.at(m)}, {shortest.at(m), longest.at(m)}});
  }
  return tallies;
}

}  // namespace

void tictactoe(Run& run) {
  const std::uint64_t decisions = run.settings().count("tictactoe_decisions");
  const auto cell = [&](const char* name, const NestedOptions& options) {
    return run.cell(fmt::format("tictactoe {}", name), [&](std::uint64_t seed) {
      const Game game(run, "tictactoe-nested");
      return figures_of(game, decide(run, game, options, 3, decisions, seed));
    });
  };
  const auto plain_figures = cell("plain", {}), discounted_figures = cell("discounted", {.discount = true});
  if (!plain_figures || !discounted_figures) return;
  const std::vector<std::string> moves = plain_figures->words("moves");
  const std::vector<Tally> plain = tallies_of(*plain_figures), discounted = tallies_of(*discounted_figures);
  Table table{"tictactoe",
              fmt::format("Tic-tac-toe: {} decisions of NMC(3); v and length of playouts from least to most", decisions),
              {{"move", Kind::Label},
               {"plain v", Kind::Published},
               {"plain chosen", Kind::Published},
               {"plain v", Kind::Ours},
               {"plain chosen", Kind::Ours},
               {"discounted v", Kind::Published},
               {"length", Kind::Published},
               {"discounted chosen", Kind::Published},
               {"discounted v", Kind::Ours},
               {"length", Kind::Ours},
               {"discounted chosen", Kind::Ours}},
              {},
              "The figure with the position is lost. This is the only one with two marks of each (up to symmetry) that fits the "
              "printed table."};
  for (std::size_t m = 0; m < moves.size(); ++m) {
    const std::string name = fmt::format("a{}", m);
    const auto word = [&](const char* column) -> Cell {
      for (const auto& row : run.experiment().table("tictactoe").rows) {
        if (std::get<std::string>(row[0]) != name) continue;
        const auto& names = run.experiment().table("tictactoe").columns;
        const auto at = std::find(names.begin(), names.end(), column) - names.begin();
        if (const auto* text = std::get_if<std::string>(&row[static_cast<std::size_t>(at)])) return *text;
      }
      return {};
    };
    table.rows.push_back({fmt::format("{} {}", name, moves[m]), word("plain v"), run.published("tictactoe", name, "plain chosen"),
                          plain[m].value.text(), static_cast<double>(plain[m].chosen), word("discounted v"), word("length"),
                          run.published("tictactoe", name, "discounted chosen"), discounted[m].value.text(),
                          discounted[m].depth.text(), static_cast<double>(discounted[m].chosen)});
  }
  run.add(std::move(table));
  const auto best = static_cast<std::size_t>(std::find(moves.begin(), moves.end(), "(mark 3 1)") - moves.begin());
  const auto percent = [&](const Tally& tally) { return percent_of(static_cast<double>(tally.chosen), decisions); };
  const Amounts spent{{"decisions", static_cast<double>(decisions)}};
  run.check("tictactoe-discounted", {.holds = discounted.at(best).chosen == decisions,
                                     .reason = fmt::format("{} of {} decisions for (mark 3 1)", discounted[best].chosen, decisions),
                                     .figure = percent(discounted[best]),
                                     .spent = spent});
  const Estimate share = percent(plain.at(best));
  const std::string reason = fmt::format("{:.1f} % for (mark 3 1), {} decisions for a0", share.value, plain[0].chosen);
  run.check("tictactoe-plain-least", {.holds = share.value >= run.threshold("tictactoe-plain-least") && plain[0].chosen == 0,
                                      .reason = reason,
                                      .figure = share,
                                      .spent = spent});
  run.check("tictactoe-plain-most",
            {.holds = share.value <= run.threshold("tictactoe-plain-most"), .reason = reason, .figure = share, .spent = spent});
}

namespace {

struct Setting {
  const char* name;
  bool discount;
  NestedOptions::Pruning pruning;
  std::uint32_t levels;
};
constexpr Setting kSettings[] = {
    {"plain", false, NestedOptions::Pruning::None, 0},
    {"plain, CoW(1)", false, NestedOptions::Pruning::CutOnWin, levels_to(1)},
    {"plain, CoW(1,2)", false, NestedOptions::Pruning::CutOnWin, levels_to(2)},
    {"plain, CoW(1,2,3)", false, NestedOptions::Pruning::CutOnWin, levels_to(3)},
    {"discounted", true, NestedOptions::Pruning::None, 0},
    {"discounted, PoD(1)", true, NestedOptions::Pruning::OnDepth, levels_to(1)},
    {"discounted, PoD(1,2)", true, NestedOptions::Pruning::OnDepth, levels_to(2)},
    {"discounted, PoD(1,2,3)", true, NestedOptions::Pruning::OnDepth, levels_to(3)},
    {"discounted, Cascade", true, NestedOptions::Pruning::Cascade, levels_to(3)},
};

struct TrapResult {
  Estimate states;                         // thousands
  Estimate correct, straight_in, side_in;  // percent: a5-a6, b6-a7, b6-c7
  std::uint64_t runs = 0;

  explicit TrapResult(const Figures& figures)
      : states(mean_from(figures.number("kilostates_mean"), figures.number("kilostates_variance"), figures.count("runs"))),
        correct(percent_of(figures.number("a5-a6"), figures.count("runs"))),
        straight_in(percent_of(figures.number("b6-a7"), figures.count("runs"))),
        side_in(percent_of(figures.number("b6-c7"), figures.count("runs"))),
        runs(figures.count("runs")) {}
};

Figures run_trap(const Run& run, const Setting& setting, std::uint64_t runs, std::uint64_t seed) {
  const Game game(run, "breakthrough-trap");
  auto scratch = game.engine->make_scratch();
  const auto state = game.engine->initial_state(scratch);
  const std::vector<std::string> moves = legal_texts(*game.engine, state, RoleId{0});
  std::vector<double> states(runs);
  std::vector<std::size_t> choices(runs);
  in_parallel(runs, run.options().threads, [&](std::size_t i) {
    auto own = game.engine->make_scratch();
    Nested player(*game.engine, own, {.discount = setting.discount, .pruning = setting.pruning, .levels = setting.levels});
    choices[i] = player.choose(state, RoleId{0}, 3, decision_seed(seed, i));
    states[i] = static_cast<double>(player.states()) / 1000;
  });
  const auto chosen = [&](const char* move) {
    const auto at = static_cast<std::size_t>(std::find(moves.begin(), moves.end(), move) - moves.begin());
    return std::count(choices.begin(), choices.end(), at);
  };
  Figures figures;
  figures.set("runs", runs);
  figures.set("kilostates_mean", mean_of(states).value);
  figures.set("kilostates_variance", variance(states));
  figures.set("a5-a6", chosen("(move 1 5 1 6)"));
  figures.set("b6-a7", chosen("(move 2 6 1 7)"));
  figures.set("b6-c7", chosen("(move 2 6 3 7)"));
  return figures;
}

// After b6-a7 only b8-a7 saves Black: how often does NMC(2) find it?
Figures finds_recapture(const Run& run, const NestedOptions& options, std::uint64_t decisions, std::uint64_t seed) {
  const Game game(run, "breakthrough-trap");
  auto scratch = game.engine->make_scratch();
  auto state = game.engine->initial_state(scratch);
  const std::vector<std::string> white = legal_texts(*game.engine, state, RoleId{0});
  game::MoveBuffer legal[2];
  for (std::uint32_t r = 0; r < 2; ++r) game.engine->legal_moves(scratch, state, RoleId{r}, legal[r]);
  const auto trap = static_cast<std::size_t>(std::find(white.begin(), white.end(), "(move 2 6 1 7)") - white.begin());
  game.engine->apply(scratch, state, std::vector<MoveId>{legal[0].at(trap), legal[1].at(0)});
  const std::vector<std::string> black = legal_texts(*game.engine, state, RoleId{1});
  const auto saves = static_cast<std::size_t>(std::find(black.begin(), black.end(), "(move 2 8 1 7)") - black.begin());
  std::vector<std::uint8_t> found(decisions);
  in_parallel(decisions, run.options().threads, [&](std::size_t i) {
    auto own = game.engine->make_scratch();
    found[i] = Nested(*game.engine, own, options).choose(state, RoleId{1}, 2, decision_seed(seed, i)) == saves ? 1 : 0;
  });
  Figures figures;
  figures.set("decisions", decisions);
  figures.set("found", std::count(found.begin(), found.end(), 1));
  return figures;
}

void recapture(Run& run) {
  Table table{"recapture",
              "Black's answer to the trap b6-a7: NMC(2) finds b8-a7, %",
              {{"player", Kind::Label}, {"finds it", Kind::Published}, {"finds it", Kind::Ours}},
              {},
              ""};
  struct Player {
    const char* row;
    const char* name;
    NestedOptions options;
  };
  const std::vector<Player> players{
      {"plain", "plain", {}},
      {"plain, CoW", "plain CoW", {.pruning = NestedOptions::Pruning::CutOnWin}},
      {"discounted", "discounted", {.discount = true}},
      {"discounted, PoD", "discounted PoD", {.discount = true, .pruning = NestedOptions::Pruning::OnDepth}}};
  std::vector<Estimate> found;
  const std::uint64_t decisions = run.settings().count("recapture_decisions");
  for (const Player& player : players) {
    const auto figures = run.cell(fmt::format("recapture {}", player.name),
                                  [&](std::uint64_t seed) { return finds_recapture(run, player.options, decisions, seed); });
    if (!figures) continue;
    found.push_back(percent_of(figures->number("found"), figures->count("decisions")));
    table.rows.push_back({player.row, run.published("recapture", player.row, "finds it"), found.back()});
  }
  run.add(std::move(table));
  if (found.size() < players.size()) return;
  const Amounts spent{{"decisions", static_cast<double>(decisions)}};
  const auto more = [](const Estimate& a, const Estimate& b) { return a.value > b.value ? a : b; };
  const auto less = [](const Estimate& a, const Estimate& b) { return a.value < b.value ? a : b; };
  run.check("recapture-discounted", {.holds = found[2].value == 100 && found[3].value == 100,
                                     .reason = fmt::format("{:.1f} and, with PoD, {:.1f} %", found[2].value, found[3].value),
                                     .figure = less(found[2], found[3]),
                                     .spent = spent});
  const Estimate plain = more(found[0], found[1]);
  run.check("recapture-plain", {.holds = plain.value < run.threshold("recapture-plain"),
                                .reason = fmt::format("{:.1f} and, with CoW, {:.1f} %", found[0].value, found[1].value),
                                .figure = plain,
                                .spent = spent});
}

}  // namespace

void breakthrough_trap(Run& run) {
  Table table{"trap",
              "Breakthrough with two traps: decisions of NMC(3)",
              {{"player", Kind::Label},
               {"states, thousands", Kind::Published},
               {"states, thousands", Kind::Ours},
               {"part of unpruned", Kind::Published},
               {"part of unpruned", Kind::Ours},
               {"a5-a6, %", Kind::Published},
               {"a5-a6, %", Kind::Ours},
               {"b6-a7, %", Kind::Ours},
               {"b6-c7, %", Kind::Ours}},
              {},
              "The figure with the position is lost; ours is rebuilt from what the text says about it and has fewer pawns, so that "
              "counts of states compare by their ratios only. Players that prune at all three levels ran more often."};
  std::vector<TrapResult> results;
  for (const Setting& setting : kSettings) {
    // Pruning that is safe chooses the same: the cheap settings can tell for all how often each move is chosen.
    const bool cheap = setting.levels == levels_to(3);
    const std::uint64_t runs = run.settings().count(cheap ? "trap_runs_pruned" : "trap_runs");
    std::string id = fmt::format("trap {}", setting.name);
    std::erase(id, ',');
    const auto figures = run.cell(id, [&](std::uint64_t seed) { return run_trap(run, setting, runs, seed); });
    if (figures) results.emplace_back(*figures);
  }
  recapture(run);
  if (results.size() < std::size(kSettings)) return;  // what is shown and checked are ratios between them
  for (std::size_t i = 0; i < results.size(); ++i) {
    const TrapResult& now = results[i];
    const Setting& setting = kSettings[i];
    const std::size_t whole = setting.discount ? 4 : 0;
    const auto ratio = [&](std::optional<double> a, std::optional<double> b) {
      return a && b ? std::optional(*a / *b) : std::nullopt;
    };
    const auto states = run.published("trap", setting.name, "states");
    table.rows.push_back({setting.name, states, now.states, ratio(states, run.published("trap", kSettings[whole].name, "states")),
                          now.states.value / results[whole].states.value, run.published("trap", setting.name, "a5-a6"), now.correct,
                          now.straight_in, now.side_in});
  }
  run.add(std::move(table));

  const auto by = [](const Estimate& a, const Estimate& b) {
    return Estimate{a.value / std::max(0.1, b.value), a.low / std::max(0.1, b.high), a.high / std::max(0.1, b.low)};
  };
  const auto spent = [](const TrapResult& a, const TrapResult& b) {
    return Amounts{{"runs", static_cast<double>(std::min(a.runs, b.runs))}};
  };
  const TrapResult &plain = results[3], &discounted = results[7], &cascade = results[8];
  const Estimate lift = by(discounted.correct, plain.correct);
  run.check("trap-lift", {.holds = lift.value >= run.threshold("trap-lift"),
                          .reason = fmt::format("{:.1f} % with discounting, {:.1f} % without: {:.1f} times",
                                                discounted.correct.value, plain.correct.value, lift.value),
                          .figure = lift,
                          .spent = spent(discounted, plain)});
  const Estimate trapped = discounted.straight_in.value > discounted.side_in.value ? discounted.straight_in : discounted.side_in;
  run.check("trap-avoided", {.holds = trapped.value < run.threshold("trap-avoided"),
                             .reason = fmt::format("with discounting b6-a7 in {:.1f} % and b6-c7 in {:.1f} %",
                                                   discounted.straight_in.value, discounted.side_in.value),
                             .figure = trapped,
                             .spent = spent(discounted, discounted)});
  std::vector<double> cuts;
  Estimate least_cut{1e9, 1e9, 1e9};
  for (std::size_t i = 1; i < 4; ++i) {
    const Estimate cut = by(results[i - 1].states, results[i].states);
    cuts.push_back(cut.value);
    if (cut.value < least_cut.value) least_cut = cut;
  }
  run.check("cow-cuts", {.holds = least_cut.value >= run.threshold("cow-cuts"),
                         .reason = fmt::format("each level by {:.1f}", fmt::join(cuts, ", ")),
                         .figure = least_cut,
                         .spent = spent(results[0], results[1])});
  const auto pod_cuts = [&](const char* id, const TrapResult& pruned) {
    const Estimate cut = by(results[4].states, pruned.states);
    run.check(id, {.holds = cut.value >= run.threshold(id),
                   .reason = fmt::format("by {:.2f}", cut.value),
                   .figure = cut,
                   .spent = spent(results[4], pruned)});
  };
  pod_cuts("pod-cuts-one", results[5]);
  pod_cuts("pod-cuts-three", results[7]);
  run.check("cascade-fewer",
            {.holds = cascade.states.value < discounted.states.value,
             .reason = fmt::format("{:.0f} thousand states against {:.0f} thousand of PoD(1,2,3), {:.2f} of them",
                                   cascade.states.value, discounted.states.value, cascade.states.value / discounted.states.value),
             .figure = by(cascade.states, discounted.states),
             .spent = spent(cascade, discounted)});
  const double apart = cascade.correct.value - discounted.correct.value;
  run.check(
      "cascade-as-good",
      {.holds = std::abs(apart) <= run.threshold("cascade-as-good"),
       .reason = fmt::format("a5-a6 in {:.1f} % against {:.1f} % of PoD(1,2,3)", cascade.correct.value, discounted.correct.value),
       .figure = Estimate{apart, cascade.correct.low - discounted.correct.high, cascade.correct.high - discounted.correct.low},
       .spent = spent(cascade, discounted)});
}

namespace {

// How often a way of pruning changes the choice.
struct Agreement {
  std::uint64_t positions = 0, plain_cow = 0, discounted_pod = 0, discounted_cow = 0, cascade = 0;  // decisions that differ

  static Agreement of(const Figures& figures) {
    return {figures.count("positions"), figures.count("plain_cow"), figures.count("discounted_pod"),
            figures.count("discounted_cow"), figures.count("cascade")};
  }
  [[nodiscard]] Figures figures() const {
    Figures result;
    result.set("positions", positions);
    result.set("plain_cow", plain_cow);
    result.set("discounted_pod", discounted_pod);
    result.set("discounted_cow", discounted_cow);
    result.set("cascade", cascade);
    return result;
  }
  void add(const Agreement& other) {
    positions += other.positions;
    plain_cow += other.plain_cow;
    discounted_pod += other.discounted_pod;
    discounted_cow += other.discounted_cow;
    cascade += other.cascade;
  }
};

Figures compare(const Run& run, const std::string& name, unsigned level, std::uint64_t positions, std::uint64_t base) {
  const Game game(run, name);
  RandomPlay<CircuitEngine> play(*game.engine, base);
  Rng rng(base);
  std::vector<CircuitEngine::State> states;
  while (states.size() < positions) {
    const auto match = play.match();
    if (!match.empty()) states.push_back(match[rng.below(static_cast<std::uint32_t>(match.size()))]);
  }
  std::vector<Agreement> each(positions);
  in_parallel(positions, run.options().threads, [&](std::size_t i) {
    auto scratch = game.engine->make_scratch();
    const std::uint64_t seed = decision_seed(base, i);
    const auto choice = [&](bool discount, NestedOptions::Pruning pruning) {
      Nested player(*game.engine, scratch, {.discount = discount, .pruning = pruning});
      return player.choose(states[i], player.mover(states[i]), level, seed);
    };
    using enum NestedOptions::Pruning;
    const std::size_t plain = choice(false, None), discounted = choice(true, None);
    each[i] = {1, choice(false, CutOnWin) != plain ? 1U : 0U, choice(true, OnDepth) != discounted ? 1U : 0U,
               choice(true, CutOnWin) != discounted ? 1U : 0U, choice(true, Cascade) != discounted ? 1U : 0U};
  });
  Agreement sum;
  for (const Agreement& a : each) sum.add(a);
  return sum.figures();
}

}  // namespace

void propositions(Run& run) {
  Table table{
      "propositions",
      "Decisions that pruning changes, with the same random numbers",
      {{"game", Kind::Label},
       {"level", Kind::Ours},
       {"positions", Kind::Ours},
       {"CoW, plain", Kind::Ours},
       {"PoD, discounted", Kind::Ours},
       {"CoW, discounted", Kind::Ours},
       {"Cascade, discounted", Kind::Ours}},
      {},
      "Propositions 1 and 2 say that the first two are zero; the paper calls the last two unsafe. Positions of random matches."};
  Agreement all;
  const std::vector<double> positions = run.settings().numbers("proposition_positions");  // of levels 2, 3
  std::vector<double> done(2, 0);                                                         // of all games, by level
  const std::size_t missing = run.missing();
  for (const std::string& name : run.settings().words("proposition_games")) {
    for (std::size_t i = 0; i < positions.size() && i < done.size(); ++i) {
      const auto level = static_cast<unsigned>(i + 2);
      const auto figures = run.cell(fmt::format("proposition {} {}", name, level), [&](std::uint64_t seed) {
        return compare(run, name, level, static_cast<std::uint64_t>(positions[i]), seed);
      });
      if (!figures) continue;
      const Agreement a = Agreement::of(*figures);
      table.rows.push_back({name, static_cast<double>(level), static_cast<double>(a.positions), static_cast<double>(a.plain_cow),
                            static_cast<double>(a.discounted_pod), static_cast<double>(a.discounted_cow),
                            static_cast<double>(a.cascade)});
      all.add(a);
      done[i] += static_cast<double>(a.positions);
    }
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  const Amounts spent{{"positions of NMC(2)", done[0]}, {"positions of NMC(3)", done[1]}};
  const auto none = [&](const char* id, std::uint64_t differ) {
    run.check(id, {.holds = differ == 0,
                   .reason = fmt::format("{} of {} decisions differ", differ, all.positions),
                   .figure = percent_of(static_cast<double>(differ), all.positions),
                   .spent = spent});
  };
  none("proposition-1", all.plain_cow);
  none("proposition-2", all.discounted_pod);
  run.check("unsafe-pruning", {.holds = all.discounted_cow > 0 && all.cascade > 0,
                               .reason = fmt::format("of {} decisions {} differ with CoW and discounting, {} with Cascade",
                                                     all.positions, all.discounted_cow, all.cascade),
                               .figure = {},
                               .spent = {}});
}

}  // namespace agon::lab::experiments::nested
