// The playouts of one pass: memory, random streams, queues of start states, and the account of what ended.
#pragma once

#include <array>

#include "engines/lanes/lane_jit.h"
#include "engines/lanes/lane_portable.h"
#include "engines/lanes/lanes.h"

namespace agon::engines::lanes {

// Everything that is the same for all runners of a game.
struct LaneCode {
  std::shared_ptr<const circuit::Circuit> circuit;
  LanesOptions options;
  std::string note;
  LaneProgram program;
  std::shared_ptr<const MachineCode> machine;    // or
  std::shared_ptr<const PortableCode> portable;
  std::vector<std::vector<int>> goal_values;     // per role
  std::vector<std::uint64_t> weights;            // per weight bit: all ones or none

  [[nodiscard]] unsigned words() const { return options.width / 64; }
  [[nodiscard]] const LaneLayout& layout() const { return machine ? machine->layout() : portable->layout(); }
};

// What the lanes of one group still have to play. Lanes take starts in order; -1 is nothing.
struct GroupQueue {
  const std::vector<StateWords>* starts = nullptr;  // null: the initial state, for ever
  std::uint64_t next = 0;
  std::uint64_t end = 0;      // starts are numbered next .. end - 1; start i plays from (*starts)[i / count]
  std::uint32_t count = 1;
};

class LaneRunner {
 public:
  LaneRunner(const LaneCode& code, std::uint64_t seed, std::uint64_t first_group, bool lengths);

  // Each lane of the first `groups` groups plays this many games from the initial state, then idles.
  void play_quota(std::uint32_t per_lane, unsigned groups);
  // Games from the initial state until `stop` says so (asked every few passes); then lanes finish the game they are in.
  void play_until(const std::function<bool()>& stop);
  // The queues of the groups of this pass, until all are empty. Calls ended(start number, role goals or kNoGoal).
  using Ended = std::function<void(std::uint64_t, std::span<const int>)>;
  void play_queues(std::vector<GroupQueue>& queues, const Ended& ended);

  [[nodiscard]] const PlayoutTotals& totals() const { return totals_; }

 private:
  using Word = std::uint64_t;

  void reset();
  void step();
  void load_start(unsigned lane, const StateWords& state, bool now);
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
