// Strategies that need no thought, and so no process: the server makes their moves itself.
#pragma once

#include <string>

#include "play/strategy/strategy.h"

namespace agon::serve {

enum class InstantPlayer { None, Random, FirstLegal };

[[nodiscard]] inline InstantPlayer instant_player(const std::string& strategy) {
  const Result<play::Strategy> term = play::parse_strategy(strategy);
  if (!term || !term->arguments.empty()) return InstantPlayer::None;
  if (term->name == "random") return InstantPlayer::Random;
  return term->name == "first-legal" ? InstantPlayer::FirstLegal : InstantPlayer::None;
}

}  // namespace agon::serve
