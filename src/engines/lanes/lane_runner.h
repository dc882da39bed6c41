// Runs the playouts of one pass: memory, random streams, queues of start states, and statistics of the playouts that ended.
#pragma once

#include <array>

#include "engines/lanes/lane_jit.h"
#include "engines/lanes/lane_portable.h"
#include "engines/lanes/lanes.h"

namespace agon::engines::lanes {

// What all runners of a game share.
struct LaneCode {
  std::shared_ptr<const circuit::Circuit> circuit;
  LanesOptions options;
  std::string note;
  LaneProgram program;
  std::shared_ptr<const MachineCode> machine;  // or
  std::shared_ptr<const PortableCode> portable;
  std::vector<std::vector<int>> goal_values;  // per role
  std::vector<std::uint64_t> weights;         // per weight bit: all ones or none

  [[nodiscard]] unsigned words() const { return options.width / 64; }
  [[nodiscard]] const LaneLayout& layout() const { return machine ? machine->layout() : portable->layout(); }
};

// Playouts from given states, numbered start by start: number i starts from states[i / count]. Each group of 64 lanes plays a fixed
// range of `share` numbers and each lane a fixed part of it, so that a lane seldom changes its start, which is what costs.
struct StartNumbers {
  std::span<const StateWords> states;
  std::uint32_t count = 1;
  std::uint64_t share = 64;

  [[nodiscard]] std::uint64_t total() const { return states.size() * std::uint64_t{count}; }
  [[nodiscard]] std::uint64_t groups() const { return (total() + share - 1) / share; }
};

class LaneRunner {
 public:
  LaneRunner(const LaneCode& code, std::uint64_t seed, std::uint64_t first_group, bool lengths);
  // The random streams of these groups, from their beginning.
  void reseed(std::uint64_t seed, std::uint64_t first_group);

  // Each lane of the first `groups` groups plays this many games from the initial state, then idles.
  void play_quota(std::uint32_t per_lane, unsigned groups);
  // Games from the initial state until `stop` says so (asked every few passes); then lanes finish the game they are in.
  void play_until(const std::function<bool()>& stop);
  // The numbers of the groups from `first_group` on that fit into a pass, until all are played. Adds to the result.
  void play_starts(const StartNumbers& numbers, std::uint64_t first_group, BatchResult& result);

  // For a stream of playouts (lane_stream.h). The given lanes of a group take these states and begin a game; the group begins a new
  // random stream.
  void enter(unsigned group, std::uint64_t lanes, std::span<const StateWords* const> states, std::uint64_t seed,
             std::uint64_t stream);
  // One move in every lane. True if the game of a busy lane is over; `ended` has those lanes.
  bool advance(std::span<const std::uint64_t> busy, std::span<std::uint64_t> ended, std::uint64_t& states);
  // Adds the goals of the game that has just ended in the lane, for this start.
  void add_goals(unsigned lane, std::uint64_t start, BatchResult& result);

  [[nodiscard]] const PlayoutTotals& totals() const { return totals_; }

 private:
  using Word = std::uint64_t;

  void reset();
  void seed_group(unsigned group, std::uint64_t seed, std::uint64_t stream);
  void step();
  void load_group(unsigned group, std::uint64_t lanes, std::span<const StateWords* const> states);
  void load_next(unsigned lane, const StateWords& state);
  void account(std::span<const Word> counted);
  void account_moves(std::span<const Word> counted);
  [[nodiscard]] Word* output(std::uint32_t index) { return memory_.vector(code_.layout().output + index); }
  [[nodiscard]] std::uint32_t length_of(unsigned lane);

  const LaneCode& code_;
  unsigned words_;
  LaneMemory memory_;
  unsigned present_ = 0;
  bool lengths_;
  std::vector<Word> old_length_;  // before the pass, for ended playouts
  PlayoutTotals totals_;
};

}  // namespace agon::engines::lanes
