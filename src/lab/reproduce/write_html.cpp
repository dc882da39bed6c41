// One page: tables, plots as inline SVG, checks. No script, nothing fetched.
#include <fmt/format.h>

#include "lab/reproduce/writers.h"
#include "lab/reproduce/xml.h"

namespace agon::lab::reproduce {
namespace {

constexpr const char* kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th.label, td.label { text-align: left; } .published { background: #f4f1e6; } .range, .note, .faint { color: #777; font-size: .85em; }
.holds { color: #17692f; } .fails { color: #b3261e; font-weight: 600; } .open { color: #777; }
svg { max-width: 100%; height: auto; } dt { margin-top: .6rem; }
)";

std::string cell_html(const Cell& cell) {
  if (!cell.value) return cell.empty() ? "&ndash;" : escape_xml(cell.text);
  const std::string whole = cell_text(cell);
  const std::string value = number_text(*cell.value);
  const std::string rest = whole.substr(value.size());
  return escape_xml(value) + (rest.empty() ? "" : fmt::format("<span class=\"range\">{}</span>", escape_xml(rest)));
}

std::string table_html(const Table& table) {
  std::string out = fmt::format("<h2>{}</h2>\n<div class=\"scroll\"><table>\n<tr>", escape_xml(table.title));
  for (const Column& column : table.columns) {
    const char* mark = column.kind == Column::Kind::Published ? "<br><span class=\"faint\">published</span>" : "";
    out += fmt::format("<th class=\"{}\">{}{}</th>", to_string(column.kind), escape_xml(column.name), mark);
  }
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size() && c < table.columns.size(); ++c)
      out += fmt::format("<td class=\"{}\">{}</td>", to_string(table.columns[c].kind), cell_html(row[c]));
    out += "</tr>\n";
  }
  out += "</table></div>\n";
  if (!table.note.empty()) out += fmt::format("<p class=\"note\">{}</p>\n", escape_xml(table.note));
  return out;
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

std::string to_html(const Report& report) {
  const Experiment& experiment = report.experiment;
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
      "<title>{0}</title><style>{1}</style></head><body>\n<h1>{0}</h1>\n<p class=\"faint\">{2}</p>\n<p>{3}</p>\n",
      escape_xml(experiment.title), kStyle, escape_xml(experiment.citation), escape_xml(experiment.claim));
  if (!experiment.games_note.empty()) out += fmt::format("<p class=\"note\">{}</p>\n", escape_xml(experiment.games_note));
  out += fmt::format("<p class=\"faint\">{:.0f} s on {}{}. Figures are medians; the range follows in brackets.</p>\n",
                     report.seconds, escape_xml(report.machine), report.quick ? ", quick run" : "");
  out += "<h2>Checks</h2>\n<dl>\n";
  for (const CheckOutcome& check : report.checks) {
    out += fmt::format("<dt><span class=\"{}\">{}</span> <b>{}</b> &ndash; {}</dt><dd class=\"note\">{}</dd>\n",
                       state_class(check.state), to_string(check.state), escape_xml(check.spec.id),
                       escape_xml(check.spec.description), escape_xml(check.reason));
  }
  out += "</dl>\n";
  for (const Table& table : report.tables) out += table_html(table);
  for (const Plot& plot : report.plots) out += fmt::format("<h2>{}</h2>\n{}\n", escape_xml(plot.title), to_svg(plot));
  if (!report.notes.empty()) out += "<h2>Notes</h2>\n";
  for (const std::string& note : report.notes) out += fmt::format("<p>{}</p>\n", escape_xml(note));
  return out + "</body></html>\n";
}

}  // namespace agon::lab::reproduce
