// The printer: rules to text, in both syntaxes. Parsing what was printed gives the same rules.
#pragma once

#include <string>

#include "gdl/rules.h"

namespace agon::gdl {

// `(cell 1 2 b)`, `?x`: lower case, single spaces, no space inside parentheses.
[[nodiscard]] std::string print_kif(const Term& term, const SymbolTable& symbols);
[[nodiscard]] std::string print_kif(const Formula& formula, const SymbolTable& symbols);
[[nodiscard]] std::string print_kif(const Rule& rule, const SymbolTable& symbols);
[[nodiscard]] std::string print_kif(const Rules& rules);

// `legal(W,mark(X,Y)) :- true(cell(X,Y,b)), ~true(control(W)).` Names that are no identifiers are quoted.
[[nodiscard]] std::string print_infix(const Rule& rule, const SymbolTable& symbols);
[[nodiscard]] std::string print_infix(const Rules& rules);

}  // namespace agon::gdl
