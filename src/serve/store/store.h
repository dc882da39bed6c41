// Persistent storage: an append-only event log (event sourcing), one row a match for lists, tournaments, and a cache.
//
// The log is the truth. A match is read back from its events after a restart, so a move may be shown to anybody only after `done`
// of the write that holds it: what was seen then survives any crash. All operations may be called from any thread.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "serve/store/cache.h"
#include "serve/store/database.h"
#include "serve/store/rows.h"
#include "serve/store/write_queue.h"

namespace agon::serve {

struct StoreOptions {
  QueueOptions queue;
  DatabaseOptions database;
  std::size_t cache_bytes = std::size_t{64} << 20U;
};

class Store {
 public:
  using Done = WriteQueue::Done;

  // `path` may be ":memory:". Beside the file stand PATH-wal and PATH-shm (SQLite's log), PATH.lock and PATH.cache.
  [[nodiscard]] static Result<std::unique_ptr<Store>> open(const std::string& path, const StoreOptions& options = {});

  // Queues; a writer thread commits what has gathered and then calls `done` with nothing or with the error. A write that is refused
  // at once (the disk does not keep up, or the store is in trouble) has its `done` called before append returns, on this thread.
  // Refused means: do not count on it. Only where the disk itself fails in mid-commit may a refused write turn up after a crash.
  void append(Write write, Done done) { queue_->append(std::move(write), std::move(done)); }
  // Waits until everything appended before is committed or refused. Not for use inside a `done`.
  void flush() { queue_->flush(); }
  // Why writes are refused at present (a full disk), if they are; the store looks every few seconds whether they work again.
  [[nodiscard]] std::optional<Error> trouble() const { return queue_->trouble(); }

  // Checked against the checksums; those of a damaged match are refused ("store-damaged"), which touches no other match.
  [[nodiscard]] Result<std::vector<Event>> events(const std::string& match);
  [[nodiscard]] Result<std::optional<MatchRow>> match(const std::string& id);
  // Newest first, by creation and then by id.
  [[nodiscard]] Result<std::vector<MatchRow>> matches(const MatchQuery& query);
  // The ids of matches that are "starting" or "running", oldest first: what a server takes up again when it starts.
  [[nodiscard]] Result<std::vector<std::string>> unfinished();

  void put_tournament(TournamentRow row, Done done) {
    append({.events = {}, .row = {}, .tournament = std::move(row)}, std::move(done));
  }
  [[nodiscard]] Result<std::optional<TournamentRow>> tournament(const std::string& id);
  // Newest first; damaged ones are left out, with a word in the log.
  [[nodiscard]] Result<std::vector<TournamentRow>> tournaments();

  // Things that can be computed again; see cache.h.
  void keep(const std::string& key, std::string_view value) { cache_.keep(key, value); }
  [[nodiscard]] std::optional<std::string> kept(const std::string& key) { return cache_.kept(key); }

 private:
  Store(std::string path, Database database, const StoreOptions& options);
  [[nodiscard]] std::optional<Error> commit(std::span<const Write> writes);
  [[nodiscard]] std::optional<Error> probe();
  void find_damage();
  void note_damage(const std::string& match);
  [[nodiscard]] bool damaged(const std::string& match) const;
  template <class Action>
  [[nodiscard]] std::optional<Error> on_writer(Action action);
  template <class Question>
  [[nodiscard]] auto ask(Question question) -> Result<decltype(question(std::declval<sqlite::Connection&>()))>;

  const std::string path_;
  std::mutex writer_mutex_;
  std::mutex reader_mutex_;
  mutable std::mutex damaged_mutex_;
  std::set<std::string> damaged_;  // matches whose rows or logs do not fit their checksums
  Database database_;
  Cache cache_;
  std::unique_ptr<WriteQueue> queue_;  // last: its thread ends before the database is closed
};

}  // namespace agon::serve
