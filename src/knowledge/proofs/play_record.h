// The record of random play that hypotheses are made from and refuted by: 64 matches at a time on the circuit.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "circuit/circuit.h"

namespace agon::knowledge::proofs {

struct PlayRecord {
  using Word = std::uint64_t;
  // Per fluent: it held; it did not; it came; it went; it held before and after a step.
  std::vector<bool> held, missed, rose, fell, stayed;
  std::vector<std::vector<Word>> samples;  // some moments: the states of 64 matches, a word for each fluent

  // Per role: values at the ends of matches.
  std::vector<std::vector<int>> final_goals;
  std::uint64_t ends = 0;         // terminal states seen
  std::vector<int> sums;          // distinct sums of goals there, the random role left out
  bool every_goal_single = true;  // each role had exactly one goal there

  // Outside terminal states.
  std::vector<std::vector<bool>> choose_together;  // per pair of roles: both had more than one legal move
  std::vector<bool> chooses;                       // per role: it had more than one legal move somewhere
  std::vector<std::vector<Word>> choices;          // per role and moment
  std::vector<Word> over;                          // per moment: the state is terminal
  std::vector<bool> legal_alone, legal_together;   // per move: the only legal one of its role; one of several
  std::vector<std::uint64_t> legal_count;          // per move
  std::uint64_t states = 0;
};

struct PlayLimits {
  std::uint64_t seed = 1;
  double gates = 2e8;          // gates times moments: the same on every machine
  std::uint32_t most = 2'000;  // moments
  std::uint32_t samples = 256;
  std::size_t bytes = std::size_t{64} << 20U;  // of the samples
  std::function<bool()> stop;
};

[[nodiscard]] PlayRecord record_play(const circuit::Circuit& circuit, const PlayLimits& limits);

}  // namespace agon::knowledge::proofs
