// Offloads what takes long about JSON (parsing, gzip) from the event loop to a thread of its own: small messages are handled at
// once, because the way to a thread and back costs more than they do.
//
// It is not the pool of the arbiters or that of the builders: a question there may take seconds, and a body must not wait for it.
#pragma once

#include <string>

#include "serve/http/json_reader.h"
#include "serve/http/message.h"

namespace agon::serve {

class JsonWorker {
 public:
  // Bytes that are handled on the event loop: well below a millisecond to parse, and to compress.
  static constexpr std::size_t kAtOnce = std::size_t{4} << 10U;

  explicit JsonWorker(asio::thread_pool& thread) : thread_(thread) {}

  [[nodiscard]] asio::awaitable<Result<Json>> parse(std::string text, const JsonLimits& limits) const;
  // Content-Encoding: gzip, where it is worth it and the client accepts it.
  [[nodiscard]] asio::awaitable<Response> compressed(Response response, bool accepts_gzip) const;
  // Anything else of bounded length.
  template <class Work>
  [[nodiscard]] asio::awaitable<std::invoke_result_t<Work>> run(Work work) const {
    return on_workers(thread_, std::move(work));
  }

 private:
  asio::thread_pool& thread_;
};

}  // namespace agon::serve
