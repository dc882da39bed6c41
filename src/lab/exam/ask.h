// One question to one player: a fresh one is led to the position and asked for a move, once.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "lab/exam/setting.h"
#include "play/game_kit.h"
#include "play/strategy/players.h"

namespace agon::lab::exam {

struct Answer {
  Choice choice;
  bool right = false;
  bool late = false;    // after the clock: wrong, whatever it was
  double seconds = 0;   // of thinking
  std::string trouble;  // why there is no answer: the strategy refused the game or broke off
};

// Zero time: as long as the strategy says. Getting ready for the game and following it to the position are not counted.
[[nodiscard]] Answer ask(const std::string& strategy, const std::shared_ptr<play::GameKit>& kit, const Setting& setting,
                         const play::PlayerSettings& settings, std::chrono::milliseconds time = {});

}  // namespace agon::lab::exam
