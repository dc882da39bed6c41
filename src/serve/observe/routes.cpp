#include "serve/observe/routes.h"

#include "serve/errors.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

Response health_of(const Store& store) {
  const std::optional<Error> trouble = store.trouble();
  if (!trouble) return json_response(Json{{"schema", "agon.health/1"}, {"status", "ok"}});
  return json_response(Json{{"schema", "agon.health/1"}, {"status", "store"}, {"problem", trouble->diagnostics.front().message}},
                       503);
}

Response metrics_of(const Metrics& metrics, bool allowed) {
  if (!allowed) return error_response(forbidden("The counters need the admin token."));
  return text_response(metrics.text(), "text/plain; version=0.0.4");
}

}  // namespace

void install_observation(Router& router, const Metrics& metrics, const Store& store,
                         std::function<bool(const Request& request)> may_see) {
  router.add("GET /healthz", [&store](Request, PathParameters) -> asio::awaitable<Response> { co_return health_of(store); });
  router.add("GET /metrics",
             [&metrics, may_see = std::move(may_see)](Request request, PathParameters) -> asio::awaitable<Response> {
               co_return metrics_of(metrics, may_see(request));
             });
}

}  // namespace agon::serve
