#include "engines/chainer/compile/moves.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/assert.h"

namespace agon::engines::chainer {
namespace {

constexpr std::uint64_t kMaxNumbered = std::uint64_t{1} << 23U;
constexpr std::size_t kMaxRoles = 500;  // number 500 and beyond: no role
constexpr std::size_t kMaxTexts = std::size_t{1} << 16U;

}  // namespace

MoveNumbers::MoveNumbers(const FlatProgram& program, const Layout& layout, game::TermBank& terms,
                         const std::vector<TermId>& role_terms)
    : program_(&program), layout_(&layout), terms_(&terms), role_terms_(role_terms) {
  for (LexId i = 0; i < program.lexicon.size(); ++i) lex_of_[program.lexicon[i]] = i;
  std::uint64_t total = 0;
  std::vector<std::uint32_t> numbered;
  for (const RelationId r : program.legal) {
    const Relation& relation = program.relations[r];
    if (!relation.possible) continue;
    Legal legal;
    legal.legal = r;
    for (const RelationId d : program.does) {
      if (program.relations[d].shape == relation.shape && layout.stored(d)) legal.does = d;
    }
    if (relation.shape[0] == Shapes::kLeaf && layout.dense(r) && (legal.does == kNoRelation || layout.dense(legal.does)) &&
        total + relation.size <= kMaxNumbered && role_terms.size() <= kMaxRoles) {
      legal.numbered = true;
      total += relation.size;
      legal.roles = static_cast<std::uint32_t>(relation.domains[0].size());
      legal.numbers.resize(static_cast<std::size_t>(relation.size / legal.roles));
      for (const TermId role : role_terms) {
        const auto found = lex_of_.find(role);
        legal.digits.push_back(found == lex_of_.end() ? -1 : relation.digit_of[0][found->second]);
      }
      numbered.push_back(static_cast<std::uint32_t>(legals_.size()));
    }
    by_term_ = by_term_ || !legal.numbered;
    legals_.push_back(std::move(legal));
  }
  number_all(numbered);
  for (const std::uint32_t i : numbered) {
    Legal& legal = legals_[i];
    legal.codes.resize(legal.numbers.size() * legal.roles);
    for (std::uint32_t id = 0; id < legal.codes.size(); ++id) {
      const auto role = std::ranges::find(legal.digits, static_cast<std::int32_t>(id % legal.roles)) - legal.digits.begin();
      legal.codes[id] = static_cast<std::uint32_t>(role) << kRoleShift | legal.numbers[id / legal.roles];
    }
  }
  if (moves_.size() > kMaxTexts) return;
  for (const Move& move : moves_)
    texts_.push_back(make(legals_[move.legal], std::uint64_t{move.rest} * legals_[move.legal].roles, false));
}

// Canonical order: constants first, then compound terms by name and number of arguments, then by arguments from left to right.
void MoveNumbers::number_all(const std::vector<std::uint32_t>& among) {
  const auto shape = [&](std::uint32_t i) -> const Shapes::Node& {
    return program_->shapes.node(program_->relations[legals_[i].legal].shape[1]);
  };
  const auto leaf = [&](std::uint32_t i) { return program_->relations[legals_[i].legal].shape[1] == Shapes::kLeaf; };
  const auto compare = [&](std::uint32_t a, std::uint32_t b) -> int {
    if (leaf(a) || leaf(b)) return static_cast<int>(leaf(b)) - static_cast<int>(leaf(a));
    if (const int c = terms_->compare(terms_->constant(shape(a).functor), terms_->constant(shape(b).functor)); c != 0) return c;
    return static_cast<int>(shape(a).args.size()) - static_cast<int>(shape(b).args.size());
  };
  std::vector<std::uint32_t> order = among;
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) < 0; });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && compare(order[begin], order[end]) == 0) ++end;
    if (end == begin + 1) number_one(order[begin]);
    else number_mixed({order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end)});
    begin = end;
  }
}

void MoveNumbers::add(std::uint32_t legal, std::uint32_t rest) {
  legals_[legal].numbers[rest] = static_cast<std::uint32_t>(moves_.size());
  moves_.push_back({legal, rest});
}

// Domains are in canonical order, so counting with the last argument fastest is too.
void MoveNumbers::number_one(std::uint32_t legal) {
  const Relation& relation = program_->relations[legals_[legal].legal];
  std::vector<std::size_t> digits(relation.arity, 0);
  for (;;) {
    std::uint64_t rest = 0;
    for (std::uint32_t i = 1; i < relation.arity; ++i) rest += digits[i] * (relation.radix[i] / legals_[legal].roles);
    add(legal, static_cast<std::uint32_t>(rest));
    std::uint32_t i = relation.arity;
    while (i > 1 && ++digits[i - 1] == relation.domains[i - 1].size()) digits[--i] = 0;
    if (i <= 1) return;
  }
}

// Moves with one name whose arguments have several shapes.
void MoveNumbers::number_mixed(const std::vector<std::uint32_t>& group) {
  std::vector<std::pair<TermId, Move>> all;
  for (const std::uint32_t legal : group) {
    for (std::uint32_t rest = 0; rest < legals_[legal].numbers.size(); ++rest)
      all.push_back({make(legals_[legal], std::uint64_t{rest} * legals_[legal].roles, false), {legal, rest}});
  }
  std::ranges::sort(all, [&](const auto& a, const auto& b) { return terms_->compare(a.first, b.first) < 0; });
  for (const auto& [term, move] : all) add(move.legal, move.rest);
}

TermId MoveNumbers::make(const Legal& legal, std::uint64_t instance, bool of_role) const {
  const Relation& relation = program_->relations[legal.legal];
  std::vector<LexId> leaves(relation.arity);
  relation.decode(instance, leaves.data());
  const LexId* at = leaves.data();
  if (of_role) return make_term(*program_, *terms_, relation.shape[0], at);
  at += program_->shapes.node(relation.shape[0]).leaves;
  return make_term(*program_, *terms_, relation.shape[1], at);
}

void MoveNumbers::collect(const KnowledgeBase& kb, RoleId role, Legals& legals, game::MoveBuffer& out) const {
  if (by_term_) {
    collect_terms(kb, role, out);
    return;
  }
  if (!legals.known) distribute(kb, legals);
  Legals::Role& mine = legals.roles[role.index()];
  MoveId* const begin = legals.moves.data() + role.index() * legals.room;
  if (mine.falls != 0) {
    sort(legals, {begin, mine.count});
    mine.falls = 0;
  }
  out.assign(begin, begin + mine.count);
}

// One pass over the lists serves all roles: each move is appended to those of its role.
void MoveNumbers::distribute(const KnowledgeBase& kb, Legals& legals) const {
  std::size_t room = 0;
  for (const Legal& legal : legals_) room += kb.count(legal.legal);
  legals.roles.resize(role_terms_.size() + 1);  // the last one stands for terms that are not roles
  if (legals.room < room || legals.room == 0) {
    legals.room = 2 * room + 16;
    legals.moves.resize(legals.room * legals.roles.size());
  }
  for (Legals::Role& role : legals.roles) role = {};
  for (const Legal& legal : legals_) {
    const AtomId* list = kb.list(legal.legal);
    const AtomId* const end = list + kb.count(legal.legal);
    const AtomId base = layout_->base[legal.legal];
    const std::uint32_t* codes = legal.codes.data();
    for (; list != end; ++list) {
      const std::uint32_t code = codes[*list - base];
      const std::uint32_t number = code & ((1U << kRoleShift) - 1);
      const std::uint32_t role = code >> kRoleShift;
      Legals::Role& its = legals.roles[role];
      legals.moves[role * legals.room + its.count++] = MoveId{number};
      its.falls |= static_cast<std::uint32_t>(number < its.last);
      its.last = number;
    }
  }
  legals.known = true;
}

void MoveNumbers::collect_terms(const KnowledgeBase& kb, RoleId role, game::MoveBuffer& out) const {
  out.clear();
  for (const Legal& legal : legals_) {
    for (std::uint32_t i = 0; i < kb.count(legal.legal); ++i) {
      const std::uint64_t instance = kb.instance(legal.legal, i);
      if (make(legal, instance, true) != role_terms_[role.index()]) continue;
      if (legal.numbered) out.push_back(MoveId{legal.numbers[static_cast<std::size_t>(instance / legal.roles)]});
      else out.push_back(MoveId{kByTerm | make(legal, instance, false).value});
    }
  }
  std::ranges::sort(out, [&](MoveId a, MoveId b) { return terms_->compare(term(a), term(b)) < 0; });
}

std::uint32_t MoveNumbers::rank(RelationId relation, AtomId atom) const {
  for (const Legal& legal : legals_) {
    if (legal.legal == relation && legal.numbered) return legal.codes[atom - layout_->base[relation]];
  }
  return 0;
}

// Bit-set sort: empty stretches are skipped 64 words at a time. No number occurs twice.
void MoveNumbers::sort(Legals& order, std::span<MoveId> moves) const {
  if (order.bits.empty()) {
    order.bits.resize(moves_.size() / 64 + 1, 0);
    order.words.resize(order.bits.size() / 64 + 1, 0);
  }
  if (order.words.size() > 4 * moves.size()) {
    std::ranges::sort(moves);
    return;
  }
  for (const MoveId move : moves) {
    const std::uint32_t n = move.value;
    order.bits[n / 64] |= std::uint64_t{1} << (n % 64);
    order.words[n / 4096] |= std::uint64_t{1} << (n / 64 % 64);
  }
  MoveId* to = moves.data();
  for (std::size_t i = 0; i < order.words.size(); ++i) {
    for (std::uint64_t words = std::exchange(order.words[i], 0); words != 0; words &= words - 1) {
      const std::size_t k = i * 64 + static_cast<std::size_t>(std::countr_zero(words));
      for (std::uint64_t bits = std::exchange(order.bits[k], 0); bits != 0; bits &= bits - 1)
        *to++ = MoveId{static_cast<std::uint32_t>(k * 64) + static_cast<std::uint32_t>(std::countr_zero(bits))};
    }
  }
}

TermId MoveNumbers::term(MoveId move) const {
  if ((move.value & kByTerm) != 0) return TermId{move.value & ~kByTerm};
  if (!texts_.empty()) return texts_[move.index()];
  const Move& m = moves_[move.index()];
  return make(legals_[m.legal], std::uint64_t{m.rest} * legals_[m.legal].roles, false);
}

void MoveNumbers::write(KnowledgeBase& kb, RoleId role, MoveId move) const {
  if ((move.value & kByTerm) == 0) {
    const Move& m = moves_[move.index()];
    const Legal& legal = legals_[m.legal];
    if (legal.does == kNoRelation) return;
    const std::uint64_t instance = std::uint64_t{m.rest} * legal.roles + static_cast<std::uint64_t>(legal.digits[role.index()]);
    kb.write_instance(legal.does, instance);
    return;
  }
  std::vector<LexId> leaves;
  const auto fits = [&](TermId id, ShapeId shape, auto&& self) -> bool {
    const game::TermBank::Node& node = terms_->node(id);
    if (shape == Shapes::kLeaf) {
      const auto found = lex_of_.find(id);
      if (found == lex_of_.end()) return false;
      leaves.push_back(found->second);
      return true;
    }
    const Shapes::Node& wanted = program_->shapes.node(shape);
    if (node.functor != wanted.functor || node.arity != wanted.args.size()) return false;
    for (std::uint32_t i = 0; i < node.arity; ++i) {
      if (!self(node.args[i], wanted.args[i], self)) return false;
    }
    return true;
  };
  for (const Legal& legal : legals_) {
    if (legal.does == kNoRelation) continue;
    const Relation& relation = program_->relations[legal.does];
    leaves.clear();
    if (!fits(role_terms_[role.index()], relation.shape[0], fits) || !fits(term(move), relation.shape[1], fits)) continue;
    const std::int64_t instance = relation.encode(leaves.data());
    AGON_ASSERT(instance >= 0);
    kb.write_instance(legal.does, static_cast<std::uint64_t>(instance));
  }
}

}  // namespace agon::engines::chainer
