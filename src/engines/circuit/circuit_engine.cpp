#include "engines/circuit/circuit_engine.h"

#include <algorithm>
#include <bit>
#include <chrono>

#include "base/hash.h"
#include "circuit/evaluator.h"
#include "engines/circuit/follower.h"

namespace agon::engines {

using circuit::Lit;
using event::Follower;
using event::Netlist;

struct CircuitEngine::Scratch::Values {
  std::optional<Follower> follower;                  // of Events
  std::optional<circuit::Evaluator> evaluator;       // of Sweep
  std::vector<std::uint64_t> state;                  // what the evaluator holds
  bool fresh = true;                                 // nothing evaluated yet
  std::vector<std::uint64_t> legal;                  // of Sweep: bit per move
  std::vector<std::pair<std::uint32_t, std::uint32_t>> made;  // selector and leaf that are set
};

CircuitEngine::Scratch::Scratch() : values_(std::make_unique<Values>()) {}
CircuitEngine::Scratch::Scratch(Scratch&&) noexcept = default;
CircuitEngine::Scratch& CircuitEngine::Scratch::operator=(Scratch&&) noexcept = default;
CircuitEngine::Scratch::~Scratch() = default;

Result<std::shared_ptr<const CircuitEngine>> CircuitEngine::create(std::shared_ptr<const circuit::Circuit> circuit,
                                                                   const CircuitEngineOptions& options) {
  const bool recursive = !circuit->network.loops.empty();
  if (options.method == Method::Events && recursive) {
    return bad_input("events-recursion", "this circuit has positive recursion, which cannot be followed change by change",
                     "use the method 'sweep' or 'auto'; the updater follows changes through recursion");
  }
  try {
    if (options.method != Method::Auto || recursive) {
      const Method method = recursive ? Method::Sweep : options.method;
      return std::shared_ptr<const CircuitEngine>(new CircuitEngine(std::move(circuit), method));
    }
    std::shared_ptr<const CircuitEngine> events(new CircuitEngine(circuit, Method::Events));
    // A sweep over a large circuit cannot win: a move changes a few dozen gates.
    constexpr std::size_t kSweepGates = 2'000;
    if (circuit->network.size() > kSweepGates) return events;
    std::shared_ptr<const CircuitEngine> sweep(new CircuitEngine(std::move(circuit), Method::Sweep));
    return sweep->measure() > events->measure() ? sweep : events;
  } catch (const std::bad_alloc&) {
    return limit_reached("circuit-memory", "the machine has no memory left for the circuit", "the game plays on a lower engine");
  }
}

CircuitEngine::CircuitEngine(std::shared_ptr<const circuit::Circuit> circuit, Method method) : circuit_(std::move(circuit)), method_(method) {
  const ground::GroundProgram& p = *circuit_->program;
  if (method == Method::Events) netlist_ = std::make_shared<const Netlist>(*circuit_);
  initial_.words.assign((p.fluents.size() + 63) / 64, 0);
  for (const std::uint32_t f : p.initial) initial_.words[f / 64] |= std::uint64_t{1} << (f % 64);
  forced_.assign(p.info.role_count(), Netlist::kNone);
  for (std::uint32_t r = 0; r < p.info.role_count(); ++r) {
    RoleWords& words = roles_.emplace_back();
    words.first = p.role_begin[r] / 64;
    words.masks.assign((p.role_begin[r + 1] + 63) / 64 - words.first, 0);
    for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
      if (circuit_->moves[m].leaf == circuit::MoveInput::kForced) {
        forced_[r] = m;
      } else {
        words.masks[m / 64 - words.first] |= std::uint64_t{1} << (m % 64);
      }
    }
  }
}

double CircuitEngine::measure() const {
  using Clock = std::chrono::steady_clock;
  Scratch scratch = make_scratch();
  Rng rng(1);
  std::uint64_t states = 0;
  const auto start = Clock::now();
  double seconds = 0;
  do {
    states += playout(scratch, initial_, rng, 200).steps + 1;
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  } while (seconds < 0.002);
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
  if (method_ == Method::Events) {
    scratch.values_->follower.emplace(*netlist_);
  } else {
    scratch.values_->evaluator.emplace(*circuit_);
    scratch.values_->state.assign(initial_.words.size(), 0);
    scratch.values_->legal.assign((circuit_->moves.size() + 63) / 64, 0);
  }
  return scratch;
}

std::size_t CircuitEngine::bytes() const {
  std::size_t total = circuit_->bytes();
  if (netlist_) total += (netlist_->edges.size() + netlist_->gate_inputs.size() + netlist_->nodes * std::size_t{6}) * 4;
  return total + circuit_->network.size() * (netlist_ ? 5 : 8);
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
  const Scratch::Values& v = *scratch.values_;
  return v.follower ? v.follower->value(lit) : (v.evaluator->value(lit) & 1U) != 0;
}

std::uint64_t CircuitEngine::legal_word(const Scratch& scratch, std::size_t word) const {
  const Scratch::Values& v = *scratch.values_;
  return v.follower ? v.follower->legal()[word] : v.legal[word];
}

bool CircuitEngine::can_choose(const Scratch& scratch, RoleId role) const {
  return forced_[role.index()] == Netlist::kNone || !value(scratch, circuit_->legal[forced_[role.index()]]);
}

void CircuitEngine::set_moves(Scratch& scratch, std::span<const MoveId> joint) const {
  Scratch::Values& v = *scratch.values_;
  for (std::size_t r = 0; r < joint.size(); ++r) {
    const circuit::MoveInput& input = circuit_->moves[circuit_->program->role_begin[r] + joint[r].value];
    if (input.leaf != circuit::MoveInput::kForced) v.made.emplace_back(input.selector, input.leaf);
  }
  for (const auto& [selector, leaf] : v.made) {
    if (v.follower) {
      v.follower->flip_leaf(selector, leaf);
    } else {
      v.evaluator->set_leaf(selector, leaf, ~std::uint64_t{0});
    }
  }
  if (v.follower) {
    v.follower->settle();
  } else {
    v.evaluator->evaluate_moves();
  }
}

void CircuitEngine::clear_moves(Scratch& scratch) const {
  Scratch::Values& v = *scratch.values_;
  for (const auto& [selector, leaf] : v.made) {
    if (v.follower) {
      v.follower->flip_leaf(selector, leaf);
    } else {
      v.evaluator->set_leaf(selector, leaf, 0);
    }
  }
  v.made.clear();
  if (v.follower) v.follower->settle();
}

// ---- the contract ----

void CircuitEngine::legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const {
  at(scratch, state);
  out.clear();
  const std::uint32_t begin = circuit_->program->role_begin[role.index()];
  if (!can_choose(scratch, role)) {
    out.push_back(MoveId{forced_[role.index()] - begin});
    return;
  }
  const RoleWords& words = roles_[role.index()];
  for (std::size_t i = 0; i < words.masks.size(); ++i) {
    for (std::uint64_t bits = legal_word(scratch, words.first + i) & words.masks[i]; bits != 0; bits &= bits - 1)
      out.push_back(MoveId{static_cast<std::uint32_t>((words.first + i) * 64 + static_cast<std::size_t>(std::countr_zero(bits))) - begin});
  }
}

void CircuitEngine::apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const {
  at(scratch, state);
  set_moves(scratch, joint);
  Scratch::Values& v = *scratch.values_;
  if (v.follower) {
    for (std::size_t w = 0; w < state.words.size(); ++w) state.words[w] ^= v.follower->differs()[w];
  } else {
    for (std::size_t f = 0; f < circuit_->next.size(); ++f) {
      const std::uint64_t bit = std::uint64_t{1} << (f % 64);
      state.words[f / 64] = value(scratch, circuit_->next[f]) ? state.words[f / 64] | bit : state.words[f / 64] & ~bit;
    }
  }
  clear_moves(scratch);
}

bool CircuitEngine::is_terminal(Scratch& scratch, const State& state) const {
  at(scratch, state);
  return value(scratch, circuit_->terminal);
}

int CircuitEngine::goal(Scratch& scratch, const State& state, RoleId role) const {
  at(scratch, state);
  int found = game::kNoGoal;
  for (const circuit::GoalLit& goal : circuit_->goals[role.index()]) {
    if (!value(scratch, goal.lit)) continue;
    if (found != game::kNoGoal) return game::kNoGoal;
    found = goal.value;
  }
  return found;
}

void CircuitEngine::goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const {
  at(scratch, state);
  out.clear();
  for (const circuit::GoalLit& goal : circuit_->goals[role.index()]) {
    if (value(scratch, goal.lit)) out.push_back(goal.value);
  }
}

void CircuitEngine::percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role, game::TermBuffer& out) const {
  out.clear();
  if (!info().hidden) {
    for (std::uint32_t r = 0; r < joint.size(); ++r) out.push_back(move_term(RoleId{r}, joint[r]));
    return;
  }
  at(scratch, state);
  set_moves(scratch, joint);
  const auto& sees = circuit_->program->sees[role.index()];
  for (std::size_t i = 0; i < sees.size(); ++i) {
    if (value(scratch, circuit_->sees[role.index()][i])) out.push_back(sees[i].term);
  }
  clear_moves(scratch);
}

void CircuitEngine::fluents(const State& state, game::TermBuffer& out) const {
  out.clear();
  for (std::size_t f = 0; f < circuit_->program->fluents.size(); ++f) {
    if (((state.words[f / 64] >> (f % 64)) & 1U) != 0) out.push_back(circuit_->program->fluents[f]);
  }
}

// ---- random games ----

bool CircuitEngine::choose(Scratch& scratch, Rng& rng) const {
  Scratch::Values& v = *scratch.values_;
  for (const circuit::Selector& selector : circuit_->selectors) {
    for (const RoleId role : selector.roles) {
      if (!can_choose(scratch, role)) continue;
      const RoleWords& words = roles_[role.index()];
      std::uint32_t count = 0;
      for (std::size_t i = 0; i < words.masks.size(); ++i)
        count += static_cast<std::uint32_t>(std::popcount(legal_word(scratch, words.first + i) & words.masks[i]));
      if (count == 0) return false;
      std::uint32_t left = rng.below(count);
      for (std::size_t i = 0;; ++i) {
        std::uint64_t bits = legal_word(scratch, words.first + i) & words.masks[i];
        const auto here = static_cast<std::uint32_t>(std::popcount(bits));
        if (left >= here) {
          left -= here;
          continue;
        }
        for (; left > 0; --left) bits &= bits - 1;
        const std::size_t move = (words.first + i) * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        v.made.emplace_back(circuit_->moves[move].selector, circuit_->moves[move].leaf);
        break;
      }
    }
  }
  return true;
}

PlayoutResult CircuitEngine::playout(Scratch& scratch, const State& state, Rng& rng, std::uint32_t max_steps) const {
  PlayoutResult result;
  Scratch::Values& v = *scratch.values_;
  State now = state;
  at(scratch, now);
  std::vector<std::uint64_t> changes(now.words.size());
  for (;; ++result.steps) {
    if (value(scratch, circuit_->terminal)) {
      result.ended = true;
      break;
    }
    if (result.steps == max_steps || !choose(scratch, rng)) break;
    if (v.follower) {
      Follower& follower = *v.follower;
      for (const auto& [selector, leaf] : v.made) follower.flip_leaf(selector, leaf);
      follower.settle();
      // The state moves on and the move is taken back in one go.
      std::copy(follower.differs().begin(), follower.differs().end(), changes.begin());
      for (const auto& [selector, leaf] : v.made) follower.flip_leaf(selector, leaf);
      v.made.clear();
      for (std::size_t w = 0; w < changes.size(); ++w) {
        for (std::uint64_t bits = changes[w]; bits != 0; bits &= bits - 1)
          follower.flip_fluent(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
      }
      follower.settle();
      continue;
    }
    for (const auto& [selector, leaf] : v.made) v.evaluator->set_leaf(selector, leaf, ~std::uint64_t{0});
    v.evaluator->evaluate_moves();
    for (std::size_t f = 0; f < circuit_->next.size(); ++f) {
      const std::uint64_t bit = std::uint64_t{1} << (f % 64);
      now.words[f / 64] = value(scratch, circuit_->next[f]) ? now.words[f / 64] | bit : now.words[f / 64] & ~bit;
    }
    clear_moves(scratch);
    at(scratch, now);
  }
  v.made.clear();
  for (std::size_t r = 0; r < circuit_->goals.size(); ++r) {
    int found = game::kNoGoal;
    int values = 0;
    for (const circuit::GoalLit& goal : circuit_->goals[r]) {
      if (!value(scratch, goal.lit)) continue;
      found = goal.value;
      ++values;
    }
    result.goals.push_back(result.ended && values == 1 ? found : game::kNoGoal);
  }
  return result;
}

}  // namespace agon::engines
