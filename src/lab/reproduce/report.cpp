#include "lab/reproduce/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::lab::reproduce {

const char* to_string(Column::Kind kind) {
  switch (kind) {
    case Column::Kind::Label: return "label";
    case Column::Kind::Published: return "published";
    case Column::Kind::Ours: return "ours";
  }
  return "";
}

bool Report::holds() const {
  return std::ranges::none_of(checks, [](const CheckOutcome& check) { return check.state == CheckOutcome::State::Fails; });
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
