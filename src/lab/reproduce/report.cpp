#include "lab/reproduce/report.h"

#include <fmt/format.h>

#include <algorithm>
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

const char* to_string(Column::Kind kind) {
  switch (kind) {
    case Column::Kind::Label: return "label";
    case Column::Kind::Published: return "published";
    case Column::Kind::Ours: return "ours";
  }
  return "";
}

const char* to_string(CheckOutcome::State state) {
  switch (state) {
    case CheckOutcome::State::Holds: return "holds";
    case CheckOutcome::State::Fails: return "fails";
    case CheckOutcome::State::NotMeasured: return "not measured";
  }
  return "";
}

bool Report::holds() const {
  return std::ranges::none_of(checks, [](const CheckOutcome& check) { return check.state == CheckOutcome::State::Fails; });
}

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

std::string cell_text(const Cell& cell) {
  if (!cell.value) return cell.text;
  std::string result = number_text(*cell.value);
  if (cell.low && cell.high) {
    const std::string low = number_text(*cell.low);
    const std::string high = number_text(*cell.high);
    if (low != result || high != result) result += fmt::format(" [{}..{}]", low, high);
  }
  return cell.text.empty() ? result : result + ' ' + cell.text;
}

}  // namespace agon::lab::reproduce
