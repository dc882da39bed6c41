// The rules' side of one match: all its states so far, the legal moves now, and what each audience may see. Used by one thread at a
// time; what takes long belongs on a worker. Anything that asks the engine may throw LimitReached.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/information_set.h"
#include "serve/json_fwd.h"
#include "serve/match/arbiter_budget.h"
#include "serve/match/legal_page.h"
#include "serve/sheets/sheet_kit.h"

namespace agon::serve {

// Who looks: the roles whose seats they hold, ascending. `all` is somebody to whom nothing is hidden (any more).
struct Audience {
  std::vector<std::uint32_t> roles;
  bool all = false;
  friend auto operator<=>(const Audience&, const Audience&) = default;
};

// Per role, in the order of the engine, as canonical text.
using LegalMoves = std::vector<std::vector<std::string>>;
using SharedLegalMoves = std::shared_ptr<const LegalMoves>;

class Arbiter {
 public:
  // `informed`: the roles of people, whose knowledge is kept up to date in games with hidden information.
  Arbiter(SharedKit kit, std::vector<std::uint32_t> informed, const ArbiterBudget& budget = {});

  [[nodiscard]] const SheetKit& kit() const { return *kit_; }
  [[nodiscard]] std::size_t roles() const { return kit_->info().role_count(); }
  [[nodiscard]] std::size_t step() const { return states_.size() - 1; }
  [[nodiscard]] bool terminal() const { return terminal_; }
  // The role that has no legal move in a state that is not terminal, if there is one: the match cannot go on.
  [[nodiscard]] std::optional<std::size_t> stuck() const { return stuck_; }
  // Per role: moves as canonical text. Empty in terminal states.
  [[nodiscard]] const LegalMoves& legal() const { return *legal_texts_; }
  // The same to keep: there may be hundreds of thousands, which are not copied on the event loop.
  [[nodiscard]] const SharedLegalMoves& shared_legal() const { return legal_texts_; }
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

  // agon.position/1 of a step, for an audience. Legal moves are given for the last step only, unless `with_legal` asks for more,
  // and at most kMostMovesShown of each role.
  [[nodiscard]] Json position(std::size_t step, const Audience& audience, bool with_legal);
  // agon.legal_moves/1 of the last step. Precondition: the audience may know them.
  [[nodiscard]] Json legal_page(const LegalQuery& query, const Audience& audience) const;
  [[nodiscard]] bool shows_moves_of(std::uint32_t role, const Audience& audience) const;

 private:
  struct Moment {                                        // what is kept of a step beside its state
    std::vector<std::optional<game::TermBuffer>> known;  // per informed role; nothing where it lost count
  };
  void look();
  // Counts what is kept of the last step; throws LimitReached when it is too much.
  void account();
  [[nodiscard]] std::size_t bytes_of_step(std::size_t step) const;
  [[nodiscard]] std::vector<game::MoveBuffer> legal_in(const game::AnyState& state);
  [[nodiscard]] game::TermBuffer seen_by(std::size_t step, const Audience& audience, const char*& knowledge) const;
  void start_certainties();

  SharedKit kit_;
  std::vector<std::uint32_t> informed_;
  game::AnyEngine::Scratch scratch_;
  std::vector<game::AnyState> states_;
  std::vector<std::vector<MoveId>> joints_;
  std::vector<std::vector<std::vector<std::string>>> percepts_;
  std::vector<belief::InformationSet> certainties_;  // of the informed roles
  std::vector<Moment> moments_;
  bool terminal_ = false;
  std::optional<std::size_t> stuck_;
  std::vector<game::MoveBuffer> legal_;
  std::vector<std::vector<bool>> chose_;  // by step and role: it had more than one move
  SharedLegalMoves legal_texts_;
  SharedLegalMoves earlier_texts_;  // of the step before, so that whoever kept them is never the last to let go of them
  std::size_t legal_bytes_ = 0;
  std::vector<std::size_t> kept_bytes_;  // by step: of all steps up to it
  std::size_t terms_before_;             // bytes of the term bank when the match began
  ArbiterAccount account_;
};

}  // namespace agon::serve
