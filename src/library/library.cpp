#include "library/library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/similar.h"
#include "library/families.h"

namespace agon::library {
namespace fs = std::filesystem;
namespace {

constexpr const char* kShelves[] = {"gdl", "gdl2", "rtgdl"};

std::vector<std::string> strings(const toml::table& table, std::string_view key) {
  std::vector<std::string> result;
  if (const toml::array* array = table[key].as_array()) {
    for (const auto& entry : *array) result.push_back(entry.value_or(std::string()));
  }
  return result;
}

template <class Number>
std::vector<Number> numbers(const toml::array* array) {
  std::vector<Number> result;
  if (array == nullptr) return result;
  for (const auto& entry : *array) result.push_back(static_cast<Number>(entry.value_or(std::int64_t{0})));
  return result;
}

Result<Facts> read_facts(const fs::path& sheet) {
  fs::path path = sheet;
  path.replace_extension(".toml");
  Facts facts;
  facts.name = sheet.stem().string();
  facts.path = sheet.string();
  std::error_code error;
  if (!fs::exists(path, error)) {
    return bad_input("no-facts", fmt::format("'{}' has no facts file beside it", sheet.string()),
                     fmt::format("write {}", path.string()));
  }
  try {
    const toml::table table = toml::parse_file(path.string());
    if (table["schema"].value_or(std::string()) != "agon.facts/1") {
      return bad_input("bad-facts", fmt::format("{} is not of schema agon.facts/1", path.string()),
                       "add schema = \"agon.facts/1\"");
    }
    facts.title = table["title"].value_or(facts.name);
    facts.summary = table["summary"].value_or(std::string());
    facts.description = table["description"].value_or(std::string());
    facts.dialect = table["dialect"].value_or(std::string("gdl"));
    facts.roles = strings(table, "roles");
    facts.tags = strings(table, "tags");
    facts.mean_length = table["mean_length"].value<double>();
    facts.perft.nodes = numbers<std::uint64_t>(table["perft"]["nodes"].as_array());
    facts.perft.terminals = numbers<std::uint64_t>(table["perft"]["terminals"].as_array());
    if (const toml::array* sums = table["perft"]["goal_sums"].as_array()) {
      for (const auto& entry : *sums) facts.perft.goal_sums.push_back(numbers<std::int64_t>(entry.as_array()));
    }
    facts.perft.source = table["perft"]["source"].value_or(std::string());
    if (const toml::array* goals = table["value"]["goals"].as_array()) {
      for (const auto& goal : *goals) facts.value.push_back(goal.value_or(0.0));
    }
    facts.value_source = table["value"]["source"].value_or(std::string());
  } catch (const toml::parse_error& problem) {
    const auto& place = problem.source().begin;
    return bad_input("bad-facts", fmt::format("{}:{}:{}: {}", path.string(), place.line, place.column, problem.description()));
  }
  return facts;
}

std::vector<fs::path> sheets(const std::string& folder) {
  std::vector<fs::path> result;
  for (const char* shelf : kShelves) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(folder) / shelf, error)) {
      if (entry.path().extension() == ".kif") result.push_back(entry.path());
    }
  }
  std::ranges::sort(result, {}, [](const fs::path& p) { return p.stem().string(); });
  return result;
}

Result<Sheet> read_sheet(const std::string& name, const std::string& path, std::size_t max_bytes) {
  Result<std::string> text = read_file(path, max_bytes);
  if (!text) return text.error();
  return Sheet{name, path, std::move(*text)};
}

Error no_such_game(const std::string& name, const std::vector<std::string>& meant) {
  return bad_input("no-such-game", fmt::format("there is no game or file '{}'", name),
                   meant.empty() ? "'agon games' lists the library; any other game is named by the path of its rule sheet"
                                 : fmt::format("did you mean {}?", fmt::join(meant, ", ")));
}

}  // namespace

Library::Library(std::string folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) return;
  const char* environment = std::getenv("AGON_GAMES");
  folder_ = environment != nullptr ? environment : AGON_GAMES_DIR;
}

Result<std::vector<Facts>> Library::all() const {
  std::vector<Facts> result;
  for (const fs::path& sheet : sheets(folder_)) {
    Result<Facts> one = read_facts(sheet);
    if (!one) return one.error();
    result.push_back(std::move(*one));
  }
  if (result.empty()) {
    return bad_input("no-library", fmt::format("there are no games in '{}'", folder_),
                     "set AGON_GAMES to the folder that holds gdl/, gdl2/ and rtgdl/");
  }
  return result;
}

Result<Facts> Library::facts(const std::string& name) const {
  if (const std::optional<std::string> path = shelved(name)) return read_facts(*path);
  const std::optional<FamilyMember> member = family_member(name);
  std::error_code error;
  if (!member && fs::exists(name, error)) return read_facts(name);
  if (!member) return no_such_game(name, meant(name));
  // Counts and solutions for the base's size do not apply to this one.
  Result<Facts> facts = this->facts(member->base);
  if (!facts) return facts;
  facts->name = name;
  facts->title = fmt::format("{}, {} by {}", facts->title, member->columns, member->rows);
  facts->description = fmt::format("The rules of '{}' on {} columns and {} rows.", member->base, member->columns, member->rows);
  facts->perft = {};
  facts->value.clear();
  facts->mean_length.reset();
  return facts;
}

std::vector<std::string> Library::meant(std::string_view wrong) const {
  std::vector<std::string> close;
  for (const fs::path& sheet : sheets(folder_)) {
    std::string name = sheet.stem().string();
    const bool part = wrong.size() > 2 && name.find(wrong) != std::string::npos;
    if (part || similar(name, wrong, 2)) close.push_back(std::move(name));
  }
  return close;
}

std::optional<std::string> Library::shelved(const std::string& name) const {
  if (name.find('/') != std::string::npos) return {};
  std::error_code error;
  for (const char* shelf : kShelves) {
    const fs::path path = fs::path(folder_) / shelf / (name + ".kif");
    if (fs::exists(path, error)) return path.string();
  }
  return {};
}

bool Library::has(const std::string& name) const {
  if (shelved(name)) return true;
  const std::optional<FamilyMember> member = family_member(name);
  return member && shelved(member->base);
}

Result<Sheet> Library::own_sheet(const std::string& name, std::size_t max_bytes) const {
  if (const std::optional<std::string> path = shelved(name)) return read_sheet(name, *path, max_bytes);
  const std::optional<FamilyMember> member = family_member(name);
  if (!member) return no_such_game(name, meant(name));
  const Result<Sheet> base = own_sheet(member->base, max_bytes);
  if (!base) return base;
  Result<std::string> text = family_text(*member, base->text);
  if (!text) return text.error();
  return Sheet{name, {}, std::move(*text)};
}

Result<Sheet> Library::sheet(const std::string& name_or_path, std::size_t max_bytes) const {
  std::error_code error;
  if (!has(name_or_path) && fs::exists(name_or_path, error)) return read_sheet(name_or_path, name_or_path, max_bytes);
  return own_sheet(name_or_path, max_bytes);
}

Result<gdl::Rules> Library::load(const std::string& name_or_path, const gdl::ReadOptions& options) const {
  Result<Sheet> found = sheet(name_or_path, options.max_bytes);
  if (!found) return found.error();
  return gdl::read_text(std::move(found->text), name_or_path, options);
}

}  // namespace agon::library
