// The SQLite file behind the store: opened, checked for damage, locked, and migrated to the present schema version.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "serve/store/file_lock.h"
#include "serve/store/sqlite.h"

namespace agon::serve {

using sqlite::kInMemory;

struct DatabaseOptions {
  std::int64_t max_pages = 0;  // of 4 KiB; beyond it the disk counts as full; 0: no limit
  bool check = true;           // reads the whole file once and refuses a damaged one
};

struct Database {
  std::optional<FileLock> lock;  // none in memory; given back after the connections are closed
  sqlite::Connection writer;
  // The log can be read while a commit waits for the disk. In memory there is only one connection.
  std::optional<sqlite::Connection> reader;
};

// Why this is no store of ours, or not one of a version that this program knows.
[[nodiscard]] std::optional<Error> identity_problem(sqlite::Connection& db, const std::string& path);

[[nodiscard]] Result<Database> open_database(const std::string& path, const DatabaseOptions& options);

}  // namespace agon::serve
