// The match registry of a player process: admission of new matches, dispatch of messages to sessions, answers to all others.
//
// Answers follow the conventions of GGP: a START without a free seat, and any message about an unknown match, are answered with
// `busy`; a message that came twice is answered twice.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "play/session/session.h"
#include "play/session/task_thread.h"

namespace agon::play {

struct DeskOptions {
  SessionOptions session;
  std::string name = "agon";
  std::size_t matches = 1;  // at the same time
};

// Called by one thread; answers may come from any thread.
class PlayerDesk {
 public:
  explicit PlayerDesk(DeskOptions options);
  ~PlayerDesk();  // ends all matches

  // A message of a manager. Other text is refused with a readable error.
  void handle(std::string_view text, const Arrival& arrival, Reply reply);
  void handle(protocol::Message message, const Arrival& arrival, Reply reply);
  // A step of a match that began elsewhere: followed, not answered with a move.
  void catch_up(protocol::Play step, Reply reply);
  // Gives up matches without messages for long. To be called periodically.
  void sweep(search::Clock::time_point now = search::Clock::now());

  [[nodiscard]] std::size_t matches() const { return sessions_.size(); }

 private:
  using Session = std::unique_ptr<PlayerSession>;

  void on(protocol::Start start, const Arrival& arrival, Reply reply);
  void on(protocol::Play play, const Arrival& arrival, Reply reply);
  void on(protocol::Stop stop, const Arrival& arrival, Reply reply);
  void on(protocol::Abort abort, const Arrival& arrival, Reply reply);
  void on(protocol::Info info, const Arrival& arrival, Reply reply);
  void on(protocol::Preview preview, const Arrival& arrival, Reply reply);

  [[nodiscard]] std::vector<Session>::iterator find(const std::string& match);
  void end(std::vector<Session>::iterator session, PlayerEvent::Kind why, std::optional<protocol::LastStep> last);
  void bury(Session session);
  [[nodiscard]] bool ended_lately(const std::string& match) const;
  // `busy`, with the reason in the log.
  void turn_away(const std::string& match, const char* why, const Reply& reply) const;
  [[nodiscard]] bool full() const { return sessions_.size() >= options_.matches; }
  void tell(PlayerEvent::Kind kind, const std::string& match, std::string message) const;

  DeskOptions options_;
  std::vector<Session> sessions_;
  std::deque<std::string> ended_;         // the last matches that ended, to recognise repeated messages
  std::atomic<std::size_t> previews_{0};  // waiting for the reader
  TaskThread reader_;                     // of previews
  TaskThread undertaker_;                 // waits for sessions that are ending
};

}  // namespace agon::play
