#include "play/game_kit.h"

namespace agon::play {

std::optional<game::Fact<int>> GameKit::goal_sum() {
  const Result<game::AnyEngine> engine = this->engine("circuit");
  const Result<std::shared_ptr<const circuit::Circuit>> circuit = workshop_.circuit();
  if (!engine || !circuit) return {};
  return goal_inquiry_.sum(*engine, *circuit, Patience::Wait);
}

std::optional<int> GameKit::constant_sum() {
  const std::optional<game::Fact<int>> sum = goal_sum();
  return sum && sum->proved() ? std::optional(sum->value) : std::nullopt;
}

Result<engines::Ladder*> GameKit::ladder() {
  const Result<std::unique_ptr<engines::Ladder>>& started = ladder_.get([this] { return engines::Ladder::start(workshop_); });
  if (!started) return started.error();
  return started->get();
}

}  // namespace agon::play
