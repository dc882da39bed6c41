// Names of the rules as constants and functions of answer set programs, and back.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <string>
#include <string_view>

#include "game/terms.h"
#include "gdl/rules.h"
#include "ground/clauses.h"

namespace agon::knowledge::proofs {

class AspNames {
 public:
  explicit AspNames(const SymbolTable& symbols) : symbols_(symbols) {}

  // `c_white`, `x17` for names that are no identifiers.
  [[nodiscard]] std::string name(SymbolId symbol) const;
  [[nodiscard]] std::string term(const gdl::Term& term) const;
  [[nodiscard]] std::string term(const game::TermBank& bank, TermId term) const;
  [[nodiscard]] std::string term(const game::TermBank& bank, const ground::Pattern& pattern) const;
  [[nodiscard]] static std::string variable(std::uint32_t number) { return "V" + std::to_string(number); }

  // `c_cell(c_1,c_2,c_b)` as `(cell 1 2 b)`.
  [[nodiscard]] std::string kif(std::string_view asp) const;

 private:
  [[nodiscard]] std::string symbol_of(std::string_view name) const;
  std::string kif_term(std::string_view text, std::size_t& at) const;

  const SymbolTable& symbols_;
};

}  // namespace agon::knowledge::proofs
