// A weighted mean of other evaluations, whichever they are.
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"

namespace agon::search {

class EvaluationMaker;

struct EvaluationPart {
  double weight = 1;
  std::shared_ptr<const EvaluationMaker> evaluation;
};

// Fails if a weight is negative or none is above 0.
[[nodiscard]] Result<std::shared_ptr<const EvaluationMaker>> mixed_evaluation(std::vector<EvaluationPart> parts);

}  // namespace agon::search
