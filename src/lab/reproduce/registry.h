// Which code carries out which kind of experiment, and the ways to call it: to measure, to make the tables of a stored run, to list
// the cells.
#pragma once

#include <string>
#include <vector>

#include "lab/reproduce/run.h"

namespace agon::lab::reproduce {

[[nodiscard]] std::vector<std::string> experiment_kinds();

// A run of the experiment without cells: its name and settings.
[[nodiscard]] StoredRun empty_run(const Experiment& experiment, bool quick);

// The names of all cells, in the order in which they are measured. Errors as below.
[[nodiscard]] Result<std::vector<std::string>> experiment_cells(const Experiment& experiment, const StoredRun& run);

// Measures the cells that `known` (a run of this experiment, with the settings to be used) does not have. Errors: a kind that does
// not exist, a setting or check that the file lacks, a cell asked for that is none, a limit reached where the experiment cannot go
// on, a cell that cannot be stored.
[[nodiscard]] Result<Report> run_experiment(const Experiment& experiment, const RunOptions& options, const StoredRun& known);

// The tables and checks of a stored run; nothing is measured.
[[nodiscard]] Result<Report> report_of(const Experiment& experiment, const StoredRun& run, const std::string& games_folder = {});

}  // namespace agon::lab::reproduce
