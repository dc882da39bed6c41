#include "search/minimax/proof_number.h"

#include "search/with_engine.h"

namespace agon::search::minimax {
Answer can_force(const game::AnyEngine& engine, RoleId role, int threshold, const ProofOptions& options) {
  return with_engine(engine, [&](const auto& inside) {
    using E = std::remove_cvref_t<decltype(*inside)>;
    auto scratch = inside->make_scratch();
    return ProofNumberSearch<E>(*inside, options).at_least(inside->initial_state(scratch), role, threshold);
  });
}

ForcedGoal solve_by_proof(const game::AnyEngine& engine, RoleId role, const ProofOptions& options) {
  const std::vector<int> goals = game::possible_goals(engine, role);
  return with_engine(engine, [&](const auto& inside) {
    using E = std::remove_cvref_t<decltype(*inside)>;
    auto scratch = inside->make_scratch();
    const auto root = inside->initial_state(scratch);
    ProofNumberSearch<E> search(*inside, options);
    // goals[low] is forced; goals[high] is not exceeded.
    std::size_t low = 0;
    std::size_t high = goals.size() - 1;
    while (low < high) {
      const std::size_t middle = low + (high - low + 1) / 2;
      const Answer answer = search.at_least(root, role, goals[middle]);
      if (answer == Answer::Unknown) break;
      if (answer == Answer::Yes) low = middle;
      if (answer == Answer::No) high = middle - 1;
    }
    return ForcedGoal{goals[low], goals[high], search.effort().nodes};
  });
}

}  // namespace agon::search::minimax
