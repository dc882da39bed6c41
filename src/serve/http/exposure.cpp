#include "serve/http/exposure.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>

namespace agon::serve {
namespace {

// Anything else counts as reachable, an address that cannot be read too.
bool loopback_address(const std::string& text) {
  boost::system::error_code error;
  const asio::ip::address address = asio::ip::make_address(text, error);
  if (error) return false;
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback();
  return address.is_loopback();
}

bool means_this_machine(const std::string& host) { return host == "localhost" || host == "[::1]" || loopback_address(host); }

}  // namespace

bool reachable_by_others(const ServerOptions& options) {
  return !loopback_address(options.address) || !std::all_of(options.hosts.begin(), options.hosts.end(), means_this_machine);
}

}  // namespace agon::serve
