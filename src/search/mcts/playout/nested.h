// Nested playouts (Cazenave, Saffidine, Schofield and Thielscher, GIGA'15): a player of level n tries each move by a playout
// between players of level n-1; level 0 plays at random. The paper has two players who take turns. Where several choose at the same
// time each takes the others to move at random, and chance always does.
//
// Random numbers are keyed by the place in the search, not drawn from one stream: pruning leaves numbers unused, and must not
// change what is drawn elsewhere. Without that the propositions of the paper could not be tested.
#pragma once

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "base/hash.h"
#include "base/rng.h"
#include "game/engine.h"
#include "search/mcts/options.h"
#include "search/searcher.h"

namespace agon::search::mcts {

struct NestedOptions {
  bool discount = false;  // break ties by length: quick wins, late losses
  enum class Pruning : std::uint8_t { None, CutOnWin, OnDepth, Cascade } pruning = Pruning::None;
  std::uint32_t levels = ~0U;  // bit n: levels that prune; bit 1 is the innermost
  std::uint32_t max_steps = 2'000;
  bool random_order = true;  // of the moves that are tried, so that ties fall at random; else the first of the best is taken
};

template <game::Engine E>
class NestedPlayer {
 public:
  using State = typename E::State;
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  struct Outcome {
    absl::InlinedVector<double, 2> values;  // per role, 0..1
    std::uint32_t depth = 0;                // joint moves made
    bool stopped = false;                   // at the limit of depth: counts as lost for whoever asked
    bool ended = false;
  };

  // With a budget playouts stop when it is used up, and what they bring then means nothing; see interrupted().
  NestedPlayer(const E& engine, typename E::Scratch& scratch, const NestedOptions& options, const Budget* budget = nullptr)
      : engine_(engine), scratch_(scratch), options_(options), budget_(budget), roles_(engine.info().role_count()) {}

  // Both roles play at this level until the end, or until the limit.
  Outcome playout(State state, unsigned level, std::uint64_t seed, std::uint32_t limit = kNoLimit) {
    Outcome out;
    Rng rng(seed);
    std::vector<game::MoveBuffer> legal(roles_);
    std::vector<MoveId> joint(roles_);
    for (;; ++out.depth) {
      if (engine_.is_terminal(scratch_, state) || out.depth >= options_.max_steps) break;
      if (out.depth >= limit) {
        out.stopped = true;
        break;
      }
      if ((level > 0 || out.depth % kStepsBetweenLooks == kStepsBetweenLooks - 1) && over()) break;
      if (!find_legal(state, legal)) break;
      const bool cascade = options_.pruning == NestedOptions::Pruning::Cascade && limit != kNoLimit;
      const std::uint32_t bound = cascade ? limit - out.depth - 1 : kNoLimit;
      std::uint64_t key = mix(seed, out.depth);
      for (std::size_t r = 0; r < roles_; ++r) {
        if (level == 0 || (is_chance(r) && legal[r].size() > 1)) {
          joint[r] = legal[r][rng.below(static_cast<std::uint32_t>(legal[r].size()))];
        } else if (legal[r].size() == 1) {
          joint[r] = legal[r][0];
        } else {
          joint[r] = legal[r][choose(state, legal, r, level, key, bound, Unheard{})];
          key = mix(key, r);  // for whoever chooses at the same time
        }
      }
      engine_.apply(scratch_, state, joint);
      ++states_;
    }
    out.ended = engine_.is_terminal(scratch_, state);
    for (std::uint32_t r = 0; r < roles_; ++r) {
      out.values.push_back(out.ended ? std::max(0, engine_.goal(scratch_, state, RoleId{r})) / 100.0 : kCutOff);
    }
    return out;
  }

  struct Unheard {
    void operator()(std::size_t /*move*/, const Outcome& /*outcome*/) const {}
  };

  // The move of a player of this level; an index into the role's legal moves. `tried(move, outcome)` hears of each playout in the
  // order they are made.
  template <class Tried = Unheard>
  std::size_t choose(const State& state, RoleId role, unsigned level, std::uint64_t seed, Tried&& tried = {}) {
    std::vector<game::MoveBuffer> legal(roles_);
    if (!find_legal(state, legal)) return 0;
    return choose(state, legal, role.index(), level, seed, kNoLimit, tried);
  }

  // The first role that has a choice: in games of turns the one whose turn it is.
  [[nodiscard]] RoleId mover(const State& state) {
    game::MoveBuffer legal;
    for (std::uint32_t r = 0; r < roles_; ++r) {
      engine_.legal_moves(scratch_, state, RoleId{r}, legal);
      if (legal.size() > 1) return RoleId{r};
    }
    return RoleId{0};
  }

  [[nodiscard]] std::uint64_t states() const { return states_; }  // made so far
  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  bool find_legal(const State& state, std::vector<game::MoveBuffer>& legal) {
    for (std::uint32_t r = 0; r < roles_; ++r) {
      engine_.legal_moves(scratch_, state, RoleId{r}, legal[r]);
      if (legal[r].empty()) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_chance(std::size_t role) const { return engine_.info().random && engine_.info().random->index() == role; }

  static constexpr std::uint32_t kStepsBetweenLooks = 64;  // at the clock, where moves are random

  // A clock is read once a choice, which is dozens of playouts.
  bool over() {
    if (budget_ == nullptr || interrupted_) return interrupted_;
    interrupted_ = budget_->stopped() || states_ >= budget_->states || budget_->late();
    return interrupted_;
  }

  template <class Tried>
  std::size_t choose(const State& state, const std::vector<game::MoveBuffer>& legal, std::size_t mover, unsigned level,
                     std::uint64_t seed, std::uint32_t bound, Tried&& tried) {
    std::vector<std::uint32_t> order(legal[mover].size());
    std::iota(order.begin(), order.end(), 0U);
    Rng rng(seed);
    if (level == 0) return rng.below(static_cast<std::uint32_t>(order.size()));
    for (std::size_t i = options_.random_order ? order.size() : 0; i > 1; --i)
      std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
    const bool prunes = ((options_.levels >> level) & 1U) != 0;
    const bool on_depth =
        prunes && (options_.pruning == NestedOptions::Pruning::OnDepth || options_.pruning == NestedOptions::Pruning::Cascade);
    std::vector<MoveId> joint(roles_);
    std::uint32_t best = order[0];
    double best_value = -1;
    std::uint32_t best_depth = 0;
    std::uint32_t quickest = bound;  // a playout this long cannot be a quicker win
    for (const std::uint32_t i : order) {
      if (over()) break;
      for (std::size_t r = 0; r < roles_; ++r) {
        const auto count = static_cast<std::uint32_t>(legal[r].size());
        joint[r] = legal[r][r == mover ? i : count == 1 ? 0 : rng.below(count)];
      }
      State next = state;
      engine_.apply(scratch_, next, joint);
      ++states_;
      const Outcome out = playout(std::move(next), level - 1, mix(seed, i + 1), on_depth ? quickest : kNoLimit);
      if (interrupted_) break;
      tried(i, out);
      const double value = out.stopped ? 0 : out.values[mover];
      if (better(value, out.depth, best_value, best_depth)) {
        best = i;
        best_value = value;
        best_depth = out.depth;
      }
      if (value < 1) continue;
      if (prunes && options_.pruning == NestedOptions::Pruning::CutOnWin) break;
      quickest = std::min(quickest, out.depth);
    }
    return best;
  }

  [[nodiscard]] bool better(double value, std::uint32_t depth, double best, std::uint32_t best_depth) const {
    if (value != best) return value > best;
    if (!options_.discount || value == 0.5) return false;
    return value > 0.5 ? depth < best_depth : depth > best_depth;
  }

  const E& engine_;
  typename E::Scratch& scratch_;
  NestedOptions options_;
  const Budget* budget_;
  std::size_t roles_;
  std::uint64_t states_ = 0;
  bool interrupted_ = false;
};

}  // namespace agon::search::mcts
