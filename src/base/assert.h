// AGON_ASSERT states an invariant. It stays on in release builds: a wrong answer costs more than a branch.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace agon {
[[noreturn]] inline void assertion_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "agon: internal error: %s (%s:%d)\n", what, file, line);
  std::abort();
}
}  // namespace agon

#define AGON_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::agon::assertion_failed(#condition, __FILE__, __LINE__))
