// A match record in versioned JSON, with everything needed to replay it: the rules, the seed, each joint move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace agon::game {

// What the player of one role thought when it decided.
struct MatchThought {
  double value = 0;          // the goal that it expected
  std::uint64_t visits = 0;  // iterations of its search; 0: not told
  std::string best;          // the move that it thought best; empty: not told
  friend bool operator==(const MatchThought&, const MatchThought&) = default;
};

// What went wrong with a decision, and the move that was played instead.
struct MatchFault {
  std::size_t role = 0;
  std::string kind;  // late, illegal, dead, garbage, busy
  std::string said;
  std::string played;
  std::string note;
  friend bool operator==(const MatchFault&, const MatchFault&) = default;
};

// Empty lists and 0 mean: not recorded.
struct MatchStep {
  std::vector<std::string> moves;                          // in role order, prefix form
  std::vector<std::vector<std::string>> percepts;          // per role; only in games with hidden information
  std::int64_t at = 0;                                     // when it was made, in milliseconds since 1970
  std::vector<std::optional<double>> seconds = {};         // per role: how long it took to decide
  std::vector<std::optional<MatchThought>> thoughts = {};  // per role
  std::vector<MatchFault> faults = {};
};

struct MatchClocks {
  double start = 0;  // seconds
  double play = 0;   // 0: none
  friend bool operator==(const MatchClocks&, const MatchClocks&) = default;
};

struct MatchRecord {
  static constexpr const char* kSchema = "agon.match/1";

  std::string game;      // library name or file
  std::string rules_id;  // content_id of the rule text
  std::string rules_text;
  std::string engine;
  std::uint64_t seed = 0;
  std::vector<std::string> roles;
  std::vector<std::string> players;  // strategy of each role
  std::optional<MatchClocks> clocks;
  std::int64_t started_at = 0;  // milliseconds since 1970; 0: not recorded
  std::vector<MatchStep> steps;
  bool finished = false;   // reached a terminal state
  std::string end;         // why it stopped: "terminal", "step limit", "no legal move for white"
  std::vector<int> goals;  // per role; -1 where the rules give none or several; empty if not finished
  // Every value that the rules give each role at the end; only where some role has none, several, or one outside 0..100.
  std::vector<std::vector<int>> goal_values;
  std::string final_state;  // set hash of the last state's fluents, checked by a replay
  // Legal moves of each role in the last state, in canonical order; only in records of a disagreement between engines about them.
  std::vector<std::vector<std::string>> legal;
};

[[nodiscard]] std::string to_json(const MatchRecord& record, int indent = -1);
[[nodiscard]] Result<MatchRecord> match_record_from_json(const std::string& text);

}  // namespace agon::game
