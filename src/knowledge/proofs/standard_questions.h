// The questions that Schiffel (2011, section 7) asks of every game: whose turn it is, one content for each place of the board, a
// constant sum; and his search over all input arguments (algorithm 5).
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "knowledge/proofs/attempt.h"
#include "knowledge/proofs/hypotheses.h"
#include "knowledge/proofs/property.h"

namespace agon::knowledge::proofs {

struct StandardQuestions {
  std::optional<Property> control;  // exactly one instance of the fluent that names a role
  std::optional<Property> board;    // of the largest family of fluents with several arguments: at most one for its input arguments
  std::optional<Property> sum;      // the goals add up to what they did in play
  bool board_refuted = false;       // play refuted every set of input arguments of that family
  bool sum_refuted = false;         // play ended with several sums
};
[[nodiscard]] StandardQuestions standard_questions(const gdl::Rules& rules, const circuit::Circuit& circuit,
                                                   const PlayRecord& record, const Hypotheses& hypotheses);

// ---- algorithm 5 ----

struct InputQuestion {
  game::InputArguments inputs;
  std::size_t fluents = 0;  // of the family
};

struct InputSearch {
  std::vector<InputQuestion> proved, open;  // minimal sets that were proved; those that were not
  std::size_t attempts = 0;
  double seconds = 0;      // of the back end
  bool abandoned = false;  // some attempt ran out of time or memory
};

// Small families first, small sets before their supersets; with everything proved so far as lemmas; after a success the failed ones
// once more. A set that fails gives way to its supersets too.
template <class BackEnd>
InputSearch search_inputs(const BackEnd& back_end, const gdl::Rules& rules, const std::vector<InputQuestion>& candidates,
                          const std::function<bool()>& stop = {}) {
  InputSearch result;
  using Key = std::pair<std::string, std::vector<std::uint32_t>>;
  const auto covers = [](const InputQuestion& small, const InputQuestion& large) {
    return small.inputs.functor == large.inputs.functor && small.inputs.arity == large.inputs.arity &&
           std::ranges::includes(large.inputs.inputs, small.inputs.inputs);
  };
  const auto before = [](const InputQuestion& a, const InputQuestion& b) {
    return std::pair(a.fluents, a.inputs.inputs.size()) < std::pair(b.fluents, b.inputs.inputs.size());
  };
  std::vector<InputQuestion> todo = candidates;
  std::set<Key> seen;
  for (const InputQuestion& question : todo) seen.emplace(question.inputs.functor, question.inputs.inputs);
  std::vector<Property> lemmas;
  while (!todo.empty() && !(stop && stop())) {
    std::ranges::stable_sort(todo, before);
    const InputQuestion question = todo.front();
    todo.erase(todo.begin());
    if (std::ranges::any_of(result.proved, [&](const InputQuestion& known) { return covers(known, question); })) continue;
    const SymbolId functor = rules.symbols().find(question.inputs.functor);
    // Exactly one is stronger where it holds, and helps more.
    std::optional<Property> found;
    for (const std::uint32_t low : {1U, 0U}) {
      const Property property = instances(rules, functor, question.inputs.arity, question.inputs.inputs, low, 1);
      const Attempt attempt = back_end.prove(property, lemmas);
      ++result.attempts;
      result.seconds += attempt.seconds;
      result.abandoned = result.abandoned || attempt.outcome == Outcome::Abandoned;
      if (attempt.outcome == Outcome::Proved) {
        found = property;
        break;
      }
    }
    if (found) {
      lemmas.push_back(std::move(*found));
      result.proved.push_back(question);
      todo.insert(todo.end(), result.open.begin(), result.open.end());
      result.open.clear();
      continue;
    }
    result.open.push_back(question);
    for (std::uint32_t i = 0; i < question.inputs.arity; ++i) {
      InputQuestion larger = question;
      std::vector<std::uint32_t>& set = larger.inputs.inputs;
      if (std::ranges::find(set, i) != set.end()) continue;
      set.insert(std::ranges::upper_bound(set, i), i);
      if (set.size() < question.inputs.arity && seen.emplace(larger.inputs.functor, set).second) todo.push_back(std::move(larger));
    }
  }
  return result;
}

// What random play left, as the start of the search.
[[nodiscard]] std::vector<InputQuestion> input_questions(const circuit::Circuit& circuit, const Hypotheses& hypotheses);

}  // namespace agon::knowledge::proofs
