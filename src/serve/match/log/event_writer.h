// The store's append as a coroutine: it goes on when the transaction is committed, so a match can store first and tell afterwards.
#pragma once

#include "serve/net.h"
#include "serve/store/store.h"

namespace agon::serve {

class EventWriter {
 public:
  EventWriter(asio::io_context& io, Store& store) : io_(io), store_(store) {}

  // False: the store refused it; the server's log says why.
  [[nodiscard]] asio::awaitable<bool> write(Write write);
  // Tries again until the store takes it or `give_up` becomes true. Meanwhile the match stands still: that is the back-pressure of
  // a full disk.
  [[nodiscard]] asio::awaitable<void> write_surely(Write write, const bool& give_up);

 private:
  asio::io_context& io_;
  Store& store_;
};

}  // namespace agon::serve
