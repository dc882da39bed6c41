// A player in the open: takes messages over HTTP as the community sends them and lets a PlayerDesk answer. One connection carries
// one message. Lives on the thread that runs the io_context.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "play/protocol/http_reader.h"
#include "play/session/desk.h"
#include "serve/net.h"

namespace agon::serve {

struct PlayerServerOptions {
  std::string address;        // to listen on; empty: all
  std::uint16_t port = 9147;  // 0: any that is free
  std::size_t connections = 64;
  std::chrono::seconds patience{20};  // for a message to arrive and for an answer to be taken
  play::protocol::HttpLimits limits;
  std::function<void(const std::string& remote, const std::string& problem)> on_refused = {};  // what is no HTTP
};

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
