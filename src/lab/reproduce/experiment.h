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

// What has to hold. `threshold` is the number that the description speaks of.
struct CheckSpec {
  std::string id;
  std::string description;
  double threshold = 0;
};

// The named numbers, words and lists of a run. Asking for a name that is not there is an error of the file, thrown as LookupError
// and turned into an Error by `run_experiment`.
class Settings {
 public:
  using Value = std::variant<double, std::string, std::vector<double>, std::vector<std::string>>;

  void set(std::string name, Value value);
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] std::uint64_t count(std::string_view name) const;  // a number that is not negative, rounded down
  [[nodiscard]] std::string word(std::string_view name) const;
  [[nodiscard]] std::vector<double> numbers(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> words(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, Value>>& all() const { return values_; }

 private:
  [[nodiscard]] const Value* find(std::string_view name) const;
  template <class T>
  [[nodiscard]] const T& get(std::string_view name, const char* what) const;
  std::vector<std::pair<std::string, Value>> values_;  // in the order of the file
};

struct LookupError {
  std::string message;
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
