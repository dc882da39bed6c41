// The programs of a match as a group: they queue for process permits, are started together, are asked at the same time, and rest
// while only people have to move.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "serve/async/async_semaphore.h"
#include "serve/match/seat_players.h"

namespace agon::serve {

class PlayerGroup {
 public:
  using Deadline = SeatPlayers::Deadline;
  using Answer = SeatPlayers::Answer;

  // The configuration must outlive the group.
  PlayerGroup(const MatchSpec& spec, SharedKit kit, asio::io_context& io, AsyncSemaphore& processes, MakeLink make_link,
              SeatPlayers::OnThought on_thought);

  [[nodiscard]] bool program(std::size_t role) const { return players_.program(role); }
  [[nodiscard]] bool built_in(std::size_t role) const { return players_.built_in(role); }
  [[nodiscard]] InstantPlayer instant(std::size_t role) const { return players_.instant(role); }
  [[nodiscard]] bool alive(std::size_t role) const { return players_.alive(role); }
  [[nodiscard]] bool any_remote() const;
  // How many need a process of their own.
  [[nodiscard]] std::size_t processes() const;

  // Joins the queue for as many permits as are needed, or keeps those that are there. `on_changed`: they were granted (perhaps
  // before this returns), or the place in the queue is another one.
  void request_processes(const std::function<void()>& on_changed);
  // In the queue for processes, from 1; 0: nothing is waited for.
  [[nodiscard]] std::size_t queue_place() const { return permit_ ? permit_->place() : 0; }
  [[nodiscard]] bool may_start() const { return processes() == 0 || (permit_ && permit_->granted()); }
  // Built-in players that are not there and hold no permit: they are started when they have a choice to make.
  [[nodiscard]] bool resting() const { return processes() > 0 && !permit_; }
  [[nodiscard]] bool may_rest() const { return permit_.has_value(); }
  void rest();
  // Nobody has to think: the players rest as soon as another match waits for processes, until they are needed again.
  void offer_processes() {
    permit_->offer([this] { rest(); });
  }
  void keep_processes() {
    if (permit_) permit_->keep();
  }

  // Starts all that are not alive, at once. Each one calls `on_started` with what went wrong; both callbacks below keep alive what
  // they call, and with it this group.
  void start(const std::vector<game::MatchStep>& history, Deadline deadline, std::function<void(std::optional<Fault>)> on_started);
  [[nodiscard]] bool starting(std::size_t role) const { return starting_[role]; }
  [[nodiscard]] bool anybody_starting() const;
  // `last` is nothing in the first step.
  void ask(std::size_t role, std::size_t step, std::optional<game::MatchStep> last, Deadline deadline,
           std::function<void(Answer)> on_answer);
  // STOP with the last step, ABORT without one; then the permits go to others.
  [[nodiscard]] asio::awaitable<void> finish(std::size_t step, std::optional<game::MatchStep> last, Deadline deadline);
  // Players cannot go back in a match; new ones are told what was played.
  void drop();

 private:
  [[nodiscard]] asio::awaitable<void> start_one(std::size_t role, std::vector<game::MatchStep> history, Deadline deadline,
                                                std::uint64_t round, std::function<void(std::optional<Fault>)> on_started);
  [[nodiscard]] asio::awaitable<void> ask_one(std::size_t role, std::size_t step, std::optional<game::MatchStep> last,
                                              Deadline deadline, std::function<void(Answer)> on_answer);

  const MatchSpec& spec_;
  asio::io_context& io_;
  AsyncSemaphore& semaphore_;
  SeatPlayers players_;
  std::optional<AsyncSemaphore::Permit> permit_;
  std::vector<bool> starting_;
  std::uint64_t round_ = 0;  // of starts: an answer to an earlier one does not count
};

}  // namespace agon::serve
