#include "search/mcts/tree/conclusion.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "search/mcts/playout/trace.h"
#include "search/mcts/tree/selection.h"

namespace agon::search::mcts {
namespace {

double value_of(const Action& action, bool alone) { return alone && action.proven() ? action.low : action.mean(); }

// Equilibria of simultaneous moves are mixed.
std::uint32_t sample_strategy(std::span<const Extra> actions, Rng& rng) {
  double total = 0;
  for (const Extra& a : actions) total += a.strategy;
  double left = rng.unit() * total;
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    left -= actions[i].strategy;
    if (left < 0) return i;
  }
  return static_cast<std::uint32_t>(actions.size() - 1);
}

// The upper bound that the tree policy would see, of a search at rest.
double bound_of(const Action& action, bool alone, std::uint32_t total, const Selection& select) {
  if (alone && action.proven()) return action.low;
  if (action.visits == 0) return select.first_play_urgency.value_or(1);
  return action.mean() + select.exploration * std::sqrt(std::log(std::max(1U, total)) / action.visits);
}

std::uint32_t best_known(Node* root, std::size_t me, const Selection& select, MovePreference& preference) {
  const bool alone = !root->simultaneous();
  std::vector<double> values, scores;
  for (const Action& a : root->actions(me)) {
    values.push_back(select.band_on_bounds ? bound_of(a, alone, root->visits, select) : value_of(a, alone));
    scores.push_back(preference.score(me, a.move, Trace(root->roles)));
  }
  return best_in_band(values, select.tolerance, scores);
}

double best_estimate(std::span<const Action> actions) {
  double best = 0;
  for (const Action& a : actions) {
    if (!a.proven() && a.visits > 0) best = std::max(best, a.mean());
  }
  return best;
}

}  // namespace

std::uint32_t decide(Node* root, std::size_t me, const Options& options, MovePreference* preference, Rng& rng) {
  const auto actions = root->actions(me);
  if (actions.size() < 2) return 0;
  if (root->simultaneous() && options.simultaneous == Options::Simultaneous::RegretMatching)
    return sample_strategy(root->extras(me), rng);
  if (options.decision == Options::Decision::Knowledge && preference != nullptr)
    return best_known(root, me, options.select, *preference);
  const bool alone = !root->simultaneous();
  const float sure = alone ? root->role(me).bounds.low : 0;
  const bool solved = alone && root->role(me).bounds.proven();
  const bool by_value = options.decision == Options::Decision::Value;
  const double estimate = best_estimate(actions);
  const auto in = [&](const Action& a) { return !alone || (a.high >= sure && !(solved && a.low < sure)); };
  const auto visits_of = [&](const Action& a) {
    // A draw that is proven can have been visited seldom and still be best.
    return alone && a.proven() && !solved ? (value_of(a, alone) >= estimate ? root->visits : 0) : a.visits;
  };
  std::uint32_t most = 0;
  for (const Action& a : actions) {
    if (in(a)) most = std::max(most, visits_of(a));
  }
  const double enough = options.even_visits.value_or(1) * most;
  std::uint32_t best = 0;
  std::pair<double, double> best_score{-1, -1};
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    const Action& a = actions[i];
    if (!in(a)) continue;
    const double visits = visits_of(a);
    const double value = by_value && a.visits == 0 && !a.proven() ? -0.5 : value_of(a, alone);
    const std::pair<double, double> score = by_value ? std::pair{value, visits} : std::pair{std::min(visits, enough), value};
    if (score <= best_score) continue;
    best = i;
    best_score = score;
  }
  return best;
}

Thought describe(Node* root, std::size_t me, const Options& options) {
  Thought thought;
  for (std::size_t r = 0; r < root->roles; ++r) {
    const Bounds bounds = root->role(r).bounds;
    thought.low.push_back(100.0 * bounds.low);
    thought.high.push_back(options.sum_assumed ? 100.0 : 100.0 * bounds.high);
    const double mean = root->visits == 0 ? 0.5 : root->role(r).sum / root->visits;
    thought.value.push_back(100 * (bounds.proven() ? bounds.low : mean));
  }
  const auto actions = root->actions(me);
  if (actions.size() == 1) {  // the node knows all there is of it
    thought.moves.push_back({root->visits, thought.value[me], thought.low[me], thought.high[me]});
    return thought;
  }
  const bool alone = !root->simultaneous();
  for (const Action& a : actions)
    thought.moves.push_back(
        {a.visits, 100 * value_of(a, alone), 100.0 * (alone ? a.low : 0), 100.0 * (alone && !options.sum_assumed ? a.high : 1)});
  return thought;
}

std::vector<game::JointChoice> expected_line(const Tree& tree, Node* root, std::size_t me, Choice choice) {
  std::vector<game::JointChoice> line;
  constexpr std::size_t kLongest = 12;
  for (Node* n = root; n != nullptr && !n->terminal && line.size() < kLongest;) {
    game::JointChoice joint(n->roles);
    for (std::size_t r = 0; r < n->roles; ++r) {
      const auto actions = n->actions(r);
      for (std::uint32_t i = 1; i < actions.size(); ++i) {
        if (actions[i].visits > actions[joint[r].index()].visits) joint[r] = Choice{i};
      }
    }
    if (n == root) joint[me] = choice;
    line.push_back(joint);
    n = tree.child(n, joint);
    if (n != nullptr && n->visits == 0) break;
  }
  return line;
}

}  // namespace agon::search::mcts
