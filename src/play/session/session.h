// One match from the player's side of the protocol: takes the messages of a game manager and answers each of them in time.
//
// A match has two threads. The session's thread reads the rules, follows the match and keeps the clock; the thinker's thread runs
// the strategy. So a strategy that prepares too long or overruns its time costs a good move, never the match: when the clock is
// about to run out, the session answers with the best move reported so far, or with any legal one.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "base/limits.h"
#include "play/session/follower.h"
#include "play/session/thinker.h"
#include "protocol/message.h"

namespace agon::play {

// The time of arrival of a message, and the latency of the connection.
struct Arrival {
  search::Clock::time_point at = search::Clock::now();
  std::chrono::nanoseconds travel{0};
};

// The response. A refused message changes nothing.
struct Answer {
  std::string text;
  bool refused = false;
};
using Reply = std::function<void(Answer)>;  // called once, by any thread

// What happened, for logs.
struct PlayerEvent {
  enum class Kind : std::uint8_t {
    Started,
    Ready,
    Moved,
    Repeated,
    Stopped,
    Aborted,
    GivenUp,
    Previewed,
    Refused,
    Warning
  } kind = Kind::Warning;
  std::string match;  // empty where no match is concerned
  int step = -1;
  std::string move;     // of Moved and Repeated
  double seconds = 0;   // that the answer took
  std::string message;  // in words
};
[[nodiscard]] const char* to_string(PlayerEvent::Kind kind);

struct SessionOptions {
  std::string strategy = "auto";
  PlayerSettings settings;
  Limits limits;  // of engines; their time is also bounded by the clocks
  std::size_t rules_bytes = std::size_t{4} << 20U;
  std::chrono::milliseconds margin{150};  // the initial safety margin before the deadline of an answer
  // Called by the threads of all sessions.
  std::function<void(const PlayerEvent&)> on_event = {};
  std::function<void(const std::string& match, int step, const SpokenThought&)> on_thought = {};
};

class PlayerSession {
 public:
  // The answer to START comes when the player is ready, or its clock is about to run out.
  PlayerSession(protocol::Start start, const Arrival& arrival, const SessionOptions& options, Reply reply);
  ~PlayerSession();  // interrupts, and waits for the threads
  PlayerSession(const PlayerSession&) = delete;
  PlayerSession& operator=(const PlayerSession&) = delete;

  [[nodiscard]] const protocol::Start& start() const { return start_; }
  [[nodiscard]] bool played() const;  // a PLAY has come
  [[nodiscard]] bool over() const;    // it has ended, or never began because the rules are broken
  // No message for so long that the manager must be gone.
  [[nodiscard]] bool forsaken(search::Clock::time_point now) const;

  void start_again(Reply reply);  // the same START once more
  void play(protocol::LastStep last, const Arrival& arrival, Reply reply);
  void follow(protocol::LastStep last, Reply reply);  // a past step: no move is requested
  // STOP has a last step, ABORT and giving up have none. Open requests are answered at once.
  void end(PlayerEvent::Kind why, std::optional<protocol::LastStep> last);

 private:
  struct Question {
    std::optional<protocol::LastStep> last;  // none: START again
    Arrival arrival;
    Reply reply;
    bool again = false;  // a repetition of a message that is not answered yet
    bool past = false;   // to be followed only
  };
  using Deadline = search::Clock::time_point;

  void run(const Arrival& arrival, const Reply& reply);
  [[nodiscard]] std::optional<Error> prepare(Deadline deadline, const Arrival& arrival);
  void serve_questions();
  void answer(Question& question);
  [[nodiscard]] std::optional<Error> check_playable(Deadline deadline);
  [[nodiscard]] std::string any_move(const Question& question);
  [[nodiscard]] std::string move_for(const Question& question, const Followed& followed);
  [[nodiscard]] std::string think(Deadline deadline);
  void follow(const Question& question);
  void take_note(const Followed& followed);
  void finish();
  // True if the condition holds; false on a timeout or another event.
  template <class Condition>
  bool wait_for(Deadline deadline, Condition condition);
  [[nodiscard]] bool disturbed() const;  // under the lock
  [[nodiscard]] Deadline deadline_for(std::chrono::seconds clock, const Arrival& arrival) const;
  void tell(PlayerEvent::Kind kind, std::string message, std::string move = {}, double took = 0) const;

  const protocol::Start start_;
  const SessionOptions options_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Question> questions_;
  std::optional<protocol::LastStep> open_;  // the PLAY that came last and is not answered yet
  bool played_ = false;
  bool ending_ = false;
  bool over_ = false;
  PlayerEvent::Kind why_ = PlayerEvent::Kind::Aborted;
  std::optional<protocol::LastStep> last_;
  Deadline heard_;  // when a message came last

  std::atomic<int> asked_step_{0};  // of the current search
  // Used by the session's thread alone.
  std::chrono::nanoseconds travel_{0};   // the highest latency of a message so far
  std::chrono::nanoseconds penalty_{0};  // learnt from moves that came too late
  std::optional<Follower> follower_;
  std::optional<Thinker> thinker_;
  std::thread thread_;  // last, since it uses all of the above
};

// The text of a refusal: one KIF form that any manager can read and show.
[[nodiscard]] std::string error_text(const Error& error);

}  // namespace agon::play
