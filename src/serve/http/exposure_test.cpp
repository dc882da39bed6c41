#include "serve/http/exposure.h"

#include <gtest/gtest.h>

namespace agon::serve {
namespace {

bool reachable(const std::string& address, const std::vector<std::string>& hosts = {}) {
  ServerOptions options;
  options.address = address;
  options.hosts = hosts;
  return reachable_by_others(options);
}

TEST(Exposure, LoopbackIsThisMachineAlone) {
  EXPECT_FALSE(reachable_by_others({}));
  for (const char* address : {"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"}) EXPECT_FALSE(reachable(address)) << address;
  for (const char* address : {"0.0.0.0", "::", "192.168.1.4", "::ffff:10.0.0.1", "", "nonsense"})
    EXPECT_TRUE(reachable(address)) << address;
}

TEST(Exposure, ANameForBrowsersMeansAProxyInFront) {
  EXPECT_FALSE(reachable("127.0.0.1", {"localhost", "127.0.0.1", "[::1]"}));
  EXPECT_TRUE(reachable("127.0.0.1", {"localhost", "games.example.org"}));
}

}  // namespace
}  // namespace agon::serve
