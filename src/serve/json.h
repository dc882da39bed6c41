// The JSON type of the server, for files that work with it: nlohmann::ordered_json, whose fields keep the order of insertion.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/json_integer.h"
#include "serve/json_fwd.h"

namespace agon::serve {

// A list in which nothing is null.
template <class T>
[[nodiscard]] Json nullable_list(const std::vector<std::optional<T>>& values) {
  Json list = Json::array();
  for (const std::optional<T>& value : values) list.push_back(value ? Json(*value) : Json(nullptr));
  return list;
}

template <class T>
[[nodiscard]] std::vector<std::optional<T>> nullable_list_from_json(const Json& json) {
  std::vector<std::optional<T>> values;
  for (const Json& value : json) {
    if constexpr (std::integral<T>) values.push_back(json_integer<T>(value));
    else values.push_back(value.is_number() ? std::optional(value.get<T>()) : std::nullopt);
  }
  return values;
}

}  // namespace agon::serve
