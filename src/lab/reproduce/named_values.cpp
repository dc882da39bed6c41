#include "lab/reproduce/named_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::lab::reproduce {

void NamedValues::set(std::string name, Value value) {
  for (auto& [known, old] : values_) {
    if (known == name) {
      old = std::move(value);
      return;
    }
  }
  values_.emplace_back(std::move(name), std::move(value));
}

const NamedValues::Value* NamedValues::find(std::string_view name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return &value;
  }
  return nullptr;
}

template <class T>
const T& NamedValues::get(std::string_view name, const char* what) const {
  const Value* value = find(name);
  if (value == nullptr) throw LookupError{fmt::format("there is no '{}'", name)};
  const T* found = std::get_if<T>(value);
  if (found == nullptr) throw LookupError{fmt::format("'{}' must be {}", name, what)};
  return *found;
}

double NamedValues::number(std::string_view name) const { return get<double>(name, "a number"); }

std::uint64_t NamedValues::count(std::string_view name) const {
  const double value = number(name);
  if (value < 0) throw LookupError{fmt::format("'{}' must not be negative", name)};
  return static_cast<std::uint64_t>(value);
}

std::string NamedValues::word(std::string_view name) const { return get<std::string>(name, "a text"); }

std::vector<double> NamedValues::numbers(std::string_view name) const {
  return get<std::vector<double>>(name, "a list of numbers");
}

std::vector<std::string> NamedValues::words(std::string_view name) const {
  // An empty list does not show what it is a list of.
  const Value* value = find(name);
  const auto* numbers = value == nullptr ? nullptr : std::get_if<std::vector<double>>(value);
  if (numbers != nullptr && numbers->empty()) return {};
  return get<std::vector<std::string>>(name, "a list of texts");
}

std::vector<std::string> differing_names(const NamedValues& a, const NamedValues& b) {
  std::vector<std::string> names;
  const auto compare = [&](const NamedValues& one, const NamedValues& other) {
    for (const auto& [name, value] : one.all()) {
      const NamedValues::Value* const there = other.find(name);
      if (there != nullptr && *there == value) continue;
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  };
  compare(a, b);
  compare(b, a);
  return names;
}

}  // namespace agon::lab::reproduce
