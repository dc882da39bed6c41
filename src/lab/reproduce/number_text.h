// Numbers for people.
#pragma once

#include <string>

namespace agon::lab::reproduce {

// "3,783", "0.127", "1.21e+07": three to four digits that count.
[[nodiscard]] std::string number_text(double value);

}  // namespace agon::lab::reproduce
