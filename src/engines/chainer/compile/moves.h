// A perfect numbering of moves in the canonical order of their terms, so sorting legal moves is sorting numbers. A number stands
// for a term, whichever role makes the move; instances of `legal` and `does` have the role beside it.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <span>
#include <vector>

#include "engines/chainer/compile/flat.h"
#include "engines/chainer/knowledge.h"
#include "game/engine.h"

namespace agon::engines::chainer {

class MoveNumbers {
 public:
  MoveNumbers() = default;
  MoveNumbers(const FlatProgram& program, const Layout& layout, game::TermBank& terms, const std::vector<TermId>& role_terms);

  // The legal moves of one state, and memory to sort them.
  struct Legals {
    bool known = false;         // of the state at hand
    std::vector<MoveId> moves;  // `room` places for each role
    std::size_t room = 0;
    struct Role {
      std::uint32_t count = 0;
      std::uint32_t last = 0;
      std::uint32_t falls = 0;  // some number is lower than its predecessor
    };
    std::vector<Role> roles;
    // A bit set over numbers, and a bit for each of its nonzero words. All zero between calls.
    std::vector<std::uint64_t> bits, words;
  };
  // The legal moves of a role in ascending order, from a knowledge base that has `legal`.
  void collect(const KnowledgeBase& kb, RoleId role, Legals& legals, game::MoveBuffer& out) const;
  // Writes `does` for a role; nothing where no rule reads such moves.
  void write(KnowledgeBase& kb, RoleId role, MoveId move) const;
  [[nodiscard]] TermId term(MoveId move) const;
  // Ascending for the moves of a role in their order; 0 for an atom other than `legal`.
  [[nodiscard]] std::uint32_t rank(RelationId relation, AtomId atom) const;

 private:
  // Too many possible moves for an array: the number is that of the term, with this bit.
  static constexpr std::uint32_t kByTerm = 0x80000000;

  static constexpr std::uint32_t kRoleShift = 23;

  struct Legal {
    RelationId legal = 0;
    RelationId does = kNoRelation;       // kNoRelation: no rule reads it
    bool numbered = false;               // moves have array numbers
    std::uint32_t roles = 1;             // size of the role's domain, the lowest digit
    std::vector<std::int32_t> digits;    // per role
    std::vector<std::uint32_t> numbers;  // by instance without the role
    std::vector<std::uint32_t> codes;    // by instance: the role, then kRoleShift bits for the number
  };
  struct Move {
    std::uint32_t legal;  // index into legals_
    std::uint32_t rest;   // instance without the role
  };

  void collect_terms(const KnowledgeBase& kb, RoleId role, game::MoveBuffer& out) const;
  void distribute(const KnowledgeBase& kb, Legals& legals) const;
  void sort(Legals& legals, std::span<MoveId> moves) const;
  void number_all(const std::vector<std::uint32_t>& among);
  void number_one(std::uint32_t legal);
  void number_mixed(const std::vector<std::uint32_t>& group);
  void add(std::uint32_t legal, std::uint32_t rest);
  [[nodiscard]] TermId make(const Legal& legal, std::uint64_t instance, bool of_role) const;

  const FlatProgram* program_ = nullptr;
  const Layout* layout_ = nullptr;
  game::TermBank* terms_ = nullptr;
  std::vector<TermId> role_terms_;
  std::vector<Legal> legals_;
  std::vector<Move> moves_;
  std::vector<TermId> texts_;  // terms of the moves, where they are few
  absl::flat_hash_map<TermId, LexId> lex_of_;
  bool by_term_ = false;  // some moves are
};

}  // namespace agon::engines::chainer
