#include "belief/information_set.h"

#include <algorithm>
#include <unordered_map>

#include "game/perft.h"

namespace agon::belief {

InformationSet::InformationSet(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, RoleId role)
    : engine_(engine), role_(role) {
  possible_.push_back(engine_.initial_state(scratch));
  find_known();
}

void InformationSet::find_known() {
  if (possible_.empty() || possible_.size() > kMostStates) {
    possible_.clear();
    known_.reset();
    return;
  }
  game::TermBuffer common;
  engine_.fluents(possible_.front(), common);
  std::unordered_map<std::uint32_t, std::size_t> counts;
  game::TermBuffer fluents;
  for (const game::AnyState& state : possible_) {
    engine_.fluents(state, fluents);
    for (const TermId fluent : fluents) ++counts[fluent.value];
  }
  std::erase_if(common, [&](TermId fluent) { return counts[fluent.value] < possible_.size(); });
  known_ = std::move(common);
}

void InformationSet::step(game::AnyEngine::Scratch& scratch, MoveId move, const game::TermBuffer& percepts) {
  std::vector<game::AnyState> next;
  std::unordered_multimap<std::uint64_t, std::size_t> seen;
  std::size_t successors = 0;
  const std::size_t roles = engine_.info().role_count();
  std::vector<game::MoveBuffer> legal(roles);
  game::TermBuffer observed;
  for (const game::AnyState& state : possible_) {
    if (engine_.is_terminal(scratch, state)) continue;
    for (std::uint32_t r = 0; r < roles; ++r) engine_.legal_moves(scratch, state, RoleId{r}, legal[r]);
    game::MoveBuffer& own = legal[role_.value];
    if (std::find(own.begin(), own.end(), move) == own.end()) continue;
    own.assign(1, move);
    std::size_t combinations = 1;
    for (const game::MoveBuffer& moves : legal)
      combinations = std::min(kMostSuccessors + 1, combinations * std::max<std::size_t>(1, moves.size()));
    successors += combinations;
    if (successors > kMostSuccessors) break;
    game::for_each_joint(legal, [&](std::span<const MoveId> joint) {
      engine_.percepts(scratch, state, joint, role_, observed);
      if (observed != percepts) return;
      game::AnyState after = state;
      engine_.apply(scratch, after, joint);
      const std::uint64_t hash = engine_.hash(after);
      const auto [begin, end] = seen.equal_range(hash);
      if (std::any_of(begin, end, [&](const auto& entry) { return next[entry.second] == after; })) return;
      seen.emplace(hash, next.size());
      next.push_back(std::move(after));
    });
    if (next.size() > kMostStates) break;
  }
  possible_ = successors > kMostSuccessors ? std::vector<game::AnyState>{} : std::move(next);
  find_known();
}

}  // namespace agon::belief
