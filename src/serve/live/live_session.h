// One WebSocket: a person or a program that follows matches and moves in them.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "serve/http/server.h"
#include "serve/match/manager.h"
#include "serve/tournaments/tournaments.h"

namespace agon::serve {

struct LiveLimits {
  std::size_t waiting_bytes = std::size_t{4} << 20U;  // who has more waiting does not read, and is cut off
  std::size_t matches = 64;                           // watched by one connection
};

class LiveSession : public Watcher, public std::enable_shared_from_this<LiveSession> {
 public:
  LiveSession(WebSocket socket, std::string client, Manager& manager, Tournaments& tournaments, LiveLimits limits);

  // Until the connection ends.
  [[nodiscard]] asio::awaitable<void> run();
  void tell(Text message) override;

 private:
  [[nodiscard]] static asio::awaitable<void> write(std::shared_ptr<LiveSession> self);
  [[nodiscard]] asio::awaitable<void> handle(std::string text);
  [[nodiscard]] asio::awaitable<void> watch(const Json& message);
  [[nodiscard]] asio::awaitable<void> move(const Json& message);
  [[nodiscard]] std::optional<Error> handle_at_once(const std::string& type, const Json& message);
  void accept(const std::string& match, std::uint32_t role, std::size_t step, const std::string& move);
  void refuse(const std::string& match, const Error& error);
  void complain(const Error& problem);
  void close();

  WebSocket socket_;
  std::string client_;
  Manager& manager_;
  Tournaments& tournaments_;
  LiveLimits limits_;
  std::deque<Text> queue_;
  std::size_t waiting_bytes_ = 0;
  bool writing_ = false;
  bool closed_ = false;
  std::map<std::string, std::weak_ptr<Match>> watched_;
};

}  // namespace agon::serve
