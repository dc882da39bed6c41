// Bit-sliced random playouts, 64 to 512 at a time: one playout per bit lane, the whole step JIT-compiled to straight-line code.
//
// A step is one pass over the circuit: legality, a uniform (or weighted) random move, the next state, terminal and goals; a lane
// whose game is over takes its next start state at once. Lanes come in groups of 64 with one random stream per group, and a group
// takes its starts from its own queue: what a group plays depends only on the seed and the number of the group, not on the width of
// the registers, the number of groups side by side or the number of threads. A stream of playouts (below) is divided into groups
// too.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "circuit/circuit.h"

namespace agon::engines {

enum class Isa : std::uint8_t { Auto, Portable, Avx2, Avx512 };
[[nodiscard]] std::string to_string(Isa isa);
// What this machine can run.
[[nodiscard]] bool supported(Isa isa);

struct LanesOptions {
  Isa isa = Isa::Auto;
  unsigned width = 0;              // lanes per pass: 64, 128, 256 or 512; 0: the fastest for this circuit, by measurement
  unsigned weight_bits = 0;        // 0: uniform choice; else weights 0 .. 2^bits - 1 per move
  bool move_statistics = false;    // which moves each playout made, and what it was worth
  std::uint32_t max_steps = 4095;  // a playout that is not over by then is cut off and counted as such
};

// Statistics of a set of playouts.
struct PlayoutTotals {
  std::uint64_t playouts = 0;                     // ended
  std::uint64_t cut = 0;                          // of these by max_steps, or because a role had no legal move
  std::uint64_t states = 0;                       // joint moves made in ended playouts
  std::uint64_t passes = 0;                       // steps computed, in lanes: states plus idle lanes and unfinished playouts
  std::vector<std::vector<std::uint64_t>> goals;  // per role: how often each value of lanes.goal_values(role) was the only one
  std::vector<std::uint64_t> lengths;             // playouts by number of joint moves, if asked for
  // With move_statistics, per move of the program: playouts in which it was made, and per role the sum of goals of those.
  std::vector<std::uint64_t> made;
  std::vector<std::vector<std::uint64_t>> made_goals;  // [move][role]

  void add(const PlayoutTotals& other);
};

struct BatchResult {
  std::vector<std::uint32_t> playouts;   // per start
  std::vector<std::uint32_t> cut;        // of these, see PlayoutTotals; they add nothing to the sums of goals
  std::vector<std::uint64_t> goal_sums;  // [start * roles + role]; a role without a single goal value adds nothing
  std::size_t roles = 0;
  std::uint64_t states = 0;  // joint moves made

  void clear(std::size_t starts, std::size_t role_count) {
    playouts.assign(starts, 0);
    cut.assign(starts, 0);
    goal_sums.assign(starts * role_count, 0);
    roles = role_count;
    states = 0;
  }
  [[nodiscard]] std::uint64_t goal_sum(std::size_t start, std::size_t role) const { return goal_sums[start * roles + role]; }
};

// A state as a bit vector over fluents (the representation of CircuitEngine): bit f is fluent f.
using StateWords = std::vector<std::uint64_t>;

class Lanes {
 public:
  static Result<std::shared_ptr<const Lanes>> create(std::shared_ptr<const circuit::Circuit> circuit,
                                                     const LanesOptions& options = {});
  ~Lanes();

  [[nodiscard]] const circuit::Circuit& circuit() const;
  [[nodiscard]] const LanesOptions& options() const;  // with Auto and 0 replaced by what was chosen
  [[nodiscard]] const std::string& note() const;      // why a wanted instruction set is not in use; else empty
  [[nodiscard]] std::size_t code_bytes() const;
  [[nodiscard]] std::size_t operations() const;    // of one pass
  [[nodiscard]] std::size_t memory_bytes() const;  // of one runner
  [[nodiscard]] const std::vector<int>& goal_values(RoleId role) const;

  // Playouts from the initial state: each of `groups` groups of 64 lanes plays `per_lane` games in every lane.
  // Unbiased: no playout is left out because it is long.
  [[nodiscard]] PlayoutTotals playouts(std::uint64_t groups, std::uint32_t per_lane, std::uint64_t seed, unsigned threads = 1,
                                       bool lengths = false) const;
  // As many as fit into the time; lanes that are playing when it is over finish their game.
  [[nodiscard]] PlayoutTotals playouts_for(std::chrono::duration<double> time, std::uint64_t seed, unsigned threads = 1,
                                           bool lengths = false) const;
  // `count` playouts from each of the given states.
  [[nodiscard]] BatchResult batch(std::span<const StateWords> starts, std::uint32_t count, std::uint64_t seed,
                                  unsigned threads = 1) const;
  // A stream of playouts on one thread: a lane whose game is over takes the next start, without waiting for the longest game. Which
  // playouts end when depends on the seed, the starts and the number of lanes.
  class Stream {
   public:
    // `count` lanes side by side, in whole groups.
    Stream(std::shared_ptr<const Lanes> lanes, std::size_t count, std::uint64_t seed);
    Stream(Stream&&) noexcept;
    Stream& operator=(Stream&&) noexcept;
    ~Stream();
    [[nodiscard]] std::size_t lanes() const;
    // Playouts that were started and have not ended.
    [[nodiscard]] std::size_t open() const;
    // `count` playouts from the state, as soon as lanes are free. The state must stay in place until they have ended.
    void start(const StateWords& state, std::uint32_t ticket, std::uint32_t count);
    // Plays until at most `most_open` playouts are open, or `stop` (polled) returns true. Adds the ended ones to the result,
    // indexed by ticket.
    void play(std::size_t most_open, BatchResult& result, const std::function<bool()>& stop = {});
    // Abandons the open playouts.
    void drop();

   private:
    struct Work;
    std::unique_ptr<Work> work_;
  };

  // With weight_bits: a copy of these lanes with the given weight for each move of the program. All moves that use a leaf share its
  // weight; see circuit.h.
  [[nodiscard]] Result<std::shared_ptr<const Lanes>> with_weights(std::span<const std::uint32_t> per_move) const;

 private:
  struct Impl;
  explicit Lanes(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace agon::engines
