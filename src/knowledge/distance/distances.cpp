#include "knowledge/distance/distances.h"

#include <algorithm>
#include <bit>

namespace agon::knowledge {

namespace {
constexpr std::uint32_t kWord = 64;
}

StateBits state_bits(std::span<const std::uint32_t> state, std::size_t fluents) {
  StateBits bits((fluents + kWord - 1) / kWord, 0);
  for (const std::uint32_t fluent : state) bits[fluent / kWord] |= std::uint64_t{1} << (fluent % kWord);
  return bits;
}

Distances::Distances(const FluentGraph& graph, std::span<const std::uint32_t> targets, const Exhausted& exhausted)
    : fluents_(graph.fluents), targets_(targets.begin(), targets.end()) {
  std::ranges::sort(targets_);
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
  std::vector<std::uint32_t> seen(graph.fluents + 1, 0);
  for (const std::uint32_t target : targets_) {
    if (exhausted && exhausted(bytes())) break;
    search(graph, target, seen);
    ++finished_;
  }
  for (std::size_t i = finished_; i < targets_.size(); ++i) {
    Target unknown{.level = static_cast<std::uint32_t>(level_begin_.size()) - 1, .levels = 1, .furthest = 1, .from_nothing = 1};
    std::vector<std::uint32_t> itself{targets_[i]};
    add_level(itself);
    at_.push_back(unknown);
  }
}

Distances::Distances(std::span<const Distances* const> parts, std::span<const std::uint32_t> part_of_target)
    : fluents_(parts.front()->fluents_), targets_(parts.front()->targets_) {
  std::uint32_t beyond = 0;
  for (std::uint32_t i = 0; i < targets_.size(); ++i) {
    const Distances& part = *parts[part_of_target[i]];
    if (i >= part.finished_) ++beyond;
    Target target = part.at_[i];
    const std::uint32_t first = target.level;
    target.level = static_cast<std::uint32_t>(level_begin_.size()) - 1;
    for (std::uint32_t level = first; level < first + target.levels; ++level) {
      for (std::uint32_t k = part.level_begin_[level]; k < part.level_begin_[level + 1]; ++k) {
        words_.push_back(part.words_[k]);
        masks_.push_back(part.masks_[k]);
      }
      level_begin_.push_back(static_cast<std::uint32_t>(words_.size()));
    }
    at_.push_back(target);
  }
  finished_ = static_cast<std::uint32_t>(targets_.size()) - beyond;
}

void Distances::search(const FluentGraph& graph, std::uint32_t target, std::vector<std::uint32_t>& seen) {
  const auto stamp = static_cast<std::uint32_t>(at_.size()) + 1;
  Target out;
  out.level = static_cast<std::uint32_t>(level_begin_.size()) - 1;
  std::vector<std::uint32_t> level{target};
  std::vector<std::uint32_t> further;
  seen[target] = stamp;
  while (!level.empty()) {
    out.furthest = out.levels++;
    further.clear();
    for (const std::uint32_t fluent : level) {
      for (const std::uint32_t source : graph.sources_of(fluent)) {
        if (seen[source] == stamp) continue;
        seen[source] = stamp;
        if (source == graph.empty_node()) out.from_nothing = out.levels;
        else further.push_back(source);
      }
    }
    add_level(level);
    if (out.from_nothing != kUnreachable) {  // no state is further away than that
      out.furthest = out.from_nothing;
      break;
    }
    level.swap(further);
  }
  at_.push_back(out);
}

void Distances::add_level(std::vector<std::uint32_t>& fluents) {
  std::ranges::sort(fluents);
  for (const std::uint32_t fluent : fluents) {
    if (words_.size() == level_begin_.back() || words_.back() != fluent / kWord) {
      words_.push_back(fluent / kWord);
      masks_.push_back(0);
    }
    masks_.back() |= std::uint64_t{1} << (fluent % kWord);
  }
  level_begin_.push_back(static_cast<std::uint32_t>(words_.size()));
}

std::optional<std::uint32_t> Distances::find(std::uint32_t fluent) const {
  const auto found = std::ranges::lower_bound(targets_, fluent);
  if (found == targets_.end() || *found != fluent) return std::nullopt;
  return static_cast<std::uint32_t>(found - targets_.begin());
}

template <class Visit>
void Distances::for_each(const Target& target, Visit&& visit) const {
  for (std::uint32_t level = 0; level < target.levels; ++level) {
    for (std::uint32_t i = level_begin_[target.level + level]; i < level_begin_[target.level + level + 1]; ++i) {
      for (std::uint64_t mask = masks_[i]; mask != 0; mask &= mask - 1)
        visit(words_[i] * kWord + static_cast<std::uint32_t>(std::countr_zero(mask)), level);
    }
  }
}

std::vector<std::uint32_t> Distances::map(std::uint32_t target) const {
  std::vector<std::uint32_t> map(fluents_, at_[target].from_nothing);
  for_each(at_[target], [&](std::uint32_t fluent, std::uint32_t level) { map[fluent] = level; });
  return map;
}

std::vector<std::uint32_t> Distances::looks_at(std::uint32_t target) const {
  std::vector<std::uint32_t> fluents;
  for_each(at_[target], [&](std::uint32_t fluent, std::uint32_t level) {
    if (level > 0) fluents.push_back(fluent);
  });
  std::ranges::sort(fluents);
  return fluents;
}

std::size_t Distances::bytes() const {
  return at_.capacity() * sizeof(Target) + (targets_.capacity() + level_begin_.capacity() + words_.capacity()) * 4 +
         masks_.capacity() * 8;
}

}  // namespace agon::knowledge
