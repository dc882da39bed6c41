// The interface of every search: it follows one match, and says which move it would play, with values, bounds and principal
// variation.
//
// A search knows where the match stands. Moves go in and out as choices (places in the canonical order of a role's legal moves,
// game/engine.h), so that whoever asks need not know which engine is inside. Values are expected goals, 0..100, one per role,
// never negated: games need be neither zero-sum nor alternating.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/assert.h"
#include "base/ids.h"
#include "game/observation.h"

namespace agon::search {

using Clock = std::chrono::steady_clock;

// When to stop: whichever comes first. Without any limit a search ends only when it knows the answer or is told to stop.
struct Budget {
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  Clock::time_point deadline = Clock::time_point::max();
  std::uint64_t iterations = kUnlimited;    // descents of a tree search, iterations of a deepening one
  std::uint64_t states = kUnlimited;        // states made, in the tree and in playouts
  const std::atomic<bool>* stop = nullptr;  // set from another thread

  [[nodiscard]] bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  [[nodiscard]] bool late() const { return deadline != Clock::time_point::max() && Clock::now() >= deadline; }
};

// What is known about one move.
struct MoveThought {
  std::uint64_t visits = 0;
  double value = 0;            // expected goal of the role that would make it
  double low = 0, high = 100;  // proven bounds of that goal
  [[nodiscard]] bool proven() const { return low == high; }
};

struct Thought {
  Choice choice;                        // the move to make
  std::vector<MoveThought> moves;       // one for each legal move
  std::vector<double> value;            // per role: expected goal
  std::vector<double> low, high;        // per role: proven bounds under best play
  std::vector<game::JointChoice> line;  // principal variation
  std::uint64_t iterations = 0, states = 0, nodes = 0;
  std::uint32_t depth = 0;  // of the deepest line that was looked at
  double seconds = 0;
  std::string note;  // what else a person would want to know

  // The result of the match is known if everybody plays well.
  [[nodiscard]] bool proven() const {
    for (std::size_t r = 0; r < low.size(); ++r) {
      if (low[r] != high[r]) return false;
    }
    return !low.empty();
  }
};

class Searcher {
 public:
  virtual ~Searcher() = default;
  // Back to the initial state, for a new match.
  virtual void restart() = 0;
  // A step was made in the match: what the role that the search thinks for may know of it. One search may think for several roles
  // where everybody sees every move, and for one where not.
  virtual void observe(const game::Observation& seen) = 0;
  // The same where everybody sees every move.
  void advance(std::span<const Choice> joint) { observe(game::Observation::of(joint)); }
  // The legal moves of the role as texts in canonical order, for a search that may not know them for certain (hidden information):
  // its choice among them is what counts. Until the next step.
  virtual void expect(std::vector<std::string> /*legal*/) {}
  // Precondition: the match is not over. May be called again to go on thinking. Throws LimitReached if the engine does.
  virtual Thought think(RoleId role, const Budget& budget) = 0;
  // Whether a second call of think() goes on where the first one ended. A search that starts again each time (deepening, nested
  // playouts) would never get far in slices.
  [[nodiscard]] virtual bool goes_on() const { return false; }
};

// A search that must see every move.
class FullInformationSearcher : public Searcher {
 public:
  void observe(const game::Observation& seen) final {
    AGON_ASSERT(!seen.hidden());
    follow(seen.joint);
  }

 protected:
  virtual void follow(std::span<const Choice> joint) = 0;
};

}  // namespace agon::search
