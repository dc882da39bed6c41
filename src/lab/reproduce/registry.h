// Which code carries out which kind of experiment: a visible table.
#pragma once

#include <string>
#include <vector>

#include "lab/reproduce/run.h"

namespace agon::lab::reproduce {

[[nodiscard]] std::vector<std::string> experiment_kinds();

// Errors: a kind that does not exist, a setting or check that the file lacks, a limit reached where the experiment cannot go on.
[[nodiscard]] Result<Report> run_experiment(const Experiment& experiment, const RunOptions& options);

}  // namespace agon::lab::reproduce
