// All engines on one game at once, built from one ground program and one circuit; and, for each that cannot be had, why.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "engines/workshop.h"

namespace agon::lab {

struct Missing {
  std::string engine;
  std::string why;
};

struct EngineSet {
  std::vector<game::AnyEngine> engines;  // in the order of engine_set_names(), as far as they were wanted and could be made
  std::vector<Missing> missing;
  std::shared_ptr<const circuit::Circuit> circuit;  // null if no wanted engine needs it or it could not be built
  std::shared_ptr<const engines::Lanes> lanes;  // plays whole matches only, so it stands apart; null if not wanted or not possible
};

struct EngineSetOptions {
  Limits limits;
  circuit::Passes passes;
  std::uint32_t lanes_max_steps = 4095;
  const engines::EngineTable* table = nullptr;  // null: the standard one
};

// All of the table, an engine that has variants by these: prover, chainer, updater, the circuit engine by its methods, lanes.
[[nodiscard]] std::vector<std::string> engine_set_names(const engines::EngineTable& table = engines::standard_engines());
// "all", or names separated by commas; an engine that has variants stands for them.
[[nodiscard]] Result<std::vector<std::string>> parse_engine_set(std::string_view text,
                                                                const engines::EngineTable& table = engines::standard_engines());

// Precondition: the names are some of engine_set_names().
[[nodiscard]] EngineSet make_engine_set(const gdl::Rules& rules, const std::vector<std::string>& names,
                                        const EngineSetOptions& options = {});

}  // namespace agon::lab
