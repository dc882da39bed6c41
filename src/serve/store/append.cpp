#include "serve/store/append.h"

namespace agon::serve {
namespace {

void append_event(sqlite::Connection& db, const Event& event, Ledger& ledger) {
  Seal previous = kFirstSeal;
  if (const auto head = db.query("SELECT seal FROM heads WHERE match = ?1", event.match); head->step()) previous = head->integer(0);
  const Seal seal = seal_of(previous, event);
  db.run("INSERT INTO events(match, kind, body, at, seal) VALUES(?1, ?2, ?3, ?4, ?5)", event.match, event.kind, event.body,
         event.at, seal);
  db.run("INSERT INTO heads(match, events, seal) VALUES(?1, 1, ?2) ON CONFLICT(match) DO UPDATE SET events = events + 1, seal = ?2",
         event.match, seal);
  ledger.count(seal);
}

void replace_row(sqlite::Connection& db, const MatchRow& row) {
  db.run(
      "INSERT INTO matches(id, created_at, ended_at, state, summary, seal) VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(id) DO "
      "UPDATE "
      "SET created_at = excluded.created_at, ended_at = excluded.ended_at, state = excluded.state, summary = excluded.summary, "
      "seal = excluded.seal",
      row.id, row.created_at, row.ended_at, row.state, row.summary, seal_of(row));
}

void replace_tournament(sqlite::Connection& db, const TournamentRow& row) {
  db.run(
      "INSERT INTO tournaments(id, created_at, state, body, seal) VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT(id) DO UPDATE SET "
      "created_at = excluded.created_at, state = excluded.state, body = excluded.body, seal = excluded.seal",
      row.id, row.created_at, row.state, row.body, seal_of(row));
}

}  // namespace

Ledger append_writes(sqlite::Connection& db, std::span<const Write> writes) {
  Ledger ledger = read_ledger(db).value_or(Ledger{});
  for (const Write& write : writes) {
    for (const Event& event : write.events) append_event(db, event, ledger);
    if (write.row) replace_row(db, *write.row);
    if (write.tournament) replace_tournament(db, *write.tournament);
  }
  ++ledger.commits;
  write_ledger(db, ledger);
  return ledger;
}

}  // namespace agon::serve
