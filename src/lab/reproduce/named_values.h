// Numbers, words and lists with names: the settings of a run, and the figures of a cell.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace agon::lab::reproduce {

// A name that is not there, or a value of another kind: a mistake of the file that was read. `run_experiment` turns it into an
// Error.
struct LookupError {
  std::string message;
};

class NamedValues {
 public:
  using Value = std::variant<double, std::string, std::vector<double>, std::vector<std::string>>;

  void set(std::string name, Value value);
  void set(std::string name, std::integral auto number) { set(std::move(name), Value(static_cast<double>(number))); }
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

  // All of these throw LookupError.
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] std::uint64_t count(std::string_view name) const;  // a number that is not negative, rounded down
  [[nodiscard]] bool flag(std::string_view name) const { return number(name) != 0; }
  [[nodiscard]] std::string word(std::string_view name) const;
  [[nodiscard]] std::vector<double> numbers(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> words(std::string_view name) const;

  [[nodiscard]] const std::vector<std::pair<std::string, Value>>& all() const { return values_; }
  [[nodiscard]] const Value* find(std::string_view name) const;

 private:
  template <class T>
  [[nodiscard]] const T& get(std::string_view name, const char* what) const;
  std::vector<std::pair<std::string, Value>> values_;  // in the order of the file
};

using Settings = NamedValues;
// Raw counts, sums and rates, from which every percentage and interval can be worked out again.
using Figures = NamedValues;

// Names that only one of them has, or that have another value in the other; the order of names says nothing.
[[nodiscard]] std::vector<std::string> differing_names(const NamedValues& a, const NamedValues& b);

}  // namespace agon::lab::reproduce
