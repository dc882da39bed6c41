// Verifies the checksums of a whole store in one pass over its events, in the order in which they were written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serve/store/sqlite.h"

namespace agon::serve {

struct StoreFinding {
  std::string match;    // or tournament; empty: of the store as a whole
  std::string problem;  // in words
};

struct StoreReport {
  std::int64_t version = 0;
  std::int64_t commits = 0, events = 0, matches = 0, tournaments = 0;
  std::vector<StoreFinding> findings;
  [[nodiscard]] bool good() const { return findings.empty(); }
};

// Throws sqlite::Failure where the file itself cannot be read. Precondition: a store of the present version.
[[nodiscard]] StoreReport verify_store(sqlite::Connection& db);

}  // namespace agon::serve
