#include "serve/store/database.h"

#include <fmt/format.h>

#include <filesystem>

#include "serve/store/ledger.h"
#include "serve/store/migrations.h"
#include "serve/store/private_file.h"

namespace agon::serve {
namespace {

namespace fs = std::filesystem;

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

std::optional<Error> prepare(sqlite::Connection& db, const std::string& path, const std::string& noted,
                             const DatabaseOptions& options) {
  if (std::optional<Error> problem = identity_problem(db, path)) return problem;
  if (std::optional<Error> problem = rollback_problem(db, noted, path)) return problem;
  if (options.check) {
    const std::string found = db.text("PRAGMA quick_check(1)");
    if (found != "ok") return sqlite::to_error(sqlite::Failure(SQLITE_CORRUPT, found), path);
  }
  if (path != kInMemory && db.text("PRAGMA journal_mode = WAL") != "wal") {
    return bad_input("no-write-ahead-log", fmt::format("no write-ahead log can be kept for '{}'", path),
                     "keep the store on a local disk");
  }
  // FULL: a commit that was reported survives a power failure. The log file shrinks again after a burst. What is deleted or
  // replaced is overwritten with zeros, so that no secret of an older version stays in a free page.
  db.execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216; PRAGMA secure_delete = ON");
  migrate(db, path);
  if (options.max_pages > 0) db.execute(fmt::format("PRAGMA max_page_count = {}", options.max_pages).c_str());
  return std::nullopt;
}

}  // namespace

// Before anything is changed.
std::optional<Error> identity_problem(sqlite::Connection& db, const std::string& path) {
  const bool empty = db.integer("SELECT count(*) FROM sqlite_schema") == 0;
  if (!empty && db.integer("PRAGMA application_id") != kApplication) {
    return bad_input("not-a-store", fmt::format("'{}' is a database of another program", path),
                     "name another file; this one is left as it is");
  }
  const std::int64_t version = db.integer("PRAGMA user_version");
  if (version > kStoreVersion) {
    return bad_input("newer-store",
                     fmt::format("'{}' has version {} of the store, this program knows {}", path, version, kStoreVersion),
                     "update agon, or name another file; this one is left as it is");
  }
  return std::nullopt;
}

Result<Database> open_database(const std::string& path, const DatabaseOptions& options) {
  const bool in_memory = path == kInMemory;
  std::optional<FileLock> lock;
  if (!in_memory) {
    if (std::optional<Error> problem = path_problem(path)) return *problem;
    Result<FileLock> taken = FileLock::take(path + ".lock");
    if (!taken) return taken.error();
    lock.emplace(std::move(*taken));
    if (const Status closed = make_private_file(path); !closed) return closed.error();
    for (const char* beside : {"-wal", "-shm"}) close_to_others(path + beside);
  }
  try {
    const std::string noted = in_memory ? std::string() : FileLock::noted(path + ".lock");
    Database database{std::move(lock), sqlite::Connection(path), std::nullopt};
    if (std::optional<Error> problem = prepare(database.writer, path, noted, options)) return *problem;
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
