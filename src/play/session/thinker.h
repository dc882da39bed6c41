// A player on a thread of its own. Whoever asks goes on at once, looks in later, and need not wait for a player that is late.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "play/game_kit.h"
#include "play/player.h"
#include "play/players.h"
#include "play/session/follower.h"
#include "play/session/spoken_thought.h"
#include "play/session/task_thread.h"

namespace agon::play {

struct ThinkerOptions {
  std::string strategy;
  PlayerSettings settings;
  std::shared_ptr<GameKit> kit;
  game::AnyEngine engine;  // in whose terms moves are told
  RoleId role;
  // Called by the thinking thread.
  std::function<void()> changed;                              // begun() or answer() is there
  std::function<void(std::string)> problem;                   // in words; it goes on with random moves
  std::function<void(const SpokenThought&)> on_thought = {};  // empty: nobody wants to know, and searches run in one piece
};

// One position to think about.
struct PositionToPlay {
  Turn turn;
  std::vector<std::string> legal;
  std::optional<game::AnyState> state;     // where everybody sees everything
  std::shared_ptr<const States> possible;  // otherwise
};

class Thinker {
 public:
  explicit Thinker(ThinkerOptions options);
  ~Thinker();  // interrupts, and waits until it has come to an end
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  // In the order of the calls.
  void begin(const MatchClock& clock, search::Clock::time_point deadline);
  void observe(std::vector<Choices> steps);
  void start_again(std::vector<Choices> match);  // another player, led through these steps
  void choose(PositionToPlay position);          // whatever was asked before is no longer of interest

  [[nodiscard]] bool begun() const;
  [[nodiscard]] std::optional<std::uint32_t> answer() const;  // to the last choose()
  [[nodiscard]] std::optional<std::uint32_t> best() const;    // what it would answer now, if it has told
  void cut();                                                 // answer soon with what there is
  void abandon();                                             // the answer is of no use any more

 private:
  void make_player();
  void report(const search::Thought& thought, bool final);
  [[nodiscard]] std::uint32_t decide();
  [[nodiscard]] std::uint32_t sample();
  template <class Work>
  void guarded(const char* what, Work work);

  ThinkerOptions options_;
  bool sampling_ = false;
  mutable std::mutex mutex_;  // guards what follows
  std::uint64_t ticket_ = 0;  // of the last question
  std::uint64_t cut_ticket_ = 0;
  bool begun_ = false;
  std::optional<std::uint32_t> answer_;
  std::optional<std::uint32_t> best_;
  std::atomic<bool> stop_{false};  // what the search looks at
  // Of the thinking thread alone.
  std::unique_ptr<Player> player_;
  PositionToPlay position_;
  std::uint64_t thinking_about_ = 0;
  game::AnyEngine::Scratch scratch_;
  TaskThread thread_;  // last, since its tasks use all of the above
};

}  // namespace agon::play
