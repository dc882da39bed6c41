// One game, every engine side by side. Contestants take turns round by round, so that a noisy minute hits all of them; a figure is
// given out only with the word whether it was checked: trees by their node counts, playouts by their statistics.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "lab/bench/contestant.h"

namespace agon::lab {

struct BenchOptions {
  std::vector<std::string> engines;
  bool minimax = true;
  bool monte_carlo = true;
  double seconds = 1;             // a round
  unsigned repeat = 3;            // rounds
  std::vector<unsigned> threads;  // of the playouts; empty: one, and for the lanes also as many as there are cores
  std::size_t positions = 8;      // of the recorded match, for the minimax driver
  std::uint64_t seed = 1;         // of the recorded match
  std::string anchor;             // library sheet of the hand-written program to measure too, if any
  Limits limits;
};

inline constexpr const char* kAnchor = "anchor";  // its name among the engines

struct BenchRow {
  enum class Check : std::uint8_t { None, Reference, Agrees, Differs };

  std::string engine;
  std::string driver;  // "mm", "mc"
  unsigned threads = 1;
  double seconds = 0;            // of all rounds together
  double states_per_second = 0;  // median of the rounds
  double spread = 0;             // of the rounds: largest less smallest by median
  double cpu_share = 0;          // processor time by time and threads; well below 1 the machine was busy with something else
  std::optional<double> playouts_per_second;
  std::optional<double> mean_length;
  std::vector<double> mean_goals;
  std::uint64_t cut = 0;  // playouts that came to no end
  Preparation preparation;
  std::size_t peak_bytes = 0;  // of the engine's process beyond what it started with
  Check check = Check::None;
  std::string checked;  // against what, or how it differs
  std::string reason;   // why there is no figure
  bool limit = false;   // the reason is a limit

  [[nodiscard]] bool has_figure() const { return reason.empty(); }
};

[[nodiscard]] unsigned available_threads();

// `progress` is told before each piece of work, of which there are bench_pieces(options).
[[nodiscard]] std::size_t bench_pieces(const BenchOptions& options);
[[nodiscard]] std::vector<BenchRow> bench_game(const std::string& game, const std::string& text, const BenchOptions& options,
                                               const std::function<void(const std::string&)>& progress);

}  // namespace agon::lab
