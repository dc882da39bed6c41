// RAII wrappers of SQLite's connections, prepared statements and transactions. Failures are thrown here and become an Error at the
// edge of the store: a transaction of ten statements would otherwise be a ladder of ten checks.
//
// A connection and its queries belong to one thread at a time; whoever shares one holds a lock.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace agon::serve::sqlite {

inline constexpr const char* kInMemory = ":memory:";

class Failure : public std::exception {
 public:
  Failure(int code, std::string message) : code_(code), message_(std::move(message)) {}
  [[nodiscard]] int code() const { return code_ & 0xff; }  // without the details of an extended code
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  int code_;
  std::string message_;
};

// In words that tell the owner of the file what to do.
[[nodiscard]] Error to_error(const Failure& failure, const std::string& path);

// A prepared statement with its arguments, on the way through its rows. The statement goes back to the connection at the end.
class Query {
 public:
  explicit Query(sqlite3_stmt* statement) : statement_(statement) {}
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  [[nodiscard]] bool step();  // false behind the last row
  [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] std::optional<std::int64_t> maybe_integer(int column) const;
  [[nodiscard]] std::string text(int column) const;

  // Values are copied, so that a temporary may be an argument.
  void bind(int index, std::int64_t value);
  void bind(int index, std::string_view value);
  void bind(int index, const std::optional<std::int64_t>& value);

 private:
  void check(int code) const;
  sqlite3_stmt* statement_;
};

enum class Access : std::uint8_t { ReadWrite, ReadOnly };

class Connection {
 public:
  // A file that is missing is made, unless it is only to be read.
  explicit Connection(const std::string& path, Access access = Access::ReadWrite,
                      std::chrono::milliseconds busy_timeout = std::chrono::seconds(5));

  // Any number of statements without arguments and rows.
  void execute(const char* sql);
  // Arguments fill ?1, ?2, ... in order. Statements are prepared once; one text may not be asked again while its rows are read.
  template <class... Args>
  [[nodiscard]] std::unique_ptr<Query> query(const std::string& sql, const Args&... args) {
    auto query = std::make_unique<Query>(prepared(sql));
    int index = 0;
    (query->bind(++index, args), ...);
    return query;
  }
  template <class... Args>
  void run(const std::string& sql, const Args&... args) {
    const auto statement = query(sql, args...);
    while (statement->step()) continue;
  }
  // The first column of the only row.
  [[nodiscard]] std::int64_t integer(const std::string& sql);
  [[nodiscard]] std::string text(const std::string& sql);

  // Replaces the content of this database by that of another one, as it is at one moment; both may be in use meanwhile.
  void copy_from(Connection& source);

  [[nodiscard]] bool in_transaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  [[nodiscard]] sqlite3_stmt* prepared(const std::string& sql);
  [[noreturn]] void fail(int code) const;

  std::unique_ptr<sqlite3, Close> db_;
  std::map<std::string, std::unique_ptr<sqlite3_stmt, Close>> statements_;
};

// Rolled back unless it is committed.
class Transaction {
 public:
  // Immediate: who is going to write waits for the lock at the beginning, where waiting is allowed.
  explicit Transaction(Connection& connection) : connection_(connection) { connection_.run("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() { connection_.run("COMMIT"); }

 private:
  Connection& connection_;
};

}  // namespace agon::serve::sqlite
