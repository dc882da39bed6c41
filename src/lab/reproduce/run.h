// What the code of an experiment is given: its settings, the games, and a place for what it finds.
//
// An experiment measures in cells. A cell has a name that says what it is, a seed that follows from the name, and raw figures as
// its result; it is stored as soon as it is measured. Tables and checks are made from cells alone, so the same code that measures
// also makes the tables of a stored run, where cells may be missing: it asks for every cell it knows of, whatever the others said,
// and leaves unanswered what it cannot answer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "lab/reproduce/report.h"
#include "lab/reproduce/stored_run.h"
#include "library/library.h"

namespace agon::lab::reproduce {

struct RunOptions {
  bool quick = false;
  Limits limits;
  std::string games_folder;
  unsigned threads = 1;                            // how many an experiment about threads may use
  std::string commit = "unknown";                  // of the program, stored with each cell
  std::vector<std::string> cells;                  // measure only these, and those whose names begin with one of them; empty: all
  std::function<Status(const StoredCell&)> store;  // is given each cell when it is measured
  std::function<void(double done, const std::string& what)> progress;  // done: 0 .. 1
};

// Whether a list of cells, each given by its whole name or by words that it begins with, has this one; the empty list has all.
[[nodiscard]] bool names_cell(const std::vector<std::string>& names, std::string_view cell);

// Thrown when a cell cannot be stored: what is measured further would be lost.
struct StoreFailure {
  Error error;
};

class Run {
 public:
  enum class Mode : std::uint8_t { Measure, Replay };  // Replay: known cells are all there is

  Run(const Experiment& experiment, const RunOptions& options, StoredRun known, Mode mode);

  [[nodiscard]] const Experiment& experiment() const { return report_.experiment; }
  [[nodiscard]] const Settings& settings() const { return report_.settings; }
  [[nodiscard]] const RunOptions& options() const { return options_; }
  [[nodiscard]] const Limits& limits() const { return options_.limits; }
  [[nodiscard]] Result<gdl::Rules> load(const std::string& game) const { return library_.load(game); }
  [[nodiscard]] Result<library::Sheet> sheet(const std::string& game) const { return library_.sheet(game); }
  [[nodiscard]] std::optional<double> published(std::string_view table, std::string_view row, std::string_view column) const {
    return experiment().table(table).number(row, column);
  }

  // The figures of a cell: known already, or measured now; nothing if it is not to be measured. Everything that takes time, the
  // building of engines included, belongs into `measure`. Names have no commas.
  [[nodiscard]] std::optional<Figures> cell(const std::string& id, const std::function<Figures(std::uint64_t seed)>& measure);
  // How many cells were asked for in vain so far: a part of an experiment that adds to it cannot answer its checks.
  [[nodiscard]] std::size_t missing() const { return report_.missing.size(); }

  void add(Table table) { report_.tables.push_back(std::move(table)); }
  void add(Plot plot) { report_.plots.push_back(std::move(plot)); }
  void note(std::string text) { report_.notes.push_back(std::move(text)); }
  // The answer to a check of the experiment; each is answered once.
  void check(std::string_view id, Finding finding);
  void check(std::string_view id, bool holds, std::string reason) { check(id, Finding{holds, std::move(reason), {}, {}}); }
  void not_measured(std::string_view id, std::string reason);
  [[nodiscard]] double threshold(std::string_view id) const { return experiment().check(id).threshold; }

  // All cells that were asked for, in order.
  [[nodiscard]] const std::vector<std::string>& asked() const { return asked_; }
  void expect(std::size_t cells) { expected_ = cells; }  // to be measured, for the progress
  [[nodiscard]] Report finish();

 private:
  [[nodiscard]] const Figures* known(const std::string& id) const;
  void answer(CheckOutcome outcome);

  RunOptions options_;
  library::Library library_;
  StoredRun stored_;
  Mode mode_;
  Report report_;
  std::vector<std::string> asked_;
  std::vector<bool> answered_;  // per check
  std::size_t expected_ = 1;
  std::size_t measured_ = 0;
};

// First message of an error, for a cell or a note.
[[nodiscard]] std::string why(const Error& error);

}  // namespace agon::lab::reproduce
