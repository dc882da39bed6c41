// The history of one match: what its events in the store say, in memory. It only grows, but for take-backs, which are events too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/match_record.h"
#include "serve/match/log/fault.h"

namespace agon::serve {

enum class MatchState : std::uint8_t { Starting, Running, Ended, Aborted };
[[nodiscard]] const char* to_string(MatchState state);

// A step with what only the server knows about it.
struct LoggedStep {
  game::MatchStep played;  // with the thoughts of its players, if any told them
  std::vector<Fault> faults;
  std::vector<bool> chose;  // per role: it had more than one move
  std::int64_t at = 0;      // milliseconds since 1970
};

// Steps are shared and never changed, so that a worker can read the history while the match goes on.
using SharedStep = std::shared_ptr<const LoggedStep>;
using History = std::vector<SharedStep>;

// Per role: the goal that its player expected.
[[nodiscard]] std::vector<std::optional<double>> expected_goals(const LoggedStep& step);

struct Ending {
  MatchState state = MatchState::Aborted;  // or Ended: the rules say so
  std::string why;
  std::vector<std::optional<int>> goals;  // per role, of a match that Ended
  std::int64_t at = 0;
};

class MatchLog {
 public:
  explicit MatchLog(std::size_t seats) : faults_(seats, 0) {}

  [[nodiscard]] MatchState state() const {
    return ending_ ? ending_->state : (running_ ? MatchState::Running : MatchState::Starting);
  }
  [[nodiscard]] bool over() const { return ending_.has_value(); }
  [[nodiscard]] const std::optional<Ending>& ending() const { return ending_; }
  // The steps that were made and not taken back; their number is that of the step that is being decided.
  [[nodiscard]] const History& steps() const { return steps_; }
  [[nodiscard]] std::size_t size() const { return steps_.size(); }
  [[nodiscard]] std::optional<game::MatchStep> last() const;
  // For players that have to catch up.
  [[nodiscard]] std::vector<game::MatchStep> played() const;
  // Where a take-back by this role leads: the last step in which it had a choice.
  [[nodiscard]] std::optional<std::size_t> last_choice(std::size_t role) const;
  // All there ever were, those of steps that were taken back too.
  [[nodiscard]] std::size_t faults(std::size_t role) const { return faults_[role]; }

  void start() { running_ = true; }
  void append(LoggedStep step) { steps_.push_back(std::make_shared<const LoggedStep>(std::move(step))); }
  void take_back(std::size_t to);
  void end(Ending ending) { ending_ = std::move(ending); }
  // A fault counts when it happens, which may be a while before its step is made.
  void count_fault(std::size_t role);

 private:
  bool running_ = false;
  History steps_;
  std::vector<std::size_t> faults_;  // per role
  std::optional<Ending> ending_;
};

}  // namespace agon::serve
