#include "lab/reproduce/stored_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "lab/reproduce/values_json.h"

namespace agon::lab::reproduce {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// The field of a line; LookupError if it is missing or of another kind.
template <class T>
T field(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw LookupError{fmt::format("'{}' is missing", name)};
  constexpr bool kText = std::is_same_v<T, std::string>;
  constexpr bool kFlag = std::is_same_v<T, bool>;
  const bool fits = kText ? found->is_string() : kFlag ? found->is_boolean() : found->is_number();
  if (!fits) throw LookupError{fmt::format("'{}' must be {}", name, kText ? "a text" : kFlag ? "true or false" : "a number")};
  return found->template get<T>();
}

const Json& part(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw LookupError{fmt::format("'{}' is missing", name)};
  return *found;
}

Json object_of(std::string_view line, const char* schema) {
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) throw LookupError{"this is no JSON object"};
  if (json.value("schema", std::string()) != schema) throw LookupError{fmt::format("the line is not of schema {}", schema)};
  return json;
}

void read_header(std::string_view line, StoredRun& run) {
  const Json json = object_of(line, StoredRun::kSchema);
  run.experiment = field<std::string>(json, "experiment");
  run.quick = field<bool>(json, "quick");
  run.settings = values_from(part(json, "settings"));
}

void read_cell(std::string_view line, StoredRun& run) {
  const Json json = object_of(line, StoredRun::kCellSchema);
  StoredCell cell;
  cell.id = field<std::string>(json, "cell");
  cell.seed = field<std::uint64_t>(json, "seed");
  cell.seconds = field<double>(json, "seconds");
  cell.commit = field<std::string>(json, "commit");
  cell.machine = field<std::string>(json, "machine");
  cell.threads = field<unsigned>(json, "threads");
  cell.load = field<double>(json, "load");
  cell.figures = values_from(part(json, "figures"));
  if (run.find(cell.id) != nullptr) throw LookupError{fmt::format("the cell '{}' is there twice", cell.id)};
  run.cells.push_back(std::move(cell));
}

Error damaged(const std::string& path, std::size_t line, const std::string& message) {
  return bad_input("damaged-run", fmt::format("{}:{}: {}", path, line, message),
                   "take the line out, and --resume measures its cell again");
}

}  // namespace

const StoredCell* StoredRun::find(std::string_view id) const {
  const auto found = std::ranges::find(cells, id, &StoredCell::id);
  return found == cells.end() ? nullptr : &*found;
}

std::string header_line(const StoredRun& run) {
  return dump(
      {{"schema", StoredRun::kSchema}, {"experiment", run.experiment}, {"quick", run.quick}, {"settings", to_json(run.settings)}});
}

std::string cell_line(const StoredCell& cell) {
  return dump({{"schema", StoredRun::kCellSchema},
               {"cell", cell.id},
               {"seed", cell.seed},
               {"seconds", cell.seconds},
               {"commit", cell.commit},
               {"machine", cell.machine},
               {"threads", cell.threads},
               {"load", cell.load},
               {"figures", to_json(cell.figures)}});
}

Result<ReadRun> parse_run(std::string_view text, const std::string& path) {
  ReadRun result;
  std::size_t number = 0;
  while (result.whole < text.size()) {
    const std::size_t end = text.find('\n', result.whole);
    if (end == std::string_view::npos) break;
    const std::string_view line = text.substr(result.whole, end - result.whole);
    ++number;
    try {
      if (number == 1) read_header(line, result.run);
      else read_cell(line, result.run);
    } catch (const LookupError& problem) {
      return damaged(path, number, problem.message);
    }
    result.whole = end + 1;
  }
  if (number == 0) return damaged(path, 1, "this is no header of a run");
  return result;
}

Result<StoredRun> load_run(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  Result<ReadRun> read = parse_run(*text, path);
  if (!read) return read.error();
  if (read->whole < text->size()) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(*text, '\n'));
    return damaged(path, lines + 1, "the line has no end: the run was stopped while it was written");
  }
  return std::move(read->run);
}

}  // namespace agon::lab::reproduce
