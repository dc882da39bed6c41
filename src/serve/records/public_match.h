// A match in the form that public match servers and spectator tools exchange, as a value.
//
// The form grew with its servers: an object whose lists run in step. `states` and `state_times` have one entry for each position,
// the first one included, `errors` too (those of the start come first), `moves` one less. All lists within an entry are in role
// order, the random role included. Signatures of hosts are not kept: they cover a text that we do not write again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace agon::serve {

struct PublicClocks {
  int start = 0;  // seconds
  int play = 0;
  int preview = -1;  // for a look at the rules before the start; -1: there was none
  friend bool operator==(const PublicClocks&, const PublicClocks&) = default;
};

// Terms are canonical texts (`(cell 1 1 b)`, `noop`), the same that engines print. Empty texts and lists mean: not given.
struct PublicMatch {
  std::string id;
  std::string random_token;     // tells matches of one id apart; servers ask for 12 characters at least
  std::int64_t start_time = 0;  // milliseconds since 1970
  PublicClocks clocks;
  std::string game_address;  // of the game in a repository, with its version: http://.../games/ticTacToe/v0/
  std::string game_name;
  std::string rules_text;  // an addition of ours, under a name that others ignore: without it only the repository can replay
  std::string tournament;
  std::vector<std::string> roles;
  std::vector<std::string> player_names;  // per role; "" where one has none
  std::vector<bool> humans;               // per role
  bool completed = false;
  bool aborted = false;
  bool scrambled = false;
  std::vector<std::vector<std::string>> steps;   // joint moves
  std::vector<std::vector<std::string>> states;  // fluents
  std::vector<std::int64_t> state_times;         // milliseconds since 1970
  std::vector<std::vector<std::string>> errors;  // per role; "" where nothing went wrong
  std::vector<int> goals;                        // per role, of a completed match; -1 where the rules give none
  friend bool operator==(const PublicMatch&, const PublicMatch&) = default;
};

struct RecordLimits {
  std::size_t bytes = std::size_t{16} << 20U;       // of the whole record
  std::size_t state_bytes = std::size_t{1} << 20U;  // of one state or move
  std::size_t steps = 100'000;
  std::size_t roles = 1'000;
  std::size_t terms = 1'000'000;  // moves and fluents together
};

// What keeps a match from being written: lists of different lengths, terms that are not canonical, goals out of range. A list may
// end early (a server that stopped between a move and the next state) but never goes on behind the others.
[[nodiscard]] std::optional<Error> problem_of(const PublicMatch& match, const RecordLimits& limits = {});

}  // namespace agon::serve
