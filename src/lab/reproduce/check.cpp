#include "lab/reproduce/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lab/reproduce/named_values.h"
#include "lab/reproduce/number_text.h"

namespace agon::lab::reproduce {

const char* to_string(CheckOutcome::State state) {
  switch (state) {
    case CheckOutcome::State::Holds: return "holds";
    case CheckOutcome::State::Fails: return "fails";
    case CheckOutcome::State::NotMeasured: return "not measured";
  }
  return "";
}

CheckOutcome judge(const CheckSpec& spec, Finding finding) {
  std::vector<std::string> lacking;
  for (const auto& [name, amount] : spec.needs) {
    const auto found = std::ranges::find(finding.spent, name, &Amounts::value_type::first);
    if (found == finding.spent.end())
      throw LookupError{fmt::format("the check '{}' needs '{}', which the experiment does not count", spec.id, name)};
    if (found->second < amount)
      lacking.push_back(fmt::format("{} {} of {}", name, number_text(found->second), number_text(amount)));
  }
  CheckOutcome outcome{spec, CheckOutcome::State::NotMeasured, std::move(finding.reason), finding.figure, std::move(finding.spent)};
  if (lacking.empty()) outcome.state = finding.holds ? CheckOutcome::State::Holds : CheckOutcome::State::Fails;
  else outcome.reason = fmt::format("{}: {}", fmt::join(lacking, ", "), outcome.reason);
  return outcome;
}

std::string amounts_text(const Amounts& amounts) {
  std::vector<std::string> parts;
  for (const auto& [name, amount] : amounts) parts.push_back(fmt::format("{} {}", name, number_text(amount)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace agon::lab::reproduce
