// Whether a server can be reached from other machines: the question behind its warnings and behind who may administrate it.
#pragma once

#include "serve/http/server.h"

namespace agon::serve {

// It listens beyond the loopback interface, or has names by which others reach it through a proxy.
[[nodiscard]] bool reachable_by_others(const ServerOptions& options);

}  // namespace agon::serve
