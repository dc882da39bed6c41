// The incumbent of a planner, the best complete line that any strategy has found: it can be played to its end, so its goal is
// certain.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace agon::search::plan {

class Incumbent {
 public:
  explicit Incumbent(int target = 100) : target_(target) {}

  // Takes the line if it is better. Choices are indices into the legal moves, from the root on to a terminal state.
  void offer(int goal, std::span<const std::uint32_t> choices, const char* found_by) {
    if (goal <= goal_) return;
    goal_ = goal;
    choices_.assign(choices.begin(), choices.end());
    found_by_ = found_by;
  }
  // The first move was made, or another one, which makes the line worthless.
  void advance(std::uint32_t choice) {
    if (!choices_.empty() && choices_.front() == choice) {
      choices_.erase(choices_.begin());
    } else {
      *this = Incumbent(target_);
    }
  }

  [[nodiscard]] bool found() const { return goal_ >= 0; }
  [[nodiscard]] bool solved() const { return goal_ >= target_; }
  [[nodiscard]] int goal() const { return goal_; }
  [[nodiscard]] int target() const { return target_; }  // the most that the rules give
  [[nodiscard]] const std::vector<std::uint32_t>& choices() const { return choices_; }
  [[nodiscard]] const std::string& found_by() const { return found_by_; }

 private:
  int target_;
  int goal_ = -1;
  std::vector<std::uint32_t> choices_;
  std::string found_by_;
};

}  // namespace agon::search::plan
