// A join plan: one rule as a sequence of index look-ups, its conditions ordered by the number of rows each is expected to add.
#pragma once

#include <vector>

#include "ground/relation.h"

namespace agon::ground {

struct JoinStep {
  enum class Kind : std::uint8_t { Probe, Distinct, Equal, Absent };
  Kind kind = Kind::Probe;
  const Literal* literal = nullptr;
  // For a look-up: the relation and index to probe.
  Relation* relation = nullptr;
  Index* index = nullptr;
  std::vector<VariableId> keys;
  std::vector<VariableId> outputs;
  enum class Rows : std::uint8_t { All, Old, New } rows = Rows::All;
};

struct JoinPlan {
  std::vector<JoinStep> steps;
  std::vector<std::uint32_t> planned_for;  // rows that matched each inner condition when the plan was made
};

// Semi-naive: `fresh` is the position of the condition that must use a row of this round, or body.size() for none. Conditions
// before it that are `inner` use rows of earlier rounds, those after it any row: each combination comes exactly once.
[[nodiscard]] JoinPlan plan_join(const Clause& clause, std::size_t fresh, const std::vector<bool>& inner,
                                 std::vector<Relation>& relations, const std::vector<bool>& is_static, const game::TermBank& terms);

}  // namespace agon::ground
