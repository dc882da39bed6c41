// States of random play as fluents of a ground program: samples on which choices are compared, and tests are made.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"
#include "ground/ground_program.h"

namespace agon::knowledge {

// The fluents that hold in a state, as numbers of the ground program, ascending.
using FluentState = std::vector<std::uint32_t>;

// The fluents of a state by number, whatever engine made it and whatever its bank of terms.
class FluentNumbers {
 public:
  FluentNumbers(const ground::GroundProgram& program, const game::AnyEngine& engine);
  // Fluents that the program does not have matter to nothing in it and are left out.
  void of(const game::AnyState& state, FluentState& out);

 private:
  [[nodiscard]] std::uint32_t find(TermId term);

  static constexpr std::uint32_t kUnknown = 0xffffffff;
  static constexpr std::uint32_t kAbsent = 0xfffffffe;
  game::AnyEngine engine_;
  absl::flat_hash_map<std::string, std::uint32_t> by_text_;
  std::vector<std::uint32_t> by_term_;  // of the engine
  game::TermBuffer terms_;
};

// One random match: its states in order, the initial one first, at most `steps` of them. Ends early where the engine meets a limit
// or `stop` is true.
[[nodiscard]] std::vector<FluentState> random_match(const game::AnyEngine& engine, FluentNumbers& numbers, Rng& rng,
                                                    std::uint32_t steps, const std::function<bool()>& stop = {});

struct SampleOptions {
  std::uint64_t seed = 1;
  std::uint32_t states = 24;
  std::uint32_t matches = 4;
  std::uint32_t steps = 200;              // of one match
  std::chrono::milliseconds time{1'000};  // a safety net for rules whose single states are slow; 0: none
};

// The initial state, and states drawn evenly from random matches; fewer where matches are short or limits are met.
[[nodiscard]] std::vector<FluentState> sample_states(const game::AnyEngine& engine, const ground::GroundProgram& program,
                                                     const SampleOptions& options = {});

}  // namespace agon::knowledge
