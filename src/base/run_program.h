// Runs an external program on a text, under limits of time and memory, and takes what it prints: for tools that the project uses
// but does not link.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace agon {

struct ProgramLimits {
  std::chrono::milliseconds time{0};  // 0: none
  std::size_t memory_bytes = 0;       // of its data segment; 0: none
  std::function<bool()> stop;         // polled every few milliseconds
};

struct ProgramOutcome {
  enum class End : std::uint8_t { Exited, Killed, OutOfTime, Stopped };
  End end = End::Exited;
  int code = 0;                // the exit code, or the signal that killed it
  std::string output;          // of its standard output
  std::string complaints;      // of its standard error
  double cpu_seconds = 0;      // user and system
  std::size_t peak_bytes = 0;  // resident
};

// Where PATH has the program; nothing if nowhere.
[[nodiscard]] std::optional<std::string> find_program(std::string_view name);

// Fails only if the program cannot be started: `no-process`. arguments[0] is its path.
[[nodiscard]] Result<ProgramOutcome> run_program(const std::vector<std::string>& arguments, std::string_view input,
                                                 const ProgramLimits& limits);

}  // namespace agon
