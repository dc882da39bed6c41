// Resource limits of one query. Every limit is settable; every overrun ends in LimitReached, never in a crash.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

#include "base/result.h"

namespace agon {

struct Limits {
  std::chrono::milliseconds time{60'000};            // per query, by the monotonic clock; 0 means none
  std::size_t memory_bytes = std::size_t{4} << 30U;  // tables and terms of one engine
  std::uint64_t steps = ~std::uint64_t{0};           // elementary inferences per query: a limit that is the same on every machine
  std::uint32_t term_depth = 10'000;                 // nesting of a ground term
  std::uint32_t term_size = 1'000'000;               // symbols of a ground term when written out
};

// Thrown by an engine in mid-query, when there is no sensible value to return; AnyEngine's callers turn it into an Error.
class LimitReached : public std::exception {
 public:
  LimitReached(std::string code, std::string message, std::string hint)
      : error_(limit_reached(std::move(code), std::move(message), std::move(hint))) {}
  [[nodiscard]] const char* what() const noexcept override { return error_.diagnostics.front().message.c_str(); }
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  Error error_;
};

}  // namespace agon
