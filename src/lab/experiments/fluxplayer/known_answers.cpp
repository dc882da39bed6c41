// Questions with an answer that is known otherwise: nodes of a full tree by formula 4.4, values of solved games, and what
// serialisation makes of Rock-Paper-Scissors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lab/experiments/duel_cell.h"
#include "lab/experiments/fluxplayer/parts.h"
#include "search/minimax/synthetic_tree.h"

namespace agon::lab::experiments::fluxplayer {

namespace {

struct Counted {
  const char* column;
  std::uint32_t branching;
  DepthRule rule;
};
constexpr Counted kCounted[] = {{"b=3 ranked", 3, DepthRule::Ranked},
                                {"b=3 uniform", 3, DepthRule::Uniform},
                                {"b=20 ranked", 20, DepthRule::Ranked},
                                {"b=20 uniform", 20, DepthRule::Uniform}};
constexpr std::uint32_t kDeepest = 8;

// Nodes of a full tree, root and leaves included.
std::uint64_t full_tree(std::uint32_t branching, std::uint32_t depth) {
  std::uint64_t nodes = 1;
  for (std::uint32_t d = 0; d < depth; ++d) nodes = nodes * branching + 1;
  return nodes;
}

}  // namespace

void node_counts(Run& run) {
  const std::uint64_t walkable = run.settings().count("walked_nodes");
  const auto figures = run.cell("nodes", [&](std::uint64_t) {
    Figures counts;
    for (const auto& [column, branching, rule] : kCounted) {
      std::vector<double> nodes, walked;
      for (std::uint32_t depth = 1; depth <= kDeepest; ++depth) {
        // A uniform tree has no surprises: beyond some size the sum of its levels says enough.
        const bool walk = rule == DepthRule::Ranked || full_tree(branching, depth) <= walkable;
        nodes.push_back(
            static_cast<double>(walk ? search::minimax::count_nodes(branching, rule, depth) : full_tree(branching, depth)));
        walked.push_back(walk ? 1 : 0);
      }
      counts.set(column, std::move(nodes));
      counts.set(fmt::format("{} walked", column), std::move(walked));
    }
    return counts;
  });
  if (!figures) return;
  Table table{"nodes", "Nodes of a search to limit D on a full tree with b successors", {{"D", Kind::Label}}, {}, ""};
  table.note = run.experiment().table(table.id).note;
  Plot plot{table.title, "D", "nodes", false, true, {}};
  for (const Counted& counted : kCounted) {
    table.columns.push_back({counted.column, Kind::Published});
    table.columns.push_back({counted.column, Kind::Ours});
    plot.series.push_back({counted.column, {}});
  }
  int equal = 0, walked = 0, all = 0;
  for (std::uint32_t depth = 1; depth <= kDeepest; ++depth) {
    std::vector<Cell> row{std::to_string(depth)};
    for (std::size_t i = 0; i < std::size(kCounted); ++i) {
      const char* column = kCounted[i].column;
      const double nodes = figures->numbers(column).at(depth - 1);
      const bool walk = figures->numbers(fmt::format("{} walked", column)).at(depth - 1) != 0;
      const std::optional<double> expected = run.published(table.id, row.front().text, column);
      row.emplace_back(expected);
      row.emplace_back(nodes).text = walk ? "" : "(not walked)";
      plot.series[i].points.push_back({static_cast<double>(depth), nodes});
      ++all;
      if (walk) ++walked;
      if (expected == nodes) ++equal;
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  run.add(std::move(plot));
  run.check("node-counts", equal == all,
            fmt::format("{} of {} counts are equal; {} were walked by the search", equal, all, walked));
}

namespace {

// Knows nothing, and counts how often it is asked: never, if all leaves of a search are ends of the game.
class CountingEvaluation final : public search::Evaluation<game::AnyEngine> {
 public:
  explicit CountingEvaluation(std::uint64_t& asked) : asked_(asked) {}
  void values(const game::AnyEngine&, game::AnyEngine::Scratch&, const game::AnyEngine::State&, std::span<double> out) override {
    ++asked_;
    std::ranges::fill(out, search::kMiddle);
  }

 private:
  std::uint64_t& asked_;
};

// One search to the limit in each of three ways.
Figures measure_exact(const Run& run, const std::string& name, std::uint32_t limit) {
  const Game game = load_game(run, name);
  const MinimaxOptions cutting = minimax_options(*game.kit);
  MinimaxOptions complete = cutting;
  complete.alpha_beta = false;
  const std::pair<const char*, MinimaxOptions> ways[] = {{"max^n", {}}, {"minimax", complete}, {"alpha-beta", cutting}};
  std::vector<std::string> names;
  std::vector<double> first, second, estimates, depth, nodes, proven;
  for (auto [way, options] : ways) {
    options.depth_rule = DepthRule::Ranked;
    options.first_depth = options.max_depth = limit;
    std::uint64_t estimated = 0;
    search::minimax::Deepening<game::AnyEngine> search(std::make_shared<const game::AnyEngine>(game.engine), options,
                                                       std::make_unique<CountingEvaluation>(estimated));
    const Thought thought = search.think(RoleId{0}, {});
    names.emplace_back(way);
    first.push_back(thought.value.at(0));
    second.push_back(thought.value.at(1));
    estimates.push_back(static_cast<double>(estimated));
    depth.push_back(static_cast<double>(thought.depth));
    nodes.push_back(static_cast<double>(thought.nodes));
    proven.push_back(thought.proven() ? 1 : 0);
  }
  Figures figures;
  figures.set("search", std::move(names));
  figures.set("first", std::move(first));
  figures.set("second", std::move(second));
  figures.set("estimated", std::move(estimates));
  figures.set("depth", std::move(depth));
  figures.set("nodes", std::move(nodes));
  figures.set("proven", std::move(proven));
  return figures;
}

}  // namespace

void exact_values(Run& run) {
  const auto limit = static_cast<std::uint32_t>(run.settings().count("exact_limit"));
  Table table{"exact",
              fmt::format("One search with ranked depth to limit {}", limit),
              {{"game", Kind::Label},
               {"search", Kind::Label},
               {"first role", Kind::Published},
               {"first role", Kind::Ours},
               {"second role", Kind::Published},
               {"second role", Kind::Ours},
               {"estimated leaves", Kind::Ours},
               {"deepest line", Kind::Ours},
               {"nodes", Kind::Ours}},
              {},
              ""};
  table.note = run.experiment().table(table.id).note;
  int searches = 0, right = 0, only_ends = 0;
  const std::size_t missing = run.missing();
  for (const std::string& name : run.settings().words("exact_games")) {
    const auto first = run.published(table.id, name, "first role"), second = run.published(table.id, name, "second role");
    const auto figures = run.cell("exact " + name, [&](std::uint64_t) { return measure_exact(run, name, limit); });
    if (!figures) continue;
    const auto ways = figures->words("search");
    const auto first_values = figures->numbers("first"), second_values = figures->numbers("second"),
               estimated = figures->numbers("estimated"), depth = figures->numbers("depth"), nodes = figures->numbers("nodes"),
               proven = figures->numbers("proven");
    for (std::size_t i = 0; i < ways.size(); ++i) {
      table.rows.push_back(
          {name, ways[i], first, first_values.at(i), second, second_values.at(i), estimated.at(i), depth.at(i), nodes.at(i)});
      ++searches;
      if (first == first_values[i] && second == second_values[i] && proven.at(i) != 0) ++right;
      if (estimated[i] == 0) ++only_ends;
    }
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  run.check("exact-values", right == searches, fmt::format("{} of {} searches prove the known value", right, searches));
  run.check("only-ends", only_ends == searches, fmt::format("{} of {} searches estimate no state", only_ends, searches));
}

namespace {

constexpr const char* kSimultaneous = "rock-paper-scissors";

void serialised_matches(Run& run) {
  Kits kits(run);
  const auto pool = duel_cell(run, fmt::format("matches {}", kSimultaneous), kits, kSimultaneous, "minimax(depth=9, table=1)",
                              "random", run.settings().count("matches"));
  if (!pool) return;
  run.check("serialised-plays",
            {.holds = pool->illegal == 0 && pool->unfinished == 0,
             .reason = fmt::format("{} matches, {} illegal moves, {} without an end; {:.1f} of a hundred points "
                                   "against random play",
                                   pool->games, pool->illegal, pool->unfinished, pool->percent().value),
             .figure = pool->percent(),
             .spent = {{"games", static_cast<double>(pool->games)}}});
}

// What each role thinks of its moves when it comes first.
Figures measure_serialisation(const Run& run) {
  const Game game = load_game(run, kSimultaneous);
  std::vector<std::string> roles, searches;
  std::vector<double> worsts, bests, bounds;
  for (std::uint32_t r = 0; r < game.engine.info().role_count(); ++r) {
    const std::pair<const char*, MinimaxOptions> ways[] = {{"max^n", {}}, {"minimax", minimax_options(*game.kit)}};
    for (const auto& [way, options] : ways) {
      const Thought thought = think(game, options, {{}, RoleId{r}});
      const auto [worst, best] = std::ranges::minmax(thought.moves, {}, &search::MoveThought::value);
      roles.push_back(game.engine.info().roles[r]);
      searches.emplace_back(way);
      worsts.push_back(worst.value);
      bests.push_back(best.value);
      bounds.push_back(thought.high[r]);
    }
  }
  Figures figures;
  figures.set("role", std::move(roles));
  figures.set("search", std::move(searches));
  figures.set("worst", std::move(worsts));
  figures.set("best", std::move(bests));
  figures.set("bound", std::move(bounds));
  return figures;
}

}  // namespace

void serialisation(Run& run) {
  serialised_matches(run);
  const auto figures =
      run.cell(fmt::format("serialisation {}", kSimultaneous), [&](std::uint64_t) { return measure_serialisation(run); });
  if (!figures) return;
  Table table{"serialisation",
              "Rock-Paper-Scissors, searched to its ends with the own role first",
              {{"own role", Kind::Label},
               {"search", Kind::Label},
               {"each move", Kind::Published},
               {"worst move", Kind::Ours},
               {"best move", Kind::Ours},
               {"true value", Kind::Published},
               {"proven bound above", Kind::Ours}},
              {},
              ""};
  table.note = run.experiment().table(table.id).note;
  const auto expected = run.published(table.id, kSimultaneous, "each move");
  const auto true_value = run.published(table.id, kSimultaneous, "true value");
  const auto roles = figures->words("role"), searches = figures->words("search");
  const auto worst = figures->numbers("worst"), best = figures->numbers("best"), bound = figures->numbers("bound");
  bool holds = true;
  std::vector<std::string> found;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    table.rows.push_back({roles[i], searches.at(i), expected, worst.at(i), best.at(i), true_value, bound.at(i)});
    // Serialisation may say that a move is bad; it must not claim to have proved it.
    holds = holds && worst[i] == expected && best[i] == expected && bound[i] >= true_value.value_or(100);
    found.push_back(fmt::format("{} by {}: {:g} .. {:g}", roles[i], searches[i], worst[i], best[i]));
  }
  run.add(std::move(table));
  run.check("serialised-zero", holds, fmt::format("{}", fmt::join(found, "; ")));
}

}  // namespace agon::lab::experiments::fluxplayer
