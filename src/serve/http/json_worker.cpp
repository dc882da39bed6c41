#include "serve/http/json_worker.h"

#include "serve/json.h"

namespace agon::serve {

asio::awaitable<Result<Json>> JsonWorker::parse(std::string text, const JsonLimits& limits) const {
  if (text.size() <= kAtOnce) co_return parse_object(text, limits);
  auto work = [text = std::move(text), limits] { return parse_object(text, limits); };
  Result<Json> parsed = co_await on_workers(thread_, std::move(work));
  co_return parsed;
}

asio::awaitable<Response> JsonWorker::compressed(Response response, bool accepts_gzip) const {
  if (!accepts_gzip || response.body->size() <= kAtOnce) {
    compress(response, accepts_gzip);
    co_return response;
  }
  auto work = [response = std::move(response)]() mutable {
    compress(response, true);
    return std::move(response);
  };
  Response packed = co_await on_workers(thread_, std::move(work));
  co_return packed;
}

}  // namespace agon::serve
