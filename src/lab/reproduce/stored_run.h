// A stored run of an experiment: its settings and the raw figures of each cell, one JSON object a line. Tables, checks and pages
// are made from it (registry.h), so that no figure is shown without the run it comes from.
//
//   {"schema":"agon.reproduction-run/1","experiment":"giga13-decay","quick":false,"settings":{...}}
//   {"schema":"agon.reproduction-cell/1","cell":"mast quad 0.2","seed":7,"seconds":12.5,"commit":"e5537b7",
//    "machine":"...","threads":2,"load":0.1,"figures":{"games":200,"won":140,...}}
//
// All cells of a run have its settings. Commit, machine, threads and load stand with each cell, because a run may go on after a
// pause.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/reproduce/named_values.h"

namespace agon::lab::reproduce {

struct StoredCell {
  std::string id;
  std::uint64_t seed = 0;
  double seconds = 0;
  std::string commit;
  std::string machine;
  unsigned threads = 1;
  double load = 0;  // of the machine when it began, by the mean of a minute: beside the cell itself others may be at work
  Figures figures;
};

struct StoredRun {
  static constexpr const char* kSchema = "agon.reproduction-run/1";
  static constexpr const char* kCellSchema = "agon.reproduction-cell/1";

  std::string experiment;
  bool quick = false;
  Settings settings;
  std::vector<StoredCell> cells;  // in the order in which they were measured

  [[nodiscard]] const StoredCell* find(std::string_view id) const;
};

// Without the end of the line.
[[nodiscard]] std::string header_line(const StoredRun& run);
[[nodiscard]] std::string cell_line(const StoredCell& cell);

struct ReadRun {
  StoredRun run;
  std::size_t whole = 0;  // bytes of the lines that are complete; what follows is the half line of a run that was killed
};

// Errors name the line. A last line without its end is left out and shows in `whole`.
[[nodiscard]] Result<ReadRun> parse_run(std::string_view text, const std::string& path);

// A file that is complete: a half line is an error too.
[[nodiscard]] Result<StoredRun> load_run(const std::string& path);

}  // namespace agon::lab::reproduce
