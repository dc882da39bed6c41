#include "belief/joint_draw.h"

namespace agon::belief {

bool draw_joint(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, const game::AnyState& state, Rng& rng,
                game::MoveBuffer& legal, std::vector<MoveId>& joint, std::optional<std::pair<RoleId, MoveId>> given) {
  joint.clear();
  for (std::uint32_t r = 0; r < engine.info().role_count(); ++r) {
    if (given && given->first == RoleId{r}) {
      joint.push_back(given->second);
      continue;
    }
    engine.legal_moves(scratch, state, RoleId{r}, legal);
    if (legal.empty()) return false;
    joint.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return true;
}

}  // namespace agon::belief
