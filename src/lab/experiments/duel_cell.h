// Duels as cells of an experiment, and the games they are played in.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lab/experiments/duel.h"
#include "lab/reproduce/run.h"
#include "play/game_kit.h"

namespace agon::lab::experiments {

// A game of the library, ready to be played by several threads. Throws LookupError: an experiment without its game is a mistake of
// its description.
[[nodiscard]] std::shared_ptr<play::GameKit> load_kit(const reproduce::Run& run, const std::string& game);

// Games by name, each loaded when it is first played.
class Kits {
 public:
  explicit Kits(const reproduce::Run& run) : run_(run) {}
  const std::shared_ptr<play::GameKit>& operator[](const std::string& game);

 private:
  const reproduce::Run& run_;
  std::map<std::string, std::shared_ptr<play::GameKit>> kits_;
};

[[nodiscard]] reproduce::Figures figures_of(const DuelPool& pool);
[[nodiscard]] DuelPool pool_of(const reproduce::Figures& figures);

// Plays the games and counts them; LookupError if a strategy cannot play.
[[nodiscard]] reproduce::Figures duel_figures(const reproduce::Run& run, const std::shared_ptr<play::GameKit>& kit,
                                              const std::string& first, const std::string& second, std::uint64_t games,
                                              std::uint64_t seed);

// A duel as a cell; nothing if it was not played.
[[nodiscard]] std::optional<DuelPool> duel_cell(reproduce::Run& run, const std::string& id, Kits& kits, const std::string& game,
                                                const std::string& first, const std::string& second, std::uint64_t games);

}  // namespace agon::lab::experiments
