#include "serve/match/log/match_log.h"

namespace agon::serve {

const char* to_string(MatchState state) {
  switch (state) {
    case MatchState::Starting: return "starting";
    case MatchState::Running: return "running";
    case MatchState::Ended: return "ended";
    case MatchState::Aborted: return "aborted";
  }
  return "aborted";
}

std::vector<std::optional<double>> expected_goals(const LoggedStep& step) {
  std::vector<std::optional<double>> goals(step.played.moves.size());
  for (std::size_t r = 0; r < goals.size() && r < step.played.thoughts.size(); ++r) {
    if (step.played.thoughts[r]) goals[r] = step.played.thoughts[r]->value;
  }
  return goals;
}

std::optional<game::MatchStep> MatchLog::last() const {
  return steps_.empty() ? std::nullopt : std::optional(steps_.back()->played);
}

std::vector<game::MatchStep> MatchLog::played() const {
  std::vector<game::MatchStep> played;
  for (const SharedStep& step : steps_) played.push_back(step->played);
  return played;
}

std::optional<std::size_t> MatchLog::last_choice(std::size_t role) const {
  for (std::size_t s = steps_.size(); s-- > 0;) {
    if (steps_[s]->chose[role]) return s;
  }
  return std::nullopt;
}

void MatchLog::take_back(std::size_t to) {
  if (to < steps_.size()) steps_.resize(to);
}

void MatchLog::count_fault(std::size_t role) {
  if (role < faults_.size()) ++faults_[role];
}

}  // namespace agon::serve
