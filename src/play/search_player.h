// A player that searches: keeps the search in step with the match, and keeps the clock.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "play/mcts_strategy.h"
#include "play/player.h"
#include "search/searcher.h"

namespace agon::play {

class SearchPlayer final : public Player {
 public:
  // The search may be replaced in mid-match by a better one (the engines climb): `better` returns one that stands at the initial
  // state, or null. It is asked before each move; the moves of the match are then made in it. If it fails, the old one goes on.
  using Better = std::function<std::unique_ptr<search::Searcher>()>;
  SearchPlayer(std::unique_ptr<search::Searcher> search, const ThinkingTime& thinking, Better better = {});
  ~SearchPlayer() override;

  void supervise(const Supervision& supervision) override { supervision_ = supervision; }
  void begin(RoleId role, const MatchClock& clock, search::Clock::time_point deadline) override;
  std::uint32_t choose(const Turn& turn) override;
  void observe(std::span<const std::uint32_t> choices) override;
  [[nodiscard]] const search::Thought* thought() const override { return thought_.moves.empty() ? nullptr : &thought_; }

  // How long a move may take without a clock and without a limit of its own.
  static constexpr std::chrono::milliseconds kDefaultTime{1000};
  // How long a search that is looked at thinks in one piece.
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
  std::vector<std::vector<std::uint32_t>> match_;  // joint choices so far
  bool behind_ = false;                            // the search failed to follow them
  // How much later than planned searches have ended: the machine may be busy, an engine slow to stop.
  std::chrono::nanoseconds overrun_{0};
  bool crowded_ = true;  // other programs want the core too; so until it is known better
  std::atomic<bool> stop_pondering_{false};
  std::thread ponderer_;
};

}  // namespace agon::play
