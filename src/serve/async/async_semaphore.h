// A counting semaphore with a FIFO queue and preemption: so many processes may run at a time, and matches that need more wait for
// their turn. One that asks for many is not overtaken by those that ask for few, so it cannot starve.
//
// Who holds a permit without using it may offer it: it is recalled when somebody waits, least recently used first, and no more of
// them than are needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace agon::serve {

class AsyncSemaphore {
 private:
  struct Request {
    std::size_t count;
    std::function<void()> on_granted;
    std::function<void()> on_moved;
    std::function<void()> on_recalled = {};  // not empty while it is offered
    bool granted = false;
  };
  using SharedRequest = std::shared_ptr<Request>;
  struct State {  // permits may outlive the semaphore when a server goes down
    std::size_t free;
    std::deque<SharedRequest> queue;
    std::deque<SharedRequest> offered;  // those that were offered first in front

    // Callbacks may give permits back, and so come here again; everything is settled before each of them.
    void settle() {
      while (!queue.empty()) {
        if (queue.front()->count <= free) grant();
        else if (!offered.empty()) recall();
        else return;
      }
    }
    void grant() {
      const SharedRequest next = std::move(queue.front());
      queue.pop_front();
      free -= next->count;
      next->granted = true;
      next->on_granted();
      tell_moved();
    }
    void recall() {
      const SharedRequest idle = std::move(offered.front());
      offered.pop_front();
      std::exchange(idle->on_recalled, nullptr)();
    }
    void tell_moved() const {
      for (const SharedRequest& request : std::deque<SharedRequest>(queue)) {
        if (request->on_moved) request->on_moved();
      }
    }
  };

 public:
  explicit AsyncSemaphore(std::size_t count) : state_(std::make_shared<State>(State{count, {}, {}})) {}

  // A place in the queue, and then the permission itself. Both are given up when it is destroyed.
  class Permit {
   public:
    Permit(std::shared_ptr<State> state, SharedRequest request) : state_(std::move(state)), request_(std::move(request)) {}
    Permit(Permit&&) noexcept = default;
    Permit& operator=(Permit&&) = delete;
    ~Permit() {
      if (!request_) return;
      keep();
      if (request_->granted) {
        state_->free += request_->count;
      } else {
        std::erase(state_->queue, request_);
        state_->tell_moved();
      }
      state_->settle();
    }
    [[nodiscard]] bool granted() const { return request_->granted; }
    // In the queue, from 1; 0 once it is granted.
    [[nodiscard]] std::size_t place() const {
      if (granted()) return 0;
      return static_cast<std::size_t>(std::ranges::find(state_->queue, request_) - state_->queue.begin()) + 1;
    }
    // Precondition: granted. `on_recalled` must destroy the permit; it may be called before this returns. Offering again changes
    // nothing, and its age counts from the first time.
    void offer(std::function<void()> on_recalled) {
      if (request_->on_recalled) return;
      request_->on_recalled = std::move(on_recalled);
      state_->offered.push_back(request_);
      const std::shared_ptr<State> state = state_;  // this permit may go
      state->settle();
    }
    void keep() {
      if (request_->on_recalled) std::erase(state_->offered, request_);
      request_->on_recalled = nullptr;
    }

   private:
    std::shared_ptr<State> state_;
    SharedRequest request_;
  };

  // Precondition: `count` is at most that of the semaphore. `on_granted` may be called before this returns; `on_moved` is called
  // when the place in the queue is another one.
  [[nodiscard]] Permit request(std::size_t count, std::function<void()> on_granted, std::function<void()> on_moved = {}) {
    auto request = std::make_shared<Request>(Request{count, std::move(on_granted), std::move(on_moved)});
    state_->queue.push_back(request);
    state_->settle();
    return {state_, std::move(request)};
  }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace agon::serve
