// One WebSocket session: a person or a program that follows matches and moves in them.
//
// Its send queue is bounded: a consumer that has much waiting and has taken nothing for a while is disconnected, and finds
// everything again when it comes back. Large messages are sent in fragments, so that one who reads slowly is seen to read. What a
// client asks for is paid from token buckets by the bytes it makes the server write.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "serve/http/json_worker.h"
#include "serve/http/server.h"
#include "serve/json_fwd.h"
#include "serve/limits/token_bucket.h"
#include "serve/match/manager.h"
#include "serve/tournaments/tournaments.h"

namespace agon::serve {

struct LiveLimits {
  std::size_t fragment_bytes = std::size_t{64} << 10U;
  std::size_t waiting_bytes = std::size_t{4} << 20U;  // with more than this ...
  std::chrono::seconds patience{10};                  // ... and no fragment taken for so long, one is cut off
  std::size_t most_waiting_bytes = std::size_t{64} << 20U;
  std::size_t all_waiting_bytes = std::size_t{512} << 20U;  // in all queues: beyond, patience is a second
  std::size_t matches = 64;                                 // watched by one connection
  // Of one connection. Only what asks to be sent something waits for the bytes: a move is never refused for a large view.
  Rate messages{.per_second = 50, .burst = 500};
  Rate bytes{.per_second = 128.0 * 1024, .burst = 4.0 * 1024 * 1024};
  std::chrono::milliseconds pause{250};  // after a message that was refused for its rate
};

// What all sessions of a server share.
struct LiveServices {
  Manager& manager;
  Tournaments& tournaments;
  const JsonWorker& json;
  ClientRates& rates;
  // In all queues; a message counts once for each of them. Sessions may outlive the rest when a server goes down.
  std::shared_ptr<std::size_t> waiting_bytes = std::make_shared<std::size_t>(0);
};

class LiveSession : public Watcher, public std::enable_shared_from_this<LiveSession> {
 public:
  LiveSession(WebSocket socket, std::string client, LiveServices& services, LiveLimits limits);
  ~LiveSession() override;
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  // Until the connection ends.
  [[nodiscard]] asio::awaitable<void> run();
  void tell(Text message) override;

 private:
  [[nodiscard]] static asio::awaitable<void> write(std::shared_ptr<LiveSession> self);
  [[nodiscard]] asio::awaitable<void> handle(std::string text);
  [[nodiscard]] asio::awaitable<void> watch(const Json& message);
  [[nodiscard]] asio::awaitable<void> watch_list();
  [[nodiscard]] asio::awaitable<void> move(const Json& message);
  [[nodiscard]] std::optional<Error> handle_at_once(const std::string& type, const Json& message);
  void accept(const std::string& match, std::uint32_t role, std::size_t step, const std::string& move);
  void refuse(const std::string& match, const Error& error);
  void complain(const Error& problem);
  // It has asked for more than its rate allows.
  [[nodiscard]] bool over_rate(const std::string& type);
  [[nodiscard]] asio::awaitable<void> refuse_for_rate(const Json& message);
  void charge(std::size_t bytes);
  [[nodiscard]] bool too_slow(TokenBucket::Clock::time_point now) const;
  void taken(std::size_t bytes);
  void close();

  WebSocket socket_;
  std::string client_;
  LiveServices& services_;
  Manager& manager_;
  Tournaments& tournaments_;
  LiveLimits limits_;
  TokenBucket messages_, bytes_;
  std::deque<Text> queue_;
  std::size_t waiting_bytes_ = 0;
  std::shared_ptr<std::size_t> all_waiting_bytes_;
  std::size_t told_bytes_ = 0;                 // ever
  TokenBucket::Clock::time_point progress_{};  // when the other side last took something, or had nothing to take
  bool writing_ = false;
  bool closed_ = false;
  std::map<std::string, std::weak_ptr<Match>> watched_;
};

}  // namespace agon::serve
