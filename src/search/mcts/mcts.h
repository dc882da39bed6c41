// Monte-Carlo tree search over any engine: selection, expansion, playout and back-propagation in one loop, policies as parts
// (options.h).
//
// Every role selects for itself from its own statistics (decoupled UCT), so that turns, simultaneous moves, any number of roles and
// goals that do not add up are one case. Tree parallelisation: threads share the tree behind one lock, which they hold for
// selection and back-propagation and not for playouts; a virtual loss keeps them apart. One thread with one seed gives one result.
#pragma once

#include <algorithm>
#include <cmath>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/adaptive_spin_mutex.h"
#include "engines/lanes/lanes.h"
#include "game/capabilities.h"
#include "search/mcts/tree/back_up.h"
#include "search/mcts/tree/best_line.h"
#include "search/mcts/tree/bounds.h"
#include "search/mcts/tree/conclusion.h"
#include "search/mcts/tree/credit.h"
#include "search/mcts/tree/fan.h"
#include "search/mcts/tree/frames.h"
#include "search/mcts/tree/selection.h"
#include "search/mcts/worker.h"
#include "search/searcher.h"

namespace agon::search::mcts {

template <game::FlatEngine E>
class Mcts final : public FullInformationSearcher {
 public:
  using State = typename E::State;
  using Worker = mcts::Worker<E>;

  // `lanes` may be null; they must be those of the engine's circuit, with the weights of the playout policy if there is one.
  Mcts(std::shared_ptr<const E> engine, std::shared_ptr<const engines::Lanes> lanes, const Options& options)
      : engine_(std::move(engine)),
        lanes_(std::move(lanes)),
        options_(options),
        roles_(engine_->info().role_count()),
        chance_(engine_->info().random),
        fans_(lanes_ && options.fan > 0 && roles_ > 1 && !options.needs_extras() && !options.select.first_play_urgency),
        frames_(*engine_, options_),
        tree_(options.memory_bytes, options.needs_extras()),
        selector_(options, roles_),
        rave_credit_(roles_) {
    if (fans_ && !options_.even_visits) options_.even_visits = kEvenInFans;
    const bool whole_lines = options.select.rave != Selection::Rave::Off || alone();
    for (unsigned t = 0; t < std::max(1U, options.threads); ++t)
      workers_.push_back(std::make_unique<Worker>(*engine_, lanes_, options_, whole_lines, t));
    restart();
  }

  void restart() override {
    state_ = engine_->initial_state(workers_[0]->scratch);
    tree_.clear();
    root_ = nullptr;
    selector_.restart();
    best_line_.clear();
    for (auto& worker : workers_) {
      if (worker->policy) worker->policy->clear();
    }
  }

  void follow(std::span<const Choice> choices) override {
    Worker& w = *workers_[0];
    std::vector<MoveId> joint(roles_);
    game::MoveBuffer legal;
    for (std::uint32_t r = 0; r < roles_; ++r) {
      engine_->legal_moves(w.scratch, state_, RoleId{r}, legal);
      joint[r] = legal[choices[r].index()];
    }
    Node* next = root_ != nullptr && options_.reuse && !root_->terminal ? child_of_root(choices, joint) : nullptr;
    engine_->apply(w.scratch, state_, joint);
    if (frames_.on()) {
      State representative = state_;
      frame_ = frames_.enter(representative);
      if (next != nullptr && !std::ranges::equal(game::bytes_of(representative), next->state())) next = nullptr;
    }
    if (!options_.reuse) tree_.clear();
    root_ = next;
    tree_.set_root(root_);
    for (auto& worker : workers_) {
      if (worker->policy) worker->policy->on_match_step();
    }
    best_line_.advance(joint[0]);
  }

  Thought think(RoleId role, const Budget& budget) override {
    const Clock::time_point start = Clock::now();
    prepare_root();
    iterations_ = states_ = 0;
    deepest_ = 0;
    budget_ = &budget;
    const bool hurry = budget.deadline != Clock::time_point::max();
    grace_ = hurry && budget.deadline > start ? budget.deadline + (budget.deadline - start) / kGraceParts : budget.deadline;
    role_ = role;
    const std::size_t refused = tree_.refused();
    work_together();
    // Nodes that are larger than those of earlier states would find no room among them for ever.
    constexpr std::uint64_t kOften = 10;
    starved_ = (tree_.refused() - refused) * kOften > iterations_;
    Thought thought = sum_broken_ ? think_again(role) : conclude(role);
    thought.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return thought;
  }

  [[nodiscard]] bool goes_on() const override { return true; }
  [[nodiscard]] const Tree& tree() const { return tree_; }
  [[nodiscard]] const Selector& selector() const { return selector_; }

 private:
  static constexpr std::size_t kDeepest = 4'000;
  static constexpr double kEvenInFans = 0.75;
  static constexpr std::uint32_t kMostVisits = 4'000'000'000;  // that a node can count, with some to spare for those under way
  static constexpr int kGraceParts = 10;                       // a tenth of the time more for the first results

  // By the moves of the match.
  [[nodiscard]] Node* child_of_root(std::span<const Choice> choices, std::span<const MoveId> joint) {
    if (!frames_.on()) return tree_.child(root_, choices);
    const std::optional<game::JointChoice> actions = frames_.actions(root_, frame_, joint);
    return actions ? tree_.child(root_, *actions) : nullptr;
  }

  // ---- the loop ----

  void work_together() {
    done_.store(over(), std::memory_order_relaxed);
    if (done_) return;
    std::vector<std::thread> threads;
    try {
      for (std::size_t t = 1; t < workers_.size(); ++t) threads.emplace_back([this, t] { work(*workers_[t]); });
    } catch (const std::system_error&) {  // the machine has no more threads: those that there are do the work
    }
    work(*workers_[0]);
    for (std::thread& thread : threads) thread.join();
    if (failure_) {
      tree_.clear();  // visits that never ended are in it
      root_ = nullptr;
      for (auto& worker : workers_) worker->drop_simulations();
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
  }

  // The assumption was wrong, and with it what bounds say. Visits are not: if no time is left, they decide.
  Thought think_again(RoleId role) {
    const Choice before = conclude(role).choice;
    forget_sum();
    work_together();
    Thought thought = conclude(role);
    if (root_->visits == 0) thought.choice = before;
    return thought;
  }

  void forget_sum() {
    sum_broken_ = false;
    options_.constant_sum.reset();
    options_.sum_assumed = false;
    selector_ = Selector(options_, roles_);
    tree_.clear();
    root_ = nullptr;
    prepare_root();
  }

  void work(Worker& w) {
    try {
      while (!done_.load(std::memory_order_relaxed)) {
        if (lanes_) {
          lanes_iteration(w);
        } else {
          iteration(w);
        }
        const std::lock_guard lock(mutex_);
        stop_if_over();
      }
      if (lanes_) end_flights(w);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      done_.store(true, std::memory_order_relaxed);
    }
  }

  [[nodiscard]] bool over() const {
    if (sum_broken_ || root_->visits >= kMostVisits || budget_->stopped() || iterations_ >= budget_->iterations ||
        states_ >= budget_->states || budget_->late())
      return true;
    // Where several choose at once the value can be known and the move still not.
    if (!options_.solver || root_->simultaneous()) return false;
    return root_->proven || (root_->role(role_.index()).bounds.proven() && root_->role(role_.index()).actions > 1);
  }

  void stop_if_over() {
    if (over()) done_.store(true, std::memory_order_relaxed);
  }

  void iteration(Worker& w) {
    if (w.simulations.empty()) w.simulations.emplace_back(roles_);
    Simulation<State>& sim = w.simulations[0];
    if (!descend(w, sim)) return;
    const bool played = w.policy->run(w.scratch, sim, w.rng, playout_limits());
    if (played) sim.discount(options_.playout.discount);
    const std::lock_guard lock(mutex_);
    if (played) return finish(w, sim);
    states_ += sim.states;
    give_up(sim, roles_);
  }

  // Leaf parallelisation: new leaves for the lanes that are free, and what others have brought meanwhile.
  void lanes_iteration(Worker& w) {
    {
      const std::lock_guard lock(mutex_);
      std::uint32_t untried = 0;
      if (!options_.select.first_play_urgency) {
        for (std::size_t r = 0; r < roles_; ++r) untried = std::max(untried, root_->role(r).untried);
      }
      w.leaves->suit(root_->visits + root_->virtual_loss, untried);
    }
    // Descents that end in known results cost next to nothing, but must not go on for ever.
    constexpr std::size_t kMostTries = 1024;
    for (std::size_t tries = 0; w.leaves->room() && tries < kMostTries && !done_.load(std::memory_order_relaxed); ++tries) {
      if (w.unused.empty()) w.unused.push_back(&w.simulations.emplace_back(roles_));
      Simulation<State>& sim = *w.unused.back();
      if (!descend(w, sim)) {
        const std::lock_guard lock(mutex_);
        stop_if_over();
        continue;
      }
      if (!sim.fan.empty()) {
        spread(*engine_, w.scratch, sim, options_, w.joint, *w.leaves);
        if (landed(sim, *w.leaves)) {  // all of it known
          const std::lock_guard lock(mutex_);
          gather(w, sim);
          stop_if_over();
          continue;
        }
      } else {
        sim.leaf = w.leaves->add(game::bytes_of(sim.state));
      }
      w.unused.pop_back();
      w.under_way.push_back(&sim);
    }
    const Budget limits = playout_limits();
    land(w, w.leaves->play([&] { return limits.stopped() || limits.late(); }));
  }

  // When there are results, others are not worth being late. The first ones are worth a little.
  Budget playout_limits() {
    const std::lock_guard lock(mutex_);
    Budget limits;
    limits.stop = budget_->stop;
    limits.deadline = root_->visits > 0 ? budget_->deadline : grace_;
    return limits;
  }

  void end_flights(Worker& w) {
    const Budget limits = playout_limits();
    land(w, w.leaves->play_out([&] { return limits.stopped() || limits.late(); }));
    const std::lock_guard lock(mutex_);
    const bool informed = root_->visits > 0;
    for (Simulation<State>* const sim : w.under_way) {
      if (informed || !settle(*sim, *w.leaves)) give_up(*sim, roles_);
      else take(w, *sim);
      w.unused.push_back(sim);
    }
    w.under_way.clear();
    w.leaves->drop();
  }

  // Backs up the simulations whose playouts are done.
  void land(Worker& w, std::uint64_t states) {
    const std::lock_guard lock(mutex_);
    states_ += states;
    std::erase_if(w.under_way, [&](Simulation<State>* sim) {
      if (!landed(*sim, *w.leaves)) return false;
      take(w, *sim);
      w.unused.push_back(sim);
      return true;
    });
  }

  // What its playouts brought. The lock is held.
  void take(Worker& w, Simulation<State>& sim) {
    if (!sim.fan.empty()) return gather(w, sim);
    for (std::size_t r = 0; r < roles_; ++r) sim.values[r] = sim.outcome[r] = w.leaves->value(sim.leaf, r);
    w.leaves->release(sim.leaf);
    finish(w, sim);
  }

  // ---- selection and expansion ----

  void prepare_root() {
    if (starved_) {
      tree_.clear();
      root_ = nullptr;
    }
    if (root_ != nullptr) return;
    Worker& w = *workers_[0];
    State state = state_;
    frame_ = frames_.enter(state);
    const std::uint64_t hash = engine_->hash(state);
    look_ahead(w, state, hash);
    if (options_.transpositions) root_ = tree_.find(hash, game::bytes_of(state));
    if (root_ == nullptr) root_ = add_node(w, state, hash);
    if (root_ == nullptr) {  // among pieces that are all too small: nothing of the past is worth more than the present
      tree_.clear();
      root_ = add_node(w, state, hash);
    }
    if (root_ == nullptr)
      throw LimitReached("search-memory", "the memory of the search does not hold a single state", "give it more");
    tree_.set_root(root_);
  }

  // To a state that is not in the tree yet, which then is. False if the descent ended in a known result, which is backed up.
  bool descend(Worker& w, Simulation<State>& sim) {
    sim.clear();
    {
      const std::lock_guard lock(mutex_);
      ++descent_;
      selector_.begin_descent(root_);
      Node* n = root_;
      for (;;) {
        if (n->terminal || (n->proven && n != root_)) {
          for (std::size_t r = 0; r < roles_; ++r) sim.values[r] = sim.outcome[r] = n->role(r).bounds.low;
          sim.ended = n->terminal;
          sim.known = true;
          sim.trace.tree_steps = sim.trace.steps();
          finish(w, sim);
          return false;
        }
        const bool again = n->on_path == descent_ || sim.path.size() >= kDeepest;  // a circle, or as good as one
        if (again) {
          game::assign_state(sim.state, n->state());
          break;
        }
        n->on_path = descent_;
        if (fans_out(n)) {
          take_fan(sim, n, roles_, options_, w.rng);
          return true;
        }
        select(w, sim, n);
        Node* const child = tree_.child(n, last_joint(sim));
        if (child == nullptr) {
          game::assign_state(sim.state, n->state());
          break;
        }
        n = child;
      }
      sim.trace.tree_steps = sim.trace.steps();
      if (!sim.path.empty() && n != sim.path.back()) return true;  // stopped at a node that is in the tree already
    }
    return expand(w, sim);
  }

  // Every role chooses in n, which joins the path.
  void select(Worker& w, Simulation<State>& sim, Node* n) {
    sim.path.push_back(n);
    ++n->virtual_loss;
    joint_moves_.resize(roles_);
    for (std::size_t r = 0; r < roles_; ++r) {
      const auto actions = n->actions(r);
      std::uint32_t i = 0;
      if (actions.size() > 1) {  // of a move without an alternative the node knows all there is
        i = chance_ && chance_->index() == r ? w.rng.below(static_cast<std::uint32_t>(actions.size()))
                                             : selector_.choose(sim.path, r, w.preference, sim.trace, w.rng);
        if (actions[i].visits + actions[i].virtual_loss == 0) --n->role(r).untried;
        ++actions[i].virtual_loss;
      }
      joint_moves_[r] = actions[i].move;
      sim.joints.push_back(Choice{i});
    }
    sim.trace.add(joint_moves_);
  }

  [[nodiscard]] std::span<const Choice> last_joint(const Simulation<State>& sim) const {
    return std::span(sim.joints).last(roles_);
  }

  // Makes the move at the end of the path and adds the state to the tree. False if the game is over there; that is backed up.
  bool expand(Worker& w, Simulation<State>& sim) {
    engine_->apply(w.scratch, sim.state, std::span(sim.trace.moves).last(roles_));
    frames_.enter(sim.state);
    const std::uint64_t hash = engine_->hash(sim.state);
    look_ahead(w, sim.state, hash);
    const std::lock_guard lock(mutex_);
    Node* child = options_.transpositions ? tree_.find(hash, game::bytes_of(sim.state)) : nullptr;
    if (child == nullptr) child = add_node(w, sim.state, hash);
    if (child == nullptr) {  // no room: a playout from here all the same, unless there is nothing to play
      sim.ended = engine_->is_terminal(w.scratch, sim.state);
      if (!sim.ended) return true;
      for (std::uint32_t r = 0; r < roles_; ++r) sim.outcome[r] = end_value(w, sim.state, r);
      sim.discount(options_.playout.discount);
      finish(w, sim);
      return false;
    }
    tree_.set_child(sim.path.back(), last_joint(sim), child);
    if (!child->terminal) {
      if (fans_out(child)) take_fan(sim, child, roles_, options_, w.rng);
      return true;
    }
    for (std::size_t r = 0; r < roles_; ++r) sim.values[r] = sim.outcome[r] = child->role(r).bounds.low;
    sim.ended = sim.known = true;
    finish(w, sim);
    return false;
  }

  Node* add_node(Worker& w, const State& state, std::uint64_t hash) {
    // A state in which somebody has no move is the end of a match too, without a winner.
    bool terminal = engine_->is_terminal(w.scratch, state);
    for (std::uint32_t r = 0; r < roles_ && !terminal; ++r) {
      engine_->legal_moves(w.scratch, state, RoleId{r}, w.legal[r]);
      terminal = w.legal[r].empty();
    }
    if (terminal) {
      for (game::MoveBuffer& moves : w.legal) moves.assign(1, MoveId{});
    } else if (frames_.on()) {
      frames_.prune(state, w.legal);
    }
    Node* const n = tree_.create(hash, game::bytes_of(state), w.legal, options_.transpositions);
    if (n == nullptr) return nullptr;
    ++states_;
    if (terminal) {
      n->terminal = n->proven = true;
      for (std::uint32_t r = 0; r < roles_; ++r) {
        const auto value = static_cast<float>(end_value(w, state, r));
        n->role(r).bounds = {value, value};
      }
      if (options_.constant_sum && !has_sum(n)) sum_broken_ = true;
    } else if (w.prior) {
      w.prior->write(n);
      states_ += w.prior->states();
    }
    return n;
  }

  // The prior of a state that is about to become a node. The lock is not held: this makes a state for each move.
  void look_ahead(Worker& w, const State& state, std::uint64_t hash) {
    if (!w.prior) return;
    w.prior->clear();
    if (options_.transpositions) {
      const std::lock_guard lock(mutex_);
      if (tree_.find(hash, game::bytes_of(state)) != nullptr) return;
    }
    w.prior->look(w.scratch, state);
  }

  // A goal that is missing counts nothing.
  [[nodiscard]] double end_value(Worker& w, const State& state, std::uint32_t role) const {
    return std::max(0, engine_->goal(w.scratch, state, RoleId{role})) / 100.0;
  }

  [[nodiscard]] bool has_sum(Node* terminal) const {
    double sum = 0;
    for (std::size_t r = 0; r < roles_; ++r) {
      if (!chance_ || chance_->index() != r) sum += terminal->role(r).bounds.low;
    }
    constexpr double kHalfAGoal = 0.005;
    return std::abs(sum - *options_.constant_sum) < kHalfAGoal;
  }

  // ---- fans (fan.h) ----

  [[nodiscard]] bool fans_out(Node* n) const {
    return fans_ && n->choosers == 1 && !(chance_ && chance_->index() == n->chooser) && n->role(n->chooser).untried > 0;
  }

  // Back-propagates what the fan brought. The lock is held.
  void gather(Worker& w, Simulation<State>& sim) {
    Node* const n = sim.path.back();
    const auto actions = n->actions(n->chooser);
    std::uint32_t count = 0;
    std::vector<double>& sums = w.sums;
    sums.assign(roles_, 0.0);
    for (Branch<State>& branch : sim.fan) {
      --actions[branch.action].virtual_loss;
      if (!branch.counts) {
        if (actions[branch.action].visits + actions[branch.action].virtual_loss == 0)
          ++n->role(n->chooser).untried;  // nobody else has tried it
        continue;
      }
      ++count;
      if (branch.ended) {
        add_end(w, n, branch);
        for (std::uint32_t r = 0; r < roles_; ++r) sim.values[r] = end_value(w, branch.state, r);
      } else {
        for (std::size_t r = 0; r < roles_; ++r) sim.values[r] = w.leaves->value(branch.leaf, r);
        w.leaves->release(branch.leaf);
      }
      selector_.add_result(sim.values, sim.values);
      ++actions[branch.action].visits;
      actions[branch.action].sum += sim.values[n->chooser];
      for (std::size_t r = 0; r < roles_; ++r) sums[r] += sim.values[r];
    }
    iterations_ += count;
    deepest_ = std::max(deepest_, static_cast<std::uint32_t>(sim.path.size()));
    const auto held = static_cast<std::uint32_t>(sim.fan.size());
    n->virtual_loss -= held;
    n->visits += count;
    tree_.touch(n);
    for (std::size_t r = 0; r < roles_; ++r) n->role(r).sum += sums[r];
    const bool bounds_moved =
        options_.solver && sim.known && !sum_broken_ && update_bounds(tree_, n, chance_, options_.constant_sum);
    for (std::size_t r = 0; r < roles_; ++r) sim.values[r] = within_bounds(n, r, sums[r] / count, options_);
    sim.path.pop_back();
    hold(sim, roles_, static_cast<std::int32_t>(count) - static_cast<std::int32_t>(held));
    back_up(tree_, sim, count, bounds_moved, chance_, options_);
  }

  void add_end(Worker& w, Node* n, Branch<State>& branch) {
    frames_.enter(branch.state);
    const std::uint64_t hash = engine_->hash(branch.state);
    Node* child = options_.transpositions ? tree_.find(hash, game::bytes_of(branch.state)) : nullptr;
    if (child == nullptr) child = add_node(w, branch.state, hash);
    if (child == nullptr) return;
    game::JointChoice& choice = w.choice;
    choice.assign(roles_, Choice{0});
    choice[n->chooser] = Choice{branch.action};
    tree_.set_child(n, choice, child);
  }

  // ---- back-propagation; the lock is held ----

  void finish(Worker& w, Simulation<State>& sim) {
    ++iterations_;
    states_ += std::max<std::uint64_t>(sim.states, 1);  // a descent to a known result makes none, and must not be free
    deepest_ = std::max(deepest_, static_cast<std::uint32_t>(sim.path.size()));
    if (options_.playout.policy && !lanes_) {  // uniform playouts have nothing to learn
      goals_.resize(roles_);
      for (std::size_t r = 0; r < roles_; ++r) goals_[r] = 100 * sim.values[r];
      w.policy->learn(sim.trace, goals_);
    }
    selector_.add_result(sim.values, sim.outcome);
    if (alone() && sim.ended) best_line_.offer(sim.outcome[0], sim.trace.moves);
    if (options_.select.rave != Selection::Rave::Off) rave_credit_.add(sim.path, sim.trace, sim.values);
    back_up(tree_, sim, 1, options_.solver && sim.known && !sum_broken_, chance_, options_);
  }

  // One player, who remembers the best match that was seen.
  [[nodiscard]] bool alone() const { return roles_ == 1 && options_.best_line; }

  // ---- what follows from it ----

  Thought conclude(RoleId role) {
    Worker& w = *workers_[0];
    Thought thought = describe(root_, role.index(), options_);
    const std::optional<std::uint32_t> known =
        alone() ? best_line_.next(root_->actions(0), root_->role(0).bounds.low) : std::nullopt;
    thought.choice = Choice{known ? *known : decide(root_, role.index(), options_, w.preference, w.rng)};
    thought.iterations = iterations_;
    thought.states = states_;
    thought.nodes = tree_.nodes();
    thought.depth = deepest_;
    thought.line = expected_line(tree_, root_, role.index(), thought.choice);
    if (frames_.on()) frames_.carry_back(tree_, root_, frame_, role, w.scratch, state_, thought);
    return thought;
  }

  std::shared_ptr<const E> engine_;
  std::shared_ptr<const engines::Lanes> lanes_;
  Options options_;
  std::size_t roles_;
  std::optional<RoleId> chance_;
  bool fans_;
  State state_;  // where the match stands
  Frames<E> frames_;
  typename Frames<E>::Frame frame_ = 0;  // from there to the root

  // Each on a cache line of its own: threads that spin read the lock again and again.
  alignas(64) AdaptiveSpinMutex mutex_;  // guards what follows while threads work
  alignas(64) Tree tree_;
  Node* root_ = nullptr;
  Selector selector_;
  std::uint64_t iterations_ = 0, states_ = 0;
  std::uint32_t deepest_ = 0;
  std::uint32_t descent_ = 0;
  bool sum_broken_ = false;  // an end was met that does not add up
  bool starved_ = false;     // the tree had no room for much of what was seen
  RaveCredit rave_credit_;
  BestLine best_line_;
  std::vector<MoveId> joint_moves_;
  std::vector<double> goals_;

  std::vector<std::unique_ptr<Worker>> workers_;
  const Budget* budget_ = nullptr;
  Clock::time_point grace_;
  RoleId role_;
  alignas(64) std::atomic<bool> done_{false};
  std::exception_ptr failure_;
};

}  // namespace agon::search::mcts
