#include "serve/match/step/move_intake.h"

#include <fmt/format.h>

#include "base/line_text.h"
#include "serve/errors.h"
#include "serve/match/log/match_event.h"

namespace agon::serve {
namespace {

constexpr std::size_t kMostShown = 200;  // bytes of a move that is none: it may be as long as a body

// g++ 12 miscompiles some temporaries inside coroutines, so values are made here.
Error too_late() { return conflict("The move came too late: the match has gone on.", "Look at the board again."); }

}  // namespace

std::optional<Error> MoveIntake::refusal(std::size_t role, std::size_t step) const {
  if (log_.over()) return conflict("The match is over.");
  if (log_.state() == MatchState::Starting)
    return conflict("The match has not begun yet.", "Wait until the other players are ready.");
  return ballot_.refusal(role, step);
}

std::optional<Error> MoveIntake::refusal(std::size_t role, std::size_t step, const std::string& move,
                                         const std::optional<std::size_t>& choice) const {
  if (!choice)
    return bad_input("illegal-move", fmt::format("'{}' is not legal for {} here.", line_text(move, kMostShown), spec_.roles[role]),
                     "The list of legal moves shows what is.");
  std::optional<Error> closed = refusal(role, step);
  if (!closed && ballot_.contradicts(role, *choice)) closed = conflict("You have already moved in this step.");
  return closed;
}

asio::awaitable<Status> MoveIntake::submit(std::size_t role, std::size_t step, std::string move) {
  std::optional<Error> refused = refusal(role, step);
  if (refused) co_return Status(std::move(*refused));
  auto look_up = [role, move](Arbiter& arbiter) { return arbiter.terminal() ? std::nullopt : arbiter.find(role, move); };
  const std::optional<std::size_t> choice = co_await arbiter_.ask(std::move(look_up));
  // The match went on while the arbiter worked, and it may go on again while the store does.
  refused = refusal(role, step, move, choice);
  if (refused) co_return Status(std::move(*refused));
  if (ballot_.repeats(role, *choice)) co_return done();
  Write write = write_of(move_event(spec_.id, role, step, ballot_.move(role, *choice)));
  const bool stored = co_await writer_.write(std::move(write));
  if (!stored) refused = store_refused("The move could not be stored, so it does not count.");
  else if (refusal(role, step) || ballot_.decided(role)) refused = too_late();
  if (refused) co_return Status(std::move(*refused));
  ballot_.cast(role, *choice);
  co_return done();
}

}  // namespace agon::serve
