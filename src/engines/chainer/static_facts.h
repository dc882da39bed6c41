// The static relations with hash indices: one for each set of argument places that a rule has bound when it looks them up.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <memory>
#include <span>
#include <vector>

#include "engines/chainer/compile/flat.h"

namespace agon::engines::chainer {

// Rows of one relation, grouped by the constants at some places.
struct StaticIndex {
  std::vector<std::uint32_t> places;
  absl::flat_hash_map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> groups;  // key to a part of `rows`
  std::vector<std::uint32_t> rows;
};

class StaticFacts {
 public:
  explicit StaticFacts(const FlatProgram& program) : program_(program), sets_(program.relations.size()) {}

  // The index for a set of places, built on first use. Its address is stable.
  const StaticIndex& index(RelationId relation, const std::vector<std::uint32_t>& places);
  // Enables `contains` for a relation.
  void prepare(RelationId relation);
  [[nodiscard]] bool contains(RelationId relation, const LexId* leaves) const;

  [[nodiscard]] std::span<const std::uint32_t> rows(RelationId relation, const StaticIndex& index, const LexId* leaves) const;
  [[nodiscard]] const LexId* row(RelationId relation, std::uint32_t n) const {
    return program_.facts[relation].data() + std::size_t{n} * program_.relations[relation].arity;
  }

 private:
  const FlatProgram& program_;
  std::vector<std::unique_ptr<absl::flat_hash_set<std::uint64_t>>> sets_;
  absl::flat_hash_map<std::pair<RelationId, std::vector<std::uint32_t>>, std::unique_ptr<StaticIndex>> indexes_;
};

}  // namespace agon::engines::chainer
