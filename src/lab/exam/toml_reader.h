// Reading the fields of a TOML table: what is wrong is thrown with its place and becomes an Error where the file was opened.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/exam/exam.h"

namespace agon::lab::exam {

struct TomlProblem {
  std::string message, hint;
  toml::source_region place;
};

[[noreturn]] inline void fail(const toml::node& node, std::string message, std::string hint = {}) {
  throw TomlProblem{std::move(message), std::move(hint), node.source()};
}

inline std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  fail(node, "a text is expected here");
}
inline std::string text_of(const toml::table& table, std::string_view key) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) fail(table, fmt::format("'{}' is missing", key));
  return text_of(*node);
}

inline std::vector<std::string> texts_of(const toml::node& node) {
  if (!node.is_array()) fail(node, "a list of texts is expected here");
  std::vector<std::string> result;
  for (const toml::node& entry : *node.as_array()) result.push_back(text_of(entry));
  return result;
}

inline int integer_of(const toml::table& table, std::string_view key, int least, int most) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) fail(table, fmt::format("'{}' is missing", key));
  const std::optional<std::int64_t> value = node->value_exact<std::int64_t>();
  if (!value || *value < least || *value > most)
    fail(*node, fmt::format("'{}' must be a whole number from {} to {}", key, least, most));
  return static_cast<int>(*value);
}

// False where it is left out.
inline bool flag_of(const toml::table& table, std::string_view key) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) return false;
  if (!node->is_boolean()) fail(*node, fmt::format("'{}' must be true or false", key));
  return node->as_boolean()->get();
}

inline Kind kind_of(const toml::table& table) {
  const std::string name = text_of(table, "kind");
  std::vector<std::string> names;
  for (const Kind kind : kKinds) {
    if (name == to_string(kind)) return kind;
    names.emplace_back(to_string(kind));
  }
  fail(*table.get("kind"), fmt::format("there is no kind '{}'", name), fmt::format("choose one of: {}", fmt::join(names, ", ")));
}

inline void refuse_other_keys(const toml::table& table, const std::vector<std::string>& known) {
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) == known.end())
      fail(value, fmt::format("nobody knows '{}'", key.str()), fmt::format("there are: {}", fmt::join(known, ", ")));
  }
}

// use(table) with the tables of [[name]], after the schema was looked at.
template <class Use>
void each_table(const toml::table& file, const char* schema, const char* name, Use&& use) {
  const std::string found = file["schema"].value_or(std::string());
  if (found != schema)
    fail(file, fmt::format("the file is not of schema {}", schema),
         fmt::format("its first line should be: schema = \"{}\"", schema));
  refuse_other_keys(file, {"schema", name});
  const toml::array* const tables = file[name].as_array();
  if (tables == nullptr || tables->empty()) fail(file, fmt::format("the file has no [[{}]]", name));
  for (const toml::node& node : *tables) {
    if (!node.is_table()) fail(node, fmt::format("[[{}]] must be a table", name));
    use(*node.as_table());
  }
}

// read(table) for the text of a file; what it throws becomes the Error.
template <class T, class Read>
Result<T> read_toml(std::string_view text, const std::string& path, const char* code, Read&& read) {
  try {
    return read(toml::parse(text, path));
  } catch (const toml::parse_error& problem) {
    const auto& place = problem.source().begin;
    return bad_input(code, fmt::format("{}:{}:{}: {}", path, place.line, place.column, problem.description()));
  } catch (const TomlProblem& problem) {
    return bad_input(code, fmt::format("{}:{}: {}", path, problem.place.begin.line, problem.message), problem.hint);
  }
}

}  // namespace agon::lab::exam
