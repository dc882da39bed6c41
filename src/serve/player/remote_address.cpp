#include "serve/player/remote_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "protocol/forms.h"
#include "protocol/http_text.h"

namespace agon::serve {
namespace {

Error bad_address(std::string_view url, const char* why) {
  return bad_input("bad-player-address", fmt::format("'{}' is no address of a player: {}", protocol::excerpt(url, 80), why),
                   "for example http://player.example.org:9147");
}

bool fits_a_host(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

struct Network {
  std::uint32_t address;
  unsigned bits;
};
// RFC 6890 and its successors: everything in IPv4 that is no ordinary host of the internet.
constexpr std::array<Network, 15> kSpecial = {{{0x00000000, 8},
                                               {0x0a000000, 8},
                                               {0x64400000, 10},
                                               {0x7f000000, 8},
                                               {0xa9fe0000, 16},
                                               {0xac100000, 12},
                                               {0xc0000000, 24},
                                               {0xc0000200, 24},
                                               {0xc0586300, 24},
                                               {0xc0a80000, 16},
                                               {0xc6120000, 15},
                                               {0xc6336400, 24},
                                               {0xcb007100, 24},
                                               {0xe0000000, 4},
                                               {0xf0000000, 4}}};

bool is_public(std::uint32_t address) {
  return std::ranges::none_of(kSpecial,
                              [&](const Network& network) { return (address ^ network.address) >> (32U - network.bits) == 0; });
}

}  // namespace

std::string RemoteAddress::authority() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

Result<RemoteAddress> parse_remote_address(std::string_view url) {
  RemoteAddress address;
  std::string_view rest = url;
  if (const std::size_t scheme = rest.find("://"); scheme != std::string_view::npos) {
    if (!protocol::equal_without_case(rest.substr(0, scheme), "http")) return bad_address(url, "players speak plain http");
    rest.remove_prefix(scheme + 3);
  }
  if (const std::size_t path = rest.find('/'); path != std::string_view::npos) {
    address.target = rest.substr(path);
    rest = rest.substr(0, path);
  }
  std::string_view port;
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos) return bad_address(url, "a bracket is not closed");
    address.host = rest.substr(1, end - 1);
    boost::system::error_code error;
    asio::ip::make_address_v6(address.host, error);
    if (error) return bad_address(url, "there is no IPv6 address between the brackets");
    rest.remove_prefix(end + 1);
    if (!rest.empty() && rest.front() != ':') return bad_address(url, "what is behind the bracket is no port");
    if (!rest.empty()) port = rest.substr(1);
    if (!rest.empty() && port.empty()) return bad_address(url, "the port is missing");
  } else {
    const std::size_t colon = rest.find(':');
    address.host = rest.substr(0, colon);
    if (colon != std::string_view::npos) port = rest.substr(colon + 1);
    if (colon != std::string_view::npos && port.empty()) return bad_address(url, "the port is missing");
    if (address.host.empty()) return bad_address(url, "the host is missing");
    if (!std::ranges::all_of(address.host, fits_a_host)) return bad_address(url, "this is no name of a host");
  }
  if (!port.empty()) {
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
    if (error != std::errc{} || end != port.data() + port.size() || address.port == 0)
      return bad_address(url, "a port is a number from 1 to 65535");
  }
  return address;
}

bool is_public_address(const asio::ip::address& address) {
  if (address.is_v4()) return is_public(address.to_v4().to_uint());
  const asio::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return is_public(asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_uint());
  // 2000::/3 is what is given to hosts; within it 2001:db8::/32 is for books, and 2001::/23 and 2002::/16 are tunnels that end
  // anywhere.
  const auto bytes = v6.to_bytes();
  const unsigned first = (bytes[0] << 8U) | bytes[1];
  const unsigned second = (bytes[2] << 8U) | bytes[3];
  if (first >> 13U != 1) return false;
  return !(first == 0x2001 && (second == 0x0db8 || second < 0x200)) && first != 0x2002;
}

}  // namespace agon::serve
