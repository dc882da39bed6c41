// A report in the forms people and programs want. All return text; whoever calls them prints or stores it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/reproduce/report.h"

namespace agon::lab::reproduce {

[[nodiscard]] std::string to_text(const Report& report);
// One object a line: a header, then a line for each row of each table, each check, each note.
[[nodiscard]] std::string to_json_lines(const Report& report);
// A file a table: (name, content). A figure with a range has three columns.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> to_csv(const Report& report);
// One page that needs nothing else.
[[nodiscard]] std::string to_html(const Report& report);

// "A quick run (...): 12 of 14 cells, 95 s in all, ...": where the figures come from.
[[nodiscard]] std::string run_text(const Report& report);

// The pieces, for other reports.
[[nodiscard]] std::string to_text(const Table& table);
[[nodiscard]] std::string to_csv(const Table& table);
[[nodiscard]] std::string to_html(const Table& table);
[[nodiscard]] std::string to_svg(const Plot& plot);
[[nodiscard]] std::string to_svg(const IntervalPlot& plot);
// A whole page around a body: light or dark as the reader's system is, nothing fetched.
[[nodiscard]] std::string html_page(const std::string& title, const std::string& body);
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace agon::lab::reproduce
