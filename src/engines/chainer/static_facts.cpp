#include "engines/chainer/static_facts.h"

#include <algorithm>
#include <numeric>

namespace agon::engines::chainer {
namespace {

constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

std::uint64_t key_of(const Relation& relation, const std::vector<std::uint32_t>& places, const LexId* leaves) {
  std::uint64_t key = 0;
  for (const std::uint32_t i : places) {
    const std::int32_t digit = relation.digit_of[i][leaves[i]];
    if (digit < 0) return kNoKey;
    key += static_cast<std::uint64_t>(digit) * relation.radix[i];
  }
  return key;
}

}  // namespace

const StaticIndex& StaticFacts::index(RelationId relation, const std::vector<std::uint32_t>& places) {
  std::unique_ptr<StaticIndex>& place = indexes_[std::pair(relation, places)];
  if (place) return *place;
  place = std::make_unique<StaticIndex>();
  place->places = places;
  const auto count = static_cast<std::uint32_t>(program_.fact_count(relation));
  std::vector<std::uint64_t> keys(count);
  for (std::uint32_t i = 0; i < count; ++i) keys[i] = key_of(program_.relations[relation], places, row(relation, i));
  place->rows.resize(count);
  std::iota(place->rows.begin(), place->rows.end(), 0U);
  std::ranges::stable_sort(place->rows, {}, [&](std::uint32_t i) { return keys[i]; });
  for (std::uint32_t begin = 0; begin < count;) {
    std::uint32_t end = begin;
    while (end < count && keys[place->rows[end]] == keys[place->rows[begin]]) ++end;
    place->groups[keys[place->rows[begin]]] = {begin, end};
    begin = end;
  }
  return *place;
}

std::span<const std::uint32_t> StaticFacts::rows(RelationId relation, const StaticIndex& index, const LexId* leaves) const {
  const auto found = index.groups.find(key_of(program_.relations[relation], index.places, leaves));
  if (found == index.groups.end()) return {};
  return std::span(index.rows).subspan(found->second.first, found->second.second - found->second.first);
}

void StaticFacts::prepare(RelationId relation) {
  if (sets_[relation]) return;
  sets_[relation] = std::make_unique<absl::flat_hash_set<std::uint64_t>>();
  const Relation& r = program_.relations[relation];
  if (r.arity == 0) {
    if (r.possible) sets_[relation]->insert(0);
    return;
  }
  const auto count = static_cast<std::uint32_t>(program_.fact_count(relation));
  for (std::uint32_t i = 0; i < count; ++i) sets_[relation]->insert(static_cast<std::uint64_t>(r.encode(row(relation, i))));
}

bool StaticFacts::contains(RelationId relation, const LexId* leaves) const {
  const Relation& r = program_.relations[relation];
  if (!r.possible) return false;
  const std::int64_t id = r.encode(leaves);
  return id >= 0 && sets_[relation]->contains(static_cast<std::uint64_t>(id));
}

}  // namespace agon::engines::chainer
