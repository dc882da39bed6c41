// Questions with an answer that is known otherwise: nodes of a full tree by formula 4.4, values of solved games, and what
// serialisation makes of Rock-Paper-Scissors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lab/experiments/duel.h"
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
  run.step("node counts");
  const std::uint64_t walkable = run.settings().count("walked_nodes");
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
      const auto& [column, branching, rule] = kCounted[i];
      // A uniform tree has no surprises: beyond some size the sum of its levels says enough.
      const bool walk = rule == DepthRule::Ranked || full_tree(branching, depth) <= walkable;
      const auto nodes =
          static_cast<double>(walk ? search::minimax::count_nodes(branching, rule, depth) : full_tree(branching, depth));
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
class CountingEvaluation final : public search::minimax::Evaluation<game::AnyEngine> {
 public:
  explicit CountingEvaluation(std::uint64_t& asked) : asked_(asked) {}
  void values(const game::AnyEngine&, game::AnyEngine::Scratch&, const game::AnyEngine::State&, std::span<double> out) override {
    ++asked_;
    std::ranges::fill(out, search::minimax::kMiddle);
  }

 private:
  std::uint64_t& asked_;
};

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
  for (const std::string& name : run.settings().words("exact_games")) {
    run.step(fmt::format("exact values, {}", name));
    const Game game = load_game(run, name);
    const MinimaxOptions cutting = minimax_options(*game.kit);
    MinimaxOptions complete = cutting;
    complete.alpha_beta = false;
    const std::pair<const char*, MinimaxOptions> ways[] = {{"max^n", {}}, {"minimax", complete}, {"alpha-beta", cutting}};
    for (auto [way, options] : ways) {
      options.depth_rule = DepthRule::Ranked;
      options.first_depth = options.max_depth = limit;
      std::uint64_t estimated = 0;
      search::minimax::Deepening<game::AnyEngine> search(std::make_shared<const game::AnyEngine>(game.engine), options,
                                                         std::make_unique<CountingEvaluation>(estimated));
      const Thought thought = search.think(RoleId{0}, {});
      const auto first = run.published(table.id, name, "first role"), second = run.published(table.id, name, "second role");
      table.rows.push_back({name, way, first, thought.value.at(0), second, thought.value.at(1), static_cast<double>(estimated),
                            static_cast<double>(thought.depth), static_cast<double>(thought.nodes)});
      ++searches;
      if (first == thought.value[0] && second == thought.value[1] && thought.proven()) ++right;
      if (estimated == 0) ++only_ends;
    }
  }
  run.add(std::move(table));
  run.check("exact-values", right == searches, fmt::format("{} of {} searches prove the known value", right, searches));
  run.check("only-ends", only_ends == searches, fmt::format("{} of {} searches estimate no state", only_ends, searches));
}

namespace {

constexpr const char* kSimultaneous = "rock-paper-scissors";

void serialised_matches(Run& run, const Game& game) {
  run.step(fmt::format("matches, {}", kSimultaneous));
  const auto result = duel(game.kit, "minimax(depth=9, table=1)", "random", static_cast<int>(run.settings().count("matches")),
                           run.settings().count("seed"), run.options().threads);
  if (!result) return run.check("serialised-plays", false, why(result.error()));
  run.check("serialised-plays", result->illegal == 0 && result->unfinished == 0,
            fmt::format("{} matches, {} illegal moves, {} without an end; {:.1f} of a hundred points against random play",
                        result->scores.size(), result->illegal, result->unfinished, result->percent().value));
}

}  // namespace

void serialisation(Run& run) {
  run.step(fmt::format("serialisation, {}", kSimultaneous));
  const Game game = load_game(run, kSimultaneous);
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
  bool holds = true;
  std::vector<std::string> found;
  for (std::uint32_t r = 0; r < game.engine.info().role_count(); ++r) {
    const std::pair<const char*, MinimaxOptions> ways[] = {{"max^n", {}}, {"minimax", minimax_options(*game.kit)}};
    for (const auto& [way, options] : ways) {
      const Thought thought = think(game, options, {{}, RoleId{r}});
      const auto [worst, best] = std::ranges::minmax(thought.moves, {}, &search::MoveThought::value);
      const std::string& role = game.engine.info().roles[r];
      table.rows.push_back({role, way, expected, worst.value, best.value, true_value, thought.high[r]});
      // Serialisation may say that a move is bad; it must not claim to have proved it.
      holds = holds && worst.value == expected && best.value == expected && thought.high[r] >= true_value.value_or(100);
      found.push_back(fmt::format("{} by {}: {:g} .. {:g}", role, way, worst.value, best.value));
    }
  }
  run.add(std::move(table));
  run.check("serialised-zero", holds, fmt::format("{}", fmt::join(found, "; ")));
  serialised_matches(run, game);
}

}  // namespace agon::lab::experiments::fluxplayer
