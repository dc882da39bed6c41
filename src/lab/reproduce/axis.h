// What all plots are made of: an axis, words, colours. Ink is the colour of the text around the plot, so that it suits a dark page
// too.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "lab/reproduce/xml.h"

namespace agon::lab::reproduce {

// Readable for most kinds of colour blindness (Okabe and Ito).
inline constexpr std::array kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#a07800"};

// Linear or logarithmic; from data to places in the picture.
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

  [[nodiscard]] double lowest() const { return log_ ? std::pow(10, low_) : low_; }
  [[nodiscard]] double highest() const { return log_ ? std::pow(10, high_) : high_; }

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

inline std::string text_at(double x, double y, const char* anchor, const std::string& text, const std::string& more = {}) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor, more, escape_xml(text));
}

// Opens the picture; whoever calls it closes it.
inline std::string svg_open(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" "
      "aria-label=\"{2}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\">\n",
      width, height, escape_xml(title));
}

inline std::string grid_line(double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"currentColor\" stroke-opacity=\"0.12\"/>\n", x1, y1,
      x2, y2);
}

}  // namespace agon::lab::reproduce
