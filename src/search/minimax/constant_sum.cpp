#include "search/minimax/constant_sum.h"

#include "circuit/induction.h"

namespace agon::search::minimax {
namespace {

constexpr int kConflicts = 100'000;
constexpr std::chrono::milliseconds kPatience{3'000};  // players wait for the answer

}  // namespace

bool prove_constant_sum(const circuit::Circuit& circuit, int sum) {
  using circuit::StateFormula;
  std::size_t players = circuit.goals.size();
  if (circuit.program->info.random) --players;
  if (players != 2) return false;
  circuit::Induction induction(circuit, {.time = kPatience, .conflicts = kConflicts, .stop = {}});
  induction.add_lemmas(circuit.groups);
  const StateFormula claim = StateFormula::implies(StateFormula::terminal(), StateFormula::goal_sum(sum));
  return induction.prove(claim).outcome == circuit::Induced::Proved;
}

}  // namespace agon::search::minimax
