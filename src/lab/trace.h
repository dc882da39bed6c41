// Recorded traces: an independent reasoner's answers along random matches, one JSON object a step, optionally packed with xz.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace agon::lab {

struct TraceLegal {
  std::uint64_t count = 0;
  std::string hash;
};

struct TraceStep {
  int playout = 0;
  int step = 0;
  std::uint64_t fluents = 0;
  std::string state;  // set hash of the fluents
  std::optional<std::vector<std::string>> contents;
  bool terminal = false;
  std::vector<TraceLegal> legal;          // per role; empty in terminal states
  std::vector<std::string> moves;         // joint move; empty in the last state
  std::vector<std::optional<int>> goals;  // per role; terminal states only
  bool cut = false;
};

// One JSON object a line; `path` is for messages.
[[nodiscard]] Result<std::vector<TraceStep>> parse_trace(const std::string& text, const std::string& path);
// Reads NAME.jsonl or NAME.jsonl.xz.
[[nodiscard]] Result<std::vector<TraceStep>> read_trace(const std::string& path);

}  // namespace agon::lab
