#include "knowledge/proofs/fact_prover.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "knowledge/proofs/sat_back_end.h"

namespace agon::knowledge::proofs {
namespace {

using circuit::Induced;
using circuit::InductionResult;
using circuit::StateFormula;

constexpr std::size_t kMostTogether = 6'000;  // claims in one simultaneous induction
// Shares of the time: what is proved first serves what comes later.
constexpr double kAlone = 0.45;
constexpr double kTogether = 0.6;
constexpr double kHard = 0.8;
constexpr double kPersistent = 0.9;
constexpr std::size_t kMostPersistent = 20'000;
constexpr std::size_t kNoClaim = ~std::size_t{0};
constexpr std::size_t kPasses = 3;  // over the claims that fail alone

// Per question: few while everything is tried alone, then enough for what is hard.
constexpr int kFewConflicts = 3'000;
constexpr int kConflicts = 20'000;
constexpr int kManyConflicts = 5'000'000;

}  // namespace

FactProver::FactProver(const circuit::Circuit& circuit, const ProofOptions& options, Proofs& out)
    : circuit_(circuit),
      program_(*circuit.program),
      options_(options),
      out_(out),
      start_(Clock::now()),
      induction_(circuit, {.time = options.time, .conflicts = kFewConflicts, .stop = options.stop}) {}

void FactProver::run() {
  record_ = record_play(circuit_, {.seed = options_.seed, .gates = options_.play, .stop = options_.stop});
  out_.states = record_.states;
  hypotheses_ = hypotheses_of(circuit_, record_);
  induction_.add_lemmas(circuit_.groups);
  make_claims();
  prove_alone();
  prove_together();
  prove_hard();
  report_claims();
  state_facts();
  turns_and_idle();
  persistence();
  length();
  out_.questions = induction_.questions();
  out_.seconds = spent();
}

bool FactProver::out_of_time(double share) const {
  if (options_.stop && options_.stop()) return true;
  return options_.time.count() > 0 && spent() * 1000 > share * static_cast<double>(options_.time.count());
}

void FactProver::allow(double share, int conflicts) {
  if (options_.time.count() == 0) return induction_.allow(std::chrono::milliseconds(0), conflicts);
  const double left = share * static_cast<double>(options_.time.count()) - spent() * 1000;
  const auto milliseconds = static_cast<std::int64_t>(left);
  induction_.allow(std::chrono::milliseconds(milliseconds == 0 ? -1 : milliseconds), conflicts);
}

std::string FactProver::text(std::uint32_t fluent) const { return program_.terms->text(program_.fluents[fluent]); }

std::string FactProver::group_text(const std::vector<std::uint32_t>& fluents) const {
  constexpr std::size_t kShown = 4;
  std::string result;
  for (std::size_t i = 0; i < std::min(kShown, fluents.size()); ++i) result += (i == 0 ? "" : " ") + text(fluents[i]);
  if (fluents.size() > kShown) result += fmt::format(" and {} more", fluents.size() - kShown);
  return result;
}

// ---- claims about one state ----

std::size_t FactProver::claim(StateFormula formula, std::string text) {
  claims_.push_back({std::move(formula), std::move(text), false, false, {}});
  return claims_.size() - 1;
}

bool FactProver::known_group(const GroupHypothesis& group, bool exactly) const {
  return std::ranges::any_of(circuit_.groups, [&](const circuit::Group& known) {
    if (exactly && !known.exactly_one) return false;
    std::vector<std::uint32_t> sorted = known.fluents;
    std::ranges::sort(sorted);
    return exactly ? sorted == group.fluents : std::ranges::includes(sorted, group.fluents);
  });
}

void FactProver::make_claims() {
  for (const GroupHypothesis& group : hypotheses_.groups) {
    at_most_.push_back(claim(StateFormula::count_fluents(group.fluents, 0, 1), "at most one of " + group_text(group.fluents)));
    at_least_.push_back(group.at_least_one ? claim(StateFormula::count_fluents(group.fluents, 1, StateFormula::kMany),
                                                   "at least one of " + group_text(group.fluents))
                                           : kNoClaim);
    if (known_group(group, false)) claims_[at_most_.back()].settled = claims_[at_most_.back()].proved = true;
    if (group.at_least_one && known_group(group, true)) claims_[at_least_.back()].settled = claims_[at_least_.back()].proved = true;
  }
  if (hypotheses_.goal_sum)
    sum_claim_ = claim(StateFormula::implies(StateFormula::terminal(), StateFormula::goal_sum(*hypotheses_.goal_sum)),
                       fmt::format("in terminal states the goals add up to {}", *hypotheses_.goal_sum));
  goal_claims_.resize(hypotheses_.never_goals.size());
  for (std::uint32_t r = 0; r < goal_claims_.size(); ++r) {
    for (const int value : hypotheses_.never_goals[r])
      goal_claims_[r].push_back(
          claim(StateFormula::negation(StateFormula::conjunction({StateFormula::terminal(), StateFormula::goal(r, value)})),
                fmt::format("{} never ends with goal {}", program_.info.roles[r], value)));
  }
  for (const std::uint32_t f : hypotheses_.unreachable)
    fluent_claims_.push_back(claim(StateFormula::negation(StateFormula::fluent(f)), text(f) + " never holds"));
  out_.tried = claims_.size();
}

// Each with what was proved before it: first what a game has one of (whose turn it is, a step counter), then the cells of boards.
// What failed is tried again after others were proved. A lemma found here helps even where the time runs out.
void FactProver::prove_alone() {
  std::vector<std::size_t> siblings(at_most_.size(), 0);  // groups for the same input arguments
  for (const InputHypothesis& inputs : hypotheses_.inputs) {
    for (const std::size_t g : inputs.groups) siblings[g] = std::max(siblings[g], inputs.groups.size());
  }
  std::vector<std::size_t> groups(at_most_.size());
  std::iota(groups.begin(), groups.end(), std::size_t{0});
  std::ranges::stable_sort(groups, {}, [&](std::size_t g) { return std::pair(siblings[g], hypotheses_.groups[g].fluents.size()); });
  std::vector<std::size_t> order;
  for (const std::size_t g : groups) {
    order.push_back(at_most_[g]);
    if (hypotheses_.groups[g].at_least_one) order.push_back(at_least_[g]);
  }
  if (sum_claim_) order.push_back(*sum_claim_);
  for (const auto& claims : goal_claims_) order.insert(order.end(), claims.begin(), claims.end());
  std::size_t lemmas = 0;
  std::vector<std::size_t> lemmas_at_failure(claims_.size(), 0);
  for (std::size_t pass = 0; pass < kPasses; ++pass) {
    for (const std::size_t c : order) {
      Claim& claim = claims_[c];
      if (claim.settled || (pass > 0 && lemmas_at_failure[c] == lemmas)) continue;
      if (out_of_time(kAlone)) return;
      claim.last = induction_.prove(claim.formula, circuit::Induction::Show::Nothing);
      claim.proved = claim.last.outcome == Induced::Proved;
      claim.settled = claim.proved || claim.last.outcome == Induced::Refuted;
      if (claim.proved) ++lemmas;
      lemmas_at_failure[c] = lemmas;
    }
  }
}

void FactProver::prove_together() {
  std::vector<std::size_t> open;
  for (std::size_t c = 0; c < claims_.size(); ++c) {
    if (!claims_[c].settled) open.push_back(c);
  }
  if (open.size() > kMostTogether) {
    out_.note = fmt::format("{} of {} hypotheses were not tried together", open.size() - kMostTogether, open.size());
    open.resize(kMostTogether);
  }
  allow(kTogether, kConflicts);
  std::vector<StateFormula> formulas;
  for (const std::size_t c : open) formulas.push_back(claims_[c].formula);
  std::vector<InductionResult> results = induction_.prove_together(formulas);
  for (std::size_t i = 0; i < open.size(); ++i) {
    Claim& claim = claims_[open[i]];
    claim.proved = results[i].outcome == Induced::Proved;
    claim.last = std::move(results[i]);
  }
}

// What only the limit of conflicts left open, with everything proved so far as lemmas.
void FactProver::prove_hard() {
  allow(kHard, kManyConflicts);
  for (Claim& claim : claims_) {
    if (claim.proved || claim.last.outcome != Induced::Undecided) continue;
    if (out_of_time(kHard)) break;
    claim.last = induction_.prove(claim.formula);
    claim.proved = claim.last.outcome == Induced::Proved;
  }
  allow(1, kConflicts);
}

void FactProver::fail(std::string text, const InductionResult& result) {
  if (result.outcome == Induced::Undecided) ++out_.undecided;
  if (out_.failed.size() < options_.attempts) out_.failed.push_back(attempt_of(result, std::move(text), program_));
}

void FactProver::report_claims() {
  for (Claim& claim : claims_) {
    if (claim.proved) ++out_.proved;
    else fail(claim.text, claim.last);
  }
  if (out_.undecided > 0 && out_.note.empty())
    out_.note =
        fmt::format("{} {} not decided in time", out_.undecided, out_.undecided == 1 ? "hypothesis was" : "hypotheses were");
}

void FactProver::state_facts() {
  game::GameFacts& facts = out_.facts;
  const auto named = [&](const std::vector<std::uint32_t>& fluents, bool exactly_one) {
    game::FluentGroup group{{}, exactly_one};
    for (const std::uint32_t f : fluents) group.fluents.push_back(program_.fluents[f]);
    return group;
  };
  for (const circuit::Group& group : circuit_.groups) {
    std::vector<std::uint32_t> sorted = group.fluents;
    std::ranges::sort(sorted);
    const bool hypothesis = std::ranges::any_of(hypotheses_.groups, [&](const GroupHypothesis& g) { return g.fluents == sorted; });
    if (!hypothesis) facts.groups.push_back(fact(named(sorted, group.exactly_one), true));
  }
  for (std::size_t g = 0; g < at_most_.size(); ++g) {
    const bool most = claims_[at_most_[g]].proved;
    const bool least = hypotheses_.groups[g].at_least_one && claims_[at_least_[g]].proved;
    // What is proved counts; a group that always had one, without a proof of either half, is seen to have exactly one.
    facts.groups.push_back(fact(named(hypotheses_.groups[g].fluents, most ? least : hypotheses_.groups[g].at_least_one), most));
  }
  for (const InputHypothesis& hypothesis : hypotheses_.inputs) {
    const bool proved = std::ranges::all_of(hypothesis.groups, [&](std::size_t g) { return claims_[at_most_[g]].proved; });
    facts.inputs.push_back(fact(hypothesis.inputs, proved));
  }
  if (sum_claim_) facts.goal_sum = fact(*hypotheses_.goal_sum, claims_[*sum_claim_].proved);
  for (std::uint32_t r = 0; r < goal_claims_.size(); ++r) {
    std::vector<int> proved;
    for (std::size_t i = 0; i < goal_claims_[r].size(); ++i) {
      if (claims_[goal_claims_[r][i]].proved) proved.push_back(hypotheses_.never_goals[r][i]);
    }
    const bool any = !proved.empty() || hypotheses_.never_goals[r].empty();
    facts.never_goals.push_back(fact(any ? std::move(proved) : hypotheses_.never_goals[r], any));
  }
  for (std::size_t i = 0; i < fluent_claims_.size(); ++i) {
    if (claims_[fluent_claims_[i]].proved) facts.unreachable.push_back(fact(program_.fluents[hypotheses_.unreachable[i]], true));
  }
}

// ---- moves ----

void FactProver::turns_and_idle() {
  const auto judge = [&](const StateFormula& formula, const std::string& what) {
    ++out_.tried;
    const InductionResult result = induction_.follows(formula, false);
    if (result.outcome == Induced::Proved) ++out_.proved;
    else fail(what, result);
    return result.outcome == Induced::Proved;
  };
  for (const std::vector<RoleId>& roles : hypotheses_.turns) {
    std::vector<StateFormula> choices;
    std::string names;
    std::vector<std::uint64_t> ever(record_.over.size(), 0);
    for (const RoleId role : roles) {
      std::vector<StateFormula> moves;
      for (std::uint32_t m = program_.role_begin[role.index()]; m < program_.role_begin[role.index() + 1]; ++m)
        moves.push_back(StateFormula::legal(m));
      choices.push_back(StateFormula::count(std::move(moves), 2, StateFormula::kMany));
      names += (names.empty() ? "" : ", ") + program_.info.roles[role.index()];
      for (std::size_t i = 0; i < ever.size(); ++i) ever[i] |= record_.choices[role.index()][i];
    }
    bool always = true;
    for (std::size_t i = 0; i < ever.size(); ++i) always = always && (ever[i] | record_.over[i]) == ~std::uint64_t{0};
    const bool most = judge(StateFormula::count(choices, 0, 1), "at most one has a choice: " + names);
    const bool least = always && judge(StateFormula::disjunction(choices), "one always has a choice: " + names);
    out_.facts.turns.push_back(fact(game::TurnTaking{roles, most ? least : always}, most));
  }
  for (const std::uint32_t move : hypotheses_.idle) {
    const RoleId role = program_.moves[move].role;
    std::vector<StateFormula> others;
    for (std::uint32_t m = program_.role_begin[role.index()]; m < program_.role_begin[role.index() + 1]; ++m) {
      if (m != move) others.push_back(StateFormula::legal(m));
    }
    const StateFormula alone =
        StateFormula::implies(StateFormula::legal(move), StateFormula::negation(StateFormula::disjunction(others)));
    const bool proved = judge(alone, fmt::format("{} of {} is legal only alone", program_.terms->text(program_.moves[move].term),
                                                 program_.info.roles[role.index()]));
    out_.facts.idle.push_back(fact(game::IdleMove{role, program_.moves[move].term}, proved));
  }
}

// ---- two states ----

void FactProver::persistence() {
  absl::flat_hash_set<std::uint32_t> never;
  for (std::size_t i = 0; i < fluent_claims_.size(); ++i) {
    if (claims_[fluent_claims_[i]].proved) never.insert(hypotheses_.unreachable[i]);
  }
  std::vector<StateFormula> formulas;
  std::vector<std::pair<std::uint32_t, bool>> what;
  const auto add = [&](const std::vector<std::uint32_t>& fluents, bool value) {
    for (const std::uint32_t f : fluents) {
      if (never.contains(f) || what.size() >= kMostPersistent) continue;
      const StateFormula now = value ? StateFormula::fluent(f) : StateFormula::negation(StateFormula::fluent(f));
      formulas.push_back(StateFormula::implies(now, StateFormula::next(now)));
      what.emplace_back(f, value);
    }
  };
  add(hypotheses_.stays_true, true);
  add(hypotheses_.stays_false, false);
  out_.tried += what.size();
  const auto stop = [&] { return out_of_time(kPersistent); };
  const std::vector<InductionResult> results = induction_.prove_steps(formulas, stop);
  for (std::size_t i = 0; i < what.size(); ++i) {
    const auto& [f, value] = what[i];
    if (results[i].outcome == Induced::Proved) {
      ++out_.proved;
      (value ? proved_true_ : proved_false_).push_back(f);
      out_.facts.persistent.push_back(fact(game::PersistentFluent{program_.fluents[f], value}, true));
    } else {
      fail(fmt::format("{} stays {}", text(f), value ? "true" : "false"), results[i]);
    }
  }
}

// ---- the length of a match ----

// A step counter: the fluent that holds decides which one holds next, and the chain ends.
std::optional<std::uint32_t> FactProver::counted_length(const std::vector<std::uint32_t>& group) {
  const auto start = std::ranges::find_if(group, [&](std::uint32_t f) { return std::ranges::binary_search(program_.initial, f); });
  if (start == group.end()) return std::nullopt;
  absl::flat_hash_set<std::uint32_t> met;
  std::uint32_t steps = 0;
  for (std::uint32_t f = *start;; ++steps) {
    if (!met.insert(f).second || out_of_time()) return std::nullopt;
    const InductionResult over = induction_.prove_step(StateFormula::negation(StateFormula::fluent(f)));
    if (over.outcome == Induced::Proved) return steps;  // no step leaves this one
    if (!over.pair) return std::nullopt;
    const auto next =
        std::ranges::find_if(group, [&](std::uint32_t g) { return g != f && std::ranges::binary_search(over.pair->after, g); });
    if (next == group.end()) return std::nullopt;
    const InductionResult only =
        induction_.prove_step(StateFormula::implies(StateFormula::fluent(f), StateFormula::next(StateFormula::fluent(*next))));
    if (only.outcome != Induced::Proved) return std::nullopt;
    f = *next;
  }
}

// A measure: fluents that can only go, or only come, of which every step changes one. Fluents that come and exclude each other
// count once.
std::optional<std::uint32_t> FactProver::measured_length() {
  std::vector<std::uint32_t> going;
  std::vector<std::uint32_t> coming;
  for (const std::uint32_t f : proved_false_) {
    if (std::ranges::binary_search(program_.initial, f)) going.push_back(f);
  }
  for (const std::uint32_t f : proved_true_) {
    if (!std::ranges::binary_search(program_.initial, f)) coming.push_back(f);
  }
  std::uint32_t groups = 0;
  absl::flat_hash_set<std::uint32_t> open(coming.begin(), coming.end());
  for (std::size_t g = 0; g < at_most_.size(); ++g) {
    if (!claims_[at_most_[g]].proved) continue;
    std::size_t covered = 0;
    for (const std::uint32_t f : hypotheses_.groups[g].fluents) covered += open.erase(f);
    groups += covered > 0 ? 1 : 0;
  }
  const auto come = groups + static_cast<std::uint32_t>(open.size());
  const auto unchanged = [](const std::vector<std::uint32_t>& fluents, bool value) {
    std::vector<StateFormula> kept;
    for (const std::uint32_t f : fluents) {
      const StateFormula fluent = StateFormula::fluent(f);
      const StateFormula now = value ? fluent : StateFormula::negation(fluent);
      kept.push_back(StateFormula::implies(now, StateFormula::next(now)));
    }
    return kept;
  };
  std::optional<std::uint32_t> best;
  const auto try_measure = [&](std::vector<StateFormula> kept, std::uint32_t bound) {
    if (kept.empty() || out_of_time() || (best && *best <= bound)) return;
    if (induction_.prove_step(StateFormula::negation(StateFormula::conjunction(std::move(kept)))).outcome == Induced::Proved)
      best = bound;
  };
  // A fluent that can only go is unchanged if it was true and is true; one that can only come, if it was false and is false.
  const std::vector<StateFormula> going_kept = unchanged(going, true);
  const std::vector<StateFormula> coming_kept = unchanged(coming, false);
  try_measure(going_kept, static_cast<std::uint32_t>(going.size()));
  try_measure(coming_kept, come);
  std::vector<StateFormula> both = going_kept;
  both.insert(both.end(), coming_kept.begin(), coming_kept.end());
  try_measure(std::move(both), static_cast<std::uint32_t>(going.size()) + come);
  return best;
}

bool FactProver::changes_in_every_step(const std::vector<std::uint32_t>& group) const {
  return std::ranges::all_of(group, [&](std::uint32_t f) { return !record_.stayed[f]; });
}

void FactProver::length() {
  std::optional<std::uint32_t> most = measured_length();
  for (std::size_t g = 0; g < at_most_.size() && !out_of_time(); ++g) {
    const GroupHypothesis& group = hypotheses_.groups[g];
    const bool exactly = group.at_least_one && claims_[at_most_[g]].proved && claims_[at_least_[g]].proved;
    if (!exactly || group.fluents.size() < 3 || !changes_in_every_step(group.fluents)) continue;
    const std::optional<std::uint32_t> counted = counted_length(group.fluents);
    if (counted && (!most || *counted < *most)) most = counted;
  }
  if (most) out_.facts.length = fact(game::LengthBounds{std::nullopt, most}, true);
}

}  // namespace agon::knowledge::proofs
