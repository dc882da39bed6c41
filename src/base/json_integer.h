// Whole numbers of JSON, without wrapping. nlohmann's get<T>() narrows silently (4294967296 as 32 bits is 0, -1 as an unsigned
// number is the largest one, 1.9 is 1); everything that comes from outside is read by these.
#pragma once

#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace agon {

// Nothing where the value is no number, has a fraction, or does not fit. 3.0 is 3: JSON has one kind of number.
template <std::integral T, class Json>
[[nodiscard]] std::optional<T> json_integer(const Json& json) {
  const auto fitting = [](auto value) { return std::in_range<T>(value) ? std::optional<T>(static_cast<T>(value)) : std::nullopt; };
  if (json.is_number_unsigned()) return fitting(json.template get<std::uint64_t>());
  if (json.is_number_integer()) return fitting(json.template get<std::int64_t>());
  if (!json.is_number_float()) return std::nullopt;
  constexpr double kExact = 9007199254740992.0;  // 2^53: beyond, neighbouring integers are one double
  const auto value = json.template get<double>();
  if (!(std::abs(value) <= kExact) || value != std::floor(value)) return std::nullopt;
  return fitting(static_cast<std::int64_t>(value));
}

// The same, with the exception that json.at() and get() throw: readers catch that one already.
template <std::integral T, class Json>
[[nodiscard]] T json_integer_or_throw(const Json& json, const std::string& name) {
  if (const std::optional<T> value = json_integer<T>(json)) return *value;
  throw nlohmann::detail::out_of_range::create(406, "'" + name + "' is not a whole number of its range", &json);
}

// A field that must be there, and one that may be missing.
template <std::integral T, class Json>
[[nodiscard]] T json_integer_at(const Json& json, const std::string& name) {
  return json_integer_or_throw<T>(json.at(name), name);
}
template <std::integral T, class Json>
[[nodiscard]] T json_integer_or(const Json& json, const std::string& name, T missing) {
  return json.contains(name) ? json_integer_or_throw<T>(json.at(name), name) : missing;
}

}  // namespace agon
