#include "serve/store/database.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

namespace agon::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kApplication = 0x41676f6e;  // "Agon": tells our files from those of other programs

// Entry n takes a file from version n to version n+1. Entries are only ever added.
constexpr std::array<const char*, 1> kMigrations = {R"sql(
  CREATE TABLE events(id INTEGER PRIMARY KEY, match TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX events_of_match ON events(match, id);
  CREATE TABLE matches(id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, ended_at INTEGER, state TEXT NOT NULL, summary TEXT NOT NULL) STRICT;
  CREATE INDEX matches_by_age ON matches(created_at, id);
  CREATE INDEX matches_unfinished ON matches(created_at, id) WHERE state IN ('starting', 'running');
  CREATE TABLE tournaments(id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE INDEX tournaments_by_age ON tournaments(created_at, id);
  CREATE TABLE probe(id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT;
)sql"};
constexpr auto kVersion = static_cast<std::int64_t>(kMigrations.size());

std::optional<Error> path_problem(const std::string& path) {
  if (path.empty()) return bad_input("no-store-path", "the store needs a file name", "name a file, or :memory: to keep nothing");
  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    return bad_input("no-such-directory", fmt::format("there is no directory '{}' for the store", folder.string()),
                     "make it first, or name another place");
  }
  if (fs::is_directory(path, error)) {
    return bad_input("is-a-directory", fmt::format("'{}' is a directory", path), "name a file inside it");
  }
  return std::nullopt;
}

// Before anything is changed: is this ours, and of a version we know?
std::optional<Error> identity_problem(sqlite::Connection& db, const std::string& path) {
  const bool empty = db.integer("SELECT count(*) FROM sqlite_schema") == 0;
  if (!empty && db.integer("PRAGMA application_id") != kApplication) {
    return bad_input("not-a-store", fmt::format("'{}' is a database of another program", path),
                     "name another file; this one is left as it is");
  }
  const std::int64_t version = db.integer("PRAGMA user_version");
  if (version > kVersion) {
    return bad_input("newer-store", fmt::format("'{}' has version {} of the store, this program knows {}", path, version, kVersion),
                     "update agon, or name another file; this one is left as it is");
  }
  return std::nullopt;
}

void migrate(sqlite::Connection& db) {
  const std::int64_t version = db.integer("PRAGMA user_version");
  if (version == kVersion) return;
  sqlite::Transaction transaction(db);
  for (std::int64_t v = version; v < kVersion; ++v) db.execute(kMigrations[static_cast<std::size_t>(v)]);
  db.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, kVersion).c_str());
  transaction.commit();
}

std::optional<Error> prepare(sqlite::Connection& db, const std::string& path, const DatabaseOptions& options) {
  if (std::optional<Error> problem = identity_problem(db, path)) return problem;
  if (options.check) {
    const std::string found = db.text("PRAGMA quick_check(1)");
    if (found != "ok") return sqlite::to_error(sqlite::Failure(SQLITE_CORRUPT, found), path);
  }
  if (path != kInMemory && db.text("PRAGMA journal_mode = WAL") != "wal") {
    return bad_input("no-write-ahead-log", fmt::format("no write-ahead log can be kept for '{}'", path),
                     "keep the store on a local disk");
  }
  // FULL: a commit that was reported survives a power failure. The log file shrinks again after a burst.
  db.execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216");
  migrate(db);
  if (options.max_pages > 0) db.execute(fmt::format("PRAGMA max_page_count = {}", options.max_pages).c_str());
  return std::nullopt;
}

}  // namespace

Result<Database> open_database(const std::string& path, const DatabaseOptions& options) {
  const bool in_memory = path == kInMemory;
  std::optional<FileLock> lock;
  if (!in_memory) {
    if (std::optional<Error> problem = path_problem(path)) return *problem;
    Result<FileLock> taken = FileLock::take(path + ".lock");
    if (!taken) return taken.error();
    lock.emplace(std::move(*taken));
  }
  try {
    Database database{std::move(lock), sqlite::Connection(path), std::nullopt};
    if (std::optional<Error> problem = prepare(database.writer, path, options)) return *problem;
    if (!in_memory) {
      database.reader.emplace(path);
      database.reader->execute("PRAGMA query_only = ON");
    }
    return database;
  } catch (const sqlite::Failure& failure) {
    return sqlite::to_error(failure, path);
  }
}

}  // namespace agon::serve
