#include "serve/store/sqlite.h"

#include <fmt/format.h>

#include "base/assert.h"

namespace agon::serve::sqlite {

Error to_error(const Failure& failure, const std::string& path) {
  switch (failure.code()) {
    case SQLITE_FULL:
      return limit_reached("disk-full", fmt::format("there is no room left for '{}'", path),
                           "free some space on that disk; writing goes on by itself");
    case SQLITE_IOERR:
      return bad_input("disk-error", fmt::format("reading or writing '{}' failed: {}", path, failure.what()),
                       "look at the disk: is it full, failing or gone?");
    case SQLITE_CORRUPT:
      return bad_input("store-damaged", fmt::format("'{}' is damaged: {}", path, failure.what()),
                       "bring back a copy of it, or move it away to start with an empty one");
    case SQLITE_NOTADB:
      return bad_input("not-a-store", fmt::format("'{}' is not a database", path), "name another file; this one is left as it is");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return bad_input("store-locked", fmt::format("another program keeps '{}' locked", path),
                       "is a backup or a database shell at work on it?");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return bad_input("store-not-writable", fmt::format("'{}' cannot be opened for writing: {}", path, failure.what()),
                       "check the rights of the file and of its folder");
    default:
      return bad_input("store-failed", fmt::format("the store '{}' failed: {}", path, failure.what()),
                       "if this happens again, move the file away to start with an empty one");
  }
}

Query::~Query() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Query::check(int code) const {
  if (code != SQLITE_OK) throw Failure(code, sqlite3_errmsg(sqlite3_db_handle(statement_)));
}

bool Query::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw Failure(code, sqlite3_errmsg(sqlite3_db_handle(statement_)));
}

std::optional<std::int64_t> Query::maybe_integer(int column) const {
  if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
  return integer(column);
}

std::string Query::text(int column) const {
  const auto* begin = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (begin == nullptr) return {};
  return {begin, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

void Query::bind(int index, std::int64_t value) { check(sqlite3_bind_int64(statement_, index, value)); }

void Query::bind(int index, std::string_view value) {
  // An empty view may point nowhere, which SQLite would take for NULL.
  const char* const begin = value.empty() ? "" : value.data();
  check(sqlite3_bind_text64(statement_, index, begin, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Query::bind(int index, const std::optional<std::int64_t>& value) {
  check(value ? sqlite3_bind_int64(statement_, index, *value) : sqlite3_bind_null(statement_, index));
}

Connection::Connection(const std::string& path, Access access, std::chrono::milliseconds busy_timeout) {
  sqlite3* db = nullptr;
  const int mode = access == Access::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int code = sqlite3_open_v2(path.c_str(), &db, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  db_.reset(db);  // there is one even after most failures
  if (code != SQLITE_OK) fail(code);
  sqlite3_busy_timeout(db, static_cast<int>(busy_timeout.count()));
}

void Connection::fail(int code) const { throw Failure(code, db_ ? sqlite3_errmsg(db_.get()) : sqlite3_errstr(code)); }

void Connection::execute(const char* sql) {
  const int code = sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

void Connection::copy_from(Connection& source) {
  sqlite3_backup* const copy = sqlite3_backup_init(db_.get(), "main", source.db_.get(), "main");
  if (copy == nullptr) fail(sqlite3_errcode(db_.get()));
  // All pages in one step, which is one read transaction: in pieces, every commit of another process would start it anew.
  const int stepped = sqlite3_backup_step(copy, -1);
  const int finished = sqlite3_backup_finish(copy);
  if (stepped != SQLITE_DONE) fail(finished == SQLITE_OK ? stepped : finished);
}

sqlite3_stmt* Connection::prepared(const std::string& sql) {
  auto& statement = statements_[sql];
  if (!statement) {
    sqlite3_stmt* fresh = nullptr;
    const int code =
        sqlite3_prepare_v3(db_.get(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &fresh, nullptr);
    if (code != SQLITE_OK) {
      statements_.erase(sql);
      fail(code);
    }
    statement.reset(fresh);
  }
  AGON_ASSERT(sqlite3_stmt_busy(statement.get()) == 0);
  return statement.get();
}

std::int64_t Connection::integer(const std::string& sql) {
  const auto rows = query(sql);
  return rows->step() ? rows->integer(0) : 0;
}

std::string Connection::text(const std::string& sql) {
  const auto rows = query(sql);
  return rows->step() ? rows->text(0) : std::string();
}

Transaction::~Transaction() {
  // After some failures (a full disk) SQLite has rolled back already.
  if (!connection_.in_transaction()) return;
  try {
    connection_.run("ROLLBACK");
  } catch (const Failure&) {
    // Nothing is lost: what was not committed is forgotten with the connection at the latest.
  }
}

}  // namespace agon::serve::sqlite
