// All matches of a player process: who may sit down, which session a message is for, and what everybody else is told.
//
// Answers follow the community's custom: a START without a free seat, and any message about a match that is not played here, are
// answered with `busy`; a message that came twice is answered twice.
#pragma once

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

// Called by one thread; answers come from any.
class PlayerDesk {
 public:
  explicit PlayerDesk(DeskOptions options);
  ~PlayerDesk();  // ends all matches

  // What a manager sent. Text that is no message is refused with an error in words.
  void handle(std::string_view text, const Arrival& arrival, Reply reply);
  void handle(protocol::Message message, const Arrival& arrival, Reply reply);
  // A step of a match that was begun elsewhere: followed, not answered with a move.
  void catch_up(protocol::Play step, Reply reply);
  // Gives up matches of which nothing was heard for long. To be called now and then.
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
  // `busy`, and why in the log.
  void turn_away(const std::string& match, const char* why, const Reply& reply) const;
  [[nodiscard]] bool full() const { return sessions_.size() >= options_.matches; }
  void tell(PlayerEvent::Kind kind, const std::string& match, std::string message) const;

  DeskOptions options_;
  std::vector<Session> sessions_;
  std::deque<std::string> ended_;  // the last matches that ended, for messages that come twice
  TaskThread reader_;              // of previews
  TaskThread undertaker_;          // waits for sessions that come to their end
};

}  // namespace agon::play
