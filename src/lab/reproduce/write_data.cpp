// The forms that programs read: JSON lines and CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/reproduce/values_json.h"
#include "lab/reproduce/writers.h"

namespace agon::lab::reproduce {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json to_json(const Cell& cell) {
  if (!cell.value) return cell.text.empty() ? Json() : Json(cell.text);
  if (!cell.low && cell.text.empty()) return number(*cell.value);
  Json json{{"value", number(*cell.value)}};
  if (cell.low) json["low"] = number(*cell.low);
  if (cell.high) json["high"] = number(*cell.high);
  if (!cell.text.empty()) json["text"] = cell.text;
  return json;
}

Json to_json(const Amounts& amounts) {
  Json json = Json::object();
  for (const auto& [name, amount] : amounts) json[name] = amount;
  return json;
}

Json to_json(const Report& report, const CheckOutcome& check) {
  Json json{{"schema", "agon.reproduction-check/2"},
            {"experiment", report.experiment.name},
            {"check", check.spec.id},
            {"description", check.spec.description},
            {"threshold", check.spec.threshold},
            {"state", to_string(check.state)},
            {"reason", check.reason},
            {"needs", to_json(check.spec.needs)},
            {"spent", to_json(check.spent)}};
  if (check.figure) json["figure"] = to_json(Cell(*check.figure));
  if (!check.spec.changed.empty()) json["changed"] = check.spec.changed;
  return json;
}

std::string csv_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.10g}", *value) : "";
}

bool has_range(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const auto& row) { return column < row.size() && row[column].low.has_value(); });
}

}  // namespace

std::string to_json_lines(const Report& report) {
  std::string out;
  const auto line = [&](const Json& json) { out += json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'; };
  const Experiment& experiment = report.experiment;
  line({{"schema", "agon.reproduction/2"},
        {"experiment", experiment.name},
        {"title", experiment.title},
        {"citation", experiment.citation},
        {"quick", report.quick},
        {"machines", report.machines},
        {"commits", report.commits},
        {"threads", report.threads},
        {"load", report.load},
        {"seconds", report.seconds},
        {"cells", report.cells},
        {"missing", report.missing},
        {"settings", to_json(report.settings)},
        {"holds", report.holds()}});
  for (const Table& table : report.tables) {
    for (const auto& row : table.rows) {
      Json json{{"schema", "agon.reproduction-row/1"}, {"experiment", experiment.name}, {"table", table.id}};
      for (const Column::Kind kind : {Column::Kind::Label, Column::Kind::Published, Column::Kind::Ours}) {
        Json part = Json::object();
        for (std::size_t c = 0; c < table.columns.size() && c < row.size(); ++c) {
          if (table.columns[c].kind == kind) part[table.columns[c].name] = to_json(row[c]);
        }
        if (!part.empty()) json[to_string(kind)] = std::move(part);
      }
      line(json);
    }
  }
  for (const CheckOutcome& check : report.checks) line(to_json(report, check));
  for (const std::string& note : report.notes)
    line({{"schema", "agon.reproduction-note/1"}, {"experiment", experiment.name}, {"note", note}});
  return out;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string to_csv(const Table& table) {
  std::string out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    const std::string name = column.kind == Column::Kind::Published ? column.name + " (published)" : column.name;
    out += (c == 0 ? "" : ",") + csv_field(name);
    if (has_range(table, c)) out += ',' + csv_field(name + " low") + ',' + csv_field(name + " high");
  }
  out += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const Cell cell = c < row.size() ? row[c] : Cell{};
      out += (c == 0 ? "" : ",") + (cell.value ? csv_number(cell.value) : csv_field(cell.text));
      if (has_range(table, c)) out += ',' + csv_number(cell.low) + ',' + csv_number(cell.high);
    }
    out += '\n';
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> to_csv(const Report& report) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const Table& table : report.tables) files.emplace_back(table.id + ".csv", to_csv(table));
  return files;
}

}  // namespace agon::lab::reproduce
