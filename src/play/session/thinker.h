// A player on its own thread (active object): calls return at once, the answer is polled, and nobody waits for a late player.
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
#include "play/session/follower.h"
#include "play/session/spoken_thought.h"
#include "play/session/task_thread.h"
#include "play/strategy/players.h"

namespace agon::play {

struct ThinkerOptions {
  std::string strategy;
  PlayerSettings settings;
  std::shared_ptr<GameKit> kit;
  game::AnyEngine engine;  // whose moves and states are meant
  RoleId role;
  // Called by the thinking thread.
  std::function<void()> changed;                              // begun() or answer() is available
  std::function<void(std::string)> problem;                   // a description; the player goes on with random moves
  std::function<void(const SpokenThought&)> on_thought = {};  // empty: no observer, and searches run without slices
};

// One position to think about.
struct PositionToPlay {
  Turn turn;
  std::vector<std::string> legal;
  std::optional<game::AnyState> state;  // with perfect information
};

class Thinker {
 public:
  explicit Thinker(ThinkerOptions options);
  ~Thinker();  // interrupts, and joins
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  // In the order of the calls.
  void begin(const MatchClock& clock, search::Clock::time_point deadline);
  void observe(std::vector<game::Observation> steps);
  void start_again(std::vector<game::Observation> match);  // a new player, led through these steps
  void choose(PositionToPlay position);                    // supersedes every earlier request

  [[nodiscard]] bool begun() const;
  [[nodiscard]] std::optional<Choice> answer() const;  // to the last choose()
  [[nodiscard]] std::optional<Choice> best() const;    // its current best move, if it has reported one
  void cut();                                          // answer soon with the best move so far
  void abandon();                                      // the answer is no longer needed

 private:
  void make_player();
  void report(const search::Thought& thought, bool final);
  [[nodiscard]] Choice decide();
  template <class Work>
  void guarded(const char* what, Work work);

  ThinkerOptions options_;
  mutable std::mutex mutex_;  // guards what follows
  std::uint64_t ticket_ = 0;  // of the last request
  std::uint64_t cut_ticket_ = 0;
  bool begun_ = false;
  std::optional<Choice> answer_;
  std::optional<Choice> best_;
  std::atomic<bool> stop_{false};  // polled by the search
  // Used by the thinking thread alone.
  std::unique_ptr<Player> player_;
  PositionToPlay position_;
  std::uint64_t thinking_about_ = 0;
  game::AnyEngine::Scratch scratch_;
  TaskThread thread_;  // last, since its tasks use all of the above
};

}  // namespace agon::play
