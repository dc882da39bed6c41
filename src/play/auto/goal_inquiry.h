// Facts about the goals of two players, computed once for all players of a game: is their sum constant, and are the goals of
// nonterminal states a useful evaluation? Thread-safe.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <optional>

#include "circuit/circuit.h"
#include "play/auto/goal_trial.h"

namespace agon::play {

// Players with a clock poll (Look), which starts the work in the background if necessary; all others wait for it.
enum class Patience : std::uint8_t { Look, Wait };

class GoalInquiry {
 public:
  GoalInquiry() = default;
  ~GoalInquiry() { stop_ = true; }
  GoalInquiry(const GoalInquiry&) = delete;
  GoalInquiry& operator=(const GoalInquiry&) = delete;

  // The sum of the goals in every terminal state, as observed in random play, and whether it is proved; no value while unknown, if
  // it is not constant, or without exactly two players.
  [[nodiscard]] std::optional<game::Fact<int>> sum(const game::AnyEngine& engine,
                                                   const std::shared_ptr<const circuit::Circuit>& circuit, Patience patience);
  // Matches between a search on goals and one with playouts, once the sum is known; no value before that.
  [[nodiscard]] std::optional<GoalTrial> trial(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes,
                                               Patience patience);

 private:
  std::atomic<bool> stop_{false};  // the trial is no longer needed
  std::mutex mutex_;               // guards what follows; both are invalid until the first request
  std::shared_future<std::optional<game::Fact<int>>> sum_;
  std::shared_future<GoalTrial> trial_;
};

}  // namespace agon::play
