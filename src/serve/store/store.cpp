#include "serve/store/store.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "serve/store/append.h"
#include "serve/store/seal.h"
#include "serve/store/verify.h"

namespace agon::serve {
namespace {

std::string cache_path(const std::string& path) { return path == kInMemory ? path : path + ".cache"; }

// Columns of a match and of a tournament, with their seals at the end.
constexpr const char* kMatchColumns = "id, created_at, ended_at, state, summary, seal";
constexpr const char* kTournamentColumns = "id, created_at, state, body, seal";

MatchRow match_row(const sqlite::Query& row) {
  MatchRow match{row.text(0), row.integer(1), row.maybe_integer(2), row.text(3), row.text(4)};
  match.damaged = seal_of(match) != row.integer(5);
  return match;
}

std::optional<TournamentRow> tournament_row(const sqlite::Query& row) {
  TournamentRow tournament{row.text(0), row.integer(1), row.text(2), row.text(3)};
  if (seal_of(tournament) == row.integer(4)) return tournament;
  spdlog::error("the row of tournament '{}' does not fit its checksum; it is left out", tournament.id);
  return std::nullopt;
}

// What is wrong with the events of a match; empty: nothing.
std::string chain_problem(const std::vector<Event>& events, const std::vector<Seal>& seals, std::int64_t written, Seal last) {
  Seal seal = kFirstSeal;
  for (std::size_t i = 0; i < events.size(); ++i) {
    seal = seal_of(seal, events[i]);
    if (seal != seals[i]) return fmt::format("event {} of {} does not fit its checksum", i + 1, written);
  }
  if (static_cast<std::int64_t>(events.size()) != written)
    return fmt::format("{} events were written, and {} are there", written, events.size());
  return seal == last ? "" : "its last event is not the one that was written last";
}

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
          options.queue, [this](std::span<const Write> writes) { return commit(writes); }, [this] { return probe(); })) {
  if (options.database.check) find_damage();
}

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
    const Ledger ledger = append_writes(db, writes);
    transaction.commit();
    if (database_.lock) database_.lock->note(note_of(ledger));
  });
}

void Store::find_damage() {
  constexpr std::size_t kMostLogged = 20;
  const Result<StoreReport> report = ask([](sqlite::Connection& db) { return verify_store(db); });
  if (!report)
    return spdlog::error("the checksums of '{}' could not be read: {}", path_, report.error().diagnostics.front().message);
  for (std::size_t i = 0; i < report->findings.size(); ++i) {
    const StoreFinding& finding = report->findings[i];
    if (!finding.match.empty()) note_damage(finding.match);
    if (i < kMostLogged)
      spdlog::error("'{}' is damaged: {}{}", path_, finding.match.empty() ? "" : "match " + finding.match + ": ", finding.problem);
  }
  if (report->findings.size() > kMostLogged)
    spdlog::error("'{}': {} more findings; 'agon store check' lists all", path_, report->findings.size() - kMostLogged);
}

void Store::note_damage(const std::string& match) {
  const std::lock_guard lock(damaged_mutex_);
  damaged_.insert(match);
}

bool Store::damaged(const std::string& match) const {
  const std::lock_guard lock(damaged_mutex_);
  return damaged_.contains(match);
}

// Two commits: the first one shows that there is room for new pages and not only for changed ones, the second one gives it back.
std::optional<Error> Store::probe() {
  return on_writer([](sqlite::Connection& db) {
    db.run("INSERT OR REPLACE INTO probe(id, filler) VALUES(1, zeroblob(65536))");
    db.run("DELETE FROM probe WHERE id = 1");
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
  std::string problem;
  Result<std::vector<Event>> found = ask([&](sqlite::Connection& db) {
    std::vector<Event> events;
    std::vector<Seal> seals;
    std::int64_t written = 0;
    if (const auto head = db.query("SELECT events FROM heads WHERE match = ?1", match); head->step()) written = head->integer(0);
    // One statement, so that events and head are of one moment; what is asked above counts only where there are no events.
    const auto row = db.query(
        "SELECT e.id, e.kind, e.body, e.at, e.seal, h.events, h.seal FROM events e LEFT JOIN heads h ON h.match = e.match "
        "WHERE e.match = ?1 ORDER BY e.id",
        match);
    Seal last = kFirstSeal;
    while (row->step()) {
      written = row->integer(5);
      last = row->integer(6);
      events.push_back({row->integer(0), match, row->text(1), row->text(2), row->integer(3)});
      seals.push_back(row->integer(4));
    }
    problem = chain_problem(events, seals, written, last);
    return events;
  });
  if (problem.empty()) return found;
  note_damage(match);
  return bad_input("store-damaged", fmt::format("The log of match {} is damaged: {}.", match, problem),
                   "The operator can look with 'agon store check' and bring back a copy.");
}

Result<std::optional<MatchRow>> Store::match(const std::string& id) {
  Result<std::optional<MatchRow>> found = ask([&](sqlite::Connection& db) {
    const auto query = db.query(fmt::format("SELECT {} FROM matches WHERE id = ?1", kMatchColumns), id);
    return first_row(*query, match_row);
  });
  if (found && *found && damaged(id)) (*found)->damaged = true;
  return found;
}

Result<std::vector<MatchRow>> Store::matches(const MatchQuery& query) {
  if (!query.before.empty()) {
    const Result<std::optional<MatchRow>> last = match(query.before);
    if (!last) return last.error();
    if (!*last) {
      return bad_input("unknown-match", fmt::format("there is no match '{}'", query.before), "start again from the first page");
    }
  }
  Result<std::vector<MatchRow>> page = ask([&](sqlite::Connection& db) {
    // One text for all numbers of states, so that it is prepared once.
    const auto found = db.query(fmt::format("SELECT {} FROM matches ", kMatchColumns) +
                                    "WHERE (?1 = '[]' OR state IN (SELECT value FROM json_each(?1))) "
                                    "AND (?2 = '' OR (created_at, id) < (SELECT created_at, id FROM matches WHERE id = ?2)) "
                                    "ORDER BY created_at DESC, id DESC LIMIT ?3",
                                nlohmann::json(query.states).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                                query.before, static_cast<std::int64_t>(std::min<std::size_t>(query.limit, 100'000)));
    return rows(*found, match_row);
  });
  if (!page) return page;
  for (MatchRow& row : *page) row.damaged = row.damaged || damaged(row.id);
  return page;
}

Result<std::vector<std::string>> Store::unfinished() {
  return ask([](sqlite::Connection& db) {
    const auto query = db.query("SELECT id FROM matches WHERE state IN ('starting', 'running') ORDER BY created_at, id");
    return rows(*query, [](const sqlite::Query& row) { return row.text(0); });
  });
}

Result<std::optional<TournamentRow>> Store::tournament(const std::string& id) {
  return ask([&](sqlite::Connection& db) -> std::optional<TournamentRow> {
    const auto query = db.query(fmt::format("SELECT {} FROM tournaments WHERE id = ?1", kTournamentColumns), id);
    return query->step() ? tournament_row(*query) : std::nullopt;
  });
}

Result<std::vector<TournamentRow>> Store::tournaments() {
  return ask([](sqlite::Connection& db) {
    std::vector<TournamentRow> found;
    const auto query = db.query(fmt::format("SELECT {} FROM tournaments ORDER BY created_at DESC, id DESC", kTournamentColumns));
    while (query->step()) {
      if (std::optional<TournamentRow> row = tournament_row(*query)) found.push_back(std::move(*row));
    }
    return found;
  });
}

}  // namespace agon::serve
