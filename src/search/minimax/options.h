// Options of the iterative-deepening search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "game/facts.h"

namespace agon::search {
class EvaluationMaker;
}

namespace agon::search::minimax {

// Is the sum of the goals the same at every end of the game? Two-player searches lean on it, so it has to come from somewhere:
// a proof (knowledge/, or prove_constant_sum), or somebody's word, which the search then repeats in its note.
enum class ConstantSum : std::uint8_t { Unknown, Declared, Proved };

// Uniform: every line is searched to the same depth. Ranked: successors that looked better in the previous iteration are searched
// up to twice as deep as the worst (Fluxplayer, formula 4.4).
enum class DepthRule : std::uint8_t { Uniform, Ranked };

struct MinimaxOptions {
  ConstantSum constant_sum = ConstantSum::Unknown;
  double sum = 100;             // of the goals, where it is constant
  bool paranoid = false;        // more than two players: everybody plays against the own role
  bool assume_visible = false;  // GDL-II: search as if everybody saw every move
  bool alpha_beta = true;       // where it is sound: one player, two with a constant sum, paranoid
  bool ordering = true;         // by table, killers and history; otherwise as the engine lists the moves
  DepthRule depth_rule = DepthRule::Uniform;
  std::uint32_t first_depth = 1;                                  // of the first iteration
  std::uint32_t max_depth = 1'000;                                // of the last
  std::size_t table_bytes = std::size_t{64} << 20U;               // 0: no table
  std::shared_ptr<const EvaluationMaker> evaluation = nullptr;    // of states that are not terminal (evaluation/); null: by goals
  std::shared_ptr<const game::SymmetryGroup> symmetry = nullptr;  // of states; symmetric ones share a place in the table
};

}  // namespace agon::search::minimax
