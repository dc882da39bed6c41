#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lab/reproduce/writers.h"

namespace agon::lab::reproduce {
namespace {

constexpr std::size_t kTextWidth = 100;

// Words of a text on lines that fit, each with the given indent.
std::string wrapped(const std::string& text, const std::string& indent) {
  std::string out, line;
  const auto flush = [&] {
    if (!line.empty()) out += indent + line + '\n';
    line.clear();
  };
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != ' ' && text[i] != '\n') {
      word += text[i];
      continue;
    }
    if (word.empty()) continue;
    if (line.size() + word.size() + indent.size() + 1 > kTextWidth) flush();
    line += (line.empty() ? "" : " ") + word;
    word.clear();
  }
  flush();
  return out;
}

bool is_number(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const auto& row) { return column < row.size() && row[column].value.has_value(); });
}

}  // namespace

std::string run_text(const Report& report) {
  const std::size_t all = report.cells + report.missing.size();
  return fmt::format("{}: {} of {} cells, {:.0f} s in all, {} thread{}, load of the machine up to {:.1f}, commit {}; {}.",
                     report.quick ? "A quick run (short measurements, wide ranges)" : "A full run", report.cells, all,
                     report.seconds, report.threads, report.threads == 1 ? "" : "s", report.load,
                     fmt::join(report.commits, " and "), fmt::join(report.machines, " and "));
}

std::string to_text(const Table& table) {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : table.columns) {
    const char* mark = column.kind == Column::Kind::Published ? " (published)" : "";
    lines[0].push_back(column.name + mark);
  }
  for (const auto& row : table.rows) {
    auto& line = lines.emplace_back();
    for (const Cell& cell : row) line.push_back(cell.empty() ? "-" : cell_text(cell));
    line.resize(table.columns.size());
  }
  std::vector<std::size_t> width(table.columns.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], line[c].size());
  }
  std::string out = table.title + '\n';
  for (const auto& line : lines) {
    std::string text = " ";
    for (std::size_t c = 0; c < line.size(); ++c)
      text += is_number(table, c) ? fmt::format(" {:>{}} ", line[c], width[c]) : fmt::format(" {:<{}} ", line[c], width[c]);
    out += text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
  }
  return out + wrapped(table.note, "    ");
}

std::string to_text(const Report& report) {
  const Experiment& experiment = report.experiment;
  std::string out = fmt::format("{}\n{}\n", experiment.title, wrapped(experiment.citation, "  "));
  out += fmt::format("Claimed:\n{}\n", wrapped(experiment.claim, "  "));
  if (!experiment.games_note.empty()) out += fmt::format("Games:\n{}\n", wrapped(experiment.games_note, "  "));
  for (const Table& table : report.tables) out += to_text(table) + '\n';
  out += "Checks\n";
  for (const CheckOutcome& check : report.checks) {
    out += fmt::format("  {:<12} {}\n", to_string(check.state), check.spec.id);
    out += wrapped(check.spec.description, "      ") + wrapped(check.reason, "      -> ");
    if (!check.spec.needs.empty()) out += wrapped("an answer takes: " + amounts_text(check.spec.needs), "      ");
    if (!check.spec.changed.empty()) out += wrapped("changed: " + check.spec.changed, "      ");
  }
  if (!report.notes.empty()) out += "Notes\n";
  for (const std::string& note : report.notes) out += wrapped(note, "  ");
  return out + wrapped(run_text(report), "");
}

}  // namespace agon::lab::reproduce
