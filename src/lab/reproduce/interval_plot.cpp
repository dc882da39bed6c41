// Dots with whiskers, one under the other: which of several things differ by more than their ranges.
#include <fmt/format.h>

#include "lab/reproduce/axis.h"
#include "lab/reproduce/writers.h"

namespace agon::lab::reproduce {
namespace {

constexpr double kWidth = 720, kLeft = 220, kRight = 20, kTop = 8, kBottom = 46, kMark = 13, kGap = 9, kLegend = 18;
constexpr std::size_t kLongestName = 34;  // letters that fit to the left

std::string shortened(const std::string& name) {
  return name.size() <= kLongestName ? name : name.substr(0, kLongestName - 3) + "...";
}

std::string mark(const Axis& x, double y, const Estimate& e, const char* colour) {
  const double low = x.place(std::max(e.low, x.lowest())), high = x.place(std::min(e.high, x.highest()));
  return fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" stroke-width=\"2\"/>\n"
      "<circle cx=\"{4:.1f}\" cy=\"{2:.1f}\" r=\"4\" fill=\"{3}\"><title>{5}</title></circle>\n",
      low, high, y, colour, x.place(e.value), escape_xml(cell_text(e)));
}

}  // namespace

std::string to_svg(const IntervalPlot& plot) {
  const bool legend = plot.series.size() > 1;
  const auto series = static_cast<double>(std::max<std::size_t>(1, plot.series.size()));
  const double row_height = series * kMark + kGap;
  const double top = kTop + (legend ? kLegend * series : 0);
  const double bottom = top + row_height * static_cast<double>(plot.rows.size());
  Axis x(false, kLeft, kWidth - kRight);
  for (const IntervalPlot::Row& row : plot.rows) {
    for (const auto& e : row.marks) {
      if (e && std::isfinite(e->value)) x.take(e->value), x.take(e->low), x.take(e->high);
    }
  }
  x.settle();
  std::string out = svg_open(kWidth, bottom + kBottom, plot.title);
  for (std::size_t s = 0; legend && s < plot.series.size(); ++s) {
    const double y = kTop + kLegend * (static_cast<double>(s) + 0.5);
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", kLeft + 6, y, kColours[s % kColours.size()]);
    out += text_at(kLeft + 18, y + 4, "start", plot.series[s]);
  }
  for (const double tick : x.ticks()) {
    out += grid_line(x.place(tick), top, x.place(tick), bottom);
    out += text_at(x.place(tick), bottom + 16, "middle", number_text(tick));
  }
  out += text_at((kLeft + kWidth - kRight) / 2, bottom + kBottom - 10, "middle", plot.x_label);
  for (std::size_t r = 0; r < plot.rows.size(); ++r) {
    const IntervalPlot::Row& row = plot.rows[r];
    const double y = top + row_height * static_cast<double>(r);
    out += text_at(kLeft - 8, y + row_height / 2 + 4, "end", shortened(row.name));
    out += grid_line(kLeft, y + row_height, kWidth - kRight, y + row_height);
    for (std::size_t s = 0; s < row.marks.size(); ++s) {
      const auto& e = row.marks[s];
      if (!e || !std::isfinite(e->value)) continue;
      out += mark(x, y + kGap / 2 + kMark * (static_cast<double>(s) + 0.5), *e, kColours[s % kColours.size()]);
    }
  }
  return out + "</svg>";
}

}  // namespace agon::lab::reproduce
