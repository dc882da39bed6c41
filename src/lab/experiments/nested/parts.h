// The parts of giga15-nested: single decisions of nested players, and matches between them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engines/circuit/circuit_engine.h"
#include "lab/reproduce/run.h"
#include "play/game_kit.h"

namespace agon::lab::experiments::nested {

// decisions.cpp: tables 1 and 2 of the paper, and its propositions.
void tictactoe(reproduce::Run& run);
void breakthrough_trap(reproduce::Run& run);
void propositions(reproduce::Run& run);

// matches.cpp: tables 3 and 4.
void speeds(reproduce::Run& run);
void discounting(reproduce::Run& run);
void inside_uct(reproduce::Run& run);

// A game with the engine that all parts use. Throws LookupError.
struct Game {
  Game(const reproduce::Run& run, const std::string& name);
  std::string name;
  std::shared_ptr<play::GameKit> kit;
  std::shared_ptr<const engines::CircuitEngine> engine;
};

}  // namespace agon::lab::experiments::nested
