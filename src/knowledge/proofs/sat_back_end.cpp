#include "knowledge/proofs/sat_back_end.h"

#include <fmt/format.h>

#include "circuit/build.h"
#include "knowledge/proofs/ground_property.h"

namespace agon::knowledge::proofs {
namespace {

using circuit::Induced;
using circuit::StateFormula;

Outcome outcome_of(Induced induced) {
  switch (induced) {
    case Induced::Proved: return Outcome::Proved;
    case Induced::Refuted: return Outcome::Refuted;
    case Induced::NotProved: return Outcome::NotProved;
    case Induced::Undecided: break;
  }
  return Outcome::Abandoned;
}

// Once it holds, it holds after the next move too.
StateFormula persistence(const StateFormula& formula) { return StateFormula::implies(formula, StateFormula::next(formula)); }

Attempt unreadable(const Property& property, const Error& error) {
  Attempt attempt;
  attempt.property = property.text;
  attempt.back_end = "sat";
  attempt.note = error.diagnostics.front().message;
  return attempt;
}

}  // namespace

Result<std::shared_ptr<const circuit::Circuit>> plain_circuit(std::shared_ptr<const ground::GroundProgram> program,
                                                              std::chrono::milliseconds time, std::size_t memory_bytes) {
  circuit::BuildOptions options;
  options.passes.exclusion = false;
  options.passes.forced = false;
  options.time = time;
  options.memory_bytes = memory_bytes;
  return circuit::build(std::move(program), options);
}

Counterexample counterexample_of(const circuit::StatePair& pair, const ground::GroundProgram& program) {
  Counterexample result;
  const auto texts = [&](const std::vector<std::uint32_t>& fluents) {
    std::vector<std::string> list;
    for (const std::uint32_t f : fluents) list.push_back(program.terms->text(program.fluents[f]));
    return list;
  };
  result.before = texts(pair.before);
  result.after = texts(pair.after);
  for (const std::uint32_t m : pair.moves) {
    if (m == circuit::StatePair::kNoMove) continue;
    const ground::GroundMove& move = program.moves[m];
    result.moves.push_back(fmt::format("{} {}", program.info.roles[move.role.index()], program.terms->text(move.term)));
  }
  result.exact = pair.exact;
  return result;
}

Attempt attempt_of(const circuit::InductionResult& result, std::string property, const ground::GroundProgram& program) {
  Attempt attempt;
  attempt.property = std::move(property);
  attempt.outcome = outcome_of(result.outcome);
  attempt.back_end = "sat";
  if (result.pair) attempt.counterexample = counterexample_of(*result.pair, program);
  if (attempt.outcome == Outcome::Abandoned) attempt.note = "out of time or of conflicts in the step";
  attempt.seconds = result.seconds;
  return attempt;
}

Result<StateFormula> SatBackEnd::ground(const Property& property) const {
  return ground_property(property.formula, *circuit_.program, domains_);
}

Attempt SatBackEnd::prove(const Property& property, std::span<const Property> lemmas) const {
  circuit::Induction induction(circuit_, options_);
  for (const Property& lemma : lemmas) {
    if (lemma.kind != Property::Kind::Invariant) continue;
    const Result<StateFormula> formula = ground(lemma);
    if (!formula) return unreadable(property, formula.error());
    induction.add_lemma(*formula);
  }
  const Result<StateFormula> formula = ground(property);
  if (!formula) return unreadable(property, formula.error());
  const circuit::InductionResult result =
      property.kind == Property::Kind::Persistent ? induction.prove_step(persistence(*formula)) : induction.prove(*formula);
  return attempt_of(result, property.text, *circuit_.program);
}

std::vector<Attempt> SatBackEnd::prove_together(std::span<const Property> properties) const {
  std::vector<Attempt> attempts(properties.size());
  circuit::Induction induction(circuit_, options_);
  std::vector<StateFormula> formulas;
  std::vector<std::size_t> places;
  std::vector<std::pair<std::size_t, StateFormula>> steps;
  for (std::size_t k = 0; k < properties.size(); ++k) {
    Result<StateFormula> formula = ground(properties[k]);
    if (!formula) {
      attempts[k] = unreadable(properties[k], formula.error());
    } else if (properties[k].kind == Property::Kind::Persistent) {
      steps.emplace_back(k, persistence(*formula));
    } else {
      formulas.push_back(std::move(*formula));
      places.push_back(k);
    }
  }
  const std::vector<circuit::InductionResult> results = induction.prove_together(formulas);
  for (std::size_t i = 0; i < results.size(); ++i)
    attempts[places[i]] = attempt_of(results[i], properties[places[i]].text, *circuit_.program);
  // What was proved is a lemma for the properties of two states.
  for (const auto& [k, formula] : steps)
    attempts[k] = attempt_of(induction.prove_step(formula), properties[k].text, *circuit_.program);
  return attempts;
}

}  // namespace agon::knowledge::proofs
