// The file that a run is stored in while it is measured: a cell is on the disk before the next one begins.
#pragma once

#include <string>

#include "lab/line_file.h"
#include "lab/reproduce/stored_run.h"

namespace agon::lab::reproduce {

class RunFile {
 public:
  static constexpr const char* kName = "run.jsonl";

  // Starts a run without cells; a run that is there already is kept beside it, as PATH.previous.
  [[nodiscard]] static Result<RunFile> start(const std::string& path, const StoredRun& run);
  // Goes on with the run that is there, or starts one if there is none. Refuses one of another experiment or of other settings, and
  // a damaged one; the half line of a run that was killed is cut off.
  [[nodiscard]] static Result<RunFile> resume(const std::string& path, const StoredRun& run);

  [[nodiscard]] const StoredRun& known() const { return known_; }  // what it had when it was opened
  [[nodiscard]] Status append(const StoredCell& cell) { return file_.append(cell_line(cell)); }

 private:
  RunFile(LineFile file, StoredRun known) : file_(std::move(file)), known_(std::move(known)) {}

  LineFile file_;
  StoredRun known_;
};

}  // namespace agon::lab::reproduce
