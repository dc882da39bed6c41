// The queue of the rules workers: bounded admission, first come first served, but no client holds all workers, and one worker is
// kept for vetting, so that matches can be made while the Studio is busy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>

namespace agon::serve {

struct QueueLimits {
  std::size_t workers = 4;
  std::size_t most = 16;  // waiting and running
  std::size_t most_per_client = 6;
};

class RulesQueue {
 public:
  struct Ticket {
    std::string client;
    bool vetting = false;
    bool running = false;
    std::function<void()> on_turn = {};
  };
  using Handle = std::shared_ptr<Ticket>;

  explicit RulesQueue(const QueueLimits& limits) : limits_(limits) {}

  // Whether there is a place; an empty client is the server itself, for which there always is.
  [[nodiscard]] bool full() const { return tickets_.size() >= limits_.most; }
  [[nodiscard]] bool full_for(const std::string& client) const {
    return !client.empty() && count([&](const Ticket& t) { return t.client == client; }) >= limits_.most_per_client;
  }

  void enter(const Handle& ticket) {
    tickets_.push_back(ticket);
    grant();
  }
  void leave(const Handle& ticket) {
    tickets_.remove(ticket);
    grant();
  }
  [[nodiscard]] std::size_t size() const { return tickets_.size(); }

 private:
  template <class Which>
  [[nodiscard]] std::size_t count(Which which) const {
    return static_cast<std::size_t>(std::count_if(tickets_.begin(), tickets_.end(), [&](const Handle& t) { return which(*t); }));
  }

  [[nodiscard]] bool may_run(const Ticket& ticket) const {
    if (count([](const Ticket& t) { return t.running; }) >= limits_.workers) return false;
    if (ticket.vetting) return true;
    const auto studio = [](const Ticket& t) { return t.running && !t.vetting; };
    const std::size_t for_studio = std::max<std::size_t>(1, limits_.workers - 1);
    const std::size_t for_client = std::max<std::size_t>(1, for_studio - 1);
    return count(studio) < for_studio &&
           count([&](const Ticket& t) { return studio(t) && t.client == ticket.client; }) < for_client;
  }

  void grant() {
    for (const Handle& ticket : tickets_) {
      if (ticket->running || !may_run(*ticket)) continue;
      ticket->running = true;
      if (ticket->on_turn) ticket->on_turn();
    }
  }

  QueueLimits limits_;
  std::list<Handle> tickets_;  // in the order in which they came
};

}  // namespace agon::serve
