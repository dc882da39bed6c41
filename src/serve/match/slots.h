// So many processes may run at a time; matches that need more wait, first come first served.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace agon::serve {

class Slots {
 private:
  struct Claim {
    std::size_t count;
    std::function<void()> on_ready;
    bool ready = false;
  };
  struct Desk {  // places may outlive the slots they come from when a server goes down
    std::size_t free;
    std::deque<std::shared_ptr<Claim>> queue;

    void serve() {
      while (!queue.empty() && queue.front()->count <= free) {
        const std::shared_ptr<Claim> next = std::move(queue.front());
        queue.pop_front();
        free -= next->count;
        next->ready = true;
        next->on_ready();
      }
    }
  };

 public:
  explicit Slots(std::size_t free) : desk_(std::make_shared<Desk>(Desk{free, {}})) {}

  [[nodiscard]] std::size_t waiting() const { return desk_->queue.size(); }

  // A place in the queue, and then the slots themselves. Both are given up when it is destroyed.
  class Place {
   public:
    Place(std::shared_ptr<Desk> desk, std::shared_ptr<Claim> claim) : desk_(std::move(desk)), claim_(std::move(claim)) {}
    Place(Place&&) noexcept = default;
    Place& operator=(Place&&) = delete;
    ~Place() {
      if (!claim_) return;
      if (claim_->ready) desk_->free += claim_->count;
      else std::erase(desk_->queue, claim_);
      desk_->serve();
    }
    [[nodiscard]] bool ready() const { return claim_->ready; }

   private:
    std::shared_ptr<Desk> desk_;
    std::shared_ptr<Claim> claim_;
  };

  // Precondition: count is at most what there is in all. `on_ready` may be called before this returns.
  [[nodiscard]] Place queue(std::size_t count, std::function<void()> on_ready) {
    auto claim = std::make_shared<Claim>(Claim{count, std::move(on_ready)});
    desk_->queue.push_back(claim);
    desk_->serve();
    return {desk_, std::move(claim)};
  }

 private:
  std::shared_ptr<Desk> desk_;
};

}  // namespace agon::serve
