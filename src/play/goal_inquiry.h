// What is worth knowing about the goals of two players: do they add up, and are those of unfinished states worth counting? Each
// question costs a while, so it is answered once for all players of a game. Thread-safe.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <optional>

#include "circuit/circuit.h"
#include "play/goal_trial.h"

namespace agon::play {

// Whoever has a clock looks whether there is an answer and sets somebody to work on it if not; all others wait for it.
enum class Patience : std::uint8_t { Look, Wait };

class GoalInquiry {
 public:
  GoalInquiry() = default;
  ~GoalInquiry() { stop_ = true; }
  GoalInquiry(const GoalInquiry&) = delete;
  GoalInquiry& operator=(const GoalInquiry&) = delete;

  // What the goals add up to at every end, as far as random play shows, and whether that is proved; nothing while it is not known, or
  // if they do not add up, or if there are not two players.
  [[nodiscard]] std::optional<search::minimax::GoalSum> sum(const game::AnyEngine& engine, const std::shared_ptr<const circuit::Circuit>& circuit,
                                                            Patience patience);
  // Matches between a search that counts goals and one that plays to the end, once the sum is known; nothing before that.
  [[nodiscard]] std::optional<GoalTrial> trial(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes, Patience patience);

 private:
  std::atomic<bool> stop_{false};  // nobody wants the trial any more
  std::mutex mutex_;               // guards what follows; both are invalid until somebody asks
  std::shared_future<std::optional<search::minimax::GoalSum>> sum_;
  std::shared_future<GoalTrial> trial_;
};

}  // namespace agon::play
