// Makes an exam from a recipe: looks for candidates in every game and chooses among them so that easy and hard ones are balanced
// within each kind. A seed and a recipe give one exam, on any number of threads and on every machine; kinds do not depend on each
// other, so they can be made one after the other.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "lab/exam/exam.h"
#include "lab/exam/make/candidates.h"
#include "lab/exam/make/recipe.h"

namespace agon::lab::exam {

struct MakeOptions {
  CandidateOptions search;
  unsigned threads = 1;
  std::string games_folder;
  std::function<void(const Source&, std::size_t candidates)> on_source;  // one at a time, in no order
};

[[nodiscard]] Result<Exam> make_exam(const Recipe& recipe, const MakeOptions& options);

// Of each source's candidates at most as many as it may give; wherever there is a choice, of the difficulty that is rarest in its
// kind so far.
[[nodiscard]] Exam choose_positions(const Recipe& recipe, std::vector<std::vector<Position>> candidates);

}  // namespace agon::lab::exam
