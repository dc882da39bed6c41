// The URL of a remote player, and which addresses may be reached at all (against server-side request forgery, SSRF).
#pragma once

#include <boost/asio/ip/address.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "serve/net.h"

namespace agon::serve {

inline constexpr std::uint16_t kDefaultPlayerPort = 9147;  // the community's

struct RemoteAddress {
  std::string host;  // a name, or an address without brackets
  std::uint16_t port = kDefaultPlayerPort;
  std::string target = "/";

  [[nodiscard]] std::string authority() const;  // host and port as a Host header has them
};

// `http://host:port/path`, or without the parts that can be guessed: `host:9147`, `host`, `[::1]:9147`.
[[nodiscard]] Result<RemoteAddress> parse_remote_address(std::string_view url);

// Asked about each address that a name resolves to, just before the connection is made: a name that is harmless when it is checked
// may resolve to somewhere else a moment later.
using AddressFilter = std::function<bool(const asio::ip::address&)>;

// On the open internet: not this machine, not a private or otherwise special network.
[[nodiscard]] bool is_public_address(const asio::ip::address& address);

}  // namespace agon::serve
