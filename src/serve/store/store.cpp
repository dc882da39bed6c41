#include "serve/store/store.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace agon::serve {
namespace {

std::string cache_path(const std::string& path) { return path == kInMemory ? path : path + ".cache"; }

void insert(sqlite::Connection& db, const Write& write) {
  for (const Event& event : write.events) {
    db.run("INSERT INTO events(match, kind, body, at) VALUES(?1, ?2, ?3, ?4)", event.match, event.kind, event.body, event.at);
  }
  if (write.row) {
    db.run(
        "INSERT INTO matches(id, created_at, ended_at, state, summary) VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT(id) DO UPDATE SET "
        "created_at = excluded.created_at, ended_at = excluded.ended_at, state = excluded.state, summary = excluded.summary",
        write.row->id, write.row->created_at, write.row->ended_at, write.row->state, write.row->summary);
  }
  if (write.tournament) {
    db.run(
        "INSERT INTO tournaments(id, created_at, state, body) VALUES(?1, ?2, ?3, ?4) ON CONFLICT(id) DO UPDATE SET "
        "created_at = excluded.created_at, state = excluded.state, body = excluded.body",
        write.tournament->id, write.tournament->created_at, write.tournament->state, write.tournament->body);
  }
}

MatchRow match_row(const sqlite::Query& row) {
  return {row.text(0), row.integer(1), row.maybe_integer(2), row.text(3), row.text(4)};
}

TournamentRow tournament_row(const sqlite::Query& row) { return {row.text(0), row.integer(1), row.text(2), row.text(3)}; }

template <class Read>
auto rows(sqlite::Query& query, Read read) {
  std::vector<decltype(read(query))> found;
  while (query.step()) found.push_back(read(query));
  return found;
}

template <class Read>
auto first_row(sqlite::Query& query, Read read) {
  return query.step() ? std::optional(read(query)) : std::nullopt;
}

}  // namespace

Result<std::unique_ptr<Store>> Store::open(const std::string& path, const StoreOptions& options) {
  Result<Database> database = open_database(path, options.database);
  if (!database) return database.error();
  return std::unique_ptr<Store>(new Store(path, std::move(*database), options));
}

Store::Store(std::string path, Database database, const StoreOptions& options)
    : path_(std::move(path)),
      database_(std::move(database)),
      cache_(cache_path(path_), options.cache_bytes),
      queue_(std::make_unique<WriteQueue>(
          options.queue, [this](std::span<const Write> writes) { return commit(writes); }, [this] { return probe(); })) {}

template <class Action>
std::optional<Error> Store::on_writer(Action action) {
  const std::lock_guard lock(writer_mutex_);
  try {
    action(database_.writer);
    return std::nullopt;
  } catch (const sqlite::Failure& failure) {
    return sqlite::to_error(failure, path_);
  }
}

std::optional<Error> Store::commit(std::span<const Write> writes) {
  return on_writer([&](sqlite::Connection& db) {
    sqlite::Transaction transaction(db);
    for (const Write& write : writes) insert(db, write);
    transaction.commit();
  });
}

// Two commits: the first one shows that there is room for new pages and not only for changed ones, the second one gives it back.
std::optional<Error> Store::probe() {
  return on_writer([](sqlite::Connection& db) {
    db.run("INSERT OR REPLACE INTO probe(id, filler) VALUES(1, zeroblob(65536))");
    db.run("DELETE FROM probe");
  });
}

template <class Question>
auto Store::ask(Question question) -> Result<decltype(question(std::declval<sqlite::Connection&>()))> {
  const std::lock_guard lock(database_.reader ? reader_mutex_ : writer_mutex_);
  try {
    return question(database_.reader ? *database_.reader : database_.writer);
  } catch (const sqlite::Failure& failure) {
    return sqlite::to_error(failure, path_);
  }
}

Result<std::vector<Event>> Store::events(const std::string& match) {
  return ask([&](sqlite::Connection& db) {
    const auto query = db.query("SELECT id, kind, body, at FROM events WHERE match = ?1 ORDER BY id", match);
    return rows(*query, [&](const sqlite::Query& row) {
      return Event{row.integer(0), match, row.text(1), row.text(2), row.integer(3)};
    });
  });
}

Result<std::optional<MatchRow>> Store::match(const std::string& id) {
  return ask([&](sqlite::Connection& db) {
    const auto query = db.query("SELECT id, created_at, ended_at, state, summary FROM matches WHERE id = ?1", id);
    return first_row(*query, match_row);
  });
}

Result<std::vector<MatchRow>> Store::matches(const MatchQuery& query) {
  if (!query.before.empty()) {
    const Result<std::optional<MatchRow>> last = match(query.before);
    if (!last) return last.error();
    if (!*last) {
      return bad_input("unknown-match", fmt::format("there is no match '{}'", query.before), "start again from the first page");
    }
  }
  return ask([&](sqlite::Connection& db) {
    // One text for all numbers of states, so that it is prepared once.
    const auto found = db.query(
        "SELECT id, created_at, ended_at, state, summary FROM matches "
        "WHERE (?1 = '[]' OR state IN (SELECT value FROM json_each(?1))) "
        "AND (?2 = '' OR (created_at, id) < (SELECT created_at, id FROM matches WHERE id = ?2)) "
        "ORDER BY created_at DESC, id DESC LIMIT ?3",
        nlohmann::json(query.states).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), query.before,
        static_cast<std::int64_t>(std::min<std::size_t>(query.limit, 100'000)));
    return rows(*found, match_row);
  });
}

Result<std::vector<std::string>> Store::unfinished() {
  return ask([](sqlite::Connection& db) {
    const auto query = db.query("SELECT id FROM matches WHERE state IN ('starting', 'running') ORDER BY created_at, id");
    return rows(*query, [](const sqlite::Query& row) { return row.text(0); });
  });
}

Result<std::optional<TournamentRow>> Store::tournament(const std::string& id) {
  return ask([&](sqlite::Connection& db) {
    const auto query = db.query("SELECT id, created_at, state, body FROM tournaments WHERE id = ?1", id);
    return first_row(*query, tournament_row);
  });
}

Result<std::vector<TournamentRow>> Store::tournaments() {
  return ask([](sqlite::Connection& db) {
    const auto query = db.query("SELECT id, created_at, state, body FROM tournaments ORDER BY created_at DESC, id DESC");
    return rows(*query, tournament_row);
  });
}

}  // namespace agon::serve
