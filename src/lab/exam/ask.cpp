#include "lab/exam/ask.h"

#include <algorithm>

namespace agon::lab::exam {

Answer ask(const std::string& strategy, const std::shared_ptr<play::GameKit>& kit, const Setting& setting,
           const play::PlayerSettings& settings, std::chrono::milliseconds time) {
  using search::Clock;
  Answer answer;
  const Result<std::unique_ptr<play::Player>> player = play::make_player(strategy, kit, settings);
  if (!player) {
    answer.trouble = player.error().diagnostics.front().message;
    return answer;
  }
  try {
    (*player)->begin(setting.role, {std::chrono::milliseconds(0), time}, Clock::time_point::max());
    for (const game::JointChoice& choices : setting.line) (*player)->observe(game::Observation::of(choices));
    play::Turn turn;
    turn.step = static_cast<int>(setting.line.size());
    turn.legal = static_cast<std::uint32_t>(setting.legal.size());
    const Clock::time_point start = Clock::now();
    if (time.count() > 0) turn.deadline = start + time;
    answer.choice = (*player)->choose(turn);
    const Clock::time_point end = Clock::now();
    answer.late = end > turn.deadline;
    answer.seconds = std::chrono::duration<double>(end - start).count();
  } catch (const std::exception& problem) {
    answer.trouble = problem.what();
    return answer;
  }
  answer.right = !answer.late && std::binary_search(setting.best.begin(), setting.best.end(), answer.choice);
  return answer;
}

}  // namespace agon::lab::exam
