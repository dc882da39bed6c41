#include "engines/prover/prover.h"

#include <algorithm>

#include "base/hash.h"
#include "base/rng.h"
#include "engines/prover/compiler.h"
#include "game/goal_value.h"

namespace agon::engines {

using gdl::Keyword;
using prover::Mode;

namespace {

// The budget of observed random play before the final plans: about three milliseconds at most.
constexpr std::uint64_t kObservedSteps = 100'000;
constexpr int kObservedStates = 40;
// Planning a very large sheet twice is not worth the wait.
constexpr std::size_t kMaxOpsToPlanTwice = 200'000;

}  // namespace

Result<std::shared_ptr<const Prover>> Prover::create(const gdl::Rules& rules, const Limits& limits) {
  if (rules.dialect().real_time) {
    return bad_input("dialect-not-playable", "these rules are written in the real-time dialect, which the prover does not play",
                     "'agon check' and 'agon fmt' read them; games without lifetimes can be played");
  }
  if (rules.dialect().arithmetic) {
    return bad_input("dialect-not-playable",
                     "these rules call external functions ('include', 'use'), which the prover does not run",
                     "'agon check' and 'agon fmt' read them; games in plain GDL can be played");
  }
  try {
    std::shared_ptr<const Prover> prover(new Prover(rules, limits));
    if (prover->info().roles.empty()) {
      return bad_input("no-roles", "the rules name no role", "a game needs at least one fact such as (role player)");
    }
    return prover;
  } catch (const LimitReached& limit) {
    return limit.error();
  }
}

Prover::Prover(const gdl::Rules& rules, const Limits& limits)
    : limits_(limits), terms_(std::make_shared<game::TermBank>(rules.shared_symbols(), limits)) {
  const prover::ClauseSet clauses = prover::make_clauses(rules, *terms_);
  {
    prover::Compiler first(clauses, *terms_);
    compile(first, {});
    program_ = first.finish();
  }
  for (std::uint32_t r = 0; r < info_.role_terms.size(); ++r) {
    info_.roles.push_back(terms_->text(info_.role_terms[r]));
    if (rules.dialect().chance && info_.roles.back() == "random") info_.random = RoleId{r};
  }
  info_.hidden = rules.dialect().hidden || rules.dialect().chance;
  if (info_.roles.empty() || program_.ops.size() > kMaxOpsToPlanTwice) return;

  // Profile-guided: the second plan uses what the first one observed.
  prover::Observations observations;
  const State seen = observe(observations);
  prover::Compiler second(clauses, *terms_);
  second.learn_answers(std::move(observations));
  compile(second, seen.fluents);
  program_ = second.finish();
}

void Prover::compile(prover::Compiler& compiler, std::span<const TermId> seen) {
  const auto entry = [&](Keyword keyword, std::vector<Mode> modes) {
    const auto arity = static_cast<std::uint32_t>(modes.size());
    return compiler.require(gdl::Relation{gdl::symbol(keyword), arity}, std::move(modes));
  };
  // Roles and the initial state do not depend on play; their sizes help to plan the rest.
  const prover::CalleeId role = entry(Keyword::Role, {Mode::Wanted});
  entry_.init = entry(Keyword::Init, {Mode::Wanted});
  {
    Scratch first(compiler.program(), *terms_, limits_);
    const auto roles = first.ask(role, {});
    info_.role_terms.assign(roles.begin(), roles.end());
    compiler.learn_sizes(first.ask(entry_.init, {}));
    compiler.learn_sizes(seen);
  }
  entry_.legal = entry(Keyword::Legal, {Mode::Known, Mode::Wanted});
  entry_.next = entry(Keyword::Next, {Mode::Wanted});
  entry_.terminal = entry(Keyword::Terminal, {});
  entry_.goal = entry(Keyword::Goal, {Mode::Known, Mode::Wanted});
  entry_.sees = entry(Keyword::Sees, {Mode::Known, Mode::Wanted});
  entry_.base = entry(Keyword::Base, {Mode::Wanted});
  entry_.input = entry(Keyword::Input, {Mode::Known, Mode::Wanted});
}

Prover::State Prover::observe(prover::Observations& observations) const {
  Scratch scratch = make_scratch();
  scratch.observe(&observations);
  Rng rng(1);
  State state;
  State last;
  game::MoveBuffer moves;
  Limits limits = limits_;
  const auto spent = [&] {
    limits.steps = kObservedSteps - std::min(kObservedSteps, scratch.steps());
    scratch.set_limits(limits);
    return limits.steps == 0;
  };
  try {
    for (int step = 0; step < kObservedStates && !spent(); ++step) {
      if (step == 0) state = initial_state(scratch);
      last = state;
      if (is_terminal(scratch, state)) {
        for (std::uint32_t r = 0; r < info_.role_count() && !spent(); ++r) (void)goal(scratch, state, RoleId{r});
        state = initial_state(scratch);
        continue;
      }
      std::vector<MoveId> joint;
      for (std::uint32_t r = 0; r < info_.role_count() && !spent(); ++r) {
        legal_moves(scratch, state, RoleId{r}, moves);
        if (moves.empty()) return last;
        joint.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      if (spent()) break;
      apply(scratch, state, joint);
    }
  } catch (const LimitReached&) {
    // Enough was observed, or the game is too expensive to observe: static estimates must do.
  }
  return last;
}

void Prover::at(Scratch& scratch, const State& state) const {
  scratch.set_state(state.fluents);
  scratch.set_moves({}, {});
}

void Prover::at(Scratch& scratch, const State& state, std::span<const MoveId> joint) const {
  std::vector<TermId> moves;
  moves.reserve(joint.size());
  for (const MoveId move : joint) moves.push_back(TermId{move.value});
  scratch.set_state(state.fluents);
  scratch.set_moves(info_.role_terms, moves);
}

void Prover::sort_canonically(std::vector<TermId>& set) const {
  std::ranges::sort(set, [&](TermId a, TermId b) { return terms_->compare(a, b) < 0; });
}

Prover::State Prover::initial_state(Scratch& scratch) const {
  at(scratch, {});
  const auto answers = scratch.ask(entry_.init, {});
  State state{{answers.begin(), answers.end()}};
  std::ranges::sort(state.fluents);
  return state;
}

void Prover::legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const {
  at(scratch, state);
  const auto answers = scratch.ask(entry_.legal, {&info_.role_terms[role.index()], 1});
  out.clear();
  for (const TermId id : answers) out.push_back(MoveId{id.value});
  std::ranges::sort(out, [&](MoveId a, MoveId b) { return terms_->compare(TermId{a.value}, TermId{b.value}) < 0; });
}

// Iterative widening: joins may need more than the first answers of their parts.
std::optional<MoveId> Prover::any_legal_move(Scratch& scratch, const State& state, RoleId role,
                                             std::chrono::steady_clock::time_point deadline) const {
  constexpr std::uint32_t kWider = 8;
  constexpr std::uint32_t kWidest = 1U << 27U;
  at(scratch, state);
  for (std::uint32_t most = 1;; most *= kWider) {
    Limits limits = limits_;
    if (deadline != std::chrono::steady_clock::time_point::max()) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0)
        throw LimitReached("out-of-time", "no legal move was found in time", "the rules have many conditions for a move");
      limits.time = limits.time.count() > 0 ? std::min(limits.time, left) : left;
    }
    scratch.set_limits(limits);
    const prover::Machine::Sample sample = scratch.sample(entry_.legal, {&info_.role_terms[role.index()], 1}, most);
    scratch.set_limits(limits_);
    if (sample.answer) return MoveId{sample.answer->value};
    if (sample.exhaustive || most >= kWidest) return std::nullopt;
  }
}

void Prover::apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const {
  at(scratch, state, joint);
  const auto answers = scratch.ask(entry_.next, {});
  state.fluents.assign(answers.begin(), answers.end());
  std::ranges::sort(state.fluents);
}

bool Prover::is_terminal(Scratch& scratch, const State& state) const {
  at(scratch, state);
  return scratch.holds(entry_.terminal, {});
}

int Prover::goal(Scratch& scratch, const State& state, RoleId role) const {
  std::vector<int> values;
  goal_values(scratch, state, role, values);
  return game::single_goal(values);
}

void Prover::goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const {
  at(scratch, state);
  out.clear();
  for (const TermId id : scratch.ask(entry_.goal, {&info_.role_terms[role.index()], 1})) {
    if (const auto value = game::goal_value(*terms_, id)) out.push_back(*value);
  }
  std::ranges::sort(out);
}

void Prover::percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role,
                      game::TermBuffer& out) const {
  out.clear();
  if (!info_.hidden) {
    for (const MoveId move : joint) out.push_back(TermId{move.value});
    return;
  }
  at(scratch, state, joint);
  const auto answers = scratch.ask(entry_.sees, {&info_.role_terms[role.index()], 1});
  out.assign(answers.begin(), answers.end());
  sort_canonically(out);
}

void Prover::fluents(const State& state, game::TermBuffer& out) const {
  out = state.fluents;
  sort_canonically(out);
}

std::uint64_t Prover::hash(const State& state) const {
  return hash_bytes(state.fluents.data(), state.fluents.size() * sizeof(TermId));
}

std::vector<TermId> Prover::announced_fluents(Scratch& scratch) const {
  const auto answers = scratch.ask(entry_.base, {});
  return {answers.begin(), answers.end()};
}

std::vector<TermId> Prover::announced_moves(Scratch& scratch, RoleId role) const {
  const auto answers = scratch.ask(entry_.input, {&info_.role_terms[role.index()], 1});
  return {answers.begin(), answers.end()};
}

}  // namespace agon::engines
