// Lines and points over two axes, linear or logarithmic. Points that a logarithm cannot show are left out.
#include <fmt/format.h>

#include "lab/reproduce/axis.h"
#include "lab/reproduce/writers.h"

namespace agon::lab::reproduce {
namespace {

constexpr double kPlotWidth = 720, kPlotHeight = 360, kPlotLeft = 80, kPlotRight = 190, kPlotTop = 15, kPlotBottom = 50;

}  // namespace

std::string to_svg(const Plot& plot) {
  Axis x(plot.log_x, kPlotLeft, kPlotWidth - kPlotRight);
  Axis y(plot.log_y, kPlotHeight - kPlotBottom, kPlotTop);
  for (const Plot::Series& series : plot.series) {
    for (const Plot::Point& point : series.points) x.take(point.x), y.take(point.y);
  }
  x.settle();
  y.settle();
  std::string out = svg_open(kPlotWidth, kPlotHeight, plot.title);
  for (const double tick : x.ticks()) {
    out += grid_line(x.place(tick), kPlotTop, x.place(tick), kPlotHeight - kPlotBottom);
    out += text_at(x.place(tick), kPlotHeight - kPlotBottom + 16, "middle", number_text(tick));
  }
  for (const double tick : y.ticks()) {
    out += grid_line(kPlotLeft, y.place(tick), kPlotWidth - kPlotRight, y.place(tick));
    out += text_at(kPlotLeft - 6, y.place(tick) + 4, "end", number_text(tick));
  }
  out += text_at((kPlotLeft + kPlotWidth - kPlotRight) / 2, kPlotHeight - 10, "middle", plot.x_label);
  out += text_at(14, (kPlotTop + kPlotHeight - kPlotBottom) / 2, "middle", plot.y_label,
                 fmt::format("transform=\"rotate(-90 14 {:.1f})\"", (kPlotTop + kPlotHeight - kPlotBottom) / 2));
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const Plot::Series& series = plot.series[s];
    const char* colour = kColours[s % kColours.size()];
    std::string line, dots;
    for (const Plot::Point& point : series.points) {
      if (!x.shows(point.x) || !y.shows(point.y)) continue;
      line += fmt::format("{:.1f},{:.1f} ", x.place(point.x), y.place(point.y));
      dots +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x.place(point.x), y.place(point.y), colour);
    }
    out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" {}/>\n{}", line, colour,
                       series.published ? "stroke-dasharray=\"5 4\"" : "", dots);
    const double at = kPlotTop + 12 + 18 * static_cast<double>(s);
    out += fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\" stroke=\"{3}\" stroke-width=\"2\" {4}/>\n",
                       kPlotWidth - kPlotRight + 12, kPlotWidth - kPlotRight + 32, at - 4, colour,
                       series.published ? "stroke-dasharray=\"5 4\"" : "");
    out += text_at(kPlotWidth - kPlotRight + 38, at, "start", series.name + (series.published ? " (published)" : ""));
  }
  return out + "</svg>";
}

}  // namespace agon::lab::reproduce
