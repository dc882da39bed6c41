// What became of an attempt to prove a property: proved, refuted, or not proved, with the states that show it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agon::knowledge::proofs {

enum class Outcome : std::uint8_t {
  Proved,     // holds in every reachable state
  Refuted,    // the initial state, or a state of random play, violates it
  NotProved,  // some step breaks it; whether play can get there is not known
  Abandoned,  // out of time or memory, or the property cannot be expressed
};

[[nodiscard]] constexpr const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::Proved: return "proved";
    case Outcome::Refuted: return "refuted";
    case Outcome::NotProved: return "not proved";
    case Outcome::Abandoned: return "abandoned";
  }
  return "abandoned";
}

// Of a refuted property: the state `before`. Of one that is not proved: the step that broke it.
struct Counterexample {
  std::vector<std::string> before, after;  // fluents, only those that the question depends on
  std::vector<std::string> moves;          // "white (mark 1 1)"
  bool exact = true;  // the rules do lead from one to the other; false: the encoding admits more than the rules
};

struct Attempt {
  std::string property;
  Outcome outcome = Outcome::Abandoned;
  std::string back_end;  // "sat", "clingo"
  std::optional<Counterexample> counterexample;
  std::string note;  // of Abandoned: how far it came, and what ended it
  double seconds = 0;
};

}  // namespace agon::knowledge::proofs
