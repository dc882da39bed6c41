#include "lab/exam/setting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "game/find_move.h"

namespace agon::lab::exam {
namespace {

// A match on its way to the position.
class Walk {
 public:
  explicit Walk(const game::AnyEngine& engine)
      : engine_(engine),
        scratch_(engine.make_scratch()),
        state_(engine.initial_state(scratch_)),
        legal_(engine.info().role_count()) {
    look();
  }

  [[nodiscard]] bool is_over() { return engine_.is_terminal(scratch_, state_); }
  [[nodiscard]] std::optional<Choice> find(std::size_t role, const std::string& move) const {
    const MoveId* const found = game::find_move(engine_, role_id(role), legal_[role], move);
    if (found == nullptr) return std::nullopt;
    return Choice{static_cast<std::uint32_t>(found - legal_[role].data())};
  }
  [[nodiscard]] std::string text(std::size_t role, Choice choice) const {
    return engine_.terms().text(engine_.move_term(role_id(role), legal_[role][choice.index()]));
  }
  [[nodiscard]] std::size_t count(std::size_t role) const { return legal_[role].size(); }

  void make(const game::JointChoice& choices) {
    std::vector<MoveId> joint;
    for (std::size_t r = 0; r < choices.size(); ++r) joint.push_back(legal_[r][choices[r].index()]);
    engine_.apply(scratch_, state_, joint);
    look();
  }

 private:
  static RoleId role_id(std::size_t role) { return RoleId{static_cast<std::uint32_t>(role)}; }
  void look() {
    for (std::size_t r = 0; r < legal_.size(); ++r) engine_.legal_moves(scratch_, state_, role_id(r), legal_[r]);
  }

  const game::AnyEngine& engine_;
  game::AnyEngine::Scratch scratch_;
  game::AnyState state_;
  std::vector<game::MoveBuffer> legal_;
};

Error misfit(const Position& position, const std::string& what, const std::string& hint = {}) {
  return bad_input("bad-position", fmt::format("position '{}' of {}: {}", position.id, position.game, what), hint);
}

}  // namespace

Result<Setting> set_up(const game::AnyEngine& engine, const Position& position) {
  const std::vector<std::string>& roles = engine.info().roles;
  const std::optional<RoleId> found = game::find_role(engine.info(), position.role);
  if (!found)
    return misfit(position, fmt::format("there is no role '{}'", position.role),
                  fmt::format("the roles are: {}", fmt::join(roles, ", ")));
  Setting setting;
  setting.role = *found;
  const std::size_t role = found->index();
  Walk walk(engine);
  for (const std::vector<std::string>& joint : position.moves) {
    const std::size_t step = setting.line.size();
    if (walk.is_over()) return misfit(position, fmt::format("the game is over before step {}", step));
    if (joint.size() != roles.size())
      return misfit(position, fmt::format("step {} has {} moves for {} roles", step, joint.size(), roles.size()));
    game::JointChoice& choices = setting.line.emplace_back();
    for (std::size_t r = 0; r < roles.size(); ++r) {
      const auto choice = walk.find(r, joint[r]);
      if (!choice) return misfit(position, fmt::format("step {}: '{}' is not legal for {}", step, joint[r], roles[r]));
      choices.push_back(*choice);
    }
    walk.make(choices);
  }
  if (walk.is_over()) return misfit(position, "the game is over");
  if (walk.count(role) < 2) return misfit(position, fmt::format("{} has nothing to choose", position.role));
  for (std::uint32_t i = 0; i < walk.count(role); ++i) setting.legal.push_back(walk.text(role, Choice{i}));
  for (const std::string& move : position.best) {
    const auto choice = walk.find(role, move);
    if (!choice) return misfit(position, fmt::format("the best move '{}' is not legal", move));
    setting.best.push_back(*choice);
  }
  std::sort(setting.best.begin(), setting.best.end());
  return setting;
}

void write_down(const game::AnyEngine& engine, const Line& line, RoleId role, Position& position) {
  position.role = engine.info().roles[role.index()];
  position.moves.clear();
  Walk walk(engine);
  for (const game::JointChoice& choices : line) {
    std::vector<std::string>& joint = position.moves.emplace_back();
    for (std::size_t r = 0; r < choices.size(); ++r) joint.push_back(walk.text(r, choices[r]));
    walk.make(choices);
  }
}

}  // namespace agon::lab::exam
