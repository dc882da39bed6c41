// What the search gets for its effort in positions of random matches: deeper lines by ranked depth, fewer nodes by alpha-beta.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <unordered_set>
#include <utility>

#include "lab/experiments/fluxplayer/parts.h"
#include "lab/experiments/parallel.h"
#include "lab/experiments/random_play.h"
#include "search/minimax/deciders.h"

namespace agon::lab::experiments::fluxplayer {

namespace {

// Different positions of random matches, after fewer than `plies` moves, where exactly one role has a choice. Throws LookupError if
// the game does not seem to have that many.
std::vector<Position> random_positions(const game::AnyEngine& engine, std::uint64_t seed, std::uint64_t plies, std::size_t count) {
  RandomPlay<game::AnyEngine> play(engine, seed);
  Rng rng(seed);
  search::minimax::Deciders deciders;
  std::unordered_set<std::uint64_t> seen;
  std::vector<Position> positions;
  constexpr std::size_t kTriesEach = 1'000;
  for (std::size_t tries = 0; positions.size() < count; ++tries) {
    if (tries == kTriesEach * count)
      throw LookupError{fmt::format("only {} different positions of {} were found", positions.size(), count)};
    const std::uint32_t length = rng.below(static_cast<std::uint32_t>(plies));
    Position position;
    auto state = engine.initial_state(play.scratch());
    while (position.line.size() < length && play.step(state)) position.line.push_back(play.choices());
    if (position.line.size() < length || engine.is_terminal(play.scratch(), state)) continue;
    deciders.find(engine, play.scratch(), state, RoleId{0});
    if (deciders.stuck || deciders.order.size() != 1 || !seen.insert(engine.hash(state)).second) continue;
    position.turn = deciders.order.front();
    positions.push_back(std::move(position));
  }
  return positions;
}

struct Depths {
  double uniform = 0, ranked = 0;  // deepest lines, of unfinished iterations too
  bool decided = false;            // one of the searches knew the answer before it had spent its budget

  [[nodiscard]] double ratio() const { return ranked / uniform; }
};

Depths compare_depths(const Game& game, const Position& position, bool cuts, std::uint64_t states) {
  MinimaxOptions options = minimax_options(*game.kit);
  options.alpha_beta = cuts;
  const Thought uniform = think(game, options, position, {.states = states});
  options.depth_rule = DepthRule::Ranked;
  const Thought ranked = think(game, options, position, {.states = states});
  return {static_cast<double>(uniform.depth), static_cast<double>(ranked.depth), std::min(uniform.states, ranked.states) < states};
}

void put_depths(Figures& figures, const std::string& prefix, const std::vector<Depths>& all) {
  std::vector<double> uniform, ranked, decided;
  for (const Depths& one : all) {
    uniform.push_back(one.uniform);
    ranked.push_back(one.ranked);
    decided.push_back(one.decided ? 1 : 0);
  }
  figures.set(prefix + "uniform", std::move(uniform));
  figures.set(prefix + "ranked", std::move(ranked));
  figures.set(prefix + "decided", std::move(decided));
}

std::vector<Depths> depths_of(const Figures& figures, const std::string& prefix) {
  const auto ranked = figures.numbers(prefix + "ranked"), decided = figures.numbers(prefix + "decided");
  std::vector<Depths> all;
  for (const double uniform : figures.numbers(prefix + "uniform"))
    all.push_back({uniform, ranked.at(all.size()), decided.at(all.size()) != 0});
  return all;
}

// Of the positions that nobody has decided; nothing if there is none.
std::optional<Estimate> median_of_all(const std::vector<Depths>& all, double (*figure)(const Depths&)) {
  std::vector<double> values;
  for (const Depths& one : all) {
    if (!one.decided) values.push_back(figure(one));
  }
  return values.empty() ? std::nullopt : std::optional(median_of(std::move(values)));
}

}  // namespace

void deepest_lines(Run& run) {
  const std::string name = run.settings().word("depth_game");
  const std::uint64_t states = run.settings().count("depth_states");
  constexpr bool kCuts[] = {false, true};
  const auto figures = run.cell("depths " + name, [&](std::uint64_t seed) {
    const Game game = load_game(run, name);
    const auto positions =
        random_positions(game.engine, seed, run.settings().count("depth_plies"), run.settings().count("depth_positions"));
    std::vector<Depths> found[2];
    for (auto& all : found) all.resize(positions.size());
    in_parallel(positions.size(), run.options().threads, [&](std::size_t i) {
      for (const bool cuts : kCuts) found[cuts][i] = compare_depths(game, positions[i], cuts, states);
    });
    Figures result;
    std::vector<double> plies;
    for (const Position& position : positions) plies.push_back(static_cast<double>(position.line.size()));
    result.set("plies", std::move(plies));
    for (const bool cuts : kCuts) put_depths(result, cuts ? "cut_" : "full_", found[cuts]);
    return result;
  });
  if (!figures) return;
  const std::vector<double> plies = figures->numbers("plies");
  const std::vector<Depths> found[2] = {depths_of(*figures, "full_"), depths_of(*figures, "cut_")};

  Table table{
      "depths",
      fmt::format("Deepest line in {} after {} states, moves", name, number_text(static_cast<double>(states))),
      {{"position", Kind::Label}},
      {},
      "Positions of random matches; both rules deepen from limit 1 with a table, the order of moves comes from the previous "
      "iteration. Positions that a search decides before its budget is spent count for no median."};
  for (const char* way : {"every line", "alpha-beta"}) {
    for (const char* what : {"uniform", "ranked", "ratio"}) table.columns.push_back({fmt::format("{}: {}", way, what), Kind::Ours});
  }
  for (std::size_t i = 0; i < plies.size(); ++i) {
    std::vector<Cell> row{fmt::format("{}: after {} moves", i + 1, plies[i])};
    for (const bool cuts : kCuts) {
      const Depths& one = found[cuts].at(i);
      row.insert(row.end(), {one.uniform, one.ranked, one.ratio()});
      if (one.decided) row.back() = "decided";
    }
    table.rows.push_back(std::move(row));
  }
  std::vector<Cell> last{"median"};
  for (const bool cuts : kCuts) {
    for (const auto figure : {+[](const Depths& d) { return d.uniform; }, +[](const Depths& d) { return d.ranked; },
                              +[](const Depths& d) { return d.ratio(); }}) {
      const auto median = median_of_all(found[cuts], figure);
      last.push_back(median ? Cell(*median) : Cell());
    }
  }
  table.rows.push_back(std::move(last));
  run.add(std::move(table));

  const auto ratio = median_of_all(found[false], [](const Depths& d) { return d.ratio(); });
  if (!ratio) return run.not_measured("ranked-deeper", "every position was decided within the budget");
  const auto undecided = std::ranges::count(found[false], false, &Depths::decided);
  run.check(
      "ranked-deeper",
      {.holds = ratio->value >= run.threshold("ranked-deeper"),
       .reason = fmt::format("{:.2f} times as deep ({:.2f} .. {:.2f}), median of the {} of {} positions that were not decided",
                             ratio->value, ratio->low, ratio->high, undecided, plies.size()),
       .figure = *ratio,
       .spent = {{"states", static_cast<double>(states)}, {"positions", static_cast<double>(plies.size())}}});
}

namespace {

struct Pruning {
  double full = 0, pruned = 0;  // nodes
  bool same_value = false, same_move = false;
};

// With the order of moves fixed and no table, so that cuts are the only difference.
Pruning compare_pruning(const Game& game, const Position& position, std::uint32_t depth) {
  MinimaxOptions options = minimax_options(*game.kit);
  options.ordering = false;
  options.table_bytes = 0;
  options.first_depth = options.max_depth = depth;
  const Thought pruned = think(game, options, position);
  options.alpha_beta = false;
  const Thought full = think(game, options, position);
  return {static_cast<double>(full.nodes), static_cast<double>(pruned.nodes), full.value == pruned.value,
          full.choice == pruned.choice};
}

}  // namespace

void alpha_beta(Run& run) {
  const std::size_t count = run.settings().count("alpha_beta_positions");
  Table table{"alpha-beta",
              "Alpha-beta on and off at a fixed depth",
              {{"game", Kind::Label},
               {"depth", Kind::Ours},
               {"constant sum", Kind::Ours},
               {"positions", Kind::Ours},
               {"same value", Kind::Ours},
               {"same move", Kind::Ours},
               {"nodes off", Kind::Ours},
               {"nodes on", Kind::Ours},
               {"on by off", Kind::Ours}},
              {},
              "Nodes are means over the positions, and so is the last column: each position's ratio counts the same."};
  bool same = true;
  double most_ratio = 0;
  Estimate worst{0, 0, 0};
  std::vector<std::string> kept, saved;
  const std::size_t missing = run.missing();
  for (const std::string& line : run.settings().words("alpha_beta")) {
    std::istringstream words(line);
    std::string name;
    std::uint32_t depth = 0;
    if (!(words >> name >> depth)) throw LookupError{fmt::format("'{}' is not GAME DEPTH", line)};
    const auto figures = run.cell("alpha-beta " + name, [&](std::uint64_t seed) {
      const Game game = load_game(run, name);
      const auto positions = random_positions(game.engine, seed, run.settings().count("alpha_beta_plies"), count);
      std::vector<Pruning> found(count);
      in_parallel(count, run.options().threads, [&](std::size_t i) { found[i] = compare_pruning(game, positions[i], depth); });
      std::vector<double> full, pruned;
      for (const Pruning& one : found) {
        full.push_back(one.full);
        pruned.push_back(one.pruned);
      }
      Figures result;
      result.set("proved_sum", game.kit->constant_sum().has_value());
      result.set("same_value", std::ranges::count_if(found, &Pruning::same_value));
      result.set("same_move", std::ranges::count_if(found, &Pruning::same_move));
      result.set("nodes_off", std::move(full));
      result.set("nodes_on", std::move(pruned));
      return result;
    });
    if (!figures) continue;
    const auto full = figures->numbers("nodes_off"), pruned = figures->numbers("nodes_on");
    std::vector<double> ratios;
    for (std::size_t i = 0; i < full.size(); ++i) ratios.push_back(pruned.at(i) / full[i]);
    const std::uint64_t same_value = figures->count("same_value"), same_move = figures->count("same_move");
    const Estimate ratio = mean_of(ratios);
    table.rows.push_back({name, static_cast<double>(depth), figures->flag("proved_sum") ? "proved" : "declared",
                          static_cast<double>(full.size()), static_cast<double>(same_value), static_cast<double>(same_move),
                          mean_of(full), mean_of(pruned), ratio});
    same = same && same_value == full.size() && same_move == full.size();
    most_ratio = std::max(most_ratio, std::ranges::max(ratios));
    if (ratio.value > worst.value) worst = ratio;
    kept.push_back(fmt::format("{}: {} values and {} moves of {}", name, same_value, same_move, full.size()));
    saved.push_back(fmt::format("{}: {:.3f}, at most {:.3f}", name, ratio.value, std::ranges::max(ratios)));
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  const Amounts spent{{"positions", static_cast<double>(count)}};
  run.check("alpha-beta-same", {.holds = same, .reason = fmt::format("{}", fmt::join(kept, "; ")), .figure = {}, .spent = spent});
  run.check("alpha-beta-fewer", {.holds = most_ratio <= 1 && worst.value < run.threshold("alpha-beta-fewer"),
                                 .reason = fmt::format("{}", fmt::join(saved, "; ")),
                                 .figure = worst,
                                 .spent = spent});
}

}  // namespace agon::lab::experiments::fluxplayer
