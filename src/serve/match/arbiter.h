// The rules' side of one match: all its states so far, the legal moves now, and what each audience may see. Used by one thread at a
// time; what takes long belongs on a worker. Anything that asks the engine may throw LimitReached.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/match/certainty.h"
#include "serve/sheets/sheet_kit.h"

namespace agon::serve {

// Who looks: the roles whose seats they hold, ascending. `all` is somebody to whom nothing is hidden (any more).
struct Audience {
  std::vector<std::uint32_t> roles;
  bool all = false;
  friend auto operator<=>(const Audience&, const Audience&) = default;
};

class Arbiter {
 public:
  // `informed`: the roles of people, whose knowledge is kept up to date in games with hidden information.
  Arbiter(SharedKit kit, std::vector<std::uint32_t> informed);

  [[nodiscard]] const SheetKit& kit() const { return *kit_; }
  [[nodiscard]] std::size_t roles() const { return kit_->info().role_count(); }
  [[nodiscard]] std::size_t step() const { return states_.size() - 1; }
  [[nodiscard]] bool terminal() const { return terminal_; }
  // The role that has no legal move in a state that is not terminal, if there is one: the match cannot go on.
  [[nodiscard]] std::optional<std::size_t> stuck() const { return stuck_; }
  // Per role: moves as canonical text. Empty in terminal states.
  [[nodiscard]] const std::vector<std::vector<std::string>>& legal() const { return legal_texts_; }
  // 0..100, or nothing where the rules give none or several.
  [[nodiscard]] std::vector<std::optional<int>> goals();
  // The index of a legal move, in any letter case and spacing.
  [[nodiscard]] std::optional<std::size_t> find(std::size_t role, const std::string& move) const;

  // One index for each role. Precondition: neither terminal nor stuck.
  void play(const std::vector<std::size_t>& choices);
  // Back to an earlier step.
  void take_back(std::size_t step);

  // Of the step that led from `step` to the next: what the role saw. Empty lists in games without hidden information.
  [[nodiscard]] const std::vector<std::vector<std::string>>& percepts(std::size_t step) const { return percepts_[step]; }
  [[nodiscard]] std::vector<std::string> fluents(std::size_t step) const;
  // As records have it: the same for the same set of fluents.
  [[nodiscard]] std::string state_hash(std::size_t step) const;

  // agon.position/1 of a step, for an audience. Legal moves are given for the last step only, unless `with_legal` asks for more.
  [[nodiscard]] Json position(std::size_t step, const Audience& audience, bool with_legal);

 private:
  struct Moment {  // what is kept of a step beside its state
    std::vector<std::optional<game::TermBuffer>> known;  // per informed role; nothing where it lost count
  };
  void look();
  [[nodiscard]] std::vector<game::MoveBuffer> legal_in(const game::AnyState& state);
  [[nodiscard]] game::TermBuffer seen_by(std::size_t step, const Audience& audience, const char*& knowledge) const;
  void start_certainties();

  SharedKit kit_;
  std::vector<std::uint32_t> informed_;
  game::AnyEngine::Scratch scratch_;
  std::vector<game::AnyState> states_;
  std::vector<std::vector<MoveId>> joints_;
  std::vector<std::vector<std::vector<std::string>>> percepts_;
  std::vector<Certainty> certainties_;  // of the informed roles
  std::vector<Moment> moments_;
  bool terminal_ = false;
  std::optional<std::size_t> stuck_;
  std::vector<game::MoveBuffer> legal_;
  std::vector<std::vector<std::string>> legal_texts_;
};

}  // namespace agon::serve
