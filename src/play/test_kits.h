// Game kits for tests of this room.
#pragma once

#include <memory>
#include <string>

#include "library/library.h"
#include "play/game_kit.h"

namespace agon::play {

// Of a game of the library, members of families too.
inline std::shared_ptr<GameKit> library_kit(const std::string& game) {
  return std::make_shared<GameKit>(*library::Library(std::string(AGON_SOURCE_DIR) + "/games").load(game));
}

}  // namespace agon::play
