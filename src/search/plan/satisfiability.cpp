#include "search/plan/satisfiability.h"

#include <algorithm>

#include "base/rng.h"

namespace agon::search::plan {

Satisfiability::Satisfiability(Task<Engine>& task, std::uint64_t seed, std::size_t memory_bytes)
    : task_(task),
      max_clauses_(memory_bytes / kClauseBytes),
      unrolling_(task.engine->circuit(), {task.root.words.data(), task.root.words.size()}, task.best.target()) {
  stopper_.budget = &task.effort.budget;
  unrolling_.solver().connect_terminator(&stopper_);
  ordered_ = commute_ = moves_commute(seed);
  // Where every condition of the goal takes a move of its own, this is the only length there is, and all shorter ones are hard to
  // refute.
  const std::uint32_t suggested = task.progress.distance(task.root);
  if (suggested <= kMaxSteps) undecided_.push_back(suggested);
}
Satisfiability::~Satisfiability() { unrolling_.solver().disconnect_terminator(); }

Strategy::Status Satisfiability::work(std::uint64_t) {
  for (;;) {
    if (stopper_.terminate()) throw Interrupted{};
    if (pending_.empty() && !start_pass()) return Status::GaveUp;
    const std::size_t length = pending_.back();
    while (unrolling_.steps() <= length && can_extend()) {
      unrolling_.extend();
      if (stopper_.terminate()) throw Interrupted{};
    }
    if (unrolling_.steps() <= length) {  // no room for it, but perhaps for others
      pending_.pop_back();
      continue;
    }
    if (is_settled(length)) {
      pending_.pop_back();
      continue;
    }
    const int answer = ask(length, ordered_);
    if (answer == 0 && stopper_.terminate()) throw Interrupted{};
    if (answer == 10) take_line(length);
    if (answer == 0 && spent_ < conflicts_) return Status::Working;
    // The question has had its share; the next one is the same without order, or about another length.
    spent_ = 0;
    const bool settled_or_last = !ordered_ || answer == 10;
    ordered_ = settled_or_last && commute_;
    if (settled_or_last) {
      pending_.pop_back();
      if (answer == 0) undecided_.push_back(length);
    }
    return Status::Working;
  }
}

bool Satisfiability::start_pass() {
  horizon_ *= 2;
  conflicts_ = std::min(conflicts_ * 2, 1'000'000);
  for (std::size_t length = std::min(horizon_, kMaxSteps); length > longest_; --length) {
    if (length < unrolling_.steps() || can_extend()) pending_.push_back(length);
  }
  longest_ = std::min(horizon_, kMaxSteps);
  pending_.insert(pending_.end(), undecided_.rbegin(), undecided_.rend());
  undecided_.clear();
  return !pending_.empty();
}

bool Satisfiability::is_settled(std::size_t length) const {
  return unrolling_.terminal(length) == -Unrolling::kTrue || unrolling_.goal(length) == -Unrolling::kTrue;
}

int Satisfiability::ask(std::size_t length, bool ordered) {
  CaDiCaL::Solver& solver = unrolling_.solver();
  if (ordered) solver.assume(unrolling_.ordered());
  for (std::size_t step = 0; step < length; ++step) solver.assume(unrolling_.active(step));
  solver.assume(unrolling_.terminal(length));
  solver.assume(unrolling_.goal(length));
  const int slice = static_cast<int>(std::clamp<std::uint64_t>(kSliceWork / unrolling_.clauses(), 50, 2'000));
  solver.limit("conflicts", slice);
  spent_ += slice;
  return solver.solve();
}

bool Satisfiability::moves_commute(std::uint64_t seed) {
  constexpr int kPlayouts = 8;
  constexpr int kSteps = 50;
  Rng rng(seed);
  game::MoveBuffer legal;
  game::MoveBuffer after;
  std::uint32_t same = 0;
  std::uint32_t all = 0;
  // Makes the moves one after the other; false if the second cannot be made.
  const auto make_both = [&](Engine::State& state, MoveId first, MoveId second) {
    task_.engine->apply(task_.scratch, state, std::span(&first, 1));
    if (task_.is_terminal(state)) return false;
    task_.legal(state, after);
    if (std::find(after.begin(), after.end(), second) == after.end()) return false;
    task_.engine->apply(task_.scratch, state, std::span(&second, 1));
    return true;
  };
  for (int playout = 0; playout < kPlayouts; ++playout) {
    Engine::State state = task_.root;
    for (int step = 0; step < kSteps && !task_.is_terminal(state); ++step) {
      task_.legal(state, legal);
      if (legal.empty()) break;
      const MoveId a = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      const MoveId b = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      Engine::State one = state;
      Engine::State other = state;
      if (a != b && make_both(one, a, b) && make_both(other, b, a)) {
        ++all;
        same += one == other ? 1 : 0;
      }
      task_.engine->apply(task_.scratch, state, std::span(&a, 1));
    }
  }
  return all > 0 && same * 10 >= all * 9;
}

void Satisfiability::take_line(std::size_t length) {
  Engine::State state = task_.root;
  std::vector<std::uint32_t> choices;
  game::MoveBuffer legal;
  for (std::size_t step = 0; step < length; ++step) {
    const std::uint32_t leaf = unrolling_.chosen_leaf(step);
    task_.legal(state, legal);
    const auto made = std::find_if(legal.begin(), legal.end(), [&](MoveId move) {
      const circuit::MoveInput& input = task_.engine->circuit().moves[move.index()];
      return leaf == Unrolling::kNoLeaf ? input.by_default() : input.leaf == leaf;
    });
    if (made == legal.end()) return;
    choices.push_back(static_cast<std::uint32_t>(made - legal.begin()));
    task_.apply(state, *made);
  }
  if (task_.is_terminal(state)) task_.best.offer(task_.goal(state), choices, name());
}

}  // namespace agon::search::plan
