// The ledger of the store: how many commits and events there were, and one seal for all of them. It changes with every commit, and
// a copy of the number of commits stands in the lock file, so a database that has gone back in time (a deleted write-ahead log, an
// old copy put in its place) is noticed.
//
// What it cannot see: database and lock file gone back together, and after a power failure the last commits before it, of which the
// lock file, which nobody waits for, may not have heard.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "serve/store/seal.h"
#include "serve/store/sqlite.h"

namespace agon::serve {

struct Ledger {
  std::int64_t store = 0;  // a random number that tells this store and its copies from others
  std::int64_t commits = 0;
  std::int64_t events = 0;
  Seal seal = kFirstSeal;

  // One more event with this seal.
  void count(Seal event) {
    ++events;
    seal = sum_of(seal, event);
  }
  friend bool operator==(const Ledger&, const Ledger&) = default;
};

[[nodiscard]] Ledger new_ledger();
// None: the row is missing.
[[nodiscard]] std::optional<Ledger> read_ledger(sqlite::Connection& db);
void write_ledger(sqlite::Connection& db, const Ledger& ledger);

// For the lock file.
[[nodiscard]] std::string note_of(const Ledger& ledger);
// The store is older than the note says. Nothing of a store without a ledger, and of a note about another store or of no note.
[[nodiscard]] std::optional<Error> rollback_problem(sqlite::Connection& db, const std::string& note, const std::string& path);

}  // namespace agon::serve
