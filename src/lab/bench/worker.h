// A contestant in a process of its own: what it allocates is measured apart, and a crash, an overrun or a hang is a reason and not
// the end of the benchmark. The process stays for all rounds, so that contestants can take turns.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lab/bench/contestant.h"
#include "lab/child_process.h"

namespace agon::lab {

struct WorkerLimits {
  std::size_t memory_bytes = 0;  // of the process beyond what it starts with; 0: none
};

class Worker {
 public:
  // Forks; the factory runs in the new process. The caller must be single-threaded.
  explicit Worker(ContestantFactory factory, WorkerLimits limits = {});

  // Each answer has to come within `patience` seconds (0: for ever). After the first failure the worker is dead and reason() says
  // why.
  [[nodiscard]] std::optional<Preparation> prepare(double patience);
  [[nodiscard]] std::optional<RecordedMatch> record(std::uint64_t seed, std::size_t max_steps, double seconds, double patience);
  [[nodiscard]] bool follow(const RecordedMatch& match, const std::vector<std::size_t>& positions, double patience);
  [[nodiscard]] std::vector<std::vector<TreeCount>> count(double seconds, int deepest, double patience);
  [[nodiscard]] std::optional<Round> minimax(double seconds, double patience);
  [[nodiscard]] std::optional<Round> playouts(double seconds, unsigned threads, double patience);
  [[nodiscard]] std::optional<PlayoutStatistics> statistics(unsigned threads, double patience);

  [[nodiscard]] bool alive() const { return reason_.empty(); }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] bool limit_reached() const { return limit_; }      // rather than a crash or an error
  [[nodiscard]] bool has_minimax() const { return has_minimax_; }  // after prepare()
  [[nodiscard]] std::size_t peak_bytes() const { return peak_bytes_; }

 private:
  using Json = nlohmann::json;
  std::optional<Json> ask(const Json& request, double patience);
  void fail(std::string reason, bool limit = false);

  ChildProcess process_;
  std::string reason_;
  bool limit_ = false;
  bool has_minimax_ = false;
  std::size_t peak_bytes_ = 0;
};

}  // namespace agon::lab
