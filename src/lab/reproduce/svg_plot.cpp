// Lines and points over two axes, linear or logarithmic. Points that a logarithm cannot show are left out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lab/reproduce/writers.h"
#include "lab/reproduce/xml.h"

namespace agon::lab::reproduce {
namespace {

constexpr double kWidth = 720, kHeight = 360, kLeft = 80, kRight = 190, kTop = 15, kBottom = 50;
// Readable for most kinds of colour blindness (Okabe and Ito).
constexpr std::array kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#a07800"};

class Axis {
 public:
  Axis(bool logarithmic, double from, double to) : log_(logarithmic), from_(from), to_(to) {}

  void take(double value) {
    if (!shows(value)) return;
    low_ = std::min(low_, scale(value));
    high_ = std::max(high_, scale(value));
  }
  // A little room, and zero on a linear axis that is near it.
  void settle() {
    if (low_ > high_) low_ = 0, high_ = 1;
    if (!log_ && low_ > 0 && low_ < 0.5 * high_) low_ = 0;
    if (high_ - low_ < 1e-12) low_ -= 0.5, high_ += 0.5;
    high_ += 0.03 * (high_ - low_);
  }
  [[nodiscard]] bool shows(double value) const { return std::isfinite(value) && (!log_ || value > 0); }
  [[nodiscard]] double place(double value) const { return from_ + (to_ - from_) * (scale(value) - low_) / (high_ - low_); }

  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> result;
    const double span = high_ - low_;
    double step = std::pow(10, std::floor(std::log10(span / 4)));
    if (log_) step = std::max(1.0, std::ceil(span / 6));
    else if (span / step > 10) step *= span / step > 20 ? 5 : 2;
    for (double at = std::ceil(low_ / step) * step; at <= high_ + 1e-9 * span; at += step)
      result.push_back(log_ ? std::pow(10, at) : (std::abs(at) < step * 1e-6 ? 0 : at));
    if (log_ && result.size() < 2) return {std::pow(10, low_), std::pow(10, high_ - 0.03 * span / 1.03)};
    return result;
  }

 private:
  [[nodiscard]] double scale(double value) const { return log_ ? std::log10(value) : value; }
  bool log_;
  double from_, to_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

std::string text_at(double x, double y, const char* anchor, const std::string& text, const std::string& more = {}) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor, more, escape_xml(text));
}

}  // namespace

std::string to_svg(const Plot& plot) {
  Axis x(plot.log_x, kLeft, kWidth - kRight);
  Axis y(plot.log_y, kHeight - kBottom, kTop);
  for (const Plot::Series& series : plot.series) {
    for (const Plot::Point& point : series.points) x.take(point.x), y.take(point.y);
  }
  x.settle();
  y.settle();
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"{2}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n",
      kWidth, kHeight, escape_xml(plot.title));
  for (const double tick : x.ticks()) {
    out += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#eee\"/>\n", x.place(tick), kTop,
                       kHeight - kBottom);
    out += text_at(x.place(tick), kHeight - kBottom + 16, "middle", number_text(tick));
  }
  for (const double tick : y.ticks()) {
    out += fmt::format("<line x1=\"{1}\" x2=\"{2}\" y1=\"{0:.1f}\" y2=\"{0:.1f}\" stroke=\"#eee\"/>\n", y.place(tick), kLeft,
                       kWidth - kRight);
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
