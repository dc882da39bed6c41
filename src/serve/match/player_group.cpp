#include "serve/match/player_group.h"

#include <algorithm>

namespace agon::serve {

PlayerGroup::PlayerGroup(const MatchSpec& spec, SharedKit kit, asio::io_context& io, AsyncSemaphore& processes, MakeLink make_link,
                         SeatPlayers::OnThought on_thought)
    : spec_(spec),
      io_(io),
      semaphore_(processes),
      players_(spec, std::move(kit), std::move(make_link), std::move(on_thought)),
      starting_(spec.seats.size(), false) {}

bool PlayerGroup::any_remote() const {
  return std::any_of(spec_.seats.begin(), spec_.seats.end(), [](const Seat& seat) { return seat.kind == Seat::Kind::Remote; });
}

std::size_t PlayerGroup::processes() const {
  std::size_t count = 0;
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) count += built_in(r) ? 1 : 0;
  return count;
}

void PlayerGroup::request_processes(const std::function<void()>& on_changed) {
  keep_processes();
  if (!permit_ && processes() > 0) permit_.emplace(semaphore_.request(processes(), on_changed, on_changed));
}

void PlayerGroup::rest() {
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (built_in(r)) players_.drop(r);
  }
  permit_.reset();
}

void PlayerGroup::start(const std::vector<game::MatchStep>& history, Deadline deadline,
                        std::function<void(std::optional<Fault>)> on_started) {
  ++round_;
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    starting_[r] = program(r) && !alive(r);
    if (starting_[r]) spawn(io_, start_one(r, history, deadline, round_, on_started), "starting a player");
  }
}

bool PlayerGroup::anybody_starting() const { return std::find(starting_.begin(), starting_.end(), true) != starting_.end(); }

asio::awaitable<void> PlayerGroup::start_one(std::size_t role, std::vector<game::MatchStep> history, Deadline deadline,
                                             std::uint64_t round, std::function<void(std::optional<Fault>)> on_started) {
  std::optional<Fault> fault = co_await players_.start(role, history, deadline);
  if (round != round_) co_return;
  starting_[role] = false;
  on_started(std::move(fault));
}

void PlayerGroup::ask(std::size_t role, std::size_t step, std::optional<game::MatchStep> last, Deadline deadline,
                      std::function<void(Answer)> on_answer) {
  spawn(io_, ask_one(role, step, std::move(last), deadline, std::move(on_answer)), "asking a player");
}

asio::awaitable<void> PlayerGroup::ask_one(std::size_t role, std::size_t step, std::optional<game::MatchStep> last,
                                           Deadline deadline, std::function<void(Answer)> on_answer) {
  const game::MatchStep* before = last ? &*last : nullptr;
  Answer answer = co_await players_.ask(role, step, before, deadline);
  on_answer(std::move(answer));
}

asio::awaitable<void> PlayerGroup::finish(std::size_t step, std::optional<game::MatchStep> last, Deadline deadline) {
  const game::MatchStep* before = last ? &*last : nullptr;
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (alive(r)) co_await players_.finish(r, step, before, deadline);
  }
  permit_.reset();
}

void PlayerGroup::drop() {
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (program(r)) players_.drop(r);
  }
}

}  // namespace agon::serve
