// One match, from its creation to its end: a coroutine that asks, waits, plays, stores and tells. It lives on the thread of the
// io_context; the arbiter works on a worker, one question at a time.
//
// A move counts when it is in the store. A step is told to watchers only then, so whatever anybody saw is there after a crash.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/match_record.h"
#include "serve/match/seat_players.h"
#include "serve/match/slots.h"
#include "serve/match/spec.h"
#include "serve/match/turnstile.h"
#include "serve/match/watchers.h"
#include "serve/records/public_match.h"
#include "serve/store/store.h"

namespace agon::serve {

// How matches are run on this server.
struct MatchRules {
  std::chrono::milliseconds grace{150};  // beyond a clock, for the network and for us
  std::chrono::seconds patience{120};    // for a program in a match without a clock
  std::chrono::hours absence{48};        // for a person in a match without a clock
  std::chrono::milliseconds rest = std::chrono::minutes(10);  // after which built-in players that wait for a person only make room for others
  std::size_t most_steps = 10'000;
};

struct MatchServices {
  asio::io_context& io;
  asio::thread_pool& workers;
  Store& store;
  Slots& slots;
  MakeLink make_link;
  MatchRules rules;
  std::function<void(const std::string& id)> changed;   // the summary is another one
  std::function<Json(const std::string& game)> hint_of;  // how to draw a library game better, or null
};

class Match : public std::enable_shared_from_this<Match> {
 public:
  enum class State : std::uint8_t { Starting, Running, Ended, Aborted };

  Match(MatchSpec spec, SharedKit kit, MatchServices& services);
  ~Match();
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;

  [[nodiscard]] const MatchSpec& spec() const { return spec_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool over() const { return state_ == State::Ended || state_ == State::Aborted; }
  [[nodiscard]] std::size_t step() const { return history_.size(); }
  // How many of its seats need a process of their own.
  [[nodiscard]] std::size_t processes() const;

  // The first event; then `run` may be called, or after `resume` with the events of the log.
  // `more`: what follows at once, in a match that came as a record.
  [[nodiscard]] asio::awaitable<Result<bool>> store_creation(std::vector<Event> more);
  // Throws Json::exception or LimitReached on a log that does not fit the rules.
  [[nodiscard]] asio::awaitable<void> resume(const std::vector<Event>& events);
  [[nodiscard]] asio::awaitable<void> run();

  // What people do. The roles are those whose tokens were shown.
  [[nodiscard]] asio::awaitable<Result<bool>> submit(std::size_t role, std::size_t step, std::string move);
  [[nodiscard]] Result<bool> take_back(std::size_t role);
  [[nodiscard]] Result<bool> abort(std::string why);
  // The server goes down: stop without an end; the log is enough to go on.
  void suspend();

  [[nodiscard]] std::vector<std::uint32_t> roles_of(const std::vector<std::string>& tokens) const;
  [[nodiscard]] Json summary() const;
  // agon.match_view/1 and agon.position/1.
  [[nodiscard]] asio::awaitable<Json> view(std::vector<std::uint32_t> roles);
  [[nodiscard]] asio::awaitable<Result<Json>> position(std::size_t step, std::vector<std::uint32_t> roles);
  // The record: ours, or the form of spectator tools.
  [[nodiscard]] asio::awaitable<Result<std::string>> record(bool public_form);

  void watch(const std::shared_ptr<Watcher>& watcher, std::vector<std::uint32_t> roles);
  void unwatch(const Watcher* watcher);

 private:
  struct Step {
    PlayedStep played;
    std::vector<Fault> faults;
    std::vector<std::optional<double>> values;  // expected goals, as the movers told
    std::vector<bool> chose;                    // per role: it had more than one move
    std::int64_t at = 0;
  };
  struct Vote {
    std::size_t choice = 0;
    std::optional<Fault> fault;
  };
  struct Now {  // what the arbiter said about the present state
    std::vector<std::vector<std::string>> legal;
    bool terminal = false;
    std::optional<std::size_t> stuck;
    std::vector<std::optional<int>> goals;
  };
  using Deadline = std::chrono::steady_clock::time_point;

  template <class Work>
  asio::awaitable<std::invoke_result_t<Work, Arbiter&>> with_arbiter(Work work);
  [[nodiscard]] std::vector<std::uint32_t> people() const;
  [[nodiscard]] static Now now_of(Arbiter& arbiter);
  [[nodiscard]] std::uint32_t chance(std::size_t role, std::uint64_t purpose, std::size_t bound) const;

  [[nodiscard]] asio::awaitable<void> play_on();
  [[nodiscard]] asio::awaitable<void> await_place();
  [[nodiscard]] asio::awaitable<void> start_players();
  // Built-in players that are not there because everybody waits for a person; they are started when they have a choice to make.
  [[nodiscard]] bool resting() const { return state_ == State::Running && processes() > 0 && !place_; }
  [[nodiscard]] bool built_in(std::size_t role) const { return spec_.seats[role].kind == Seat::Kind::Strategy; }
  [[nodiscard]] bool needs_built_in() const;
  void rest();
  [[nodiscard]] asio::awaitable<void> start_player(std::size_t role, Deadline deadline, std::uint64_t generation);
  void open_ballot();
  [[nodiscard]] asio::awaitable<void> ask_player(std::size_t role, Deadline deadline, std::uint64_t generation);
  void take_answer(std::size_t role, SeatPlayers::Answer answer);
  void substitute(std::size_t role, Fault fault);
  void substitute_late(std::size_t role);
  void note_start_fault(Fault fault);
  [[nodiscard]] std::string reason_to_end() const;  // empty: go on
  [[nodiscard]] std::optional<Error> cannot_move(std::size_t role, std::size_t step) const;
  [[nodiscard]] Error illegal(std::size_t role, const std::string& move) const;
  [[nodiscard]] asio::awaitable<bool> gather();
  [[nodiscard]] asio::awaitable<void> make_step();
  [[nodiscard]] asio::awaitable<void> apply_take_back();
  [[nodiscard]] asio::awaitable<void> end(State state, std::string why);
  void cast(std::size_t role, Vote vote);
  void notify() { changed_.cancel(); }

  [[nodiscard]] Event event(const char* kind, const Json& body) const;
  [[nodiscard]] MatchRow row() const;
  [[nodiscard]] asio::awaitable<bool> commit(std::vector<Event> events, bool with_row);
  [[nodiscard]] asio::awaitable<bool> store(Json body, const char* kind, bool with_row);
  [[nodiscard]] asio::awaitable<void> store_surely(Json body, const char* kind, bool with_row);
  void apply_event(const Event& event, Arbiter& arbiter);
  [[nodiscard]] Step decided(std::vector<std::size_t>& choices);
  [[nodiscard]] Json step_event(const Step& step) const;
  [[nodiscard]] Json end_event() const;
  void tell_end();
  void tell_take_back(const std::map<Audience, Json>& shown);
  void tell_clock();

  [[nodiscard]] bool open_to_all() const { return !kit_->info().hidden || over(); }
  [[nodiscard]] Audience audience_of(std::vector<std::uint32_t> roles) const;
  [[nodiscard]] Json history_json(const Step& step, std::size_t number, const Audience& audience) const;
  [[nodiscard]] Json histories_json(const Audience& audience) const;
  [[nodiscard]] Json clock_json() const;
  [[nodiscard]] Json seats_json() const;
  [[nodiscard]] asio::awaitable<std::map<Audience, Json>> positions();
  [[nodiscard]] game::MatchRecord own_record() const;
  [[nodiscard]] PublicMatch public_frame() const;
  [[nodiscard]] Json view_json(const std::vector<std::uint32_t>& roles, const Audience& audience, Json position) const;
  [[nodiscard]] asio::awaitable<void> tell_step();
  void tell_step_to(const std::map<Audience, Json>& shown);
  void tell_all(const Json& json);
  void tell_seats();
  void on_thought(std::size_t role, Json thought);

  MatchSpec spec_;
  SharedKit kit_;
  MatchServices& services_;
  std::unique_ptr<Arbiter> arbiter_;
  Turnstile turnstile_;
  std::unique_ptr<SeatPlayers> players_;
  std::optional<Slots::Place> place_;  // for its processes
  Watchers watchers_;

  State state_ = State::Starting;
  std::string end_;
  std::optional<std::int64_t> ended_at_;
  std::vector<std::optional<int>> final_goals_;
  std::vector<Step> history_;
  Now now_;

  // The step that is being decided.
  std::uint64_t generation_ = 0;  // answers to questions of an earlier one are not wanted any more
  std::vector<std::optional<Vote>> ballot_;
  std::vector<bool> waiting_;
  std::vector<std::optional<double>> values_;
  std::vector<Fault> start_faults_;
  std::vector<std::size_t> fault_counts_;
  std::int64_t since_ = 0;
  std::optional<std::int64_t> until_;
  Deadline deadline_;
  asio::steady_timer changed_;
  std::optional<std::size_t> take_back_to_;
  std::optional<std::string> abort_reason_;
  bool suspended_ = false;
};

[[nodiscard]] const char* to_string(Match::State state);

template <class Work>
asio::awaitable<std::invoke_result_t<Work, Arbiter&>> Match::with_arbiter(Work work) {
  const std::shared_ptr<Match> self = shared_from_this();
  const Turnstile::Pass pass = co_await turnstile_.enter();
  auto task = [self, work = std::move(work)]() mutable {
    if (!self->arbiter_) self->arbiter_ = std::make_unique<Arbiter>(self->kit_, self->people());
    return work(*self->arbiter_);
  };
  co_return co_await on_workers(services_.workers, std::move(task));
}

}  // namespace agon::serve
