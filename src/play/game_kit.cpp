#include "play/game_kit.h"

#include "engines/circuit/circuit_engine.h"
#include "knowledge/decomposition/decompose.h"
#include "knowledge/symmetry/find_symmetries.h"

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

std::shared_ptr<const game::SymmetryGroup> GameKit::symmetry(const game::AnyEngine& engine) {
  const auto circuit = engine.as<engines::CircuitEngine>();
  if (!circuit) return nullptr;
  return symmetry_.get([&]() -> std::shared_ptr<const game::SymmetryGroup> {
    knowledge::symmetry::SymmetryOptions options;
    options.role_symmetries = false;
    // About half a second; counted, so that players are the same on every machine.
    options.graphs.vertices = 60'000;
    options.graphs.edges = 150'000;
    options.most_bytes = std::size_t{16} << 20U;
    constexpr std::size_t kSmall = 600;  // literals: what the syntax hides is looked for in small games
    options.hidden = circuit->circuit().program->literals.size() <= kSmall;
    options.groups = circuit->circuit().groups;
    options.conflicts = 5'000;
    auto found = knowledge::symmetry::find_symmetries(rules(), circuit->circuit().program, options);
    if (found.states.value.generators.empty()) return nullptr;
    return std::make_shared<const game::SymmetryGroup>(std::move(found.states.value));
  });
}

const ground::Decomposition* GameKit::decomposition() {
  const std::optional<ground::Decomposition>& found = decomposition_.get([this]() -> std::optional<ground::Decomposition> {
    constexpr std::uint64_t kWork = 20'000'000;  // elementary steps: a fraction of a second
    const Result<std::shared_ptr<const ground::GroundProgram>> program = workshop_.ground();
    if (!program) return {};
    return knowledge::decompose(**program, {.work = kWork});
  });
  return found ? &*found : nullptr;
}

Result<engines::Ladder*> GameKit::ladder() {
  const Result<std::unique_ptr<engines::Ladder>>& started = ladder_.get([this] { return engines::Ladder::start(workshop_); });
  if (!started) return started.error();
  return started->get();
}

}  // namespace agon::play
