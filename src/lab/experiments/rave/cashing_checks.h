// The two games of checks of Mehat and Vittaut (GIGA'13), solved: players in turn cash one of the checks left, the larger sum wins.
//
// What can still be won does not depend on what was won so far, and a larger lead is never worse. So one number for each set of
// checks that are gone answers every position, and the result of the game under best play is the sign of the lead that best play
// reaches.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace agon::lab::experiments {

struct CheckRules {
  int checks = 20;     // N: of 1 .. N
  int turns = 10;      // of both players together
  int komi = 5;        // for the second player
  bool stale = false;  // the check of v pays in the turns 0 .. N - v only
};

class CashingChecks {
 public:
  struct Position {
    std::uint32_t cashed = 0;  // bit v-1: the check of v is gone
    int lead = 0;              // of the first player, komi counted
    [[nodiscard]] int turn() const { return std::popcount(cashed); }
  };

  // Precondition: at most 24 checks, for the table has two to that power entries.
  explicit CashingChecks(const CheckRules& rules);

  [[nodiscard]] Position start() const { return {.cashed = 0, .lead = -rules_.komi}; }
  [[nodiscard]] bool over(const Position& p) const { return p.turn() >= rules_.turns; }
  [[nodiscard]] bool is_left(const Position& p, int check) const { return ((p.cashed >> (check - 1)) & 1U) == 0; }
  [[nodiscard]] int pays(int check, int turn) const { return rules_.stale && turn > rules_.checks - check ? 0 : check; }
  // Precondition: the check is left and the game is not over.
  [[nodiscard]] Position after(const Position& p, int check) const;

  // The first player's lead at the end if both play well, and -1, 0 or 1 for who wins then.
  [[nodiscard]] int final_lead(const Position& p) const;
  [[nodiscard]] int outcome(const Position& p) const;
  // How many checks that are left and pay are larger than this one, if it pays itself.
  [[nodiscard]] std::optional<int> rank(const Position& p, int check) const;

  [[nodiscard]] const CheckRules& rules() const { return rules_; }

 private:
  CheckRules rules_;
  std::vector<std::int16_t> best_;  // by checks that are gone: what whoever moves gains on the other until the end
};

// The check of a move such as (cash 12).
[[nodiscard]] std::optional<int> check_of(std::string_view move);

}  // namespace agon::lab::experiments
