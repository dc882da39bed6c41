#include "serve/store/cache.h"

#include <filesystem>
#include <system_error>

#include "serve/store/private_file.h"

namespace agon::serve {
namespace {

constexpr std::int64_t kCacheVersion = 1;

// The constant stands for what a row takes beside its text.
std::int64_t size_of(const std::string& key, std::string_view value) {
  constexpr std::size_t kRow = 64;
  return static_cast<std::int64_t>(kRow + key.size() + value.size());
}

bool damaged(const sqlite::Failure& failure) {
  return failure.code() == SQLITE_CORRUPT || failure.code() == SQLITE_NOTADB || failure.code() == SQLITE_ERROR;
}

}  // namespace

Cache::Cache(std::string path, std::size_t max_bytes) : path_(std::move(path)), max_bytes_(static_cast<std::int64_t>(max_bytes)) {
  try {
    open();
  } catch (const sqlite::Failure&) {
    start_anew();
  }
}

void Cache::open() {
  if (path_ != sqlite::kInMemory && !make_private_file(path_))
    throw sqlite::Failure(SQLITE_CANTOPEN, "the cache cannot be written");
  // A server that was killed leaves them behind; SQLite makes new ones with the rights of the file itself.
  for (const char* beside : {"-wal", "-shm"}) close_to_others(path_ + beside);
  db_.emplace(path_);
  if (db_->integer("PRAGMA user_version") > kCacheVersion) throw sqlite::Failure(SQLITE_NOTADB, "a cache of a newer version");
  db_->execute(R"sql(
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    PRAGMA user_version = 1;
    CREATE TABLE IF NOT EXISTS kept(key TEXT PRIMARY KEY, value TEXT NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS kept_by_use ON kept(used, bytes);
  )sql");
  bytes_ = db_->integer("SELECT total(bytes) FROM kept");
  last_use_ = db_->integer("SELECT max(used) FROM kept");
}

void Cache::start_anew() noexcept {
  db_.reset();
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix, ignored);
  try {
    open();
  } catch (const sqlite::Failure&) {
    db_.reset();
  }
}

template <class Action>
void Cache::attempt(Action action) {
  const std::lock_guard lock(mutex_);
  if (!db_) return;
  try {
    action();
  } catch (const sqlite::Failure& failure) {
    if (damaged(failure)) start_anew();
  }
}

void Cache::put(const std::string& key, std::string_view value) {
  sqlite::Transaction transaction(*db_);
  std::int64_t bytes = bytes_ + size_of(key, value);
  if (const auto old = db_->query("SELECT bytes FROM kept WHERE key = ?1", key); old->step()) bytes -= old->integer(0);
  db_->run("INSERT OR REPLACE INTO kept(key, value, bytes, used) VALUES(?1, ?2, ?3, ?4)", key, value, size_of(key, value),
           ++last_use_);
  while (bytes > max_bytes_) {
    const auto gone = db_->query("DELETE FROM kept WHERE used = (SELECT min(used) FROM kept) RETURNING bytes");
    std::int64_t freed = 0;
    while (gone->step()) freed += gone->integer(0);
    if (freed == 0) throw sqlite::Failure(SQLITE_CORRUPT, "sizes that do not add up");
    bytes -= freed;
  }
  transaction.commit();
  bytes_ = bytes;
}

void Cache::keep(const std::string& key, std::string_view value) {
  if (size_of(key, value) > max_bytes_ / 4) return;
  attempt([&] { put(key, value); });
}

std::optional<std::string> Cache::kept(const std::string& key) {
  std::optional<std::string> value;
  attempt([&] {
    {
      const auto row = db_->query("SELECT value FROM kept WHERE key = ?1", key);
      if (!row->step()) return;
      value = row->text(0);
    }
    db_->run("UPDATE kept SET used = ?2 WHERE key = ?1", key, ++last_use_);
  });
  return value;
}

}  // namespace agon::serve
