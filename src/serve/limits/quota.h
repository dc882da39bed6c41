// Admission control: so much of something at a time, in all and for each client, as RAII tickets.
//
// A ticket is taken before the first co_await of whatever it admits and given back when it is destroyed. There is no moment between
// a check and its use in which others can pass the same check. All of it happens on one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace agon::serve {

class Quota {
 private:
  struct State {  // tickets may outlive the quota when a server goes down
    std::size_t total, per_client;
    std::size_t used = 0;
    std::unordered_map<std::string, std::size_t> of_client;

    void give_back(const std::string& client, std::size_t amount) {
      used -= amount;
      const auto own = of_client.find(client);
      if ((own->second -= amount) == 0) of_client.erase(own);
    }
  };

 public:
  Quota(std::size_t total, std::size_t per_client) : state_(std::make_shared<State>(State{total, per_client, 0, {}})) {}

  class Ticket {
   public:
    Ticket(Ticket&& other) noexcept = default;
    Ticket& operator=(Ticket&& other) noexcept {
      std::swap(state_, other.state_);
      std::swap(client_, other.client_);
      std::swap(amount_, other.amount_);
      return *this;
    }
    ~Ticket() {
      if (state_) state_->give_back(client_, amount_);
    }

   private:
    friend class Quota;
    Ticket(std::shared_ptr<State> state, std::string client, std::size_t amount)
        : state_(std::move(state)), client_(std::move(client)), amount_(amount) {
      state_->used += amount_;
      state_->of_client[client_] += amount_;
    }
    std::shared_ptr<State> state_;  // null: moved from
    std::string client_;
    std::size_t amount_;
  };

  // None: it does not fit, and `client_is_full` says which of the two limits it meets.
  [[nodiscard]] std::optional<Ticket> take(const std::string& client, std::size_t amount = 1) {
    if (is_full(amount) || client_is_full(client, amount)) return std::nullopt;
    return take_anyway(client, amount);
  }
  // Counted, but never refused: what was admitted by an earlier run of the server.
  [[nodiscard]] Ticket take_anyway(const std::string& client, std::size_t amount = 1) { return Ticket(state_, client, amount); }

  [[nodiscard]] bool is_full(std::size_t amount = 1) const { return state_->used + amount > state_->total; }
  [[nodiscard]] bool client_is_full(const std::string& client, std::size_t amount = 1) const {
    return used_by(client) + amount > state_->per_client;
  }
  [[nodiscard]] std::size_t used() const { return state_->used; }
  [[nodiscard]] std::size_t used_by(const std::string& client) const {
    const auto own = state_->of_client.find(client);
    return own == state_->of_client.end() ? 0 : own->second;
  }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace agon::serve
