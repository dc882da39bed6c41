#include "serve/store/inspect.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "serve/store/database.h"
#include "serve/store/ledger.h"
#include "serve/store/migrations.h"
#include "serve/store/private_file.h"

namespace agon::serve {
namespace {

namespace fs = std::filesystem;

std::optional<Error> inspection_problem(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return bad_input("no-such-store", fmt::format("there is no store '{}'", path));
  return std::nullopt;
}

std::optional<Error> version_problem(sqlite::Connection& db, const std::string& path) {
  if (std::optional<Error> problem = identity_problem(db, path)) return problem;
  const std::int64_t version = db.integer("PRAGMA user_version");
  if (version == kStoreVersion) return std::nullopt;
  return bad_input("older-store", fmt::format("'{}' has version {} of the store, which has no checksums", path, version),
                   "'agon serve' brings it to the present version when it starts");
}

// Of a store of an older version the structure alone.
StoreReport inspected(sqlite::Connection& db) {
  StoreReport report;
  report.version = db.integer("PRAGMA user_version");
  const std::string structure = db.text("PRAGMA integrity_check(1)");
  // What else is read from a file with a broken structure means little.
  if (structure != "ok") report.findings.push_back({"", fmt::format("the file itself is damaged: {}", structure)});
  else if (report.version == kStoreVersion) report = verify_store(db);
  return report;
}

Status flushed_to_disk(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && ::fsync(file) == 0;
  const int problem = errno;
  if (file >= 0) ::close(file);
  if (good) return done();
  return bad_input("disk-error", fmt::format("'{}' did not reach the disk: {}", path, std::strerror(problem)));
}

Result<StoreReport> copied(const std::string& from, const std::string& part) {
  try {
    sqlite::Connection source(from, sqlite::Access::ReadOnly);
    if (std::optional<Error> problem = identity_problem(source, from)) return *problem;
    sqlite::Connection copy(part);
    copy.copy_from(source);
    copy.execute("PRAGMA journal_mode = DELETE");  // one file, without a write-ahead log beside it
    return inspected(copy);
  } catch (const sqlite::Failure& failure) {
    return sqlite::to_error(failure, failure.code() == SQLITE_FULL ? part : from);
  }
}

}  // namespace

Result<StoreReport> check_store(const std::string& path) {
  if (std::optional<Error> problem = inspection_problem(path)) return *problem;
  // Before the store: while a server runs, the note may only be older than what is read then.
  const std::string noted = FileLock::noted(path + ".lock");
  try {
    sqlite::Connection db(path, sqlite::Access::ReadOnly);
    db.execute("BEGIN");  // everything as it is at one moment
    if (std::optional<Error> problem = version_problem(db, path)) return *problem;
    StoreReport report = inspected(db);
    if (const std::optional<Error> problem = rollback_problem(db, noted, path))
      report.findings.push_back({"", problem->diagnostics.front().message});
    return report;
  } catch (const sqlite::Failure& failure) {
    return sqlite::to_error(failure, path);
  }
}

Result<StoreReport> back_up_store(const std::string& from, const std::string& to) {
  if (std::optional<Error> problem = inspection_problem(from)) return *problem;
  std::error_code error;
  if (fs::exists(to, error)) {
    return bad_input("file-exists", fmt::format("'{}' exists already", to), "name a new file, or move the old one away");
  }
  const std::string part = to + ".part";  // half a copy never has the name of a whole one
  fs::remove(part, error);
  if (const Status made = make_private_file(part); !made) return made.error();
  Result<StoreReport> report = copied(from, part);
  if (report) {
    if (const Status kept = flushed_to_disk(part); !kept) report = kept.error();
  }
  if (report) {
    fs::rename(part, to, error);
    if (error) report = bad_input("disk-error", fmt::format("'{}' cannot be made: {}", to, error.message()));
  }
  if (!report) fs::remove(part, error);
  return report;
}

}  // namespace agon::serve
