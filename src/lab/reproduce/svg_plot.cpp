// Lines and points over two axes, linear or logarithmic. Points that a logarithm cannot show are left out.
#include <fmt/format.h>

#include "lab/reproduce/axis.h"
#include "lab/reproduce/writers.h"

namespace agon::lab::reproduce {
namespace {

constexpr double kWidth = 720, kHeight = 360, kLeft = 80, kRight = 190, kTop = 15, kBottom = 50;

}  // namespace

std::string to_svg(const Plot& plot) {
  Axis x(plot.log_x, kLeft, kWidth - kRight);
  Axis y(plot.log_y, kHeight - kBottom, kTop);
  for (const Plot::Series& series : plot.series) {
    for (const Plot::Point& point : series.points) x.take(point.x), y.take(point.y);
  }
  x.settle();
  y.settle();
  std::string out = svg_open(kWidth, kHeight, plot.title);
  for (const double tick : x.ticks()) {
    out += grid_line(x.place(tick), kTop, x.place(tick), kHeight - kBottom);
    out += text_at(x.place(tick), kHeight - kBottom + 16, "middle", number_text(tick));
  }
  for (const double tick : y.ticks()) {
    out += grid_line(kLeft, y.place(tick), kWidth - kRight, y.place(tick));
    out += text_at(kLeft - 6, y.place(tick) + 4, "end", number_text(tick));
  }
  out += text_at((kLeft + kWidth - kRight) / 2, kHeight - 10, "middle", plot.x_label);
  out += text_at(14, (kTop + kHeight - kBottom) / 2, "middle", plot.y_label,
                 fmt::format("transform=\"rotate(-90 14 {:.1f})\"", (kTop + kHeight - kBottom) / 2));
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
    const double at = kTop + 12 + 18 * static_cast<double>(s);
    out +=
        fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\" stroke=\"{3}\" stroke-width=\"2\" {4}/>\n",
                    kWidth - kRight + 12, kWidth - kRight + 32, at - 4, colour, series.published ? "stroke-dasharray=\"5 4\"" : "");
    out += text_at(kWidth - kRight + 38, at, "start", series.name + (series.published ? " (published)" : ""));
  }
  return out + "</svg>";
}

}  // namespace agon::lab::reproduce
