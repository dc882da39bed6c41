#include "cli/engines.h"

#include "play/game_kit.h"

namespace agon::cli {

Result<game::AnyEngine> make_engine(const std::string& name, const gdl::Rules& rules, const Limits& limits) {
  return play::GameKit(rules, limits).engine(name);
}

}  // namespace agon::cli
