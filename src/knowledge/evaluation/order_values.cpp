#include "knowledge/evaluation/order_values.h"

#include <algorithm>
#include <utility>

#include "knowledge/evaluation/fuzzy.h"

namespace agon::knowledge::evaluation {
namespace {

std::vector<bool> matrix_of(const BinaryRelation& relation) {
  std::vector<bool> matrix(std::size_t{relation.size} * relation.size, false);
  for (const auto& [a, b] : relation.pairs) matrix[std::size_t{a} * relation.size + b] = true;
  return matrix;
}

}  // namespace

RelationKind kind_of(const BinaryRelation& relation) {
  const std::uint32_t n = relation.size;
  const std::vector<bool> holds = matrix_of(relation);
  std::vector<std::vector<std::uint32_t>> after(n);
  bool strict = false;
  RelationKind kind{true, true};
  std::vector<std::uint32_t> outgoing(n, 0), incoming(n, 0);
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = 0; b < n; ++b) {
      if (!holds[std::size_t{a} * n + b]) continue;
      after[a].push_back(b);
      ++outgoing[a];
      ++incoming[b];
      strict = strict || a != b;
      if (a != b && holds[std::size_t{b} * n + a]) return {};
    }
  }
  // Empty relations have every property; they order nothing.
  if (!strict) return {};
  for (std::uint32_t a = 0; a < n; ++a) {
    kind.successor = kind.successor && outgoing[a] <= 1 && incoming[a] <= 1;
    for (const std::uint32_t b : after[a]) {
      for (const std::uint32_t c : after[b]) kind.order = kind.order && holds[std::size_t{a} * n + c];
    }
  }
  return kind;
}

HasseDistance::HasseDistance(const BinaryRelation& order)
    : size_(order.size), steps_(std::size_t{order.size} * order.size, kApart) {
  const std::vector<bool> holds = matrix_of(order);
  const auto below = [&](std::uint32_t a, std::uint32_t b) { return a != b && holds[std::size_t{a} * size_ + b]; };
  std::vector<std::vector<std::uint32_t>> next(size_);
  for (std::uint32_t a = 0; a < size_; ++a) {
    for (std::uint32_t b = 0; b < size_; ++b) {
      bool between = !below(a, b);
      for (std::uint32_t c = 0; !between && c < size_; ++c) between = below(a, c) && below(c, b);
      if (!between) next[a].push_back(b);
    }
  }
  for (std::uint32_t from = 0; from < size_; ++from) {
    std::vector<std::uint32_t> reached{from};
    steps_[std::size_t{from} * size_ + from] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t to : next[reached[i]]) {
        std::uint32_t& steps = steps_[std::size_t{from} * size_ + to];
        if (steps != kApart) continue;
        steps = steps_[std::size_t{from} * size_ + reached[i]] + 1;
        reached.push_back(to);
      }
    }
  }
}

TermOrder::TermOrder(HasseDistance hasse, absl::flat_hash_map<TermId, std::uint32_t> elements, BinaryRelation relation)
    : hasse_(std::move(hasse)), elements_(std::move(elements)), reflexive_(relation.size, false) {
  for (const auto& [a, b] : relation.pairs) {
    if (a == b) reflexive_[a] = true;
  }
}

std::optional<TermOrder> TermOrder::find(const std::vector<std::vector<TermId>>& rows, const std::vector<TermId>& domain) {
  constexpr std::size_t kLargest = 256;  // elements; the diagram takes the cube of this
  absl::flat_hash_map<TermId, std::uint32_t> elements;
  BinaryRelation relation;
  const auto number = [&](TermId term) {
    const auto [place, fresh] = elements.emplace(term, relation.size);
    if (fresh) ++relation.size;
    return place->second;
  };
  for (const TermId term : domain) number(term);
  for (const auto& row : rows) {
    if (row.size() != 2) return std::nullopt;
    const std::uint32_t a = number(row[0]), b = number(row[1]);
    relation.pairs.emplace_back(a, b);
  }
  if (relation.size > kLargest || !kind_of(relation).order) return std::nullopt;
  HasseDistance hasse(relation);
  return TermOrder(std::move(hasse), std::move(elements), std::move(relation));
}

bool TermOrder::holds(TermId a, TermId b) const {
  const auto first = elements_.find(a), second = elements_.find(b);
  if (first == elements_.end() || second == elements_.end()) return false;
  if (first == second) return reflexive_[first->second];
  return hasse_.steps(first->second, second->second) != HasseDistance::kApart;
}

double TermOrder::degree(TermId a, TermId b) const {
  const auto first = elements_.find(a), second = elements_.find(b);
  if (first == elements_.end() || second == elements_.end()) return 0;
  const double size = hasse_.size();
  if (first == second) return reflexive_[first->second] ? kThreshold : 0;
  const std::uint32_t forth = hasse_.steps(first->second, second->second);
  if (forth != HasseDistance::kApart) return kThreshold + (1 - kThreshold) * forth / size;
  const std::uint32_t back = hasse_.steps(second->second, first->second);
  if (back != HasseDistance::kApart) return (1 - kThreshold) * (1 - back / size);
  return 0;
}

}  // namespace agon::knowledge::evaluation
