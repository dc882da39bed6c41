// `agon bench --growth`: one game on ever larger boards, and for each cost the exponent of a power law in the number of cells.
#pragma once

#include <string>
#include <vector>

#include "cli/context.h"

namespace agon::cli {

struct GrowthArguments {
  std::string family;
  std::vector<std::string> sizes;  // "8x6" or "8"; empty: the usual ones
  std::string engine;
  double seconds = 1;
  unsigned repeat = 3;
};

[[nodiscard]] std::vector<std::string> growth_families();
void run_growth(const GrowthArguments& arguments, Context& context);

}  // namespace agon::cli
