// One match as a coroutine: it collects the votes of a step, has the arbiter play them, stores the step and publishes it. It lives
// on the thread of the io_context; the arbiter works on the worker pool.
//
// Its parts: what was played (MatchLog), who decides and when (VoteCollector with its Ballot), what others see (MatchView,
// MatchChannel). Write-ahead: a move counts when it is in the store, and a step is told to watchers only then, so whatever anybody
// saw is there after a crash.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "serve/json_fwd.h"
#include "serve/match/log/event_writer.h"
#include "serve/match/match_services.h"
#include "serve/match/outlook.h"
#include "serve/match/step/move_intake.h"
#include "serve/match/step/vote_collector.h"
#include "serve/match/view/match_channel.h"

namespace agon::serve {

class Match : public std::enable_shared_from_this<Match> {
 public:
  using State = MatchState;

  // `tokens`: of a new match, for `take_tokens`.
  Match(MatchSpec spec, SharedKit kit, MatchServices& services, MatchTokens tokens = {});

  // But for the rules, which the sheet has.
  [[nodiscard]] const MatchSpec& spec() const { return spec_; }
  [[nodiscard]] State state() const { return log_.state(); }
  [[nodiscard]] bool over() const { return log_.over(); }
  [[nodiscard]] std::size_t step() const { return log_.size(); }
  // For the answer to whoever creates it; gives them out once, and keeps no copy.
  [[nodiscard]] MatchTokens take_tokens() { return std::exchange(tokens_, {}); }
  // How many of its seats need a process of their own.
  [[nodiscard]] std::size_t processes() const { return votes_.players().processes(); }

  // The first event; then `run` may be called, or after `resume` with the events of the log.
  // `more`: what follows at once, in a match that came as a record; or null.
  using SharedEvents = std::shared_ptr<const std::vector<Event>>;  // there may be very many
  [[nodiscard]] asio::awaitable<Status> store_creation(SharedEvents more);
  // Throws std::exception on a log that does not fit the rules.
  [[nodiscard]] asio::awaitable<void> resume(SharedEvents events, std::chrono::milliseconds time = std::chrono::hours(24));
  [[nodiscard]] asio::awaitable<void> run();

  // What people do. The roles are those whose tokens were shown.
  [[nodiscard]] asio::awaitable<Status> submit(std::size_t role, std::size_t step, std::string move);
  [[nodiscard]] Status take_back(std::size_t role) { return votes_.request_take_back(role); }
  [[nodiscard]] Status abort(std::string why);
  // The server goes down: stop without an end; the log is enough to go on.
  void suspend() { votes_.suspend(); }

  // What others see of it; match_channel.h says more.
  [[nodiscard]] std::vector<std::uint32_t> roles_of(const std::vector<std::string>& tokens) const;
  [[nodiscard]] Json summary() const;
  [[nodiscard]] asio::awaitable<Text> view(std::vector<std::uint32_t> roles);
  [[nodiscard]] asio::awaitable<Result<std::string>> position(std::size_t step, std::vector<std::uint32_t> roles);
  // `step`: refused if the match is at another one.
  [[nodiscard]] asio::awaitable<Result<std::string>> legal(LegalQuery query, std::optional<std::size_t> step,
                                                           std::vector<std::uint32_t> roles);
  [[nodiscard]] asio::awaitable<Result<std::string>> record(bool public_form) { return channel_.record(public_form); }
  void watch(const std::shared_ptr<Watcher>& watcher, std::vector<std::uint32_t> roles) { channel_.subscribe(watcher, roles); }
  void unwatch(const Watcher* watcher) { channel_.unsubscribe(watcher); }

 private:
  [[nodiscard]] asio::awaitable<void> play_on();
  [[nodiscard]] std::string reason_to_end() const;  // empty: go on
  [[nodiscard]] asio::awaitable<void> make_step();
  // Watchers hear of a step when the next one has begun, with its clock: one message to each of them instead of two.
  [[nodiscard]] asio::awaitable<void> tell_step();
  [[nodiscard]] asio::awaitable<void> take_back_to(std::size_t step);
  [[nodiscard]] asio::awaitable<void> end(State state, std::string why);
  void enter(Outlook outlook);

  MatchSpec spec_;
  MatchTokens tokens_;
  SharedKit kit_;
  MatchServices& services_;
  ArbiterStrand arbiter_;
  EventWriter writer_;
  MatchLog log_;
  VoteCollector votes_;
  MoveIntake intake_;
  MatchView view_;
  MatchChannel channel_;
  Outlook outlook_;           // of the present state
  bool step_untold_ = false;  // watchers have not heard of the last step yet
};

}  // namespace agon::serve
