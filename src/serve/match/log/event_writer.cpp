#include "serve/match/log/event_writer.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

namespace agon::serve {
namespace {

constexpr std::chrono::seconds kRetry{1};

}  // namespace

asio::awaitable<bool> EventWriter::write(Write write) {
  const std::string match = write.events.front().match;
  const auto initiate = [this, &write, &match](auto handler) {
    auto shared = std::make_shared<decltype(handler)>(std::move(handler));
    store_.append(std::move(write), [&io = io_, shared, match](const std::optional<Error>& error) {
      if (error) spdlog::error("match {}: not stored: {}", match, error->diagnostics.front().message);
      asio::post(io, [shared, good = !error] { (*shared)(good); });
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(bool)>(initiate, asio::use_awaitable);
}

asio::awaitable<void> EventWriter::write_surely(Write write, const bool& give_up) {
  for (;;) {
    Write attempt = write;
    const bool stored = co_await this->write(std::move(attempt));
    if (stored || give_up) co_return;
    asio::steady_timer pause(io_, kRetry);
    co_await pause.async_wait(asio::use_awaitable);
  }
}

}  // namespace agon::serve
