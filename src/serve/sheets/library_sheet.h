// Library lookup by an untrusted name: no path traversal, and errors that say what there is.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "library/library.h"

namespace agon::serve {

// Says what there is, to whoever cannot list the library on this machine.
[[nodiscard]] inline Error unknown_game(const library::Library& library, const std::string& name) {
  const std::vector<std::string> close = library.meant(name);
  return bad_input("unknown-game", fmt::format("There is no game called '{}'.", name),
                   close.empty() ? "GET /api/games lists them." : fmt::format("Did you mean {}?", fmt::join(close, ", ")));
}

// A library name or a member of a family, never a path: what lies on this machine is nobody's business.
[[nodiscard]] inline Result<library::Sheet> library_sheet(const library::Library& library, const std::string& name) {
  if (!library.has(name)) return unknown_game(library, name);
  return library.own_sheet(name);
}

}  // namespace agon::serve
