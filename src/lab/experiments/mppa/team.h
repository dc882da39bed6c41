// A team of workers that is given a job again and again, kept (or not) between jobs in the four ways that the paper compares. The
// caller is worker 0.
#pragma once

#include <array>
#include <functional>
#include <memory>

namespace agon::lab::experiments::mppa {

using Job = std::function<void(unsigned worker)>;

class Team {
 public:
  virtual ~Team() = default;
  // Calls job(0) .. job(size - 1), each on its own thread, and returns when all are done.
  virtual void run(const Job& job) = 0;
};

enum class ThreadMode : unsigned char { Restart, ConditionVariable, Spin, Queue };
inline constexpr std::array kThreadModes{ThreadMode::Restart, ThreadMode::ConditionVariable, ThreadMode::Spin, ThreadMode::Queue};

[[nodiscard]] const char* to_string(ThreadMode mode);
[[nodiscard]] std::unique_ptr<Team> make_team(ThreadMode mode, unsigned size);

}  // namespace agon::lab::experiments::mppa
