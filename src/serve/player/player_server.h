// A GGP player as an HTTP server: takes messages as the community sends them and lets a PlayerDesk answer. One connection carries
// one message. Lives on the thread that runs the io_context.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "play/session/desk.h"
#include "protocol/http_reader.h"
#include "serve/net.h"

namespace agon::serve {

struct PlayerServerOptions {
  std::string address = "127.0.0.1";  // to listen on; "::" is every interface of both families
  std::uint16_t port = 9147;          // 0: any that is free
  // At either limit a connection without a complete request gives way to a new one, the oldest first. Connections that wait for an
  // answer stay; where there are no others, the new one is closed.
  std::size_t connections = 64;
  std::size_t unfinished_per_address = 16;  // requests that are not complete
  std::chrono::seconds patience{20};        // for a message to arrive and for an answer to be taken
  protocol::HttpLimits limits;
  std::function<void(const std::string& remote, const std::string& problem)> on_refused = {};  // what is no HTTP
};

// Whether others than this machine can reach it there.
[[nodiscard]] bool open_to_network(const std::string& address);

struct PlayerServerState;  // shared with the connections, which may outlive the server

class PlayerServer {
 public:
  // The desk must outlive the server, and the io_context the desk. Fails if nobody may listen there.
  [[nodiscard]] static Result<std::unique_ptr<PlayerServer>> listen(asio::io_context& io, play::PlayerDesk& desk,
                                                                    PlayerServerOptions options);
  ~PlayerServer();

  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  PlayerServer(std::shared_ptr<PlayerServerState> state, std::uint16_t port) : state_(std::move(state)), port_(port) {}

  std::shared_ptr<PlayerServerState> state_;
  std::uint16_t port_;
};

}  // namespace agon::serve
