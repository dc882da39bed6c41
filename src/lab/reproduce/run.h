// What the code of an experiment is given: its settings, the games, and a place for what it finds.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "lab/reproduce/report.h"
#include "play/library.h"

namespace agon::lab::reproduce {

struct RunOptions {
  bool quick = false;
  Limits limits;
  std::string games_folder;
  unsigned threads = 1;                                                // how many an experiment about threads may use
  std::function<void(double done, const std::string& what)> progress;  // done: 0 .. 1
};

class Run {
 public:
  Run(const Experiment& experiment, const RunOptions& options);

  [[nodiscard]] const Experiment& experiment() const { return report_.experiment; }
  [[nodiscard]] const Settings& settings() const { return report_.settings; }
  [[nodiscard]] const RunOptions& options() const { return options_; }
  [[nodiscard]] const Limits& limits() const { return options_.limits; }
  [[nodiscard]] Result<gdl::Rules> load(const std::string& game) const { return library_.load(game); }
  [[nodiscard]] Result<play::Sheet> sheet(const std::string& game) const { return library_.sheet(game); }
  [[nodiscard]] std::optional<double> published(std::string_view table, std::string_view row, std::string_view column) const {
    return experiment().table(table).number(row, column);
  }

  void add(Table table) { report_.tables.push_back(std::move(table)); }
  void add(Plot plot) { report_.plots.push_back(std::move(plot)); }
  void note(std::string text) { report_.notes.push_back(std::move(text)); }
  // The answer to a check of the experiment; each is answered once.
  void check(std::string_view id, bool holds, std::string reason);
  void not_measured(std::string_view id, std::string reason);
  [[nodiscard]] double threshold(std::string_view id) const { return experiment().check(id).threshold; }

  // An experiment says how many steps it has, and then when each begins.
  void steps(std::size_t count) { steps_ = count; }
  void step(const std::string& what);

  [[nodiscard]] Report finish(double seconds);

 private:
  void answer(std::string_view id, CheckOutcome::State state, std::string reason);

  RunOptions options_;
  play::Library library_;
  Report report_;
  std::size_t steps_ = 1;
  std::size_t done_ = 0;
};

// First message of an error, for a cell or a note.
[[nodiscard]] std::string why(const Error& error);

}  // namespace agon::lab::reproduce
