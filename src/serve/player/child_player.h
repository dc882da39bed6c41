// A built-in player as a child process. Process isolation: what it allocates is its own, and a crash there is a fault in one seat.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "serve/json_fwd.h"
#include "serve/player/player_link.h"

namespace agon::serve {

struct ChildPlayerOptions {
  std::string program = "/proc/self/exe";
  std::string strategy = "auto";
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::size_t search_memory_mib = 256;
  std::size_t memory_limit_mib = 0;           // of the whole process; 0: none
  std::function<void(Json)> on_thought = {};  // `Thought` of docs/api.md, while a question is open; empty: thoughts are not told
};

class ChildPlayer final : public PlayerLink {
 public:
  [[nodiscard]] static Result<std::unique_ptr<PlayerLink>> start(asio::io_context& io, const ChildPlayerOptions& options);
  ~ChildPlayer() override;

  asio::awaitable<Result<protocol::Reply>> ask(const protocol::Message& message,
                                               std::chrono::steady_clock::time_point deadline) override;
  asio::awaitable<Status> catch_up(const std::vector<protocol::Play>& steps,
                                   std::chrono::steady_clock::time_point deadline) override;
  [[nodiscard]] std::string describe() const override;

 private:
  class Line;  // to the process; shared with what runs there
  ChildPlayer(std::string strategy, std::shared_ptr<Line> line) : strategy_(std::move(strategy)), line_(std::move(line)) {}

  std::string strategy_;
  std::shared_ptr<Line> line_;
};

}  // namespace agon::serve
