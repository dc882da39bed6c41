#include "search/minimax/solve.h"

#include "search/with_engine.h"

namespace agon::search::minimax {

Solution solve_exactly(const game::AnyEngine& engine, const SolveOptions& options) {
  return with_engine(engine, [&](const auto& inside) {
    using E = std::remove_cvref_t<decltype(*inside)>;
    auto scratch = inside->make_scratch();
    return ExactSolver<E>(*inside, options).solve(inside->initial_state(scratch));
  });
}

}  // namespace agon::search::minimax
