// Occurrence, renaming and substitution of variables in clauses.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "ground/clauses.h"

namespace agon::ground {

using Variables = absl::flat_hash_set<VariableId>;

inline Pattern variable(VariableId v) {
  Pattern p;
  p.kind = Pattern::Kind::Variable;
  p.variable = v;
  return p;
}

inline bool is_call(const Literal& lit) { return lit.kind == Literal::Kind::Positive || lit.kind == Literal::Kind::Negative; }

inline void collect(const Literal& lit, Variables& into) {
  for (const Pattern& arg : lit.args) for_each_variable(arg, [&](VariableId v) { into.insert(v); });
}
inline Variables variables_of(const Literal& lit) {
  Variables result;
  collect(lit, result);
  return result;
}

inline void substitute(Pattern& pattern, VariableId v, const Pattern& by) {
  if (pattern.kind == Pattern::Kind::Variable) {
    if (pattern.variable == v) pattern = Pattern(by);
    return;
  }
  for (Pattern& arg : pattern.args) substitute(arg, v, by);
}

inline void rename(Pattern& pattern, const absl::flat_hash_map<VariableId, VariableId>& names) {
  if (pattern.kind == Pattern::Kind::Variable) pattern.variable = names.at(pattern.variable);
  for (Pattern& arg : pattern.args) rename(arg, names);
}

}  // namespace agon::ground
