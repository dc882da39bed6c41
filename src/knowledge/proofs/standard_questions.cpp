#include "knowledge/proofs/standard_questions.h"

#include <map>

namespace agon::knowledge::proofs {
namespace {

using FamilyKey = std::pair<SymbolId, std::uint32_t>;

std::map<FamilyKey, std::vector<std::uint32_t>> families_of(const ground::GroundProgram& program) {
  std::map<FamilyKey, std::vector<std::uint32_t>> families;
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    const game::TermBank::Node& node = program.terms->node(program.fluents[f]);
    families[{node.functor, node.arity}].push_back(f);
  }
  return families;
}

}  // namespace

StandardQuestions standard_questions(const gdl::Rules& rules, const circuit::Circuit& circuit, const PlayRecord& record,
                                     const Hypotheses& hypotheses) {
  const ground::GroundProgram& program = *circuit.program;
  StandardQuestions result;
  const auto& roles = program.info.role_terms;
  FamilyKey board{};
  std::size_t largest = 0;
  for (const auto& [family, fluents] : families_of(program)) {
    const bool names_roles = family.second == 1 && fluents.size() >= 2 && std::ranges::all_of(fluents, [&](std::uint32_t f) {
                               return std::ranges::find(roles, program.terms->node(program.fluents[f]).args[0]) != roles.end();
                             });
    if (names_roles && !result.control) result.control = instances(rules, family.first, 1, {}, 1, 1);
    if (family.second >= 2 && fluents.size() > largest) {
      largest = fluents.size();
      board = family;
    }
  }
  if (largest > 0) {
    const std::string& functor = program.terms->symbols().text(board.first);
    for (const InputHypothesis& hypothesis : hypotheses.inputs) {
      if (hypothesis.inputs.functor != functor || hypothesis.inputs.arity != board.second || result.board) continue;
      result.board = instances(rules, board.first, board.second, hypothesis.inputs.inputs, 0, 1);
    }
    result.board_refuted = !result.board;
  }
  result.sum_refuted = record.sums.size() > 1;
  if (record.sums.size() == 1) result.sum = constant_sum(record.sums.front());
  return result;
}

std::vector<InputQuestion> input_questions(const circuit::Circuit& circuit, const Hypotheses& hypotheses) {
  std::vector<InputQuestion> result;
  const ground::GroundProgram& program = *circuit.program;
  const auto families = families_of(program);
  for (const InputHypothesis& hypothesis : hypotheses.inputs) {
    for (const auto& [family, fluents] : families) {
      if (family.second == hypothesis.inputs.arity && program.terms->symbols().text(family.first) == hypothesis.inputs.functor)
        result.push_back({hypothesis.inputs, fluents.size()});
    }
  }
  return result;
}

}  // namespace agon::knowledge::proofs
