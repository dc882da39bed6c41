// The signature of the search: one number for what every search thinks in a fixed set of positions, with fixed seeds and efforts.
//
// As Stockfish's bench does for chess: a change that is meant to be none leaves the number alone, and a change of behaviour changes
// it in the commit that means it. Efforts are counted (iterations, depth), never timed; one thread, so the number is the same on
// every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace agon::lab {

struct SignatureCase {
  std::string game;
  std::string strategy;
  int steps = 4;  // of the match that the strategy plays against itself

  [[nodiscard]] std::string text() const { return game + "  " + strategy; }
};

// One line of the answer: what was thought in all steps of a case, as a hash.
struct SignatureLine {
  SignatureCase what;
  std::uint64_t hash = 0;
};

struct Signature {
  std::vector<SignatureLine> lines;
  std::uint64_t number = 0;  // of all lines together
};

[[nodiscard]] const std::vector<SignatureCase>& signature_cases();

// Games come from this folder of the library (empty: the one of the program). `on_line` hears of each case when it is done.
[[nodiscard]] Result<Signature> search_signature(const std::string& games_folder,
                                                 const std::function<void(const SignatureLine&)>& on_line = {});

}  // namespace agon::lab
