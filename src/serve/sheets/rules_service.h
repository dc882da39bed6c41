// The backend of the Studio (the rule editor): checks, positions, statistics and perft of a sheet that is still being written. It
// is called in a process of its own (rules_worker.h), and each question has one budget for all that it does.
#pragma once

#include <string>
#include <string_view>

#include "serve/json_fwd.h"
#include "serve/match/arbiter_budget.h"
#include "serve/sheets/sheet_kit.h"
#include "serve/sheets/work_budget.h"

namespace agon::serve {

struct RulesLimits {
  double most_seconds = 20;  // of statistics and perft
  std::uint64_t most_playouts = 100'000;
  int most_depth = 20;
  std::size_t most_walk = 500;
  std::size_t most_moves = 5'000;  // in the line of a position
  ArbiterBudget arbiter;           // of what one question plays
};

// The question that a server asks before it builds a stranger's sheet itself (vetting.h).
inline constexpr std::string_view kVetQuestion = "vet";

class RulesService {
 public:
  RulesService(SheetCache& sheets, RulesLimits limits = {}) : sheets_(sheets), limits_(limits) {}

  // Any of the questions below, by its name. Fails on rules that cannot be played and on fields that make no sense; throws
  // LimitReached, Json::exception or std::bad_alloc.
  [[nodiscard]] Result<Json> answer(std::string_view question, const Json& order, WorkBudget& budget) const;

 private:
  // Reading, static checks and a bounded trial.
  [[nodiscard]] Result<Json> check(const Json& order, WorkBudget& budget) const;
  [[nodiscard]] Result<Json> position(const Json& order, WorkBudget& budget) const;
  [[nodiscard]] Result<Json> walk(const Json& order, WorkBudget& budget) const;
  [[nodiscard]] Result<Json> statistics(const Json& order, WorkBudget& budget) const;
  [[nodiscard]] Result<Json> perft(const Json& order, WorkBudget& budget) const;
  // What can be proved and seen (knowledge/analysis), with the position at the end of a line evaluated.
  [[nodiscard]] Result<Json> knowledge(const Json& order, WorkBudget& budget) const;
  // Builds the sheet and its first position, and says what they weigh.
  [[nodiscard]] Result<Json> vet(const Json& order, WorkBudget& budget) const;

  SheetCache& sheets_;
  RulesLimits limits_;
};

}  // namespace agon::serve
