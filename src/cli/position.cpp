#include "cli/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "game/find_move.h"

namespace agon::cli {

Position::Position(const game::AnyEngine& engine)
    : engine_(engine), scratch_(engine.make_scratch()), state_(engine.initial_state(scratch_)) {
  find_legal();
}

Result<game::JointChoice> Position::read(const std::string& text) const {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::vector<std::size_t> movers;  // those with a choice, or all, or the one whose only move this is
  for (std::size_t r = 0; r < legal_.size(); ++r) {
    if (legal_[r].size() > 1) movers.push_back(r);
  }
  const std::size_t choosers = movers.size();
  if (parts.size() == legal_.size()) {
    movers.resize(legal_.size());
    std::iota(movers.begin(), movers.end(), std::size_t{0});
  } else if (choosers == 0 && parts.size() == 1) {
    std::size_t r = 0;
    while (r + 1 < legal_.size() && find(r, parts[0]) == nullptr) ++r;
    movers = {r};
  }
  if (parts.size() != movers.size()) {
    return bad_input("moves", fmt::format("'{}' has {} moves, and {} roles have a choice", text, parts.size(), choosers),
                     "write the moves of one step as \"(move of one);(move of the next)\"");
  }
  game::JointChoice choices(legal_.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t r = movers[i];
    const MoveId* const move = find(r, parts[i]);
    if (move == nullptr)
      return bad_input("illegal-move", fmt::format("{} cannot play '{}' here", engine_.info().roles[r], parts[i]),
                       "'agon playout' shows how moves are written");
    choices[r] = Choice{static_cast<std::uint32_t>(move - legal_[r].data())};
  }
  return choices;
}

void Position::apply(const game::JointChoice& choices) {
  std::vector<MoveId> joint;
  for (std::size_t r = 0; r < choices.size(); ++r) joint.push_back(legal_[r][choices[r].index()]);
  engine_.apply(scratch_, state_, joint);
  find_legal();
}

Result<std::vector<game::JointChoice>> Position::play(const std::vector<std::string>& moves) {
  std::vector<game::JointChoice> played;
  for (const std::string& text : moves) {
    if (over_) return bad_input("moves", "the match is over before the last of these moves", "leave some out");
    const Result<game::JointChoice> choices = read(text);
    if (!choices) return choices.error();
    apply(*choices);
    played.push_back(*choices);
  }
  return played;
}

const MoveId* Position::find(std::size_t role, const std::string& move) const {
  return game::find_move(engine_, RoleId{static_cast<std::uint32_t>(role)}, legal_[role], move);
}

void Position::find_legal() {
  legal_.assign(engine_.info().role_count(), {});
  over_ = engine_.is_terminal(scratch_, state_);
  for (std::uint32_t r = 0; r < legal_.size() && !over_; ++r) {
    engine_.legal_moves(scratch_, state_, RoleId{r}, legal_[r]);
    over_ = legal_[r].empty();
  }
}

}  // namespace agon::cli
