// Parameterised games: one rule sheet, any size. The sheet's upper part does not depend on the size; what is below its line
// `;;; size` is generated. `connectfour-10x8`, `hex-7x7` and `queens-20` are names like any other.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace agon::library {

struct FamilyMember {
  std::string base;  // the library sheet whose upper part it shares
  int columns = 0;
  int rows = 0;
};

// The member that a name denotes, if any; sizes go from 2 to 100.
[[nodiscard]] std::optional<FamilyMember> family_member(std::string_view name);

// The member's rules from the text of its base sheet.
[[nodiscard]] Result<std::string> family_text(const FamilyMember& member, const std::string& base_text);

// For display: "connectfour-COLUMNSxROWS".
[[nodiscard]] std::vector<std::string> family_patterns();

}  // namespace agon::library
