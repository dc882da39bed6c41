// The game library: rule sheets with a facts file each. A game is named by its library name or by a path, everywhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gdl/read/reader.h"
#include "gdl/rules.h"

namespace agon::library {

struct PerftFacts {
  std::vector<std::uint64_t> nodes;  // index 0 is depth 1
  std::vector<std::uint64_t> terminals;
  std::vector<std::vector<std::int64_t>> goal_sums;
  std::string source;
};

// The known facts of a game; games/gdl/NAME.toml.
struct Facts {
  std::string name;
  std::string path;  // of the rule sheet
  std::string title;
  std::string summary;
  std::string description;
  std::string dialect;
  std::vector<std::string> roles;
  std::vector<std::string> tags;
  std::optional<double> mean_length;
  PerftFacts perft;
  std::vector<double> value;  // expected goals under best play, empty if not known
  std::string value_source;
};

// A rule sheet as text; `path` is empty for a member of a family, which is generated and not read.
struct Sheet {
  std::string name;
  std::string path;
  std::string text;
  [[nodiscard]] const std::string& shown() const { return path.empty() ? name : path; }
};

class Library {
 public:
  // The folder from the argument, else from the environment (AGON_GAMES), else the one the program was built with.
  explicit Library(std::string folder = {});

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // All games with their facts, by name. A facts file that cannot be read is an error.
  [[nodiscard]] Result<std::vector<Facts>> all() const;
  [[nodiscard]] Result<Facts> facts(const std::string& name) const;
  // The text for a library name, a member of a family or, failing these, a path; the error suggests similar names.
  [[nodiscard]] Result<Sheet> sheet(const std::string& name_or_path, std::size_t max_bytes = kDefaultMaxFileBytes) const;
  [[nodiscard]] Result<gdl::Rules> load(const std::string& name_or_path, const gdl::ReadOptions& options = {}) const;
  // The same for library names alone: requests over the network must not read other files of this machine.
  [[nodiscard]] Result<Sheet> own_sheet(const std::string& name, std::size_t max_bytes = kDefaultMaxFileBytes) const;
  [[nodiscard]] bool has(const std::string& name) const;
  // Similar library names, for an unknown one.
  [[nodiscard]] std::vector<std::string> meant(std::string_view wrong) const;

 private:
  [[nodiscard]] std::optional<std::string> shelved(const std::string& name) const;  // its path in the library
  std::string folder_;
};

}  // namespace agon::library
