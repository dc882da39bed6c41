// A match as it was played, in versioned JSON that holds all it takes to replay it: the rules, the seed, each joint move.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace agon::game {

struct MatchStep {
  std::vector<std::string> moves;                  // in role order, prefix form
  std::vector<std::vector<std::string>> percepts;  // per role; only in games with hidden information
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
  std::vector<MatchStep> steps;
  bool finished = false;    // reached a terminal state
  std::string end;          // why it stopped: "terminal", "step limit", "no legal move for white"
  std::vector<int> goals;   // per role; -1 where the rules give none or several; empty if not finished
  std::string final_state;  // set hash of the last state's fluents, checked by a replay
  // Legal moves of each role in the last state, in canonical order; only where the record shows that engines differ about them.
  std::vector<std::vector<std::string>> legal;
};

[[nodiscard]] std::string to_json(const MatchRecord& record, int indent = -1);
[[nodiscard]] Result<MatchRecord> match_record_from_json(const std::string& text);

}  // namespace agon::game
