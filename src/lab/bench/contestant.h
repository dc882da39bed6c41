// What a benchmark asks of whatever it measures: an engine behind the contract, the lanes, a hand-written program. A contestant
// lives in a process of its own (worker.h) and is made there from the text of a rule sheet.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/bench/minimax.h"
#include "lab/bench/recorded_match.h"
#include "lab/bench/statistics.h"

namespace agon::lab {

// What it took to get there; sizes are 0 where the engine has no such thing.
struct Preparation {
  double first_move_seconds = 0;  // from text to the legal moves of the initial state
  double ready_seconds = 0;       // from text to the first move made at full speed
  std::size_t own_bytes = 0;      // as far as the engine accounts for itself
  std::size_t fluents = 0;
  std::size_t moves = 0;
  std::size_t rules = 0;  // ground
  std::size_t gates = 0;
  std::string note;
};

// One round of one driver. Playouts are those that came to an end in it.
struct Round {
  std::uint64_t states = 0;
  std::uint64_t playouts = 0;
  double seconds = 0;
  double cpu_seconds = 0;  // of the whole process; filled in by the worker
};

class Contestant {
 public:
  virtual ~Contestant() = default;

  [[nodiscard]] virtual const Preparation& preparation() const = 0;
  [[nodiscard]] virtual bool has_minimax() const { return true; }
  // Some contestants know only how to follow.
  [[nodiscard]] virtual std::optional<RecordedMatch> record(std::uint64_t seed, std::size_t max_steps, double seconds) = 0;
  // Takes up these positions (steps of the match) for the calls below. False: the match is not legal here.
  [[nodiscard]] virtual bool follow(const RecordedMatch& match, const std::vector<std::size_t>& positions) = 0;
  // Per position: trees of depth 1, 2, ...
  [[nodiscard]] virtual std::vector<std::vector<TreeCount>> count(double seconds, int deepest) = 0;
  [[nodiscard]] virtual Round minimax(double seconds) = 0;
  [[nodiscard]] virtual Round playouts(double seconds, unsigned threads) = 0;
  // Of all playouts so far with that many threads.
  [[nodiscard]] virtual PlayoutStatistics statistics(unsigned threads) = 0;
};

using ContestantFactory = std::function<Result<std::unique_ptr<Contestant>>()>;

}  // namespace agon::lab
