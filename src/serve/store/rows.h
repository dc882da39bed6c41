// What the store keeps, as plain values. The store looks into none of the JSON texts: their meaning belongs to whoever wrote them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agon::serve {

// One thing that happened in a match. A match is the sequence of its events; everything else can be computed from them.
struct Event {
  std::int64_t id = 0;  // given by the store, ascending; what a new event says here is ignored
  std::string match;
  std::string kind;
  std::string body;     // JSON
  std::int64_t at = 0;  // milliseconds since 1970
  friend bool operator==(const Event&, const Event&) = default;
};

// What lists of matches show, so that no list has to read events. It changes in the same transaction as the events behind it.
struct MatchRow {
  std::string id;
  std::int64_t created_at = 0;
  std::optional<std::int64_t> ended_at;
  std::string state;     // "starting", "running", "ended", "aborted"
  std::string summary;   // JSON
  bool damaged = false;  // said by the store: this row or the log of the match does not fit its checksum
  friend bool operator==(const MatchRow&, const MatchRow&) = default;
};

struct TournamentRow {
  std::string id;
  std::int64_t created_at = 0;
  std::string state;
  std::string body;  // JSON
  friend bool operator==(const TournamentRow&, const TournamentRow&) = default;
};

// What is written together or not at all.
struct Write {
  std::vector<Event> events;
  std::optional<MatchRow> row;              // replaces the row of that id
  std::optional<TournamentRow> tournament;  // likewise
};

struct MatchQuery {
  std::vector<std::string> states;  // empty: all
  std::size_t limit = 50;           // ask for one more than a page holds to learn whether there is another
  std::string before;               // the id of the last match of the page before; empty: from the newest
};

}  // namespace agon::serve
