// An excerpt of a long list of findings: the worst of them, in their order, and how many were left out.
#pragma once

#include <cstddef>

#include "base/diagnostic.h"

namespace agon::gdl {

inline constexpr std::size_t kShownFindings = 200;

struct Excerpt {
  Diagnostics shown;
  std::size_t left_out = 0;
};

// Errors come before warnings and those before notes when not all can be shown; of one severity the first are.
[[nodiscard]] Excerpt excerpt_of(const Diagnostics& findings, std::size_t most = kShownFindings);

}  // namespace agon::gdl
