#include "serve/store/verify.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>

#include "serve/store/ledger.h"
#include "serve/store/rows.h"
#include "serve/store/seal.h"

namespace agon::serve {
namespace {

// The chain of one match, as far as it was read.
struct Chain {
  std::int64_t events = 0;
  Seal seal = kFirstSeal;
  bool broken = false;
  bool headed = false, created = false, listed = false;  // it has a head, a first event, a row in the list
};

class Verifier {
 public:
  explicit Verifier(sqlite::Connection& db) : db_(db) {}

  StoreReport run() {
    report_.version = db_.integer("PRAGMA user_version");
    read_events();
    compare_heads();
    compare_ledger();
    read_rows();
    find_unlisted();
    return std::move(report_);
  }

 private:
  void found(const std::string& match, std::string problem) { report_.findings.push_back({match, std::move(problem)}); }

  void read_events() {
    for (const auto row = db_.query("SELECT match, kind, body, at, seal FROM events ORDER BY id"); row->step();) {
      const Event event{0, row->text(0), row->text(1), row->text(2), row->integer(3)};
      Chain& chain = chains_[event.match];
      const Seal kept = row->integer(4);
      if (seal_of(chain.seal, event) != kept && !chain.broken) {
        chain.broken = true;  // what follows is measured from here on, so that one fault is told once
        found(event.match, fmt::format("event {} does not fit its checksum", chain.events + 1));
      }
      chain.seal = kept;
      chain.created = chain.created || event.kind == "created";
      ++chain.events;
      total_.count(kept);
    }
    report_.events = total_.events;
  }

  void compare_heads() {
    for (const auto row = db_.query("SELECT match, events, seal FROM heads"); row->step();) {
      const std::string match = row->text(0);
      const std::int64_t written = row->integer(1);
      const auto chain = chains_.find(match);
      const Chain read = chain == chains_.end() ? Chain{} : chain->second;
      if (chain != chains_.end()) chain->second.headed = true;
      if (read.events != written) found(match, fmt::format("{} events were written, and {} are there", written, read.events));
      else if (read.seal != row->integer(2)) found(match, "its last event is not the one that was written last");
    }
    for (const std::string& match : those([](const Chain& chain) { return !chain.headed; }))
      found(match, "how many events it has was not kept");
  }

  void compare_ledger() {
    const std::optional<Ledger> ledger = read_ledger(db_);
    if (!ledger) return found("", "the ledger is missing");
    report_.commits = ledger->commits;
    if (ledger->events != total_.events)
      found("", fmt::format("{} events were written, and {} are there", ledger->events, total_.events));
    else if (ledger->seal != total_.seal) found("", "the events are not those that were written");
  }

  void read_rows() {
    for (const auto row = db_.query("SELECT id, created_at, ended_at, state, summary, seal FROM matches"); row->step();
         ++report_.matches) {
      const MatchRow match{row->text(0), row->integer(1), row->maybe_integer(2), row->text(3), row->text(4)};
      if (seal_of(match) != row->integer(5)) found(match.id, "its row in the list of matches does not fit its checksum");
      if (const auto chain = chains_.find(match.id); chain != chains_.end()) chain->second.listed = true;
    }
    for (const auto row = db_.query("SELECT id, created_at, state, body, seal FROM tournaments"); row->step();
         ++report_.tournaments) {
      const TournamentRow tournament{row->text(0), row->integer(1), row->text(2), row->text(3)};
      if (seal_of(tournament) != row->integer(4)) found(tournament.id, "the row of this tournament does not fit its checksum");
    }
  }

  void find_unlisted() {
    for (const std::string& match : those([](const Chain& chain) { return chain.created && !chain.listed; }))
      found(match, "it is missing in the list of matches");
  }

  // In an order that does not change from run to run.
  template <class Which>
  std::set<std::string> those(Which which) const {
    std::set<std::string> matches;
    for (const auto& [match, chain] : chains_)
      if (which(chain)) matches.insert(match);
    return matches;
  }

  sqlite::Connection& db_;
  StoreReport report_;
  std::unordered_map<std::string, Chain> chains_;
  Ledger total_;
};

}  // namespace

StoreReport verify_store(sqlite::Connection& db) { return Verifier(db).run(); }

}  // namespace agon::serve
