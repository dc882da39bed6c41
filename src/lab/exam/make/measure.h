// How hard a position is, and whether random play is fooled by it.
#pragma once

#include <cstdint>
#include <memory>

#include "lab/exam/make/prove.h"
#include "play/game_kit.h"

namespace agon::lab::exam {

// By plain UCT without a solver: 1 if it is right in four of five seeds after 200 iterations and still after 3000, 2 if only then,
// else 3.
[[nodiscard]] int difficulty_of(const std::shared_ptr<play::GameKit>& kit, const Setting& setting, std::uint64_t seed);

// Difficulty 4: a search with a solver and playouts in lanes is wrong in three of five seeds after 30,000 iterations.
[[nodiscard]] bool is_hard(const std::shared_ptr<play::GameKit>& kit, const Setting& setting, std::uint64_t seed);

// The move with the highest mean of random playouts is no best one, and not by bad luck: all best ones are at least ten goals
// behind.
[[nodiscard]] bool is_trap(const Question& question, const Verdict& verdict, std::uint64_t seed);

}  // namespace agon::lab::exam
