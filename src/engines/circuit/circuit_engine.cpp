#include "engines/circuit/circuit_engine.h"

#include <algorithm>
#include <bit>
#include <ctime>

#include "base/hash.h"
#include "circuit/evaluator.h"
#include "engines/circuit/follower.h"
#include "game/goal_value.h"

namespace agon::engines {

using circuit::Lit;
using event::Follower;
using event::StepPlan;

struct CircuitEngine::Scratch::Values {
  std::optional<Follower> follower;             // of Events
  std::optional<circuit::Evaluator> evaluator;  // of Sweep
  std::vector<std::uint64_t> state;             // what the evaluator holds
  bool fresh = true;                            // nothing evaluated yet
  std::vector<std::uint64_t> legal;             // of Sweep: bit per move
  std::vector<Follower::Choice> choices;        // one a selector
  std::vector<std::uint64_t> changes;
  std::vector<std::uint64_t> moves;  // legal moves of the role asked about last
};

CircuitEngine::Scratch::Scratch() : values_(std::make_unique<Values>()) {}
CircuitEngine::Scratch::Scratch(Scratch&&) noexcept = default;
CircuitEngine::Scratch& CircuitEngine::Scratch::operator=(Scratch&&) noexcept = default;
CircuitEngine::Scratch::~Scratch() = default;

Result<std::shared_ptr<const CircuitEngine>> CircuitEngine::create(std::shared_ptr<const circuit::Circuit> circuit,
                                                                   const CircuitEngineOptions& options) {
  const bool recursive = !circuit->network.loops.empty();
  if (options.method != Method::Auto && options.method != Method::Sweep && recursive) {
    return bad_input("events-recursion", "this circuit has positive recursion, which cannot be followed change by change",
                     "use the method 'sweep' or 'auto'; the updater follows changes through recursion");
  }
  try {
    if (options.method != Method::Auto || recursive) {
      const Method method = recursive ? Method::Sweep : options.method;
      return std::shared_ptr<const CircuitEngine>(new CircuitEngine(std::move(circuit), method));
    }
    // Which method is fastest depends on the rules; a few milliseconds of random play decide. A sweep over a large circuit cannot
    // win: a move changes a few dozen gates.
    constexpr std::size_t kSweepGates = 2'000;
    constexpr std::size_t kEagerGates = 100'000;
    std::shared_ptr<const CircuitEngine> best(new CircuitEngine(circuit, Method::Events));
    const std::shared_ptr<const StepPlan> first = best->plan_;
    double speed = best->measure();
    const auto try_method = [&](Method method) {
      std::shared_ptr<const CircuitEngine> other(new CircuitEngine(circuit, method, first.get()));
      const double other_speed = other->measure();
      if (other_speed <= speed) return;
      best = std::move(other);
      speed = other_speed;
    };
    if (best->method() == Method::Events) {
      if (circuit->network.size() <= kEagerGates) try_method(Method::EagerEvents);
      try_method(Method::LeafEvents);
    }
    try_method(Method::LazyEvents);
    if (circuit->network.size() <= kSweepGates) try_method(Method::Sweep);
    return best;
  } catch (const std::bad_alloc&) {
    return limit_reached("circuit-memory", "the machine has no memory left for the circuit", "the game plays on a lower engine");
  }
}

CircuitEngine::CircuitEngine(std::shared_ptr<const circuit::Circuit> circuit, Method method, const StepPlan* like)
    : circuit_(std::move(circuit)), method_(method) {
  const ground::GroundProgram& p = *circuit_->program;
  if (method != Method::Sweep) {
    const StepPlan::Mode mode = method == Method::EagerEvents  ? StepPlan::Mode::Followed
                                : method == Method::LeafEvents ? StepPlan::Mode::Leaves
                                : method == Method::LazyEvents ? StepPlan::Mode::Lazy
                                                               : StepPlan::Mode::Computed;
    plan_ = std::make_shared<const StepPlan>(circuit_, mode, like);
    if (plan_->mode == StepPlan::Mode::Leaves) method_ = Method::LeafEvents;
  }
  initial_.words.assign((p.fluents.size() + 63) / 64, 0);
  for (const std::uint32_t f : p.initial) initial_.words[f / 64] |= std::uint64_t{1} << (f % 64);
  for (std::uint32_t r = 0; r < p.info.role_count(); ++r) {
    RoleWords& words = roles_.emplace_back();
    words.first = p.role_begin[r] / 64;
    words.words = (p.role_begin[r + 1] + 63) / 64 - words.first;
    std::vector<event::Effects::MoveClass> classes;
    if (plan_) {
      classes = plan_->effects->classes[r];
    } else {
      classes.emplace_back();
      for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
        if (circuit_->moves[m].leaf != circuit::MoveInput::kForced) classes[0].moves.push_back(m);
      }
    }
    for (const event::Effects::MoveClass& one : classes) {
      RoleWords::Class& made = words.classes.emplace_back();
      made.conditions = one.conditions;
      made.masks.assign(words.words, 0);
      for (const std::uint32_t m : one.moves) made.masks[m / 64 - words.first] |= std::uint64_t{1} << (m % 64);
    }
    for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
      if (circuit_->moves[m].by_default()) words.idle = m;
      words.guard = circuit_->moves[m].guard;
    }
  }
  // A playout begins where the one before it began, not where it ended.
  constexpr std::size_t kCheapCopy = 16'384;
  if (plan_ && plan_->net.nodes < kCheapCopy) {
    auto start = std::make_shared<Scratch>(make_scratch());
    start->values_->follower->load(initial_.words);
    at_start_ = std::move(start);
  }
}

double CircuitEngine::measure() const {
  // CPU time of this thread, not wall-clock time: other load on the machine must not decide.
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  Scratch scratch = make_scratch();
  Rng rng(1);
  std::uint64_t states = 0;
  const double start = now();
  double seconds = 0;
  do {
    states += playout(scratch, initial_, rng, 200).steps + 1;
    seconds = now() - start;
  } while (seconds < 0.004);
  return static_cast<double>(states) / seconds;
}

const game::GameInfo& CircuitEngine::info() const { return circuit_->program->info; }
game::TermBank& CircuitEngine::terms() const { return *circuit_->program->terms; }
CircuitEngine::State CircuitEngine::initial_state(Scratch&) const { return initial_; }
TermId CircuitEngine::move_term(RoleId role, MoveId move) const {
  return circuit_->program->moves[circuit_->program->role_begin[role.index()] + move.value].term;
}
std::uint64_t CircuitEngine::hash(const State& state) const { return hash_bytes(state.words.data(), state.words.size() * 8); }

CircuitEngine::Scratch CircuitEngine::make_scratch() const {
  Scratch scratch;
  if (plan_) {
    scratch.values_->follower.emplace(*plan_);
  } else {
    scratch.values_->evaluator.emplace(*circuit_);
    scratch.values_->state.assign(initial_.words.size(), 0);
    scratch.values_->legal.assign((circuit_->moves.size() + 63) / 64, 0);
  }
  scratch.values_->choices.resize(circuit_->selectors.size());
  scratch.values_->changes.resize(initial_.words.size());
  return scratch;
}

std::size_t CircuitEngine::bytes() const {
  std::size_t total = circuit_->bytes() + circuit_->network.size() * 16;
  if (plan_)
    total += plan_->effects->network.bytes() + (plan_->net.edges.size() * 2 + plan_->net.nodes * std::size_t{8}) * 4 +
             plan_->effects->changes.size() * sizeof(event::Change);
  return total;
}

// ---- values ----

void CircuitEngine::at(Scratch& scratch, const State& state) const {
  Scratch::Values& v = *scratch.values_;
  if (v.follower) {
    v.follower->load(state.words);
    return;
  }
  if (!v.fresh && std::equal(v.state.begin(), v.state.end(), state.words.begin())) return;
  std::copy(state.words.begin(), state.words.end(), v.state.begin());
  v.fresh = false;
  for (std::size_t f = 0; f < circuit_->fluents.size(); ++f)
    v.evaluator->set_fluent(f, ((state.words[f / 64] >> (f % 64)) & 1U) != 0 ? ~std::uint64_t{0} : 0);
  v.evaluator->evaluate_state();
  std::fill(v.legal.begin(), v.legal.end(), 0);
  for (std::size_t m = 0; m < circuit_->legal.size(); ++m)
    v.legal[m / 64] |= (v.evaluator->value(circuit_->legal[m]) & 1U) << (m % 64);
}

bool CircuitEngine::value(const Scratch& scratch, Lit lit) const {
  Scratch::Values& v = *scratch.values_;
  return v.follower ? v.follower->value(lit) : (v.evaluator->value(lit) & 1U) != 0;
}

void CircuitEngine::find_legal(Scratch& scratch, RoleId role) const {
  Scratch::Values& v = *scratch.values_;
  const RoleWords& words = roles_[role.index()];
  const std::uint64_t* const legal = (v.follower ? v.follower->legal() : v.legal.data()) + words.first;
  v.moves.assign(words.words, 0);
  for (const RoleWords::Class& one : words.classes) {
    if (!std::all_of(one.conditions.begin(), one.conditions.end(), [&](Lit lit) { return value(scratch, lit); })) continue;
    for (std::size_t i = 0; i < words.words; ++i) v.moves[i] |= legal[i] & one.masks[i];
  }
  if (!plan_ || plan_->effects->deferred.empty()) return;
  for (std::size_t i = 0; i < words.words; ++i) {
    for (std::uint64_t bits = v.moves[i]; bits != 0; bits &= bits - 1) {
      const std::vector<Lit>& rest =
          plan_->effects->deferred[(words.first + i) * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
      if (!std::ranges::all_of(rest, [&](Lit lit) { return value(scratch, lit); })) v.moves[i] &= ~(bits & -bits);
    }
  }
}

bool CircuitEngine::is_over(const Scratch& scratch) const {
  if (!plan_ || plan_->effects->terminal.empty()) return value(scratch, circuit_->terminal);
  const std::vector<RoleId>& roles = circuit_->selectors[0].roles;
  std::size_t c = 0;
  while (c < roles.size() && !can_choose(scratch, roles[c])) ++c;
  return value(scratch, plan_->effects->terminal[c]);
}

bool CircuitEngine::can_choose(const Scratch& scratch, RoleId role) const {
  const Lit guard = roles_[role.index()].guard;
  return guard == circuit::kTrue || value(scratch, guard);
}

// ---- choices ----

void CircuitEngine::take_choices(Scratch& scratch, std::span<const MoveId> joint) const {
  Scratch::Values& v = *scratch.values_;
  for (std::size_t s = 0; s < circuit_->selectors.size(); ++s) {
    const std::vector<RoleId>& roles = circuit_->selectors[s].roles;
    Follower::Choice& choice = v.choices[s];
    choice = {static_cast<std::uint32_t>(roles.size()), StepPlan::kNone};
    for (std::uint32_t c = 0; c < roles.size(); ++c) {
      if (!can_choose(scratch, roles[c])) continue;
      const std::uint32_t move = circuit_->program->role_begin[roles[c].index()] + joint[roles[c].index()].value;
      choice = {c, circuit_->moves[move].leaf == circuit::MoveInput::kForced ? StepPlan::kNone : move};
    }
  }
}

bool CircuitEngine::draw_choices(Scratch& scratch, Rng& rng) const {
  Scratch::Values& v = *scratch.values_;
  for (std::size_t s = 0; s < circuit_->selectors.size(); ++s) {
    const std::vector<RoleId>& roles = circuit_->selectors[s].roles;
    Follower::Choice& choice = v.choices[s];
    choice = {static_cast<std::uint32_t>(roles.size()), StepPlan::kNone};
    for (std::uint32_t c = 0; c < roles.size(); ++c) {
      if (!can_choose(scratch, roles[c])) continue;
      const RoleWords& words = roles_[roles[c].index()];
      find_legal(scratch, roles[c]);
      std::uint32_t count = 0;
      for (const std::uint64_t word : v.moves) count += static_cast<std::uint32_t>(std::popcount(word));
      if (count == 0) return false;
      std::uint32_t left = rng.below(count);
      for (std::size_t i = 0;; ++i) {
        std::uint64_t bits = v.moves[i];
        const auto here = static_cast<std::uint32_t>(std::popcount(bits));
        if (left >= here) {
          left -= here;
          continue;
        }
        for (; left > 0; --left) bits &= bits - 1;
        choice = {c, static_cast<std::uint32_t>((words.first + i) * 64 + static_cast<std::size_t>(std::countr_zero(bits)))};
        break;
      }
      break;  // at most one role of a selector has the choice
    }
  }
  return true;
}

void CircuitEngine::find_changes(Scratch& scratch) const {
  Scratch::Values& v = *scratch.values_;
  if (v.follower) {
    v.follower->changes(v.choices, v.changes);
    return;
  }
  set_leaves(scratch, true);
  v.evaluator->evaluate_moves();
  std::fill(v.changes.begin(), v.changes.end(), 0);
  for (std::size_t f = 0; f < circuit_->next.size(); ++f) {
    const std::uint64_t now = (v.state[f / 64] >> (f % 64)) & 1U;
    v.changes[f / 64] |= ((v.evaluator->value(circuit_->next[f]) & 1U) ^ now) << (f % 64);
  }
  set_leaves(scratch, false);
}

void CircuitEngine::set_leaves(Scratch& scratch, bool chosen) const {
  Scratch::Values& v = *scratch.values_;
  for (const Follower::Choice& choice : v.choices) {
    if (choice.move == StepPlan::kNone) continue;
    const circuit::MoveInput& input = circuit_->moves[choice.move];
    if (circuit_->selectors[input.selector].leaves[input.leaf] == 0) continue;  // unused
    v.evaluator->set_leaf(input.selector, input.leaf, chosen ? ~std::uint64_t{0} : 0);
  }
}

// ---- the contract ----

void CircuitEngine::legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const {
  at(scratch, state);
  out.clear();
  const std::uint32_t begin = circuit_->program->role_begin[role.index()];
  const RoleWords& words = roles_[role.index()];
  // In a terminal state no role need have a move, and what is proved about turns need not hold.
  if (!can_choose(scratch, role) || is_over(scratch)) {
    for (std::uint32_t m = begin; m < circuit_->program->role_begin[role.index() + 1]; ++m) {
      if ((m == words.idle || is_over(scratch)) && value(scratch, circuit_->legal[m])) out.push_back(MoveId{m - begin});
    }
    return;
  }
  find_legal(scratch, role);
  for (std::size_t i = 0; i < words.words; ++i) {
    for (std::uint64_t bits = scratch.values_->moves[i]; bits != 0; bits &= bits - 1)
      out.push_back(
          MoveId{static_cast<std::uint32_t>((words.first + i) * 64 + static_cast<std::size_t>(std::countr_zero(bits))) - begin});
  }
}

void CircuitEngine::apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const {
  at(scratch, state);
  take_choices(scratch, joint);
  find_changes(scratch);
  for (std::size_t w = 0; w < state.words.size(); ++w) state.words[w] ^= scratch.values_->changes[w];
}

bool CircuitEngine::is_terminal(Scratch& scratch, const State& state) const {
  at(scratch, state);
  return is_over(scratch);
}

int CircuitEngine::goal(Scratch& scratch, const State& state, RoleId role) const {
  at(scratch, state);
  int found = game::kNoGoal;
  int count = 0;
  for (const circuit::GoalLit& goal : circuit_->goals[role.index()]) {
    if (!value(scratch, goal.lit)) continue;
    found = game::goal_of(goal.value);
    ++count;
  }
  return count == 1 ? found : game::kNoGoal;
}

void CircuitEngine::goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const {
  at(scratch, state);
  out.clear();
  for (const circuit::GoalLit& goal : circuit_->goals[role.index()]) {
    if (value(scratch, goal.lit)) out.push_back(goal.value);
  }
}

void CircuitEngine::percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role,
                             game::TermBuffer& out) const {
  out.clear();
  if (!info().hidden) {
    for (std::uint32_t r = 0; r < joint.size(); ++r) out.push_back(move_term(RoleId{r}, joint[r]));
    return;
  }
  at(scratch, state);
  take_choices(scratch, joint);
  Scratch::Values& v = *scratch.values_;
  if (v.follower) {
    v.follower->set_leaves(v.choices);
  } else {
    set_leaves(scratch, true);
    v.evaluator->evaluate_moves();
  }
  const auto& sees = circuit_->program->sees[role.index()];
  for (std::size_t i = 0; i < sees.size(); ++i) {
    if (value(scratch, circuit_->sees[role.index()][i])) out.push_back(sees[i].term);
  }
  if (v.follower) {
    v.follower->clear_leaves(v.choices);
  } else {
    set_leaves(scratch, false);
  }
}

void CircuitEngine::fluents(const State& state, game::TermBuffer& out) const {
  out.clear();
  for (std::size_t f = 0; f < circuit_->program->fluents.size(); ++f) {
    if (((state.words[f / 64] >> (f % 64)) & 1U) != 0) out.push_back(circuit_->program->fluents[f]);
  }
}

// ---- random playouts ----

std::vector<int> CircuitEngine::possible_goals(RoleId role) const {
  std::vector<int> values;
  for (const circuit::GoalLit& goal : circuit_->goals[role.index()]) values.push_back(std::max(0, goal.value));
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

game::PlayoutResult CircuitEngine::playout(Scratch& scratch, const State& state, Rng& rng, std::uint32_t max_steps) const {
  game::PlayoutResult result;
  Scratch::Values& v = *scratch.values_;
  State now = state;
  if (at_start_ && state == initial_) {
    v.follower->become(*at_start_->values_->follower);
  } else {
    at(scratch, now);
  }
  for (;; ++result.steps) {
    if (is_over(scratch)) {
      result.ended = true;
      break;
    }
    if (result.steps == max_steps || !draw_choices(scratch, rng)) break;
    find_changes(scratch);
    if (v.follower) {
      v.follower->flip(v.changes);
    } else {
      for (std::size_t w = 0; w < v.changes.size(); ++w) now.words[w] ^= v.changes[w];
      at(scratch, now);
    }
  }
  result.goals.reserve(circuit_->goals.size());
  for (const auto& goals : circuit_->goals) {
    int found = game::kNoGoal;
    int values = 0;
    for (const circuit::GoalLit& goal : goals) {
      if (!value(scratch, goal.lit)) continue;
      found = game::goal_of(goal.value);
      ++values;
    }
    result.goals.push_back(result.ended && values == 1 ? found : game::kNoGoal);
  }
  return result;
}

}  // namespace agon::engines
