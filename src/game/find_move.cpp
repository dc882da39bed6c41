#include "game/find_move.h"

namespace agon::game {
namespace {

// Lower case, single spaces, none inside parentheses.
std::string normalised(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
    if (c == ' ' && (out.empty() || out.back() == ' ' || out.back() == '(')) continue;
    if (c == ')' && !out.empty() && out.back() == ' ') out.pop_back();
    out += c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace

std::optional<RoleId> find_role(const GameInfo& info, const std::string& text) {
  const std::string wanted = normalised(text);
  for (std::uint32_t r = 0; r < info.role_count(); ++r) {
    if (info.roles[r] == wanted) return RoleId{r};
  }
  return std::nullopt;
}

const MoveId* find_move(const AnyEngine& engine, RoleId role, const MoveBuffer& legal, const std::string& text) {
  const std::string wanted = normalised(text);
  for (const MoveId& move : legal) {
    if (engine.terms().text(engine.move_term(role, move)) == wanted) return &move;
  }
  return nullptr;
}

}  // namespace agon::game
