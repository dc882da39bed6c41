// What operators watch a server by: GET /healthz (is it well?) and GET /metrics (counters for Prometheus).
#pragma once

#include <functional>

#include "serve/http/router.h"
#include "serve/observe/metrics.h"
#include "serve/store/store.h"

namespace agon::serve {

// `may_see`: whether this client may read the counters. Health is for everybody: it says nothing but whether moves are stored.
void install_observation(Router& router, const Metrics& metrics, const Store& store,
                         std::function<bool(const Request& request)> may_see);

}  // namespace agon::serve
