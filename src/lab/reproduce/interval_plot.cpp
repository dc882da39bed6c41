// Dots with whiskers, one under the other: which of several things differ by more than their ranges.
#include <fmt/format.h>

#include "lab/reproduce/axis.h"
#include "lab/reproduce/writers.h"

namespace agon::lab::reproduce {
namespace {

constexpr double kRowWidth = 720, kRowLeft = 220, kRowRight = 20, kRowTop = 8, kRowBottom = 46, kRowMark = 13, kRowGap = 9,
                 kRowLegend = 18;
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
  const double row_height = series * kRowMark + kRowGap;
  const double top = kRowTop + (legend ? kRowLegend * series : 0);
  const double bottom = top + row_height * static_cast<double>(plot.rows.size());
  Axis x(false, kRowLeft, kRowWidth - kRowRight);
  for (const IntervalPlot::Row& row : plot.rows) {
    for (const auto& e : row.marks) {
      if (e && std::isfinite(e->value)) x.take(e->value), x.take(e->low), x.take(e->high);
    }
  }
  x.settle();
  std::string out = svg_open(kRowWidth, bottom + kRowBottom, plot.title);
  for (std::size_t s = 0; legend && s < plot.series.size(); ++s) {
    const double y = kRowTop + kRowLegend * (static_cast<double>(s) + 0.5);
    out +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", kRowLeft + 6, y, kColours[s % kColours.size()]);
    out += text_at(kRowLeft + 18, y + 4, "start", plot.series[s]);
  }
  for (const double tick : x.ticks()) {
    out += grid_line(x.place(tick), top, x.place(tick), bottom);
    out += text_at(x.place(tick), bottom + 16, "middle", number_text(tick));
  }
  out += text_at((kRowLeft + kRowWidth - kRowRight) / 2, bottom + kRowBottom - 10, "middle", plot.x_label);
  for (std::size_t r = 0; r < plot.rows.size(); ++r) {
    const IntervalPlot::Row& row = plot.rows[r];
    const double y = top + row_height * static_cast<double>(r);
    out += text_at(kRowLeft - 8, y + row_height / 2 + 4, "end", shortened(row.name));
    out += grid_line(kRowLeft, y + row_height, kRowWidth - kRowRight, y + row_height);
    for (std::size_t s = 0; s < row.marks.size(); ++s) {
      const auto& e = row.marks[s];
      if (!e || !std::isfinite(e->value)) continue;
      out += mark(x, y + kRowGap / 2 + kRowMark * (static_cast<double>(s) + 0.5), *e, kColours[s % kColours.size()]);
    }
  }
  return out + "</svg>";
}

}  // namespace agon::lab::reproduce
