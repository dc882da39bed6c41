// A game by name, as strangers may ask for it.
#pragma once

#include <fmt/format.h>

#include <string>

#include "play/library.h"

namespace agon::serve {

// A library name or a member of a family, never a path: what lies on this machine is nobody's business.
[[nodiscard]] inline Result<play::Sheet> library_sheet(const play::Library& library, const std::string& name) {
  const auto unknown = [&](std::string hint) { return bad_input("unknown-game", fmt::format("There is no game called '{}'.", name), std::move(hint)); };
  if (name.find_first_of("/.") != std::string::npos) return unknown("GET /api/games lists them.");
  Result<play::Sheet> sheet = library.sheet(name);
  if (!sheet) return unknown(sheet.error().diagnostics.front().hint);
  return sheet;
}

}  // namespace agon::serve
