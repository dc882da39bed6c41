// Matching of a condition with the rows of a relation: which rows unify with its pattern, which places are bound already (the key
// of an index) and which places bind variables.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/terms.h"
#include "ground/clauses.h"

namespace agon::ground {

// A place in a row: an argument, then arguments of terms inside it.
using Path = std::vector<std::uint16_t>;

struct Matcher {
  struct Shape {
    Path path;
    SymbolId functor;
    std::uint32_t arity = 0;
  };
  struct Constant {
    Path path;
    TermId value;
  };
  std::vector<Shape> shapes;  // outer terms before inner ones, so that a path is valid once the shapes before it are
  std::vector<Constant> constants;
  std::vector<std::pair<Path, Path>> equal;  // a variable met twice
  std::vector<Path> keys;
  std::vector<Path> outputs;

  // Not part of the identity: the variables that keys and outputs stand for.
  std::vector<VariableId> key_variables;
  std::vector<VariableId> output_variables;

  // `bound[v]` tells whether variable v has a value already.
  Matcher(std::span<const Pattern> args, const std::vector<bool>& bound);

  [[nodiscard]] bool fits(const game::TermBank& terms, std::span<const TermId> row) const;
  [[nodiscard]] static TermId at(const game::TermBank& terms, std::span<const TermId> row, const Path& path);
  [[nodiscard]] bool same_rows_and_key(const Matcher& other) const;
  // Equal for those; a sheet may ask one relation for thousands of constants.
  [[nodiscard]] std::uint64_t hash_of_rows_and_key() const;
};

}  // namespace agon::ground
