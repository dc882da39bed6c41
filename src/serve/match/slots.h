// So many processes may run at a time; matches that need more wait, first come first served.
#pragma once

#include <deque>
#include <memory>

#include "serve/net.h"

namespace agon::serve {

class Slots {
 public:
  Slots(asio::io_context& io, std::size_t free) : io_(io), free_(free) {}

  [[nodiscard]] std::size_t waiting() const { return queue_.size(); }

  // Gives its slots back when it is destroyed.
  class Lease {
   public:
    Lease(Slots* slots, std::size_t count) : slots_(slots), count_(count) {}
    Lease(Lease&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)), count_(other.count_) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (slots_ != nullptr) slots_->give_back(count_);
    }

   private:
    Slots* slots_;
    std::size_t count_;
  };

  // Precondition: count is at most what there is in all.
  [[nodiscard]] asio::awaitable<Lease> take(std::size_t count) {
    if (queue_.empty() && count <= free_) {
      free_ -= count;
      co_return Lease(this, count);
    }
    auto entry = std::make_shared<Entry>(Entry{count, asio::steady_timer(io_, asio::steady_timer::time_point::max())});
    queue_.push_back(entry);
    boost::system::error_code woken;
    co_await entry->timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    co_return Lease(this, count);  // give_back has taken them for us
  }

 private:
  struct Entry {
    std::size_t count;
    asio::steady_timer timer;
  };
  void give_back(std::size_t count) {
    free_ += count;
    while (!queue_.empty() && queue_.front()->count <= free_) {
      const std::shared_ptr<Entry> next = std::move(queue_.front());
      queue_.pop_front();
      free_ -= next->count;
      next->timer.cancel();
    }
  }

  asio::io_context& io_;
  std::size_t free_;
  std::deque<std::shared_ptr<Entry>> queue_;
};

}  // namespace agon::serve
