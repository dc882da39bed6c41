// Collects the votes of each step: asks all programs at once, waits for people, times out whoever is late, and stops waiting when
// somebody takes a move back, gives up, or the server goes down.
//
// `owner` is whatever holds the collector: a question that is open keeps it alive.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "serve/async/async_signal.h"
#include "serve/match/log/match_log.h"
#include "serve/match/match_services.h"
#include "serve/match/player_group.h"
#include "serve/match/step/ballot.h"
#include "serve/match/step/step_clock.h"

namespace agon::serve {

class VoteCollector {
 public:
  using Owner = std::shared_ptr<const void>;

  // The configuration, the services and the log must outlive it. Faults are counted in the log. `on_thought` hears what programs
  // think until the match is over, `on_queue` when the place in the queue for players is another one.
  VoteCollector(const MatchSpec& spec, SharedKit kit, const MatchServices& services, MatchLog& log,
                SeatPlayers::OnThought on_thought, std::function<void()> on_queue);

  [[nodiscard]] Ballot& ballot() { return ballot_; }
  [[nodiscard]] const Ballot& ballot() const { return ballot_; }
  [[nodiscard]] const StepClock& clock() const { return clock_; }
  [[nodiscard]] const PlayerGroup& players() const { return players_; }
  // The program of this seat answers, as far as is known, or would if it were asked.
  [[nodiscard]] bool connected(std::size_t role) const;
  // Grows whenever open questions are given up: what was seen before and after may not fit together.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  // What ends the waiting. A take-back and an abort stand until somebody looks.
  [[nodiscard]] Status request_take_back(std::size_t role);
  void request_abort(std::string why);
  void suspend();
  [[nodiscard]] std::optional<std::size_t> take_back_request() { return std::exchange(take_back_to_, std::nullopt); }
  [[nodiscard]] const std::optional<std::string>& abort_request() const { return abort_reason_; }
  [[nodiscard]] const bool& suspended() const { return suspended_; }

  // A server that takes up hundreds of matches, all waiting for people, starts no player for them.
  [[nodiscard]] bool may_begin_at_rest() const;
  // Built-in players rest, and one of them has a choice to make.
  [[nodiscard]] bool must_wake() const { return resting() && needs_built_in(); }
  // Waits for process permits and for the players, until all are started or their time is up.
  [[nodiscard]] asio::awaitable<void> start_players(Owner owner);
  // Players cannot go back in a match: new ones are needed.
  void drop_players() { players_.drop(); }
  // Everybody who has to decide is asked at once.
  void ask(const Owner& owner);
  // Waits for all votes. False: something else has to be done first.
  [[nodiscard]] asio::awaitable<bool> gather();
  // A vote came from outside.
  void notify() { changed_.notify(); }
  // Gives up what is still asked.
  void withdraw() { ++generation_; }
  // The last message to the players.
  [[nodiscard]] asio::awaitable<void> finish();

 private:
  using Deadline = StepClock::TimePoint;
  [[nodiscard]] bool interrupted() const { return suspended_ || abort_reason_.has_value(); }
  [[nodiscard]] bool resting() const { return log_.state() == MatchState::Running && players_.resting(); }
  [[nodiscard]] bool needs_built_in() const;
  void ask_program(std::size_t role, const Owner& owner);
  [[nodiscard]] bool time_out(Deadline now);
  [[nodiscard]] asio::awaitable<void> wait_for_processes();
  [[nodiscard]] bool vote_at_once(std::size_t role);
  [[nodiscard]] Deadline next_look(Deadline now);
  void on_started(std::optional<Fault> fault);
  void on_answer(std::size_t role, PlayerGroup::Answer answer);
  void on_thought(std::size_t role, Json thought);
  void count_fault(std::size_t role);

  const MatchSpec& spec_;
  const MatchServices& services_;
  MatchLog& log_;
  SeatPlayers::OnThought on_thought_;
  std::function<void()> on_queue_;
  AsyncSignal changed_;
  Ballot ballot_;
  StepClock clock_;
  PlayerGroup players_;
  std::uint64_t generation_ = 0;
  std::optional<std::size_t> take_back_to_;
  std::optional<std::string> abort_reason_;
  bool suspended_ = false;
};

}  // namespace agon::serve
