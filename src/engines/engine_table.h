// The registry of engines: the name of each, what it is built from, and what it is good for. Commands, strategies, the ladder, the
// laboratory and benchmarks read it; to add an engine is to add a line to engine_table.cpp.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "game/any_engine.h"

namespace agon::engines {

class Workshop;

struct EngineKind {
  std::string name;
  std::string what;                                                                    // one line for help texts
  enum class Source : std::uint8_t { Rules, Ground, Circuit } source = Source::Rules;  // what it is built from
  std::function<Result<game::AnyEngine>(Workshop&)> make;  // empty: plays whole random matches only (Workshop::lanes)
  // Position on the ladder, climbed from low to high numbers; each rung is faster than the one before. 0: not on the ladder.
  int rung = 0;
  // Rank as the reference where engines disagree; 1 is the simplest, hence most trusted. 0: never a reference.
  int trust = 0;
  // The engine of which this is a variant, with other options, for comparisons; never used unless named explicitly.
  std::string variant_of = {};

  [[nodiscard]] bool steps() const { return static_cast<bool>(make); }  // answers state by state
};

class EngineTable {
 public:
  explicit EngineTable(std::vector<EngineKind> kinds) : kinds_(std::move(kinds)) {}

  [[nodiscard]] std::span<const EngineKind> kinds() const { return kinds_; }
  [[nodiscard]] const EngineKind* find(std::string_view name) const;
  // Engines that a player can use, in the order of the table: they answer state by state and are not variants.
  [[nodiscard]] std::vector<std::string> for_players() const;
  // The ladder from bottom to top; engines that answer state by state come before those that do not.
  [[nodiscard]] std::vector<const EngineKind*> ladder() const;
  // Names of the possible references, the most trusted first.
  [[nodiscard]] std::vector<std::string> by_trust() const;
  // "there is no engine 'x'", with the names that exist.
  [[nodiscard]] Error unknown(std::string_view name) const;

 private:
  std::vector<EngineKind> kinds_;
};

// The engines that come with Agon.
[[nodiscard]] const EngineTable& standard_engines();

}  // namespace agon::engines
