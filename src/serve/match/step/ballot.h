// The votes of one step: which seats have decided, what is accepted, refused or replaced, and when the step is complete.
//
// A seat that need not decide (the random role, an only move) is given its vote; a player that is late or says nonsense gets a
// random legal move instead, and a fault. Random moves depend on the seed, the step and the role alone (match_draws.h), so a match
// that is taken up again after a restart goes on as it would have.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/match/log/match_log.h"
#include "serve/match/log/spec.h"
#include "serve/match/step/match_draws.h"

namespace agon::serve {

class Ballot {
 public:
  // Per role, as the arbiter orders them; a vote is an index.
  using LegalMoves = std::vector<std::vector<std::string>>;
  using SharedLegalMoves = std::shared_ptr<const LegalMoves>;

  // The configuration must outlive the ballot.
  explicit Ballot(const MatchSpec& spec) : spec_(spec) {}

  // A new step: nobody has decided, nobody is asked.
  void open(std::size_t step, SharedLegalMoves legal);
  void open(std::size_t step, LegalMoves legal) { open(step, std::make_shared<const LegalMoves>(std::move(legal))); }
  // After a restart of the server: what people had decided in this step, per role.
  void restore(const std::vector<std::optional<std::size_t>>& choices);
  [[nodiscard]] bool opened() const { return !votes_.empty(); }
  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] const std::string& move(std::size_t role, std::size_t choice) const { return legal(role)[choice]; }

  [[nodiscard]] bool has_choice(std::size_t role) const { return legal(role).size() > 1; }
  [[nodiscard]] bool decided(std::size_t role) const { return votes_[role].has_value(); }
  [[nodiscard]] bool waiting(std::size_t role) const { return asked_[role] && !votes_[role]; }
  [[nodiscard]] bool anybody_waiting() const;
  [[nodiscard]] bool complete() const;
  // What the seat did wrong in this step, if it did.
  [[nodiscard]] const Fault* fault(std::size_t role) const;

  // From now on the seat is waited for.
  void ask(std::size_t role);
  void cast(std::size_t role, std::size_t choice) { votes_[role] = Vote{choice, {}}; }
  // A random legal move, of the role that stands for chance.
  void draw(std::size_t role);
  // What a program answered, in the words of the rules; anything but a legal move is replaced.
  void answer(std::size_t role, const std::string& move);
  // A random legal move instead of the seat's own.
  void substitute(std::size_t role, Fault fault);
  void substitute_late(std::size_t role);
  // What the player of a seat thinks, while it is asked; the last thought counts.
  void note_thought(std::size_t role, game::MatchThought thought);
  // A player that did not start; goes into the next step that is made, whichever it is.
  void note_start_fault(Fault fault);

  // Why a person may not move here and now, whatever the move.
  [[nodiscard]] std::optional<Error> refusal(std::size_t role, std::size_t step) const;
  // Moves are idempotent within a step: the same one again is accepted and changes nothing, another one is refused.
  [[nodiscard]] bool repeats(std::size_t role, std::size_t choice) const { return decided(role) && votes_[role]->choice == choice; }
  [[nodiscard]] bool contradicts(std::size_t role, std::size_t choice) const { return decided(role) && !repeats(role, choice); }

  // Precondition of both: complete.
  [[nodiscard]] std::vector<std::size_t> choices() const;
  // The step as decided, but for its percepts. Takes the faults of the start with it.
  [[nodiscard]] LoggedStep close(std::int64_t at);

 private:
  struct Vote {
    std::size_t choice = 0;
    std::optional<Fault> fault;
  };
  [[nodiscard]] const std::vector<std::string>& legal(std::size_t role) const { return (*legal_)[role]; }
  [[nodiscard]] std::size_t random_choice(std::size_t role, MatchDraws::Purpose purpose);

  const MatchSpec& spec_;
  std::optional<MatchDraws> draws_;  // made when first needed: most steps of most games draw nothing
  std::size_t step_ = 0;
  SharedLegalMoves legal_;
  std::vector<std::optional<Vote>> votes_;
  std::vector<bool> asked_;
  std::vector<std::optional<game::MatchThought>> thoughts_;
  std::vector<Fault> start_faults_;
};

}  // namespace agon::serve
