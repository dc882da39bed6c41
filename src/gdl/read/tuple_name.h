// The function that a tuple without a name, m((1,2)) in the infix form, is read as: m(tuple(1,2)).
#pragma once

#include <string_view>

namespace agon::gdl {

inline constexpr std::string_view kTupleName = "tuple";

}  // namespace agon::gdl
