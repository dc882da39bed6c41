// An HTTP client of a remote GGP player: one connection for each message, as the community does it.
#pragma once

#include <memory>
#include <string>

#include "protocol/http_reader.h"
#include "serve/player/player_link.h"
#include "serve/player/remote_address.h"

namespace agon::serve {

struct RemotePlayerOptions {
  RemoteAddress address;
  std::string name = "player";  // goes into the Receiver header
  AddressFilter allowed = [](const asio::ip::address&) { return true; };
  protocol::HttpLimits limits{.header_bytes = std::size_t{64} << 10U, .body_bytes = std::size_t{64} << 10U};
};

class RemotePlayer final : public PlayerLink {
 public:
  RemotePlayer(asio::io_context& io, RemotePlayerOptions options);
  asio::awaitable<Result<protocol::Reply>> ask(const protocol::Message& message,
                                               std::chrono::steady_clock::time_point deadline) override;
  [[nodiscard]] std::string describe() const override;

 private:
  asio::io_context& io_;
  RemotePlayerOptions options_;
};

}  // namespace agon::serve
