// Scrambling (obfuscation) of names: the same game in other words, so that players learn from the rules what is what, and not from
// knowing that `cell` and `mark` are tic-tac-toe. Names become pronounceable nonsense by a seeded bijection.
//
// Keywords stay, and so do numbers: goal values and counting games need them. Roles, relations, functions, constants and variables
// are renamed, and so are moves and percepts in both directions. The names of external libraries stay.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "gdl/rules.h"

namespace agon::protocol {

// Immutable; one for a match, shared by its players.
class Scrambler {
 public:
  Scrambler(const gdl::Rules& rules, std::uint64_t seed);

  [[nodiscard]] const std::string& rules() const { return rules_; }  // the scrambled sheet in KIF

  // A role, move or percept of the original game in the words of the scrambled one, and back. Both give canonical text and reject a
  // word that the sheet of that side does not have: no original name may pass unscrambled, in either direction.
  [[nodiscard]] Result<std::string> scramble(std::string_view term) const;
  [[nodiscard]] Result<std::string> unscramble(std::string_view term) const;

 private:
  using Dictionary = absl::flat_hash_map<std::string, std::string>;
  [[nodiscard]] static Result<std::string> translate(std::string_view term, const Dictionary& dictionary);

  Dictionary scrambled_;  // original name -> nonsense; names that stay map to themselves
  Dictionary original_;
  std::string rules_;
};

}  // namespace agon::protocol
