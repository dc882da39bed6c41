#include "lab/reproduce/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace agon::lab::reproduce {
namespace {

// 1234567 -> "1,234,567"
std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return value < 0 ? "-" + digits : digits;
}

}  // namespace

std::string number_text(double value) {
  const double size = std::abs(value);
  if (!std::isfinite(value)) return "-";
  if (value == std::floor(value) && size < 1e12) return grouped(value);
  if (size >= 1000) return grouped(std::round(value));
  if (size >= 100) return fmt::format("{:.0f}", value);
  if (size >= 10) return fmt::format("{:.1f}", value);
  if (size >= 1) return fmt::format("{:.2f}", value);
  if (size >= 0.01) return fmt::format("{:.3f}", value);
  return fmt::format("{:.2g}", value);
}

}  // namespace agon::lab::reproduce
