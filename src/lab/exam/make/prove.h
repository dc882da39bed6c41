// Which moves of a position are best, and how we know: proof-number search finds them, and two solvers that work in other ways are
// asked whether they agree.
//
// A move of the role is followed by everything the others may do at the same time; it forces a goal if every one of these states
// does. Limits are numbers of states, so the same positions are proved on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engines/circuit/circuit_engine.h"
#include "lab/exam/setting.h"

namespace agon::lab::exam {

struct Question {
  std::shared_ptr<const engines::CircuitEngine> engine;
  engines::CircuitEngine::State state;
  RoleId role;
};

// The state at the end of the line. Precondition: the line is legal.
[[nodiscard]] Question question_at(const std::shared_ptr<const engines::CircuitEngine>& engine, const Line& line, RoleId role);

struct Verdict {
  int goal = 0;  // the highest that can be forced
  // The moves that force it, ascending; none where every move is as good, as it is the lowest goal.
  std::vector<Choice> best;
  std::uint64_t states = 0;  // that it took
};

// By proof-number search. Nothing if the limit is reached.
[[nodiscard]] std::optional<Verdict> find_best(const Question& question, std::uint64_t max_states);

enum class Agreement : std::uint8_t { Agrees, Disagrees, Unknown };
struct Opinion {
  Agreement agreement = Agreement::Unknown;
  std::uint64_t states = 0;
  std::vector<double> values;  // of the moves, from a solver that knows them
};

// Alpha-beta with deepening: everybody against the role, as in the verdict.
[[nodiscard]] Opinion ask_alpha_beta(const Question& question, const Verdict& verdict, std::uint64_t max_states);

// Backward induction over all states: everybody plays for himself. Where somebody is indifferent among moves that others care about
// it has no opinion, and where moves are made at once neither.
[[nodiscard]] Opinion ask_induction(const Question& question, const Verdict& verdict, std::uint64_t max_states);

}  // namespace agon::lab::exam
