#include "serve/match/step/vote_collector.h"

#include <algorithm>

#include "serve/errors.h"
#include "serve/json.h"
#include "serve/player/thought_json.h"

namespace agon::serve {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kGoodbye{5};  // for the last message to a player

}  // namespace

VoteCollector::VoteCollector(const MatchSpec& spec, SharedKit kit, const MatchServices& services, MatchLog& log,
                             SeatPlayers::OnThought on_thought, std::function<void()> on_queue)
    : spec_(spec),
      services_(services),
      log_(log),
      on_thought_(std::move(on_thought)),
      on_queue_(std::move(on_queue)),
      changed_(services.io),
      ballot_(spec),
      players_(spec, std::move(kit), services.io, services.processes, services.make_link,
               [this](std::size_t role, Json thought) { this->on_thought(role, std::move(thought)); }) {}

bool VoteCollector::connected(std::size_t role) const {
  return !players_.program(role) || log_.over() || resting() || players_.alive(role);
}

Status VoteCollector::request_take_back(std::size_t role) {
  if (!spec_.casual) return conflict("Moves cannot be taken back in this match.", "Start a casual match to be able to.");
  if (log_.over()) return conflict("The match is over.");
  if (players_.any_remote()) return conflict("Remote players cannot take moves back.");
  const std::optional<std::size_t> to = log_.last_choice(role);
  if (!to) return conflict("There is no move of yours to take back.");
  take_back_to_ = to;
  notify();
  return done();
}

void VoteCollector::request_abort(std::string why) {
  abort_reason_ = std::move(why);
  notify();
}

void VoteCollector::suspend() {
  suspended_ = true;
  withdraw();
  notify();
}

bool VoteCollector::needs_built_in() const {
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (players_.built_in(r) && !ballot_.decided(r) && ballot_.has_choice(r)) return true;
  }
  return false;
}

bool VoteCollector::may_begin_at_rest() const {
  return players_.processes() > 0 && log_.size() > 0 && !needs_built_in() && !players_.any_remote();
}

asio::awaitable<void> VoteCollector::wait_for_processes() {
  players_.request_processes([this] { notify(); });
  std::size_t told = 0;
  while (!players_.may_start() && !interrupted()) {
    if (const std::size_t place = players_.queue_place(); place != std::exchange(told, place)) on_queue_();
    co_await changed_.wait_until(Deadline::max());
  }
  if (told != 0) on_queue_();
}

asio::awaitable<void> VoteCollector::start_players(Owner owner) {
  co_await wait_for_processes();
  if (interrupted()) co_return;
  withdraw();
  const Deadline deadline = program_deadline(spec_.start_clock, services_.limits.timeouts, Clock::now());
  players_.start(log_.played(), deadline, [this, owner, asked = generation_](std::optional<Fault> fault) {
    if (asked == generation_) on_started(std::move(fault));
  });
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (players_.starting(r)) ballot_.ask(r);
  }
  while (players_.anybody_starting() && !interrupted()) {
    const bool woken = co_await changed_.wait_until(deadline + StepClock::kLinkGrace);
    if (!woken) break;
  }
}

void VoteCollector::on_started(std::optional<Fault> fault) {
  if (fault) {
    log_.count_fault(fault->role);
    fault->note = "at the start: " + fault->note;
    ballot_.note_start_fault(std::move(*fault));
  }
  notify();
}

// The votes of seats that nobody has to be asked for.
bool VoteCollector::vote_at_once(std::size_t role) {
  const InstantPlayer instant = players_.instant(role);
  const bool absent = !players_.program(role) || (players_.built_in(role) && resting());
  if (spec_.seats[role].kind == Seat::Kind::Random || instant == InstantPlayer::Random) {
    ballot_.draw(role);
  } else if (instant == InstantPlayer::FirstLegal || (absent && !ballot_.has_choice(role))) {
    ballot_.cast(role, 0);  // nobody has to click the only move there is; a player at rest hears of it when it is back
  } else {
    return false;
  }
  return true;
}

void VoteCollector::ask(const Owner& owner) {
  withdraw();
  players_.keep_processes();
  clock_ = start_clock(spec_.play_clock, services_.limits.timeouts, Clock::now(), now_ms());
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (ballot_.decided(r) || vote_at_once(r)) continue;
    ballot_.ask(r);
    if (players_.program(r)) ask_program(r, owner);
  }
}

void VoteCollector::ask_program(std::size_t role, const Owner& owner) {
  players_.ask(role, log_.size(), log_.last(), clock_.program,
               [this, owner, role, asked = generation_](PlayerGroup::Answer answer) {
                 if (asked == generation_ && !suspended_) on_answer(role, std::move(answer));
               });
}

void VoteCollector::on_answer(std::size_t role, PlayerGroup::Answer answer) {
  if (answer.fault) ballot_.substitute(role, std::move(*answer.fault));
  else ballot_.answer(role, *answer.move);
  count_fault(role);
  notify();
}

void VoteCollector::on_thought(std::size_t role, Json thought) {
  if (log_.over()) return;
  if (std::optional<game::MatchThought> told = thought_of_role(thought, role)) ballot_.note_thought(role, std::move(*told));
  on_thought_(role, std::move(thought));
}

void VoteCollector::count_fault(std::size_t role) {
  if (ballot_.fault(role) != nullptr) log_.count_fault(role);
}

asio::awaitable<bool> VoteCollector::gather() {
  for (;;) {
    if (interrupted() || take_back_to_) co_return false;
    if (ballot_.complete()) {
      withdraw();  // an answer behind its deadline must not get into the next step
      co_return true;
    }
    const Deadline now = Clock::now();
    if (time_out(now)) continue;
    const Deadline next = next_look(now);
    co_await changed_.wait_until(next);
  }
}

// True: somebody was late, and votes or the match have changed.
bool VoteCollector::time_out(Deadline now) {
  bool late = false;
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (ballot_.decided(r) || !clock_.timed_out(players_.program(r), now)) continue;
    late = true;
    if (clock_.limited) {
      ballot_.substitute_late(r);
      count_fault(r);
    } else {
      abort_reason_ = "nobody moved for a long time";
    }
  }
  return late;
}

// Until when there is nothing to do but to wait. Built-in players that nobody has to wait for go to rest here.
VoteCollector::Deadline VoteCollector::next_look(Deadline now) {
  bool people = false, programs = false;
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (!ballot_.decided(r)) (players_.program(r) ? programs : people) = true;
  }
  const Deadline next = clock_.next(people, now);
  if (!players_.may_rest() || programs) return next;
  if (now >= clock_.tired) players_.rest();
  else players_.offer_processes();
  return players_.may_rest() ? std::min(next, clock_.tired) : next;
}

asio::awaitable<void> VoteCollector::finish() {
  const bool regular = log_.state() == MatchState::Ended;
  std::optional<game::MatchStep> last;
  if (regular) last = log_.last();
  const Deadline deadline = Clock::now() + kGoodbye;
  co_await players_.finish(log_.size(), std::move(last), deadline);
}

}  // namespace agon::serve
