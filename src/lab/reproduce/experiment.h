// An experiment of the literature as data: what was claimed, the printed figures, our settings, and what must hold for us to say
// that the effect is there. experiments/NAME.toml; the code that carries it out is found by its `kind` (registry.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "lab/reproduce/check.h"
#include "lab/reproduce/named_values.h"

namespace agon::lab::reproduce {

// A number, a word, or nothing where the source prints nothing.
using PublishedCell = std::variant<std::monostate, double, std::string>;

// A table as it was printed. The first column names the row.
struct PublishedTable {
  std::string id;
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<PublishedCell>> rows;
  std::string note;

  // Nothing if there is no such row or column, or no number in the cell.
  [[nodiscard]] std::optional<double> number(std::string_view row, std::string_view column) const;
};

struct Experiment {
  static constexpr const char* kSchema = "agon.experiment/1";

  std::string name;  // of the file
  std::string path;
  std::string kind;  // the name, unless the file says otherwise
  std::string title;
  std::string citation;
  std::string claim;
  std::vector<std::string> games;
  std::string games_note;  // how our sheets differ from those of the source
  Settings settings;
  Settings quick;  // what --quick changes
  std::vector<PublishedTable> published;
  std::vector<CheckSpec> checks;

  [[nodiscard]] Settings chosen(bool with_quick) const;
  [[nodiscard]] const PublishedTable& table(std::string_view id) const;  // LookupError
  [[nodiscard]] const CheckSpec& check(std::string_view id) const;       // LookupError
};

[[nodiscard]] Result<Experiment> parse_experiment(std::string_view text, const std::string& name, const std::string& path = {});

// The folder from the argument, else from the environment (AGON_EXPERIMENTS), else the one the program was built with.
[[nodiscard]] std::string experiments_folder(const std::string& folder = {});
[[nodiscard]] Result<std::vector<Experiment>> all_experiments(const std::string& folder);
[[nodiscard]] Result<Experiment> load_experiment(const std::string& folder, const std::string& name);

}  // namespace agon::lab::reproduce
