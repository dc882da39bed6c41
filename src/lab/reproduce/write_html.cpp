// One page: tables, plots as inline SVG, checks. No script, nothing fetched.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/reproduce/writers.h"
#include "lab/reproduce/xml.h"

namespace agon::lab::reproduce {
namespace {

// Colours are variables, so that a dark system gets a dark page; plots draw in the colour of the text.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #777; --line: #ddd; --print: #f4f1e6;
  --good: #17692f; --bad: #b3261e; --win: 23, 105, 47; --loss: 179, 38, 30; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #16181b; --faint: #999; --line: #3a3d42; --print: #2b2920;
  --good: #6ecf8b; --bad: #ff8a80; --win: 60, 190, 100; --loss: 235, 90, 80; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th.label, td.label { text-align: left; } .published { background: var(--print); } .range, .note, .faint { color: var(--faint); font-size: .85em; }
.holds { color: var(--good); } .fails { color: var(--bad); font-weight: 600; } .open { color: var(--faint); }
svg { max-width: 100%; height: auto; } dt { margin-top: .6rem; }
)";

std::string cell_html(const Cell& cell) {
  if (!cell.value) return cell.empty() ? "&ndash;" : escape_xml(cell.text);
  const std::string whole = cell_text(cell);
  const std::string value = number_text(*cell.value);
  const std::string rest = whole.substr(value.size());
  return escape_xml(value) + (rest.empty() ? "" : fmt::format("<span class=\"range\">{}</span>", escape_xml(rest)));
}

// Half is no colour; the further from it, the stronger.
std::string shade_of(const Cell& cell) {
  if (!cell.shade) return {};
  const double strength = std::min(1.0, std::abs(*cell.shade - 0.5) * 2) * 0.55;
  return fmt::format(" style=\"background: rgba(var(--{}), {:.2f})\"", *cell.shade >= 0.5 ? "win" : "loss", strength);
}

const char* state_class(CheckOutcome::State state) {
  switch (state) {
    case CheckOutcome::State::Holds: return "holds";
    case CheckOutcome::State::Fails: return "fails";
    case CheckOutcome::State::NotMeasured: return "open";
  }
  return "";
}

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
      "<title>{0}</title><style>{1}</style></head><body>\n<h1>{0}</h1>\n{2}</body></html>\n",
      escape_xml(title), kStyle, body);
}

std::string to_html(const Table& table) {
  std::string out = fmt::format("<h2>{}</h2>\n<div class=\"scroll\"><table>\n<tr>", escape_xml(table.title));
  for (const Column& column : table.columns) {
    const char* mark = column.kind == Column::Kind::Published ? "<br><span class=\"faint\">published</span>" : "";
    out += fmt::format("<th class=\"{}\">{}{}</th>", to_string(column.kind), escape_xml(column.name), mark);
  }
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size() && c < table.columns.size(); ++c)
      out += fmt::format("<td class=\"{}\"{}>{}</td>", to_string(table.columns[c].kind), shade_of(row[c]), cell_html(row[c]));
    out += "</tr>\n";
  }
  out += "</table></div>\n";
  if (!table.note.empty()) out += fmt::format("<p class=\"note\">{}</p>\n", escape_xml(table.note));
  return out;
}

std::string to_html(const Report& report) {
  const Experiment& experiment = report.experiment;
  std::string out =
      fmt::format("<p class=\"faint\">{}</p>\n<p>{}</p>\n", escape_xml(experiment.citation), escape_xml(experiment.claim));
  if (!experiment.games_note.empty()) out += fmt::format("<p class=\"note\">{}</p>\n", escape_xml(experiment.games_note));
  out +=
      fmt::format("<p class=\"faint\">{} Figures are medians; the range follows in brackets.</p>\n", escape_xml(run_text(report)));
  out += "<h2>Checks</h2>\n<dl>\n";
  for (const CheckOutcome& check : report.checks) {
    out += fmt::format("<dt><span class=\"{}\">{}</span> <b>{}</b> &ndash; {}</dt><dd class=\"note\">{}</dd>\n",
                       state_class(check.state), to_string(check.state), escape_xml(check.spec.id),
                       escape_xml(check.spec.description), escape_xml(check.reason));
    if (!check.spec.needs.empty())
      out += fmt::format("<dd class=\"faint\">An answer takes: {}.</dd>\n", escape_xml(amounts_text(check.spec.needs)));
    if (!check.spec.changed.empty()) out += fmt::format("<dd class=\"note\">Changed: {}</dd>\n", escape_xml(check.spec.changed));
  }
  out += "</dl>\n";
  for (const Table& table : report.tables) out += to_html(table);
  for (const Plot& plot : report.plots) out += fmt::format("<h2>{}</h2>\n{}\n", escape_xml(plot.title), to_svg(plot));
  if (!report.notes.empty()) out += "<h2>Notes</h2>\n";
  for (const std::string& note : report.notes) out += fmt::format("<p>{}</p>\n", escape_xml(note));
  return html_page(experiment.title, out);
}

}  // namespace agon::lab::reproduce
