// The three parts of the experiment on the sufficiency threshold; each adds its tables and answers its checks.
#pragma once

#include <string>

#include "lab/reproduce/run.h"

namespace agon::lab::experiments::sufficiency {

void study_bandits(reproduce::Run& run);
void study_traps(reproduce::Run& run);
void study_matches(reproduce::Run& run);

// The text of a plain search: fresh tree, no solver, the move with the best value, as in the source. `more` is what is added to it.
[[nodiscard]] std::string searcher(double simulations, double exploration, const std::string& more = {});

}  // namespace agon::lab::experiments::sufficiency
