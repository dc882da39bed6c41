// What a reproduction found: tables with the published figures beside ours, plots, and whether each check holds. Plain data; the
// writers (writers.h) turn it into text, JSON lines, CSV and HTML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/reproduce/experiment.h"
#include "lab/reproduce/number_text.h"
#include "lab/reproduce/statistics.h"

namespace agon::lab::reproduce {

// A number with an optional range, or a word.
struct Cell {
  std::optional<double> value;
  std::optional<double> low, high;
  std::string text;
  std::optional<double> shade;  // 0 (bad) .. 1 (good): a colour behind it, where there are colours

  Cell() = default;
  Cell(double number) : value(number) {}                                 // NOLINT: implicit on purpose
  Cell(std::optional<double> number) : value(number) {}                  // NOLINT: implicit on purpose
  Cell(std::string words) : text(std::move(words)) {}                    // NOLINT: implicit on purpose
  Cell(const char* words) : text(words) {}                               // NOLINT: implicit on purpose
  Cell(const Estimate& e) : value(e.value), low(e.low), high(e.high) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool empty() const { return !value && text.empty(); }
};

struct Column {
  enum class Kind : std::uint8_t { Label, Published, Ours };
  std::string name;
  Kind kind = Kind::Ours;
};

struct Table {
  std::string id;
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  std::string note;
};

struct Plot {
  struct Point {
    double x = 0, y = 0;
  };
  struct Series {
    std::string name;
    std::vector<Point> points;
    bool published = false;
  };
  std::string title;
  std::string x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<Series> series;
};

// Figures of several things side by side, each with its range: a row a thing, a mark a series.
struct IntervalPlot {
  struct Row {
    std::string name;
    std::vector<std::optional<Estimate>> marks;  // one for each series
  };
  std::string title;
  std::string x_label;
  std::vector<std::string> series;  // one without a name needs no legend
  std::vector<Row> rows;
};

[[nodiscard]] const char* to_string(Column::Kind kind);

struct Report {
  Experiment experiment;
  Settings settings;  // the ones that were used
  bool quick = false;
  // Of the cells: each machine and commit that some of them were measured on or by, in order.
  std::vector<std::string> machines;
  std::vector<std::string> commits;
  unsigned threads = 1;
  double load = 0;                   // of the machine: the largest at the beginning of a cell
  double seconds = 0;                // of all cells together
  std::size_t cells = 0;             // that were measured
  std::vector<std::string> missing;  // cells that were not
  std::vector<Table> tables;
  std::vector<Plot> plots;
  std::vector<CheckOutcome> checks;  // in the order of the experiment
  std::vector<std::string> notes;

  [[nodiscard]] bool holds() const;  // every check that was measured
};

// The value, and the range in brackets where there is one that is wider than the digits shown.
[[nodiscard]] std::string cell_text(const Cell& cell);

}  // namespace agon::lab::reproduce
