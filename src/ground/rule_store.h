// The raw ground rules, before simplification: atoms are numbered in order of first mention.
#pragma once

#include <cstdint>
#include <vector>

#include "base/big_vector.h"
#include "ground/clauses.h"
#include "ground/ground_program.h"
#include "ground/relation.h"

namespace agon::ground {

class RuleStore {
 public:
  explicit RuleStore(std::size_t predicates) : number_(predicates) {}

  struct Atom {
    PredicateId predicate = 0;
    std::uint32_t local = 0;  // row of the relation
  };

  // The number of an atom, given on first mention.
  AtomId atom(PredicateId predicate, std::uint32_t local) {
    BigVector<AtomId>& numbers = number_[predicate];
    if (local >= numbers.size()) numbers.resize(std::max<std::size_t>(local + 1, numbers.size() * 2), kNever);
    if (numbers[local] == kNever) {
      numbers[local] = static_cast<AtomId>(atoms_.size());
      atoms_.push_back({predicate, local});
    }
    return numbers[local];
  }
  // kNever if it was never mentioned.
  [[nodiscard]] AtomId find(PredicateId predicate, std::uint32_t local) const {
    return local < number_[predicate].size() ? number_[predicate][local] : kNever;
  }
  void add(AtomId head, std::span<const GroundLiteral> body) {
    heads_.push_back(head);
    literals_.insert(literals_.end(), body.begin(), body.end());
    begin_.push_back(literals_.size());
  }

  [[nodiscard]] const BigVector<Atom>& atoms() const { return atoms_; }
  [[nodiscard]] std::size_t size() const { return heads_.size(); }
  [[nodiscard]] AtomId head(std::size_t rule) const { return heads_[rule]; }
  [[nodiscard]] std::span<const GroundLiteral> body(std::size_t rule) const {
    return std::span(literals_).subspan(begin_[rule], begin_[rule + 1] - begin_[rule]);
  }
  [[nodiscard]] std::size_t bytes() const {
    return heads_.capacity() * 4 + begin_.capacity() * 8 + literals_.capacity() * 4 + atoms_.capacity() * 12;
  }

 private:
  std::vector<BigVector<AtomId>> number_;
  BigVector<Atom> atoms_;
  BigVector<AtomId> heads_;
  BigVector<std::uint64_t> begin_{0};
  BigVector<GroundLiteral> literals_;
};

}  // namespace agon::ground
