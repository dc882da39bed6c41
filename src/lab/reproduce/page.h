// docs/reproductions.md: all stored runs on one page, made from experiments/results/*.jsonl and from what people found out about
// them, experiments/findings/NAME.md. Nothing on it is written by hand but the findings.
#pragma once

#include <string>
#include <vector>

#include "lab/reproduce/report.h"

namespace agon::lab::reproduce {

struct PageSection {
  Experiment experiment;
  std::vector<Report> runs;  // full runs first; each has a table of its own, so that no figure mixes runs
  std::string findings;      // Markdown; may be empty
};

[[nodiscard]] std::string page_of(const std::vector<PageSection>& sections);

// The page of everything in a folder of experiments. Errors: a damaged description or run, a run of no experiment here, findings
// about none.
[[nodiscard]] Result<std::string> make_page(const std::string& experiments_folder, const std::string& games_folder = {});

}  // namespace agon::lab::reproduce
