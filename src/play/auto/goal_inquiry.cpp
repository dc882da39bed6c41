#include "play/auto/goal_inquiry.h"

#include "base/background.h"

namespace agon::play {
namespace {

// Computes an answer once: in the background for callers that cannot wait, otherwise on the first thread that waits. If it fails
// (out of memory, say), the answer is empty for every player alike.
template <class Work>
auto set_to_work(Work work, Patience patience) {
  using Answer = decltype(work());
  const auto attempt = [work = std::move(work)]() -> Answer {
    try {
      return work();
    } catch (const std::exception&) {
      return {};
    }
  };
  if (patience == Patience::Wait) return std::async(std::launch::deferred, attempt).share();
  return std::async(std::launch::async,
                    [attempt] {
                      work_in_background();
                      return attempt();
                    })
      .share();
}

template <class T>
bool is_there(const std::shared_future<T>& answer, Patience patience) {
  if (patience == Patience::Wait) answer.wait();
  return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

std::optional<game::Fact<int>> GoalInquiry::sum(const game::AnyEngine& engine,
                                                const std::shared_ptr<const circuit::Circuit>& circuit, Patience patience) {
  const game::GameInfo& info = engine.info();
  if (info.role_count() - (info.random ? 1 : 0) != 2) return {};
  std::unique_lock lock(mutex_);
  if (!sum_.valid()) sum_ = set_to_work([engine, circuit] { return search::minimax::find_sum(engine, *circuit); }, patience);
  const auto answer = sum_;
  lock.unlock();
  return is_there(answer, patience) ? answer.get() : std::nullopt;
}

std::optional<GoalTrial> GoalInquiry::trial(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes,
                                            Patience patience) {
  std::unique_lock lock(mutex_);
  if (!trial_.valid()) {
    if (!sum_.valid() || !is_there(sum_, Patience::Look)) return {};
    trial_ = set_to_work([this, engine, lanes, sum = sum_.get()] { return try_goals(engine, lanes, sum, &stop_); }, patience);
  }
  const auto answer = trial_;
  lock.unlock();
  return is_there(answer, patience) ? std::optional(answer.get()) : std::nullopt;
}

}  // namespace agon::play
