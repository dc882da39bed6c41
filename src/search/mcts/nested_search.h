// Nested Monte-Carlo search, the player NMC(n) (Cazenave, Saffidine, Schofield and Thielscher, GIGA'15): each legal move is tried
// by a playout of level n-1, and the best is made. No tree is kept.
//
// The paper tries each move once. Where there is time for more, rounds with fresh random numbers follow and means are compared. A
// round that prunes at the root says "not better" of a move and not how good it is, so with several rounds only inner levels prune.
#pragma once

#include <memory>
#include <vector>

#include "search/mcts/playout/nested.h"
#include "search/searcher.h"

namespace agon::search::mcts {

struct NestedSearchOptions {
  unsigned level = 2;  // n, at least 1
  NestedOptions nested;
  std::uint64_t seed = 1;
};

template <game::Engine E>
class NestedSearch final : public FullInformationSearcher {
 public:
  NestedSearch(std::shared_ptr<const E> engine, const NestedSearchOptions& options)
      : engine_(std::move(engine)),
        options_(options),
        roles_(engine_->info().role_count()),
        scratch_(engine_->make_scratch()),
        rng_(options.seed) {
    restart();
  }

  void restart() override { state_ = engine_->initial_state(scratch_); }

  void follow(std::span<const Choice> choices) override {
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < roles_; ++r) {
      engine_->legal_moves(scratch_, state_, RoleId{r}, legal_);
      joint.push_back(legal_[choices[r].index()]);
    }
    engine_->apply(scratch_, state_, joint);
  }

  // A round counts as an iteration.
  Thought think(RoleId role, const Budget& budget) override {
    const Clock::time_point start = Clock::now();
    engine_->legal_moves(scratch_, state_, role, legal_);
    const std::size_t me = role.index();
    std::vector<Trials> trials(legal_.size(), Trials(roles_));
    NestedOptions nested = options_.nested;
    if (budget.iterations > 1) nested.levels &= ~(1U << options_.level);
    NestedPlayer<E> player(*engine_, scratch_, nested, &budget);
    std::uint64_t rounds = 0;
    while (legal_.size() > 1 && rounds < budget.iterations) {
      std::vector<Trials> round(legal_.size(), Trials(roles_));
      (void)player.choose(state_, role, options_.level, rng_.next(),
                          [&](std::size_t move, const auto& outcome) { round[move].add(outcome, me); });
      // Half a round would favour the moves that had their turn; but any is better than none.
      if (player.interrupted() && rounds > 0) break;
      for (std::size_t i = 0; i < trials.size(); ++i) trials[i].add(round[i]);
      ++rounds;
      if (player.interrupted()) break;
    }
    Thought thought = conclude(trials, me);
    thought.iterations = rounds;
    thought.states = player.states();
    thought.depth = options_.level;
    thought.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return thought;
  }

 private:
  // What the playouts of one move brought, on the value scale.
  struct Trials {
    explicit Trials(std::size_t roles) : sums(roles, 0.0) {}
    std::uint64_t count = 0;
    std::vector<double> sums;
    double haste = 0;  // sum of v/(d+1) with v in -1..1: high for quick wins, low for quick losses

    template <class Outcome>
    void add(const Outcome& outcome, std::size_t me) {
      ++count;
      for (std::size_t r = 0; r < sums.size(); ++r) sums[r] += outcome.stopped ? (r == me ? 0 : 1) : outcome.values[r];
      haste += (outcome.stopped ? -1 : 2 * outcome.values[me] - 1) / (outcome.depth + 1.0);
    }
    void add(const Trials& other) {
      count += other.count;
      for (std::size_t r = 0; r < sums.size(); ++r) sums[r] += other.sums[r];
      haste += other.haste;
    }
    [[nodiscard]] double mean(std::size_t role) const { return count == 0 ? 0 : sums[role] / static_cast<double>(count); }
    [[nodiscard]] double mean_haste() const { return count == 0 ? 0 : haste / static_cast<double>(count); }
  };

  Thought conclude(const std::vector<Trials>& trials, std::size_t me) {
    Thought thought;
    std::uint32_t best = 0;
    std::uint32_t ties = 0;
    for (std::uint32_t i = 0; i < trials.size(); ++i) {
      const Trials& t = trials[i];
      thought.moves.push_back({t.count, 100 * t.mean(me), 0, 100});
      if (t.count == 0) continue;
      if (ties == 0 || better(t, trials[best], me)) {
        best = i;
        ties = 1;
      } else if (options_.nested.random_order && !better(trials[best], t, me) && rng_.below(++ties) == 0) {
        best = i;
      }
    }
    thought.choice = Choice{best};
    for (std::size_t r = 0; r < roles_; ++r) thought.value.push_back(ties == 0 ? 50 : 100 * trials[best].mean(r));
    thought.low.assign(roles_, 0);
    thought.high.assign(roles_, 100);
    game::JointChoice joint(roles_);
    joint[me] = Choice{best};
    thought.line.push_back(std::move(joint));
    return thought;
  }

  [[nodiscard]] bool better(const Trials& a, const Trials& b, std::size_t me) const {
    if (a.mean(me) != b.mean(me)) return a.mean(me) > b.mean(me);
    return options_.nested.discount && a.mean_haste() > b.mean_haste();
  }

  std::shared_ptr<const E> engine_;
  NestedSearchOptions options_;
  std::size_t roles_;
  typename E::Scratch scratch_;
  typename E::State state_;
  game::MoveBuffer legal_;
  Rng rng_;
};

}  // namespace agon::search::mcts
