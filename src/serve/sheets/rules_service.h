// What the Studio asks about a sheet that is still being written. All of it runs on builders and is bounded in time and memory.
#pragma once

#include <string>

#include "serve/sheets/sheet_kit.h"

namespace agon::serve {

struct RulesLimits {
  double most_seconds = 20;  // of statistics and perft
  std::uint64_t most_playouts = 100'000;
  int most_depth = 20;
  std::size_t most_walk = 500;
  std::size_t most_moves = 5'000;  // in the line of a position
};

class RulesService {
 public:
  RulesService(SheetCache& sheets, RulesLimits limits = {}) : sheets_(sheets), limits_(limits) {}

  // Reading, static checks and a bounded trial; never fails.
  [[nodiscard]] Json check(const std::string& text) const;
  // The others fail on rules that cannot be played and on fields that make no sense, and throw LimitReached or Json::exception.
  [[nodiscard]] Result<Json> position(const Json& order) const;
  [[nodiscard]] Result<Json> walk(const Json& order) const;
  [[nodiscard]] Result<Json> statistics(const Json& order) const;
  [[nodiscard]] Result<Json> perft(const Json& order) const;

 private:
  SheetCache& sheets_;
  RulesLimits limits_;
};

}  // namespace agon::serve
