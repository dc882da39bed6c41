// Remote procedure calls to a player program, with a deadline each, wherever it runs: one link for each seat that is not a person.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/message.h"
#include "protocol/reply.h"
#include "serve/net.h"

namespace agon::serve {

class PlayerLink {
 public:
  virtual ~PlayerLink() = default;
  // Sends the message and waits for the answer until the deadline. The link may be destroyed meanwhile. Errors have one of the
  // codes
  //   player-unreachable  there is no connection to it
  //   player-late         it had not answered by the deadline
  //   player-garbage      it answered something that is no answer
  //   player-died         it went away without an answer
  //   player-too-long     its answer had not ended at the limit
  virtual asio::awaitable<Result<protocol::Reply>> ask(const protocol::Message& message,
                                                       std::chrono::steady_clock::time_point deadline) = 0;
  // Leads a player that was just started through steps that were played before, to where the match stands. A player that knows no
  // better is asked for a move at each of them.
  virtual asio::awaitable<Status> catch_up(const std::vector<protocol::Play>& steps,
                                           std::chrono::steady_clock::time_point deadline);
  // For logs and pages: where it is.
  [[nodiscard]] virtual std::string describe() const = 0;
};

[[nodiscard]] protocol::Question question_of(const protocol::Message& message);

// The answer to this message; what cannot be read is `player-garbage`.
[[nodiscard]] Result<protocol::Reply> read_reply(std::string_view text, protocol::Question question);

[[nodiscard]] Error player_late();

}  // namespace agon::serve
