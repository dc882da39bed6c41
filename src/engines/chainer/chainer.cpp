#include "engines/chainer/chainer.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "engines/chainer/runner.h"
#include "game/goal_value.h"

namespace agon::engines {

using chainer::AtomId;
using chainer::Block;
using chainer::Deadline;
using chainer::FlatProgram;
using chainer::LexId;
using chainer::Relation;
using chainer::RelationId;

Chainer::Scratch Chainer::make_scratch() const {
  Scratch scratch(program_->layout);
  for (const auto& [relation, instance] : program_->permanent) scratch.kb.write_instance(relation, instance);
  scratch.fresh.resize(program_->flat.relations.size());
  scratch.words.resize(2 * words_);
  if (options_.count) {
    scratch.reads.assign(program_->codes.size(), 0);
    scratch.runs.assign(program_->codes.size(), 0);
  }
  return scratch;
}

void Chainer::measure(Scratch& scratch, std::uint32_t rule) const {
  const auto& body = program_->flat.rules[rule].body;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (program_->layout.stored(body[i].relation)) (*scratch.sums)[rule][i] += scratch.kb.count(body[i].relation);
  }
  (*scratch.times)[rule] += 1;
}

void Chainer::run(Scratch& scratch, std::uint32_t number, std::uint32_t begin, std::uint32_t end) const {
  if (!walks_ && !options_.count) {
    chainer::Runner<false>(program_->compact->rule(number), scratch.kb).run(begin, end);
    return;
  }
  const chainer::Code& code = program_->codes[number];
  std::uint64_t reads = 0;
  if (code.tables) {
    reads = chainer::Runner<true>(program_->compact->rule(number), scratch.kb).run(begin, end);
  } else {
    reads = scratch.walk.reads;
    scratch.walk.kb = &scratch.kb;
    scratch.walk.deadline = scratch.deadline.get();
    code.walker->run(scratch.walk, begin, end);
    reads = scratch.walk.reads - reads;
  }
  if (!options_.count) return;
  scratch.reads[number] += reads;
  scratch.runs[number] += 1;
}

void Chainer::run(Scratch& scratch, const Block& block) const {
  for (const auto& [relation, instance] : block.facts) scratch.kb.write_instance(relation, instance);
  for (const std::uint32_t code : block.codes) {
    if (scratch.sums != nullptr) measure(scratch, program_->codes[code].rule);
    run(scratch, code);
  }
  if (block.deltas.empty()) return;
  // Semi-naive evaluation: each iteration joins the delta of the last one with everything.
  for (const RelationId r : block.relations) scratch.fresh[r] = {0, 0};
  for (;;) {
    bool any = false;
    for (const RelationId r : block.relations) {
      scratch.fresh[r] = {scratch.fresh[r].second, scratch.kb.count(r)};
      any = any || scratch.fresh[r].first < scratch.fresh[r].second;
    }
    if (!any) break;
    for (const Block::Delta& delta : block.deltas) {
      const auto [begin, end] = scratch.fresh[delta.relation];
      if (begin == end) continue;
      if (delta.segment) run(scratch, delta.code, begin, end);
      else run(scratch, delta.code);
    }
  }
  if (scratch.sums == nullptr) return;
  for (const Block::Delta& delta : block.deltas) measure(scratch, program_->codes[delta.code].rule);
}

void Chainer::run(Scratch& scratch, const std::vector<chainer::Step>& steps) const {
  chainer::Flag* flags = scratch.kb.flags();
  AtomId* lists = scratch.kb.lists();
  std::uint32_t* counts = scratch.kb.counts();
  const chainer::Step* const end = steps.data() + steps.size();
  for (const chainer::Step* step = steps.data(); step != end; ++step) {
    if (step->guard != chainer::kNever && flags[step->guard] == chainer::Flag::Off) step += step->skip;
    else if (step->run != nullptr) step->run(*step, flags, lists, counts);
    else if (step->rule != nullptr) chainer::Runner<false>(*step->rule, scratch.kb).run();
    else run(scratch, *step->block);
  }
}

template <class Visit>
void Chainer::for_each_fluent(const State& state, Visit&& visit) const {
  const Fluents* group = fluents_.data();
  const auto one = [&](std::uint64_t number) {
    while (number >= group->end) ++group;
    visit(*group, number - group->begin);
  };
  if (!bits_) {
    for (const std::uint64_t number : state.words) one(number);
    return;
  }
  for (std::size_t i = 0; i < state.words.size(); ++i) {
    for (std::uint64_t w = state.words[i]; w != 0; w &= w - 1) one(i * 64 + static_cast<std::uint64_t>(std::countr_zero(w)));
  }
}

void Chainer::clear_move(Scratch& scratch) const {
  scratch.kb.clear(scripted_ ? scripts_.move_counted() : program_->move_relations, program_->layout.move_begin,
                   program_->layout.atoms);
}

// A state has no duplicate fluents, so nothing has to be tested before writing.
void Chainer::load(chainer::KnowledgeBase& kb, const State& state) const {
  if (!bits_) {
    for_each_fluent(state, [&](const Fluents& group, std::uint64_t instance) {
      if (group.asked) kb.write_instance(group.relation, instance);
    });
    return;
  }
  for (std::uint64_t i = 0; i * 64 < asked_; ++i) {
    std::uint64_t word = state.words[i];
    if ((i + 1) * 64 > asked_) word &= ~(~std::uint64_t{0} << (asked_ % 64));
    kb.spread(static_cast<AtomId>(program_->layout.state_begin + i * 64), word);
  }
  for (const Fluents& group : fluents_) {
    if (!group.asked || !group.listed) continue;
    AtomId* list = kb.list(group.relation);
    std::uint32_t count = 0;
    for (std::uint64_t i = group.begin / 64; i * 64 < group.end; ++i) {
      std::uint64_t word = state.words[i];
      if (i == group.begin / 64) word &= ~std::uint64_t{0} << (group.begin % 64);
      if ((i + 1) * 64 > group.end) word &= ~(~std::uint64_t{0} << (group.end % 64));
      for (; word != 0; word &= word - 1)
        list[count++] =
            static_cast<AtomId>(program_->layout.state_begin + i * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
    }
    kb.set_count(group.relation, count);
  }
}

void Chainer::at(Scratch& scratch, const State& state, std::uint8_t wanted) const {
  if (!options_.lazy) wanted = chainer::kForAll;
  if (!scratch.loaded || !same(scratch.state, state)) {
    if (scratch.moved) clear_move(scratch);
    scratch.kb.clear(scripted_ ? scripts_.state_counted() : program_->state_relations, program_->layout.state_begin,
                     program_->layout.move_begin);
    scratch.loaded = false;
    scratch.moved = false;
    scratch.computed = 0;
    scratch.legals.known = false;
    if (scratch.state.words.size() == state.words.size()) std::ranges::copy(state.words, scratch.state.words.begin());
    else scratch.state = state;
    load(scratch.kb, state);
    scratch.loaded = true;
  }
  if ((wanted & ~scratch.computed) == 0) return;
  if (walks_) scratch.deadline = std::make_unique<Deadline>(limits_.time);
  if (scripted_) {
    run(scratch, scripts_.state());
    scratch.computed = chainer::kForAll;
    return;
  }
  scratch.loaded = false;  // if a limit is reached here, the next query starts again
  for (const Block& block : program_->state_blocks) {
    if ((block.wanted_by & wanted) != 0 && (block.wanted_by & scratch.computed) == 0) run(scratch, block);
  }
  scratch.loaded = true;
  scratch.computed |= wanted;
}

void Chainer::at(Scratch& scratch, const State& state, std::span<const MoveId> joint) const {
  at(scratch, state, chainer::kForNext);
  if (scratch.moved && std::ranges::equal(scratch.joint, joint)) return;
  if (scratch.moved) clear_move(scratch);
  scratch.moved = true;
  scratch.loaded = false;
  scratch.joint.assign(joint.begin(), joint.end());
  for (std::uint32_t r = 0; r < joint.size(); ++r) moves_.write(scratch.kb, RoleId{r}, joint[r]);
  if (scripted_) {
    run(scratch, scripts_.move());
  } else {
    for (const Block& block : program_->move_blocks) run(scratch, block);
  }
  scratch.loaded = true;
}

void Chainer::legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const {
  at(scratch, state, chainer::kForLegal);
  moves_.collect(scratch.kb, role, scratch.legals, out);
}

void Chainer::apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const {
  at(scratch, state, joint);
  if (bits_) {
    std::ranges::fill(state.words, 0);
    for (const auto& [code, frame] : frames_) {
      const std::uint64_t reads = frame.run(scratch.kb, scratch.state.words.data(), state.words.data(), scratch.words.data());
      if (!options_.count) continue;
      scratch.reads[code] += reads;
      scratch.runs[code] += 1;
    }
    for (const Fluents& group : fluents_) {
      if (group.next == chainer::kNoRelation) continue;
      const AtomId* list = scratch.kb.list(group.next);
      const std::uint64_t shift = group.begin - program_->layout.base[group.next];  // wraps
      for (std::uint32_t i = 0; i < scratch.kb.count(group.next); ++i) {
        const std::uint64_t number = list[i] + shift;
        state.words[number / 64] |= std::uint64_t{1} << (number % 64);
      }
    }
    return;
  }
  state.words.clear();
  for (const Fluents& group : fluents_) {
    if (group.next == chainer::kNoRelation) continue;
    for (std::uint32_t i = 0; i < scratch.kb.count(group.next); ++i)
      state.words.push_back(group.begin + scratch.kb.instance(group.next, i));
  }
  std::ranges::sort(state.words);
}

bool Chainer::is_terminal(Scratch& scratch, const State& state) const {
  const RelationId terminal = program_->flat.terminal;
  if (terminal == chainer::kNoRelation || !program_->layout.stored(terminal)) return false;
  at(scratch, state, chainer::kForTerminal);
  return scratch.kb.holds_instance(terminal, 0);
}

int Chainer::goal(Scratch& scratch, const State& state, RoleId role) const {
  goal_values(scratch, state, role, scratch.values);
  return game::single_goal(scratch.values);
}

// Second arguments of the atoms of these relations whose first argument is the role.
template <class Visit>
void Chainer::for_each_of(const Scratch& scratch, std::span<const RelationId> relations, RoleId role, Visit&& visit) const {
  const FlatProgram& flat = program_->flat;
  absl::InlinedVector<LexId, 8> leaves;
  for (const RelationId r : relations) {
    if (!program_->layout.stored(r)) continue;
    const Relation& relation = flat.relations[r];
    leaves.resize(relation.arity);
    for (std::uint32_t i = 0; i < scratch.kb.count(r); ++i) {
      relation.decode(scratch.kb.instance(r, i), leaves.data());
      const LexId* at = leaves.data();
      if (chainer::make_term(flat, *terms_, relation.shape[0], at) != info_.role_terms[role.index()]) continue;
      visit(chainer::make_term(flat, *terms_, relation.shape[1], at));
    }
  }
}

void Chainer::goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const {
  at(scratch, state, chainer::kForGoal);
  out.clear();
  if (!goals_.empty()) {
    for (const auto& [atom, value] : goals_[role.index()]) {
      if (scratch.kb.holds(atom)) out.push_back(value);
    }
    return;
  }
  for_each_of(scratch, program_->flat.goal, role, [&](TermId goal) {
    if (const auto value = game::goal_value(*terms_, goal)) out.push_back(*value);
  });
  std::ranges::sort(out);
}

void Chainer::percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role,
                       game::TermBuffer& out) const {
  out.clear();
  if (!info_.hidden) {
    for (const MoveId move : joint) out.push_back(moves_.term(move));
    return;
  }
  at(scratch, state, joint);
  for_each_of(scratch, program_->flat.sees, role, [&](TermId seen) { out.push_back(seen); });
  std::ranges::sort(out, [&](TermId a, TermId b) { return terms_->compare(a, b) < 0; });
}

void Chainer::fluents(const State& state, game::TermBuffer& out) const {
  out.clear();
  const FlatProgram& flat = program_->flat;
  std::vector<LexId> leaves;
  for_each_fluent(state, [&](const Fluents& group, std::uint64_t instance) {
    const Relation& relation = flat.relations[group.relation];
    leaves.resize(relation.arity);
    relation.decode(instance, leaves.data());
    const LexId* at = leaves.data();
    out.push_back(chainer::make_term(flat, *terms_, relation.shape[0], at));
  });
  std::ranges::sort(out, [&](TermId a, TermId b) { return terms_->compare(a, b) < 0; });
}

std::uint64_t Chainer::hash(const State& state) const {
  return hash_bytes(state.words.data(), state.words.size() * sizeof(std::uint64_t));
}

}  // namespace agon::engines
