// A player somewhere else, asked over HTTP as the community does: one connection for each message.
#pragma once

#include <memory>
#include <string>

#include "play/protocol/http_reader.h"
#include "serve/player/player_link.h"
#include "serve/player/remote_address.h"

namespace agon::serve {

struct RemotePlayerOptions {
  RemoteAddress address;
  std::string name = "player";  // goes into the Receiver header
  AddressFilter allowed = [](const asio::ip::address&) { return true; };
  play::protocol::HttpLimits limits{.header_bytes = std::size_t{64} << 10U, .body_bytes = std::size_t{64} << 10U};
};

class RemotePlayer final : public PlayerLink {
 public:
  RemotePlayer(asio::io_context& io, RemotePlayerOptions options);
  asio::awaitable<Result<play::protocol::Reply>> ask(const play::protocol::Message& message,
                                                     std::chrono::steady_clock::time_point deadline) override;
  [[nodiscard]] std::string describe() const override;

 private:
  asio::io_context& io_;
  RemotePlayerOptions options_;
};

}  // namespace agon::serve
