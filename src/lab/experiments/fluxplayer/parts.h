// The parts of fluxplayer-search, and what they share: a game, a position of it, and a search that starts fresh.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lab/reproduce/run.h"
#include "play/game_kit.h"
#include "search/minimax/options.h"
#include "search/searcher.h"

namespace agon::lab::experiments::fluxplayer {

// The vocabulary of these files.
using namespace reproduce;  // NOLINT
using Kind = Column::Kind;
using search::Thought;
using search::minimax::DepthRule;
using search::minimax::MinimaxOptions;

// known_answers.cpp: what can be worked out without the search.
void node_counts(reproduce::Run& run);
void exact_values(reproduce::Run& run);
void serialisation(reproduce::Run& run);

// effort.cpp: deeper lines for the same effort, and the same answer for less.
void deepest_lines(reproduce::Run& run);
void alpha_beta(reproduce::Run& run);

struct Game {
  std::shared_ptr<play::GameKit> kit;
  game::AnyEngine engine;
};
[[nodiscard]] Game load_game(const reproduce::Run& run, const std::string& name);  // throws LookupError

// For two players whose goals add up to a constant: by proof where there is one, else because the library says so. States are
// evaluated by mobility and by the goals that the rules already give, in place of Fluxplayer's fuzzy logic.
[[nodiscard]] search::minimax::MinimaxOptions minimax_options(play::GameKit& kit);

// The moves that lead to a position, which is how a searcher gets there, and whoever has the choice in it.
struct Position {
  std::vector<game::JointChoice> line;
  RoleId turn;
};

// A fresh search: nothing is left over from other positions.
[[nodiscard]] search::Thought think(const Game& game, const search::minimax::MinimaxOptions& options, const Position& position,
                                    const search::Budget& budget = {});

}  // namespace agon::lab::experiments::fluxplayer
