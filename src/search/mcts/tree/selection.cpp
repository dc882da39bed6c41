#include "search/mcts/tree/selection.h"

#include <algorithm>
#include <cmath>

namespace agon::search::mcts {
namespace {

double value_of(const Action& a) {
  // Virtual loss: a visit that is under way counts as lost, so that the next one looks elsewhere.
  const std::uint32_t n = a.visits + a.virtual_loss;
  return n == 0 ? 0 : a.sum / n;
}

// The statistics of a move in an ancestor: moves are in the same order there, so most are found near their own place.
const Extra* find_move(Node* n, std::size_t role, MoveId move) {
  const std::span<const Action> actions = n->actions(role);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (actions[i].move == move) return &n->extras(role)[i];
  }
  return nullptr;
}

}  // namespace

std::uint32_t best_in_band(std::span<const double> values, double tolerance, std::span<const double> scores) {
  const double bar = (1 - tolerance) * *std::ranges::max_element(values);
  std::uint32_t best = 0;
  double best_score = -1;
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (values[i] < bar || scores[i] <= best_score) continue;
    best = i;
    best_score = scores[i];
  }
  return best;
}

Selector::Selector(const Options& options, std::size_t roles)
    : options_(options.select),
      simultaneous_(options.simultaneous),
      constant_sum_(options.constant_sum.has_value()),
      prior_(options.prior != nullptr),
      thresholds_(roles) {}

void Selector::restart() { std::ranges::fill(thresholds_, SufficiencyThreshold{}); }

void Selector::begin_descent(Node* root) {
  ++descents_;
  rave_ = options_.rave == Selection::Rave::On || options_.rave == Selection::Rave::Mixed;
  if (options_.rave == Selection::Rave::Adaptive) {
    // RAVE is used while it is optimistic about the moves that were tried most (Mehat and Vittaut 2013).
    std::uint64_t optimistic = 0;
    std::uint64_t pessimistic = 0;
    for (std::size_t r = 0; r < root->roles; ++r) {
      const std::span<const Action> actions = root->actions(r);
      if (actions.size() < 2) continue;
      for (std::size_t i = 0; i < actions.size(); ++i) {
        const Action& a = actions[i];
        const Extra& extra = root->extras(r)[i];
        if (a.visits == 0 || extra.rave_visits == 0) continue;
        const double bar = a.mean() + options_.rave_margin / 100;
        if (extra.rave_mean > bar) optimistic += a.visits;
        if (extra.rave_mean < bar) pessimistic += a.visits;
      }
    }
    rave_ = optimistic > pessimistic;
  }
  if (rave_) ++rave_descents_;
}

double Selector::exploration(std::span<const Action> actions, std::size_t role, bool at_root, Rng& rng) {
  using Sufficiency = Selection::Sufficiency;
  if (options_.sufficiency == Sufficiency::Off || (options_.sufficiency_root_only && !at_root)) return options_.exploration;
  double best = 0;
  for (const Action& a : actions) best = std::max(best, value_of(a));
  if (options_.sufficiency == Sufficiency::Static) return best > options_.threshold ? 0 : options_.exploration;
  const double chance = thresholds_[role].chance(best, options_.sufficiency_tail, options_.sufficiency_floor);
  return chance > 0 && rng.unit() < chance ? 0 : options_.exploration;
}

std::uint32_t Selector::untried(std::span<const Action> actions, std::size_t role, MovePreference* preference, const Trace& trace,
                                Rng& rng) {
  if (candidates_.size() == 1) return candidates_[0];
  if (preference == nullptr) return candidates_[rng.below(static_cast<std::uint32_t>(candidates_.size()))];
  candidate_moves_.clear();
  for (const std::uint32_t i : candidates_) candidate_moves_.push_back(actions[i].move);
  return candidates_[preference->choose(role, candidate_moves_, trace, rng)];
}

void Selector::keep_best_prior(std::span<const Extra> extras) {
  float best = 0;
  for (const std::uint32_t i : candidates_) best = std::max(best, extras[i].prior);
  std::erase_if(candidates_, [&](std::uint32_t i) { return extras[i].prior < best; });
}

std::uint32_t Selector::choose(std::span<Node* const> path, std::size_t role, MovePreference* preference, const Trace& trace,
                               Rng& rng) {
  Node* const n = path.back();
  const std::span<Action> actions = n->actions(role);
  if (actions.size() == 1) return 0;
  if (n->simultaneous() && simultaneous_ == Options::Simultaneous::RegretMatching) return regret_match(n->extras(role), rng);

  // 1. What is proven not to be better than something else is out.
  const Bounds bounds = n->role(role).bounds;
  const bool alone = !n->simultaneous();
  // Nor need anything be looked at that is no better; but then its value must not be missed above (see Mcts::within_bounds).
  const bool narrow = (constant_sum_ || n->roles == 1) && bounds.low < bounds.high;
  const auto out = [&](const Action& a) { return alone && (a.high < bounds.low || (narrow && a.high <= bounds.low)); };

  // 2. Moves that were never tried come first, unless their urgency is set; of these the ones with the best prior.
  if (!options_.first_play_urgency && n->role(role).untried > 0) {
    candidates_.clear();
    for (std::uint32_t i = 0; i < actions.size(); ++i) {
      if (actions[i].visits + actions[i].virtual_loss == 0 && !out(actions[i])) candidates_.push_back(i);
    }
    if (prior_) keep_best_prior(n->extras(role));
    if (!candidates_.empty()) return untried(actions, role, preference, trace, rng);
  }

  // 3. The best upper bound, ties at random.
  const double c = exploration(actions, role, path.size() == 1, rng);
  const double total = std::max(1U, n->visits + n->virtual_loss);
  const double log_total = std::log(static_cast<float>(total));
  const bool rave = rave_ && !(options_.rave == Selection::Rave::Mixed && rng.unit() >= options_.rave_share);
  const double alpha = rave ? std::sqrt(options_.rave_equivalence / (3 * total + options_.rave_equivalence)) : 0;
  Node* reference = n;
  if (rave && options_.grave_visits > 0) {
    for (std::size_t i = path.size(); i-- > 0;) {
      if (path[i]->role(role).actions < 2) continue;
      reference = path[i];
      if (reference->visits >= options_.grave_visits) break;
    }
  }
  const Extra* const extras = n->extended ? n->extras(role).data() : nullptr;
  double best = -1;
  std::uint32_t ties = 0;
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    const Action& a = actions[i];
    if (out(a)) continue;
    double score = 0;
    const std::uint32_t tries = a.visits + a.virtual_loss;
    if (alone && a.proven()) {
      score = a.low;
    } else if (tries == 0) {
      score =
          options_.first_play_urgency.value_or(1);  // without urgency: proven to be no better than others, and tried all the same
    } else {
      double width = 1;
      if (options_.rule == Selection::Rule::Ucb1Tuned) {
        const double variance = extras[i].square_mean - a.mean() * a.mean() + std::sqrt(2 * log_total / tries);
        width = std::sqrt(std::min(0.25, std::max(0.0, variance)));
      }
      score = a.sum / tries + c * width * std::sqrt(static_cast<float>(log_total / tries));
    }
    if (alpha > 0) {
      const Extra* const source = reference == n ? &extras[i] : find_move(reference, role, a.move);
      if (source != nullptr && source->rave_visits > 0) score = (1 - alpha) * score + alpha * source->rave_mean;
    }
    if (prior_ && !(alone && a.proven())) score += options_.progressive_bias * extras[i].prior / (tries + 1);
    if (score > best) {
      best = score;
      ties = 1;
      result = i;
    } else if (score == best && rng.below(++ties) == 0) {
      result = i;
    }
  }
  if (options_.tolerance <= 0 || preference == nullptr) return result;

  // 4. Gorgon's band: knowledge of moves is trusted over small differences.
  candidates_.clear();
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    const Action& a = actions[i];
    const std::uint32_t tries = a.visits + a.virtual_loss;
    const double score = tries == 0 ? options_.first_play_urgency.value_or(1) : value_of(a) + c * std::sqrt(log_total / tries);
    if (!out(a) && score >= (1 - options_.tolerance) * best) candidates_.push_back(i);
  }
  return candidates_.empty() ? result : untried(actions, role, preference, trace, rng);
}

std::uint32_t Selector::regret_match(std::span<Extra> actions, Rng& rng) const {
  constexpr double kExplore = 0.2;
  double positive = 0;
  for (const Extra& a : actions) positive += std::max(0.0F, a.regret);
  double left = rng.unit();
  auto result = static_cast<std::uint32_t>(actions.size() - 1);
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    const double uniform = 1.0 / static_cast<double>(actions.size());
    const double matched = positive > 0 ? std::max(0.0F, actions[i].regret) / positive : uniform;
    actions[i].strategy += static_cast<float>(matched);
    left -= (1 - kExplore) * matched + kExplore * uniform;
    if (left < 0) {
      result = i;
      left = 2;  // strategies of the rest are still to be added
    }
  }
  return result;
}

void Selector::add_result(std::span<const double> values, std::span<const double> undiscounted) {
  if (options_.sufficiency != Selection::Sufficiency::Adaptive) return;
  for (std::size_t r = 0; r < values.size(); ++r) thresholds_[r].add_result(values[r], undiscounted[r] >= 1);
}

}  // namespace agon::search::mcts
