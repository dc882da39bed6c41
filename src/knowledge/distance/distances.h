// Admissible distances to target fluents: how many steps it takes at least until a fluent can hold, or that it never can.
//
// Breadth-first search backwards in the fluent graph, once for each target, before play. For a state the answer is the distance of
// the nearest fluent that holds: the fluents of each distance are masks over the words of the state, and the first mask that meets
// it is the answer.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "knowledge/distance/fluent_graph.h"

namespace agon::knowledge {

// A state as a bit for each fluent of the ground program.
using StateBits = std::vector<std::uint64_t>;
[[nodiscard]] StateBits state_bits(std::span<const std::uint32_t> state, std::size_t fluents);

class Distances {
 public:
  static constexpr std::uint32_t kUnreachable = 0xffffffff;
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  // Targets that the budget does not reach have the distance 1 (0 where they hold), which is always admissible.
  Distances(const FluentGraph& graph, std::span<const std::uint32_t> targets, const Exhausted& exhausted = {});
  // Of each target the distances of one of the parts, which have the same targets and come from graphs of one game.
  Distances(std::span<const Distances* const> parts, std::span<const std::uint32_t> part_of_target);

  [[nodiscard]] std::span<const std::uint32_t> targets() const { return targets_; }  // ascending
  [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t fluent) const;       // the place of a target
  [[nodiscard]] std::uint32_t finished() const { return finished_; }

  // All below: of the target at this place.
  // The distance Δ of a state, or kUnreachable. The state has a bit for each fluent.
  [[nodiscard]] std::uint32_t steps(std::uint32_t target, std::span<const std::uint64_t> state) const {
    const Target& t = at_[target];
    for (std::uint32_t level = 0; level < t.levels; ++level) {
      const std::uint32_t end = level_begin_[t.level + level + 1];
      for (std::uint32_t i = level_begin_[t.level + level]; i < end; ++i) {
        if ((state[words_[i]] & masks_[i]) != 0) return level;
      }
    }
    return t.from_nothing;
  }
  // Δmax: the greatest finite distance of any state.
  [[nodiscard]] std::uint32_t furthest(std::uint32_t target) const { return at_[target].furthest; }
  // δ = Δ / (Δmax + 1), below 1, or kInfinite. The one in the divisor keeps "far" apart from "never".
  [[nodiscard]] double relative(std::uint32_t target, std::span<const std::uint64_t> state) const {
    const std::uint32_t delta = steps(target, state);
    return delta == kUnreachable ? kInfinite : static_cast<double>(delta) / (at_[target].furthest + 1);
  }
  // A heat map: for each fluent the distance of a state in which it holds and nothing nearer does; kUnreachable where it does not
  // help.
  [[nodiscard]] std::vector<std::uint32_t> map(std::uint32_t target) const;

  // The fluents that the distance of a state depends on, the target itself not counted; ascending.
  [[nodiscard]] std::vector<std::uint32_t> looks_at(std::uint32_t target) const;

  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Target {
    std::uint32_t level = 0;   // first of its levels in level_begin_
    std::uint32_t levels = 0;  // distances 0 .. levels - 1 have fluents
    std::uint32_t furthest = 0;
    std::uint32_t from_nothing = kUnreachable;  // the distance of the empty node, and so of every state at most
  };

  void search(const FluentGraph& graph, std::uint32_t target, std::vector<std::uint32_t>& seen);
  void add_level(std::vector<std::uint32_t>& fluents);
  template <class Visit>  // (fluent, level) of each fluent with a level
  void for_each(const Target& target, Visit&& visit) const;

  std::uint32_t fluents_ = 0;
  std::uint32_t finished_ = 0;
  std::vector<std::uint32_t> targets_;
  std::vector<Target> at_;
  std::vector<std::uint32_t> level_begin_{0};  // of each level, into words_ and masks_
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> masks_;
};

}  // namespace agon::knowledge
