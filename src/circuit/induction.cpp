#include "circuit/induction.h"

#include <algorithm>
#include <deque>

namespace agon::circuit {
namespace {

constexpr int kFirstTry = 10;  // the question without the terminal rules gets this part of the conflicts

}  // namespace

Induction::Induction(const Circuit& circuit, InductionOptions options)
    : circuit_(circuit), options_(std::move(options)), solver_(circuit), start_(circuit), after_(circuit) {
  start_.read(circuit.program->initial);
  allow(options_.time, options_.conflicts);
}

void Induction::allow(std::chrono::milliseconds time, int conflicts) {
  options_.conflicts = conflicts;
  deadline_ = time.count() != 0 ? Clock::now() + time : Clock::time_point::max();  // a time that is spent already is negative
  solver_.sat().stop_at(deadline_);
}

bool Induction::out_of_time() const { return Clock::now() >= deadline_ || (options_.stop && options_.stop()); }

void Induction::add_lemma(const StateFormula& formula) { solver_.sat().add({solver_.name(solver_.states().gate(formula))}); }

void Induction::add_lemmas(std::span<const Group> groups) {
  for (const Group& group : groups) add_lemma(StateFormula::count_fluents(group.fluents, group.exactly_one ? 1 : 0, 1));
}

// A model that may rest on an anonymous move is looked for again with all moves in place.
std::optional<bool> Induction::ask(const std::vector<int>& assumptions, bool exact_moves, int conflicts) {
  ++questions_;
  std::optional<bool> answer = solver_.sat().possible(assumptions, conflicts);
  if (answer == true && exact_moves && !solver_.is_complete()) {
    solver_.complete();
    answer = solver_.sat().possible(assumptions, conflicts);
  }
  return answer;
}

InductionResult Induction::prove(const StateFormula& hypothesis, Show show) {
  const auto start = Clock::now();
  InductionResult result;
  if (!holds_at_start(hypothesis)) {
    result.outcome = Induced::Refuted;
    result.pair = StatePair{circuit_.program->initial, {}, {}, true};
  } else {
    SatQuestions& sat = solver_.sat();
    const int now = solver_.name(solver_.states().gate(hypothesis));
    const int broken = solver_.name(!solver_.states().gate_in_next(hypothesis));
    // Without the terminal rules first: they are often most of a game, and seldom needed.
    std::optional<bool> answer = ask({now, broken}, false, options_.conflicts / kFirstTry);
    if (answer != false) {
      result.used_terminal = true;
      answer = out_of_time() ? std::nullopt : ask({now, broken, solver_.not_terminal()}, show == Show::Step, options_.conflicts);
    }
    if (answer == false) {
      result.outcome = Induced::Proved;
      sat.add({now});
    } else if (answer == true) {
      result.outcome = Induced::NotProved;
      if (show == Show::Nothing) return result;
      result.pair = solver_.pair();
      after_.read(result.pair->after);
      result.pair->exact &= !after_.holds(hypothesis);
    }
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

InductionResult Induction::prove_step(const StateFormula& formula) {
  const auto start = Clock::now();
  InductionResult result;
  const int broken = solver_.name(!solver_.states().gate(formula));
  std::optional<bool> answer = ask({broken}, false, options_.conflicts / kFirstTry);
  if (answer != false) {
    result.used_terminal = true;
    answer = out_of_time() ? std::nullopt : ask({broken, solver_.not_terminal()}, true, options_.conflicts);
  }
  if (answer == false) result.outcome = Induced::Proved;
  if (answer == true) {
    result.outcome = Induced::NotProved;
    result.pair = solver_.pair();
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

std::vector<InductionResult> Induction::prove_steps(std::span<const StateFormula> formulas, const std::function<bool()>& stop) {
  std::vector<InductionResult> results(formulas.size());
  std::vector<int> broken;
  for (const StateFormula& formula : formulas) {
    if (out_of_time() || (stop && stop())) return results;
    broken.push_back(solver_.name(!solver_.states().gate(formula)));
  }
  const int not_terminal = formulas.empty() ? 0 : solver_.not_terminal();
  solver_.complete();
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (results[i].outcome != Induced::Undecided) continue;
    if (out_of_time() || (stop && stop())) return results;
    const auto start = Clock::now();
    const std::optional<bool> answer = ask({broken[i], not_terminal}, true, options_.conflicts);
    results[i].used_terminal = true;
    if (answer == false) results[i].outcome = Induced::Proved;
    if (answer == true) {
      const StatePair pair = solver_.pair();
      for (std::size_t k = i; k < formulas.size(); ++k) {
        if (results[k].outcome != Induced::Undecided || !solver_.sat().value(broken[k])) continue;
        results[k].outcome = Induced::NotProved;
        results[k].pair = pair;
      }
    }
    results[i].seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return results;
}

InductionResult Induction::follows(const StateFormula& formula, bool terminal_too) {
  const auto start = Clock::now();
  InductionResult result;
  std::vector<int> assumptions{solver_.name(!solver_.states().gate(formula))};
  if (!terminal_too) assumptions.push_back(solver_.not_terminal());
  const std::optional<bool> answer = ask(assumptions, false, options_.conflicts);
  if (answer == false) result.outcome = Induced::Proved;
  if (answer == true) result.outcome = Induced::NotProved;
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

void Induction::drop_what_the_model_breaks(std::vector<Hypothesis>& set, std::vector<InductionResult>& results) {
  std::vector<std::uint32_t> broken;
  for (std::uint32_t h = 0; h < set.size(); ++h) {
    if (set[h].alive && solver_.sat().value(set[h].violated)) broken.push_back(h);
  }
  const StatePair pair = solver_.pair();
  after_.read(pair.after);
  for (const std::uint32_t h : broken) {
    set[h].alive = false;
    results[h].outcome = Induced::NotProved;
    results[h].pair = pair;
    results[h].pair->exact &= !after_.holds(*set[h].formula);
  }
}

// The largest subset of the proofs that rests on nothing outside it.
void Induction::keep_the_closed(std::vector<Hypothesis>& set) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Hypothesis& h : set) {
      if (!h.shown || (h.alive && std::ranges::all_of(h.core, [&](std::uint32_t other) { return set[other].shown; }))) continue;
      h.shown = false;
      changed = true;
    }
  }
}

std::vector<InductionResult> Induction::prove_together(std::span<const StateFormula> hypotheses) {
  const auto start = Clock::now();
  std::vector<InductionResult> results(hypotheses.size());
  std::vector<Hypothesis> set(hypotheses.size());
  SatQuestions& sat = solver_.sat();
  std::deque<std::uint32_t> todo;
  for (std::uint32_t h = 0; h < hypotheses.size(); ++h) {
    set[h].formula = &hypotheses[h];
    set[h].alive = !out_of_time() && holds_at_start(hypotheses[h]);
    if (!set[h].alive) {
      if (out_of_time()) continue;
      results[h].outcome = Induced::Refuted;
      results[h].pair = StatePair{circuit_.program->initial, {}, {}, true};
      continue;
    }
    set[h].active = sat.fresh();
    sat.add({-set[h].active, solver_.name(solver_.states().gate(hypotheses[h]))});
    set[h].violated = solver_.name(!solver_.states().gate_in_next(hypotheses[h]));
    todo.push_back(h);
  }
  const int not_terminal = todo.empty() ? 0 : solver_.not_terminal();
  solver_.complete();
  while (!todo.empty() && !out_of_time()) {
    const std::uint32_t h = todo.front();
    todo.pop_front();
    if (!set[h].alive || set[h].shown) continue;
    std::vector<int> assumptions{not_terminal, set[h].violated};
    for (const Hypothesis& other : set) {
      if (other.alive) assumptions.push_back(other.active);
    }
    const std::optional<bool> answer = ask(assumptions, true, options_.conflicts);
    if (answer == false) {
      set[h].shown = true;
      set[h].used_terminal = sat.needed(not_terminal);
      set[h].core.clear();
      for (std::uint32_t other = 0; other < set.size(); ++other) {
        if (set[other].alive && sat.needed(set[other].active)) set[h].core.push_back(other);
      }
      continue;
    }
    if (answer == true) {
      drop_what_the_model_breaks(set, results);
    } else {
      set[h].alive = false;  // undecided, and so nothing that others may rest on
    }
    for (std::uint32_t other = 0; other < set.size(); ++other) {
      if (!set[other].shown || std::ranges::all_of(set[other].core, [&](std::uint32_t c) { return set[c].alive; })) continue;
      set[other].shown = false;
      if (set[other].alive) todo.push_back(other);
    }
  }
  keep_the_closed(set);
  for (std::uint32_t h = 0; h < set.size(); ++h) {
    results[h].seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!set[h].shown) continue;
    results[h].outcome = Induced::Proved;
    results[h].rests_on = set[h].core;
    std::erase(results[h].rests_on, h);
    results[h].used_terminal = set[h].used_terminal;
    sat.add({set[h].active});
  }
  return results;
}

}  // namespace agon::circuit
