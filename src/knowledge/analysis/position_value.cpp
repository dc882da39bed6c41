#include "knowledge/analysis/position_value.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>

#include "knowledge/evaluation/explain.h"

namespace agon::knowledge {
namespace {

std::vector<std::uint32_t> numbers_of(const ground::GroundProgram& program, const std::vector<std::string>& state) {
  if (state.empty()) return program.initial;
  absl::flat_hash_map<std::string, std::uint32_t> number;
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) number.emplace(program.terms->text(program.fluents[f]), f);
  std::vector<std::uint32_t> fluents;
  for (const std::string& text : state) {
    const auto found = number.find(text);
    if (found != number.end()) fluents.push_back(found->second);
  }
  return fluents;
}

std::vector<EvaluationPart> largest_parts(const evaluation::Explanation& explained, const ground::GroundProgram& program,
                                          std::size_t role, std::size_t count) {
  std::vector<EvaluationPart> parts;
  for (const evaluation::FluentWorth& one : explained.fluents) {
    if (one.worth[role] != 0) parts.push_back({program.terms->text(program.fluents[one.fluent]), one.holds, one.worth[role]});
  }
  std::ranges::stable_sort(parts, std::greater<>{}, [](const EvaluationPart& part) { return std::fabs(part.worth); });
  if (parts.size() > count) parts.resize(count);
  return parts;
}

}  // namespace

std::vector<RoleEvaluation> position_values(const gdl::Rules& rules, const std::shared_ptr<const ground::GroundProgram>& program,
                                            const std::vector<std::string>& state, std::size_t parts) {
  const auto goals = std::make_shared<const evaluation::GoalEvaluation>(rules, program, evaluation::Mode::Grounded);
  std::vector<std::uint64_t> bits((program->fluents.size() + 63) / 64, 0);
  for (const std::uint32_t fluent : numbers_of(*program, state)) bits[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
  const evaluation::Explanation explained = evaluation::explain(goals, bits);
  std::vector<RoleEvaluation> values;
  for (std::size_t r = 0; r < explained.values.size(); ++r)
    values.push_back({explained.values[r], largest_parts(explained, *program, r, parts)});
  return values;
}

}  // namespace agon::knowledge
