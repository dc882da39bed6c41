#include "lab/reproduce/values_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace agon::lab::reproduce {
namespace {

using Json = nlohmann::ordered_json;

double number_from(const std::string& name, const Json& json) {
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (!json.is_number()) throw LookupError{fmt::format("'{}' must be a number, a text or a list of one of them", name)};
  return json.get<double>();
}

NamedValues::Value value_from(const std::string& name, const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_array()) return number_from(name, json);
  if (!json.empty() && std::ranges::all_of(json, [](const Json& one) { return one.is_string(); }))
    return json.get<std::vector<std::string>>();
  std::vector<double> numbers;
  for (const Json& one : json) numbers.push_back(number_from(name, one));
  return numbers;
}

}  // namespace

Json to_json(const NamedValues& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values.all()) std::visit([&, &key = name](const auto& v) { json[key] = v; }, value);
  return json;
}

NamedValues values_from(const Json& json) {
  if (!json.is_object()) throw LookupError{"named values are an object"};
  NamedValues values;
  for (const auto& [name, value] : json.items()) values.set(name, value_from(name, value));
  return values;
}

}  // namespace agon::lab::reproduce
