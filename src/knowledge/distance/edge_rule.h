// Which precondition of a fluent is the source of its edge in a fluent graph? Every choice gives an admissible distance; this one
// decides how much the distance says.
//
// `Similarity` is the rule of Schiffel's thesis (section 6.2): the precondition with the most equal arguments. It follows a piece
// where the only fluents are pieces. With explicit empty cells it prefers "this cell was empty before" to "the piece stood next to
// it", which is true one step after anything, and pieces of any kind can then appear anywhere. `Carry` asks first for one argument
// that the precondition and the fluent have in common (the piece), then for the same kind of fluent, then for the precondition that
// is hardest to reach in sample states (a pawn for the queen that it becomes), then for similarity. `Hardest` asks for that alone:
// with one sample the distances of the graph are the relaxed costs h_max of that state, the best possible, and worse in others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ground/ground_program.h"

namespace agon::knowledge {

struct EdgeRule {
  enum class Kind : std::uint8_t { Similarity, Carry, Hardest };
  static constexpr std::uint32_t kNone = 0xffffffff;
  Kind kind = Kind::Similarity;
  std::uint32_t argument = kNone;  // of Carry, from 0; kNone: no argument
  friend bool operator==(EdgeRule, EdgeRule) = default;
};

// "similarity", "carry argument 3" (counted from 1 as people do), "carry", "hardest".
[[nodiscard]] std::string to_string(EdgeRule rule);

// The number of arguments, however deep, in which two terms agree (`sim` in the thesis); 0 if functor or arity differ.
[[nodiscard]] std::uint32_t similarity(const game::TermBank& terms, TermId a, TermId b);

class EdgeScore {
 public:
  // hardness: per fluent; empty: all alike. Both arguments must outlive the score.
  EdgeScore(const ground::GroundProgram& program, EdgeRule rule, std::span<const std::uint16_t> hardness)
      : program_(program), rule_(rule), hardness_(hardness) {}

  // How good `source` is as the source of an edge to `fluent`; at least 1.
  [[nodiscard]] std::uint64_t operator()(std::uint32_t source, std::uint32_t fluent) const;

 private:
  const ground::GroundProgram& program_;
  EdgeRule rule_;
  std::span<const std::uint16_t> hardness_;
};

}  // namespace agon::knowledge
