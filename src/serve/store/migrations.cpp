#include "serve/store/migrations.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>
#include <utility>
#include <vector>

#include "serve/json.h"
#include "serve/store/ledger.h"
#include "serve/store/seal.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

void make_tables(sqlite::Connection& db) {
  db.execute(R"sql(
  CREATE TABLE events(id INTEGER PRIMARY KEY, match TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX events_of_match ON events(match, id);
  CREATE TABLE matches(id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, ended_at INTEGER, state TEXT NOT NULL, summary TEXT NOT NULL) STRICT;
  CREATE INDEX matches_by_age ON matches(created_at, id);
  CREATE INDEX matches_unfinished ON matches(created_at, id) WHERE state IN ('starting', 'running');
  CREATE TABLE tournaments(id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE INDEX tournaments_by_age ON tournaments(created_at, id);
  CREATE TABLE probe(id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT;
)sql");
}

// {"owner": TOKEN} becomes {"owner_hash": HASH}.
void hash_secret(Json& object, const char* clear, const char* hashed) {
  const auto found = object.find(clear);
  if (found == object.end() || !found->is_string()) return;
  object[hashed] = token_hash(found->get<std::string>());
  object.erase(clear);
}

// A body that is no JSON stays as it is: whoever reads the match says what is wrong with it.
std::string without_tokens(const std::string& body) {
  Json object = Json::parse(body, nullptr, false);
  if (!object.is_object()) return body;
  hash_secret(object, "owner", "owner_hash");
  if (const auto seats = object.find("seats"); seats != object.end() && seats->is_array()) {
    for (Json& seat : *seats)
      if (seat.is_object()) hash_secret(seat, "token", "token_hash");
  }
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Ids first, so that no table is changed while it is read.
template <class Change>
void for_each_id(sqlite::Connection& db, const char* ids, Change change) {
  std::vector<std::string> found;
  for (const auto query = db.query(ids); query->step();) found.push_back(query->text(0));
  for (const std::string& id : found) change(id);
}

void seal_events(sqlite::Connection& db, const std::string& match, Ledger& ledger) {
  std::vector<Event> events;
  for (const auto row = db.query("SELECT id, kind, body, at FROM events WHERE match = ?1 ORDER BY id", match); row->step();)
    events.push_back({row->integer(0), match, row->text(1), row->text(2), row->integer(3)});
  Seal seal = kFirstSeal;
  for (Event& event : events) {
    if (event.kind == "created") event.body = without_tokens(event.body);
    seal = seal_of(seal, event);
    db.run("UPDATE events SET body = ?2, seal = ?3 WHERE id = ?1", event.id, event.body, seal);
    ledger.count(seal);
  }
  db.run("INSERT INTO heads(match, events, seal) VALUES(?1, ?2, ?3)", match, static_cast<std::int64_t>(events.size()), seal);
}

// Version 2: tokens as hashes; checksums of all rows; the ledger.
void hash_tokens_and_seal(sqlite::Connection& db) {
  db.execute(R"sql(
  ALTER TABLE events ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE matches ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tournaments ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE heads(match TEXT PRIMARY KEY, events INTEGER NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger(id INTEGER PRIMARY KEY, store INTEGER NOT NULL, commits INTEGER NOT NULL, events INTEGER NOT NULL, seal INTEGER NOT NULL) STRICT;
)sql");
  Ledger ledger = new_ledger();
  for_each_id(db, "SELECT DISTINCT match FROM events", [&](const std::string& id) { seal_events(db, id, ledger); });
  write_ledger(db, ledger);
  for_each_id(db, "SELECT id FROM matches", [&](const std::string& id) {
    MatchRow row;
    {
      const auto found = db.query("SELECT created_at, ended_at, state, summary FROM matches WHERE id = ?1", id);
      if (!found->step()) return;
      row = {id, found->integer(0), found->maybe_integer(1), found->text(2), found->text(3)};
    }
    db.run("UPDATE matches SET seal = ?2 WHERE id = ?1", id, seal_of(row));
  });
  for_each_id(db, "SELECT id FROM tournaments", [&](const std::string& id) {
    TournamentRow row;
    {
      const auto found = db.query("SELECT created_at, state, body FROM tournaments WHERE id = ?1", id);
      if (!found->step()) return;
      row = {id, found->integer(0), found->text(1), without_tokens(found->text(2))};
    }
    db.run("UPDATE tournaments SET body = ?2, seal = ?3 WHERE id = ?1", id, row.body, seal_of(row));
  });
}

// Entry n takes a file from version n to version n+1. Entries are only ever added.
constexpr std::array<void (*)(sqlite::Connection&), kStoreVersion> kMigrations = {make_tables, hash_tokens_and_seal};

// Free pages and the write-ahead log of a file of version 1 have tokens in clear. Until they are gone a row says so, since the
// server may be killed meanwhile.
constexpr const char* kMarkUnshredded = "INSERT OR REPLACE INTO probe(id, filler) VALUES(2, zeroblob(1))";

void shred_free_pages(sqlite::Connection& db, const std::string& path) {
  try {
    db.execute("VACUUM; DELETE FROM probe WHERE id = 2; PRAGMA wal_checkpoint(TRUNCATE)");
    spdlog::info("the store '{}' keeps tokens as hashes from now on, and has checksums", path);
  } catch (const sqlite::Failure& failure) {
    spdlog::warn("'{}' may have old tokens in free pages: it could not be vacuumed ({})", path, failure.what());
  }
}

void migrate_from(std::int64_t version, sqlite::Connection& db, const std::string& path) {
  if (version > 0) spdlog::info("the store '{}' is brought to version {}; a large one takes a minute", path, kStoreVersion);
  sqlite::Transaction transaction(db);
  for (std::int64_t v = version; v < kStoreVersion; ++v) kMigrations[static_cast<std::size_t>(v)](db);
  if (version == 1) db.execute(kMarkUnshredded);
  db.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, kStoreVersion).c_str());
  transaction.commit();
}

}  // namespace

void migrate(sqlite::Connection& db, const std::string& path) {
  const std::int64_t version = db.integer("PRAGMA user_version");
  if (version != kStoreVersion) migrate_from(version, db, path);
  if (db.integer("SELECT count(*) FROM probe WHERE id = 2") > 0) shred_free_pages(db, path);
}

}  // namespace agon::serve
