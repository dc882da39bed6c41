#include "lab/experiments/rave/cashing_checks.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/assert.h"

namespace agon::lab::experiments {

CashingChecks::CashingChecks(const CheckRules& rules)
    : rules_(rules), best_(std::size_t{1} << static_cast<unsigned>(rules.checks), 0) {
  AGON_ASSERT(rules.checks <= 24 && rules.turns <= rules.checks);
  // With one check more a set is a larger number, so from the top down every answer that is needed is there.
  for (auto cashed = static_cast<std::uint32_t>(best_.size()); cashed-- > 0;) {
    const int turn = std::popcount(cashed);
    if (turn >= rules.turns) continue;
    int best = std::numeric_limits<int>::min();
    for (int check = 1; check <= rules.checks; ++check) {
      const std::uint32_t bit = 1U << static_cast<unsigned>(check - 1);
      if ((cashed & bit) == 0) best = std::max(best, pays(check, turn) - best_[cashed | bit]);
    }
    best_[cashed] = static_cast<std::int16_t>(best);
  }
}

CashingChecks::Position CashingChecks::after(const Position& p, int check) const {
  const int gain = pays(check, p.turn());
  return {.cashed = p.cashed | 1U << static_cast<unsigned>(check - 1), .lead = p.turn() % 2 == 0 ? p.lead + gain : p.lead - gain};
}

int CashingChecks::final_lead(const Position& p) const {
  return p.turn() % 2 == 0 ? p.lead + best_[p.cashed] : p.lead - best_[p.cashed];
}

int CashingChecks::outcome(const Position& p) const {
  const int lead = final_lead(p);
  return lead > 0 ? 1 : lead < 0 ? -1 : 0;
}

std::optional<int> CashingChecks::rank(const Position& p, int check) const {
  if (pays(check, p.turn()) == 0) return std::nullopt;
  int larger = 0;
  for (int other = check + 1; other <= rules_.checks; ++other) larger += is_left(p, other) && pays(other, p.turn()) > 0 ? 1 : 0;
  return larger;
}

std::optional<int> check_of(std::string_view move) {
  constexpr std::string_view kStart = "(cash ";
  if (!move.starts_with(kStart)) return std::nullopt;
  int check = 0;
  move.remove_prefix(kStart.size());
  const auto [end, error] = std::from_chars(move.data(), move.data() + move.size(), check);
  return error == std::errc() && end != move.data() ? std::optional(check) : std::nullopt;
}

}  // namespace agon::lab::experiments
