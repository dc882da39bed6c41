#include "serve/store/ledger.h"

#include <fmt/format.h>

#include <cinttypes>
#include <cstdio>

#include "base/hash.h"
#include "serve/crypto.h"

namespace agon::serve {
namespace {

std::string commits_note(std::int64_t store, std::int64_t commits) {
  return fmt::format("{:016x} {}", static_cast<std::uint64_t>(store), commits);
}

// A note that was torn by a power failure is none.
std::optional<Ledger> from_note(const std::string& note) {
  std::uint64_t store = 0, sum = 0;
  std::int64_t commits = 0;
  if (std::sscanf(note.c_str(), "%16" SCNx64 " %" SCNd64 " %16" SCNx64, &store, &commits, &sum) != 3) return std::nullopt;
  const std::string text = commits_note(static_cast<std::int64_t>(store), commits);
  if (hash_bytes(text.data(), text.size()) != sum) return std::nullopt;
  return Ledger{static_cast<std::int64_t>(store), commits, 0, kFirstSeal};
}

}  // namespace

Ledger new_ledger() { return {static_cast<std::int64_t>(crypto::random_word()), 0, 0, kFirstSeal}; }

std::optional<Ledger> read_ledger(sqlite::Connection& db) {
  const auto row = db.query("SELECT store, commits, events, seal FROM ledger WHERE id = 1");
  if (!row->step()) return std::nullopt;
  return Ledger{row->integer(0), row->integer(1), row->integer(2), row->integer(3)};
}

void write_ledger(sqlite::Connection& db, const Ledger& ledger) {
  db.run("INSERT OR REPLACE INTO ledger(id, store, commits, events, seal) VALUES(1, ?1, ?2, ?3, ?4)", ledger.store, ledger.commits,
         ledger.events, ledger.seal);
}

std::string note_of(const Ledger& ledger) {
  const std::string text = commits_note(ledger.store, ledger.commits);
  return fmt::format("{} {:016x}", text, hash_bytes(text.data(), text.size()));
}

std::optional<Error> rollback_problem(sqlite::Connection& db, const std::string& note, const std::string& path) {
  if (db.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'ledger'") == 0) return std::nullopt;
  const std::optional<Ledger> noted = from_note(note);
  const std::optional<Ledger> found = read_ledger(db);
  if (!noted || !found || noted->store != found->store || found->commits >= noted->commits) return std::nullopt;
  return bad_input(
      "store-rolled-back",
      fmt::format("'{}' is older than when it was used last: the last {} of {} commits are missing", path,
                  noted->commits - found->commits, noted->commits),
      fmt::format("bring '{}-wal' back if it was taken away; if this is an older copy on purpose, delete '{}.lock'", path, path));
}

}  // namespace agon::serve
