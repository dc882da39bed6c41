#include "lab/reproduce/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"

namespace agon::lab::reproduce {
namespace fs = std::filesystem;
namespace {

// A mistake in the file, at a place of it.
struct Problem {
  std::string message;
  toml::source_region place;
};

[[noreturn]] void fail(const toml::node& node, std::string message) { throw Problem{std::move(message), node.source()}; }

std::string required(const toml::table& table, std::string_view key) {
  const auto value = table[key].value<std::string>();
  if (!value || value->empty()) fail(table, fmt::format("'{}' is missing or no text", key));
  return *value;
}

double number_of(const toml::node& node) {
  if (const auto value = node.value<double>()) return *value;
  fail(node, "a number is expected here");
}

std::string word_of(const toml::node& node) {
  if (const auto* value = node.as_string()) return value->get();
  fail(node, "a text is expected here");
}

std::vector<std::string> words_of(const toml::table& table, std::string_view key) {
  std::vector<std::string> result;
  const toml::node* node = table.get(key);
  if (node == nullptr) return result;
  if (!node->is_array()) fail(*node, fmt::format("'{}' must be a list of texts", key));
  for (const toml::node& entry : *node->as_array()) result.push_back(word_of(entry));
  return result;
}

Settings::Value setting_of(const toml::node& node) {
  if (const auto* word = node.as_string()) return word->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? 1.0 : 0.0;
  const toml::array* array = node.as_array();
  if (array == nullptr) return number_of(node);
  if (!array->empty() && array->front().is_string()) {
    std::vector<std::string> words;
    for (const toml::node& entry : *array) words.push_back(word_of(entry));
    return words;
  }
  std::vector<double> numbers;
  for (const toml::node& entry : *array) numbers.push_back(number_of(entry));
  return numbers;
}

Settings settings_of(const toml::table& table, std::string_view key) {
  Settings result;
  const toml::node* node = table.get(key);
  if (node == nullptr) return result;
  if (!node->is_table()) fail(*node, fmt::format("'{}' must be a table", key));
  // toml++ sorts keys; the order of the file is the order of the lines.
  std::vector<std::pair<toml::source_index, std::string>> order;
  for (const auto& [name, value] : *node->as_table()) order.emplace_back(value.source().begin.line, name);
  std::ranges::sort(order);
  for (const auto& [line, name] : order) result.set(name, setting_of(*node->as_table()->get(name)));
  return result;
}

PublishedCell cell_of(const toml::node& node) {
  if (const auto* word = node.as_string()) return word->get().empty() ? PublishedCell{} : PublishedCell{word->get()};
  return number_of(node);
}

PublishedTable published_of(const toml::table& table) {
  PublishedTable result;
  result.id = required(table, "id");
  result.title = required(table, "title");
  result.note = table["note"].value_or(std::string());
  result.columns = words_of(table, "columns");
  const toml::array* rows = table["rows"].as_array();
  if (result.columns.empty() || rows == nullptr) fail(table, "a published table needs 'columns' and 'rows'");
  for (const toml::node& row : *rows) {
    const toml::array* cells = row.as_array();
    if (cells == nullptr || cells->size() != result.columns.size()) {
      fail(row, fmt::format("a row of '{}' must have {} cells", result.id, result.columns.size()));
    }
    std::vector<PublishedCell>& out = result.rows.emplace_back();
    for (const toml::node& cell : *cells) out.push_back(cell_of(cell));
  }
  return result;
}

CheckSpec check_of(const toml::table& table) {
  CheckSpec check;
  check.id = required(table, "id");
  check.description = required(table, "description");
  if (const toml::node* threshold = table.get("threshold")) check.threshold = number_of(*threshold);
  if (const toml::node* needs = table.get("needs")) {
    if (!needs->is_table()) fail(*needs, "'needs' must be a table of amounts: needs = { games = 200 }");
    for (const auto& [name, amount] : *needs->as_table()) check.needs.emplace_back(std::string(name.str()), number_of(amount));
  }
  if (table.contains("changed")) check.changed = required(table, "changed");
  return check;
}

// Calls make(table) for each [[key]] and refuses two with one id.
template <class T, class Make>
std::vector<T> list_of(const toml::table& table, std::string_view key, Make&& make) {
  std::vector<T> result;
  const toml::array* array = table[key].as_array();
  if (array == nullptr) return result;
  for (const toml::node& node : *array) {
    if (!node.is_table()) fail(node, fmt::format("'{}' must be a list of tables", key));
    result.push_back(make(*node.as_table()));
    for (std::size_t i = 0; i + 1 < result.size(); ++i) {
      if (result[i].id == result.back().id) fail(node, fmt::format("'{}' is there twice", result.back().id));
    }
  }
  return result;
}

Experiment experiment_of(const toml::table& table, const std::string& name) {
  if (table["schema"].value_or(std::string()) != Experiment::kSchema)
    fail(table, fmt::format("the file is not of schema {}", Experiment::kSchema));
  Experiment result;
  result.name = name;
  result.kind = table["kind"].value_or(name);
  result.title = required(table, "title");
  result.citation = required(table, "citation");
  result.claim = required(table, "claim");
  result.games = words_of(table, "games");
  result.games_note = table["games_note"].value_or(std::string());
  result.settings = settings_of(table, "settings");
  result.quick = settings_of(table, "quick");
  for (const auto& [setting, value] : result.quick.all()) {
    if (!result.settings.has(setting)) fail(table, fmt::format("[quick] changes '{}', which [settings] does not have", setting));
  }
  result.published = list_of<PublishedTable>(table, "published", published_of);
  result.checks = list_of<CheckSpec>(table, "check", check_of);
  if (result.checks.empty()) fail(table, "an experiment without a check shows nothing: add [[check]]");
  return result;
}

std::vector<fs::path> files(const std::string& folder) {
  std::vector<fs::path> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") result.push_back(entry.path());
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace

std::optional<double> PublishedTable::number(std::string_view row, std::string_view column) const {
  const auto at = static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin());
  if (at == columns.size()) return std::nullopt;
  for (const auto& cells : rows) {
    const auto* name = std::get_if<std::string>(&cells.front());
    if (name == nullptr || *name != row) continue;
    const auto* value = std::get_if<double>(&cells[at]);
    return value != nullptr ? std::optional(*value) : std::nullopt;
  }
  return std::nullopt;
}

Settings Experiment::chosen(bool with_quick) const {
  Settings result = settings;
  if (with_quick) {
    for (const auto& [setting, value] : quick.all()) result.set(setting, value);
  }
  return result;
}

const PublishedTable& Experiment::table(std::string_view id) const {
  for (const PublishedTable& one : published) {
    if (one.id == id) return one;
  }
  throw LookupError{fmt::format("there is no published table '{}'", id)};
}

const CheckSpec& Experiment::check(std::string_view id) const {
  for (const CheckSpec& one : checks) {
    if (one.id == id) return one;
  }
  throw LookupError{fmt::format("there is no check '{}'", id)};
}

Result<Experiment> parse_experiment(std::string_view text, const std::string& name, const std::string& path) {
  const std::string& shown = path.empty() ? name : path;
  try {
    Experiment result = experiment_of(toml::parse(text, shown), name);
    result.path = path;
    return result;
  } catch (const toml::parse_error& problem) {
    const auto& place = problem.source().begin;
    return bad_input("bad-experiment", fmt::format("{}:{}:{}: {}", shown, place.line, place.column, problem.description()));
  } catch (const Problem& problem) {
    return bad_input("bad-experiment", fmt::format("{}:{}: {}", shown, problem.place.begin.line, problem.message));
  }
}

std::string experiments_folder(const std::string& folder) {
  if (!folder.empty()) return folder;
  const char* environment = std::getenv("AGON_EXPERIMENTS");
  return environment != nullptr ? environment : AGON_EXPERIMENTS_DIR;
}

Result<std::vector<Experiment>> all_experiments(const std::string& folder) {
  std::vector<Experiment> result;
  for (const fs::path& file : files(folder)) {
    Result<Experiment> one = load_experiment(folder, file.stem().string());
    if (!one) return one.error();
    result.push_back(std::move(*one));
  }
  if (result.empty()) {
    return bad_input("no-experiments", fmt::format("there are no experiments in '{}'", folder),
                     "set AGON_EXPERIMENTS to the folder that holds them");
  }
  return result;
}

Result<Experiment> load_experiment(const std::string& folder, const std::string& name) {
  const fs::path path = fs::path(folder) / (name + ".toml");
  std::error_code error;
  if (name.find('/') != std::string::npos || !fs::exists(path, error)) {
    std::vector<std::string> names;
    for (const fs::path& file : files(folder)) names.push_back(file.stem().string());
    return bad_input("no-such-experiment", fmt::format("there is no experiment '{}'", name),
                     fmt::format("choose one of: {}", fmt::join(names, ", ")));
  }
  const Result<std::string> text = read_file(path.string());
  if (!text) return text.error();
  return parse_experiment(*text, name, path.string());
}

}  // namespace agon::lab::reproduce
