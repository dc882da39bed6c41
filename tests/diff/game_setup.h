// A game of the library, or rules in a string, and what is built from it, for tests that compare engines.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/file.h"
#include "circuit/build.h"
#include "engines/lanes/lanes.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "lab/engine_set.h"
#include "lab/lockstep.h"

namespace agon::tests {

inline std::string library_path(const std::string& name) {
  const std::string games = std::string(AGON_SOURCE_DIR) + "/games/";
  for (const char* folder : {"gdl/", "gdl2/"}) {
    const std::string path = games + folder + name + ".kif";
    if (std::filesystem::exists(path)) return path;
  }
  return games + name;
}

inline gdl::Rules library_rules(const std::string& name) {
  Result<gdl::Rules> rules = gdl::read_rules(library_path(name));
  EXPECT_TRUE(rules) << name;
  return std::move(*rules);
}

inline std::shared_ptr<const circuit::Circuit> make_circuit(const gdl::Rules& rules, const circuit::Passes& passes = {}) {
  const auto program = ground::ground(rules);
  EXPECT_TRUE(program);
  circuit::BuildOptions options;
  options.passes = passes;
  const auto built = circuit::build(*program, options);
  EXPECT_TRUE(built);
  return *built;
}

// A record of the test's own for each mismatch, so that a failure can be replayed: NAME-ENGINE.trace in the folder AGON_TRACES, if
// it is set.
inline void expect_agreement(const std::string& name, const gdl::Rules& rules, std::span<const game::AnyEngine> engines,
                             const lab::LockstepReport& report, std::uint64_t seed) {
  for (const lab::Mismatch& mismatch : report.mismatches) {
    std::string saved;
    if (const char* folder = std::getenv("AGON_TRACES"); folder != nullptr && mismatch.repeats) {
      saved = std::string(folder) + "/" + name + "-" + mismatch.engine + ".trace";
      const auto record = lab::mismatch_record(engines.front(), rules, mismatch, seed);
      EXPECT_TRUE(write_file(saved, game::to_json(record, 1) + "\n"));
    }
    ADD_FAILURE() << name << ": " << mismatch.engine << " after " << mismatch.step() << " moves: " << mismatch.what
                  << (mismatch.repeats ? "" : " (depends on earlier questions)") << (saved.empty() ? "" : "; saved as ") << saved;
  }
}

}  // namespace agon::tests
