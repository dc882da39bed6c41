// One rule as a chain of look-ups: the order of its conditions is chosen by how many rows each is expected to add.
#pragma once

#include <vector>

#include "ground/relation.h"

namespace agon::ground {

struct JoinStep {
  enum class Kind : std::uint8_t { Probe, Distinct, Equal, Absent };
  Kind kind = Kind::Probe;
  const Literal* literal = nullptr;
  // Of a probe: the rows to look at.
  Relation* relation = nullptr;
  Index* index = nullptr;
  std::vector<VariableId> keys;
  std::vector<VariableId> outputs;
  enum class Rows : std::uint8_t { All, Old, New } rows = Rows::All;
};

struct JoinPlan {
  std::vector<JoinStep> steps;
  std::vector<std::uint32_t> planned_for;  // rows that fitted each inner condition when it was made
};

// `fresh` is the position of the condition that must use a row of this round, or body.size() for none. Conditions before it that
// are `inner` use rows of earlier rounds, those after it any row: each combination comes exactly once.
[[nodiscard]] JoinPlan plan_join(const Clause& clause, std::size_t fresh, const std::vector<bool>& inner,
                                 std::vector<Relation>& relations, const std::vector<bool>& is_static, const game::TermBank& terms);

}  // namespace agon::ground
