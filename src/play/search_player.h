// A player that searches: keeps the search in step with the match, and manages the time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "play/player.h"
#include "play/strategy/mcts_strategy.h"
#include "search/searcher.h"

namespace agon::play {

class SearchPlayer final : public Player {
 public:
  // Hot swapping: the search may be replaced in mid-match by one on a faster engine. `better` returns one at the initial state, or
  // null. It is called before each move; the moves of the match are then replayed in it. If that fails, the old one stays.
  using Better = std::function<std::unique_ptr<search::Searcher>()>;
  SearchPlayer(std::unique_ptr<search::Searcher> search, const ThinkingTime& thinking, Better better = {});
  ~SearchPlayer() override;

  void supervise(const Supervision& supervision) override { supervision_ = supervision; }
  void begin(RoleId role, const MatchClock& clock, search::Clock::time_point deadline) override;
  Choice choose(const Turn& turn) override;
  void observe(const game::Observation& seen) override;
  [[nodiscard]] const search::Thought* thought() const override { return thought_.moves.empty() ? nullptr : &thought_; }

  // Time per move without a clock and without a limit of its own.
  static constexpr std::chrono::milliseconds kDefaultTime{1000};
  // Slice of a search that is observed.
  static constexpr std::chrono::milliseconds kSlice{250};

 private:
  [[nodiscard]] search::Budget budget(const Turn& turn) const;
  [[nodiscard]] search::Thought think(const search::Budget& limits);
  void learn(const search::Budget& limits, std::chrono::nanoseconds wall, std::chrono::nanoseconds worked);
  void start_pondering();
  void stop_pondering();
  void take_better();
  void catch_up(search::Searcher& search);

  std::unique_ptr<search::Searcher> search_;
  ThinkingTime thinking_;
  Better better_;
  Supervision supervision_;
  RoleId role_;
  search::Thought thought_;
  std::vector<game::Observation> match_;  // so far
  bool behind_ = false;                   // the search failed to follow it
  // How much later than planned searches have ended: the machine may be busy, an engine slow to stop.
  std::chrono::nanoseconds overrun_{0};
  bool crowded_ = true;  // the core is shared with other processes; assumed until measured
  std::atomic<bool> stop_pondering_{false};
  std::thread ponderer_;
};

}  // namespace agon::play
