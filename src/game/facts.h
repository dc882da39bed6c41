// Knowledge about a game beyond its rules, as plain data: each fact with its standing (proved, seen, assumed) and its source.
//
// Rooms that find facts (circuit, search, knowledge) write them; search, drawing and pages read them without knowing how they were
// found. Code that would be wrong without a fact must check it if it is only seen or assumed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"

namespace agon::game {

enum class Standing : std::uint8_t {
  Assumed,  // stated without evidence
  Seen,     // held in all play observed
  Proved,   // holds in every reachable state
};

[[nodiscard]] constexpr const char* to_string(Standing standing) {
  switch (standing) {
    case Standing::Assumed: return "assumed";
    case Standing::Seen: return "seen";
    case Standing::Proved: return "proved";
  }
  return "assumed";
}

template <class T>
struct Fact {
  T value{};
  Standing standing = Standing::Assumed;
  std::string source = {};    // the method: "random play", "induction on the circuit"
  std::uint64_t samples = 0;  // evidence: states or matches, as the source counts

  [[nodiscard]] bool proved() const { return standing == Standing::Proved; }
  friend bool operator==(const Fact&, const Fact&) = default;
};

// A mutex group: fluents of which at most one (exactly one) holds in every state.
struct FluentGroup {
  std::vector<TermId> fluents;
  bool exactly_one = false;
};

struct GameFacts {
  std::optional<Fact<int>> goal_sum;  // two players: the sum of their goals in every terminal state
  std::vector<Fact<FluentGroup>> groups;
};

}  // namespace agon::game
