// A game of the library, ready to be played by several threads; an experiment without its game is an error of its description.
#pragma once

#include <memory>

#include "lab/reproduce/run.h"
#include "play/game_kit.h"

namespace agon::lab::experiments {

inline std::shared_ptr<play::GameKit> load_kit(const reproduce::Run& run, const std::string& game) {
  Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw reproduce::LookupError{reproduce::why(rules.error())};
  return std::make_shared<play::GameKit>(std::move(*rules), run.limits());
}

}  // namespace agon::lab::experiments
