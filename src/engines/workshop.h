// Lazy, memoised construction of all engines of a game: each stage of the pipeline is built once, on the first request for it.
//
//    rules --> ground program --> circuit --> lanes
//      |             |              |
//   prover        updater     circuit engine          (the table of engines: engine_table.h)
//   chainer
//
// Each stage has its own lock: a caller that asks for the prover does not wait for a circuit under construction. A failure is
// remembered and not retried. All stages share one time budget; memory is counted for each. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/lazy.h"
#include "base/limits.h"
#include "base/result.h"
#include "circuit/build.h"
#include "engines/engine_table.h"
#include "engines/lanes/lanes.h"
#include "gdl/rules.h"
#include "ground/grounder.h"

namespace agon::engines {

struct WorkshopOptions {
  Limits limits;  // of a query to an engine; their time and memory also bound construction
  circuit::Passes passes = {};
  LanesOptions lanes = {};
  const EngineTable* table = nullptr;  // must outlive the workshop; null: the standard one
};

class Workshop {
 public:
  explicit Workshop(gdl::Rules rules, const WorkshopOptions& options = {});
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  [[nodiscard]] const gdl::Rules& rules() const { return rules_; }
  [[nodiscard]] const Limits& limits() const { return options_.limits; }
  [[nodiscard]] const EngineTable& table() const { return table_; }

  // The stages. Each call blocks until its stage is built.
  [[nodiscard]] Result<std::shared_ptr<const ground::GroundProgram>> ground();
  [[nodiscard]] Result<std::shared_ptr<const circuit::Circuit>> circuit();
  [[nodiscard]] Result<std::shared_ptr<const Lanes>> lanes();
  // By its name in the table.
  [[nodiscard]] Result<game::AnyEngine> engine(const std::string& name);
  // The fastest engine that can be built within the limits: the ladder from its top.
  [[nodiscard]] Result<game::AnyEngine> best_engine();

  // What has been built already; never blocks.
  [[nodiscard]] std::optional<game::AnyEngine> ready_engine(const std::string& name) const;
  [[nodiscard]] std::shared_ptr<const circuit::Circuit> ready_circuit() const;
  [[nodiscard]] std::shared_ptr<const Lanes> ready_lanes() const;

  // Construction in progress gives up soon, with the error `stopped`.
  void stop() { stop_ = true; }

 private:
  template <class T>
  using Stage = Lazy<Result<T>>;
  // Runs one stage and charges its time to the budget.
  template <class T, class Make>
  Result<T> build(Make&& make);
  [[nodiscard]] std::chrono::milliseconds left() const;

  const gdl::Rules rules_;
  const WorkshopOptions options_;
  const EngineTable& table_;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> spent_{0};  // nanoseconds of building
  Stage<std::shared_ptr<const ground::GroundProgram>> ground_;
  Stage<std::shared_ptr<const circuit::Circuit>> circuit_;
  Stage<std::shared_ptr<const Lanes>> lanes_;
  std::map<std::string, Stage<game::AnyEngine>, std::less<>> engines_;  // one for each engine of the table, from the start
};

}  // namespace agon::engines
