// "Discounting and Pruning for Nested Playouts in General Game Playing" (Cazenave, Saffidine, Schofield and Thielscher, GIGA 2015)
// on our nested players: do quick wins before slow ones make better choices, what do the ways of pruning save and change, and when
// are nested playouts worth their time inside UCT.
#include "lab/experiments/all.h"
#include "lab/experiments/nested/parts.h"

namespace agon::lab::experiments {

namespace nested {

Game::Game(const reproduce::Run& run, const std::string& game) : name(game) {
  Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw reproduce::LookupError{reproduce::why(rules.error())};
  kit = std::make_shared<play::GameKit>(std::move(*rules), run.limits());
  const Result<game::AnyEngine> any = kit->engine("circuit");
  if (!any) throw reproduce::LookupError{reproduce::why(any.error())};
  engine = any->as<engines::CircuitEngine>();
}

}  // namespace nested

void run_giga15_nested(reproduce::Run& run) {
  nested::tictactoe(run);
  nested::breakthrough_trap(run);
  nested::propositions(run);
  nested::speeds(run);
  nested::discounting(run);
  nested::inside_uct(run);
}

}  // namespace agon::lab::experiments
