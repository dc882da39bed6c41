// The list of what can be measured: the engines by name, and the hand-written programs of bench/anchors by the sheet they play.
#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "lab/bench/contestant.h"

namespace agon::lab {

// Slowest first, as in the order in which they were invented.
[[nodiscard]] std::vector<std::string> bench_engine_names();

// A factory for the named engine on the rules in `text`; making the contestant is what takes the time and may fail.
// Precondition: the name is one of bench_engine_names().
[[nodiscard]] ContestantFactory engine_factory(const std::string& engine, std::string text, std::string game, const Limits& limits);

// Library sheets that there is a hand-written program for, and that program.
[[nodiscard]] std::vector<std::string> anchor_sheets();
[[nodiscard]] ContestantFactory anchor_factory(const std::string& sheet);

}  // namespace agon::lab
