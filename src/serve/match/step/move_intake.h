// Idempotent submission of people's moves: checked by the arbiter, written ahead to the store, and only then a vote. Match, role
// and step are the idempotency key: a client that lost the answer may send the same move again, and another one is refused.
#pragma once

#include <optional>
#include <string>

#include "serve/match/arbiter_strand.h"
#include "serve/match/log/event_writer.h"
#include "serve/match/log/match_log.h"
#include "serve/match/step/ballot.h"

namespace agon::serve {

class MoveIntake {
 public:
  // All of them must outlive the intake.
  MoveIntake(const MatchSpec& spec, const MatchLog& log, Ballot& ballot, ArbiterStrand& arbiter, EventWriter& writer)
      : spec_(spec), log_(log), ballot_(ballot), arbiter_(arbiter), writer_(writer) {}

  // `move` in any letter case and spacing.
  [[nodiscard]] asio::awaitable<Status> submit(std::size_t role, std::size_t step, std::string move);

 private:
  [[nodiscard]] std::optional<Error> refusal(std::size_t role, std::size_t step) const;
  [[nodiscard]] std::optional<Error> refusal(std::size_t role, std::size_t step, const std::string& move,
                                             const std::optional<std::size_t>& choice) const;

  const MatchSpec& spec_;
  const MatchLog& log_;
  Ballot& ballot_;
  ArbiterStrand& arbiter_;
  EventWriter& writer_;
};

}  // namespace agon::serve
