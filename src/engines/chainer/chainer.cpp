#include "engines/chainer/chainer.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "base/rng.h"
#include "engines/chainer/domains.h"
#include "engines/chainer/flattener.h"
#include "engines/chainer/runner.h"

namespace agon::engines {

using chainer::AtomId;
using chainer::Block;
using chainer::Deadline;
using chainer::FlatProgram;
using chainer::LexId;
using chainer::Relation;
using chainer::RelationId;

namespace {

// Up to this many fluents a state has a bit for each; 2 KiB.
constexpr std::uint64_t kMaxBits = std::uint64_t{1} << 14U;

}  // namespace

Result<std::shared_ptr<const Chainer>> Chainer::create(const gdl::Rules& rules, const Limits& limits, const ChainerOptions& options) {
  if (rules.dialect().real_time) {
    return bad_input("dialect-not-playable", "these rules are written in the real-time dialect, which the chainer does not play",
                     "'agon check' and 'agon fmt' read them; games without lifetimes can be played");
  }
  if (rules.dialect().arithmetic) {
    return bad_input("dialect-not-playable",
                     "these rules call external functions ('include', 'use'), which the chainer does not run",
                     "'agon check' and 'agon fmt' read them; games in plain GDL can be played");
  }
  try {
    std::shared_ptr<const Chainer> engine(new Chainer(rules, limits, options));
    if (engine->info().roles.empty()) {
      return bad_input("no-roles", "the rules name no role", "a game needs at least one fact such as (role player)");
    }
    return engine;
  } catch (const LimitReached& limit) {
    return limit.error();
  }
}

Chainer::Chainer(const gdl::Rules& rules, const Limits& limits, const ChainerOptions& options)
    : limits_(limits), options_(options), terms_(std::make_shared<game::TermBank>(rules.shared_symbols(), limits)) {
  const auto start = Deadline::Clock::now();
  const Deadline deadline(limits.time);
  FlatProgram flat = chainer::flatten(ground::make_clauses(rules, *terms_), *terms_);
  chainer::find_domains(flat, false);
  do {  // knowing the facts may show that more never changes
    chainer::compute_static(flat, deadline);
    chainer::find_domains(flat, true);
  } while (std::ranges::any_of(flat.rules, [&](const chainer::FlatRule& rule) {
    return flat.relations[rule.head.relation].lifetime == ground::Lifetime::Static;
  }));
  program_ = chainer::make_program(std::move(flat), options.relations);
  find_roles(rules);
  moves_ = chainer::MoveNumbers(program_->flat, program_->layout, *terms_, info_.role_terms);
  number_fluents();
  find_initial_state();
  report_.read_seconds = chainer::seconds_since(start);
  report_.kb_bytes = program_->layout.atoms * (sizeof(AtomId) + 1);
  if (info_.roles.empty()) return;

  const auto sampling = Deadline::Clock::now();
  chainer::guess_means(*program_);
  chainer::plan_walkers(*program_, {});
  walks_ = true;
  sample();
  report_.optimise_seconds = chainer::seconds_since(sampling);
  const auto grounding = Deadline::Clock::now();
  ground();
  report_.ground_seconds = chainer::seconds_since(grounding);
}

// ---- building ----

void Chainer::find_roles(const gdl::Rules& rules) {
  const FlatProgram& flat = program_->flat;
  for (const RelationId r : flat.roles) {
    for (std::size_t i = 0; i < flat.fact_count(r); ++i) {
      const LexId* leaves = flat.facts[r].data() + i * flat.relations[r].arity;
      info_.role_terms.push_back(chainer::make_term(flat, *terms_, flat.relations[r].shape[0], leaves));
    }
  }
  for (std::uint32_t r = 0; r < info_.role_terms.size(); ++r) {
    info_.roles.push_back(terms_->text(info_.role_terms[r]));
    if (rules.dialect().chance && info_.roles.back() == "random") info_.random = RoleId{r};
  }
  info_.hidden = rules.dialect().hidden || rules.dialect().chance;
}

void Chainer::number_fluents() {
  const FlatProgram& flat = program_->flat;
  std::uint64_t count = 0;
  for (const RelationId r : flat.fluents) {
    const Relation& relation = flat.relations[r];
    if (!relation.possible) continue;
    Fluents& group = fluents_.emplace_back();
    group.relation = r;
    group.asked = program_->layout.stored(r);
    for (const RelationId n : flat.next) {
      if (flat.relations[n].shape == relation.shape && program_->layout.stored(n)) group.next = n;
    }
    group.begin = count;
    count += relation.size;
    group.end = count;
    if (count > Relation::kTooLarge)
      throw LimitReached("domain-too-large", "a state has more than 2^60 possible fluents", "the prover does not number them");
    const bool arrays = (!group.asked || program_->layout.dense(r)) &&
                        (group.next == chainer::kNoRelation || program_->layout.dense(group.next));
    bits_ = bits_ && arrays;
  }
  bits_ = bits_ && count <= kMaxBits;
  words_ = bits_ ? static_cast<std::size_t>((count + 63) / 64) : 0;
}

void Chainer::find_initial_state() {
  const FlatProgram& flat = program_->flat;
  std::vector<std::uint64_t> numbers;
  for (const RelationId r : flat.init) {
    if (flat.relations[r].lifetime != ground::Lifetime::Static)
      throw LimitReached("init-depends-on-state", "the initial state depends on `true` or `does`", "the prover plays such rules");
    for (const Fluents& group : fluents_) {
      if (flat.relations[group.relation].shape != flat.relations[r].shape) continue;
      for (std::size_t i = 0; i < flat.fact_count(r); ++i) {
        const LexId* leaves = flat.facts[r].data() + i * flat.relations[r].arity;
        numbers.push_back(group.begin + static_cast<std::uint64_t>(flat.relations[group.relation].encode(leaves)));
      }
    }
  }
  std::ranges::sort(numbers);
  if (!bits_) {
    initial_.words.assign(numbers.begin(), numbers.end());
    return;
  }
  initial_.words.assign(words_, 0);
  for (const std::uint64_t n : numbers) initial_.words[n / 64] |= std::uint64_t{1} << (n % 64);
}

// Plays at random with the rules as they stand, and notes how long the lists are when each rule is processed.
void Chainer::sample() {
  const Deadline deadline(options_.sample_time);
  std::vector<std::vector<double>> sums;
  for (const auto& means : program_->means) sums.emplace_back(means.size(), 0.0);
  std::vector<double> times(program_->means.size(), 0.0);
  Scratch scratch = make_scratch();
  scratch.sums = &sums;
  scratch.times = &times;
  Rng rng(options_.seed);
  State state = initial_;
  game::MoveBuffer moves;
  std::vector<MoveId> joint;
  const std::uint32_t states = std::max(1U, options_.sample_states);
  for (; report_.sampled_states < states && (report_.sampled_states == 0 || !deadline.passed()); ++report_.sampled_states) {
    joint.clear();
    at(scratch, state, chainer::kForAll);
    if (!is_terminal(scratch, state)) {
      for (std::uint32_t r = 0; r < info_.role_count(); ++r) {
        legal_moves(scratch, state, RoleId{r}, moves);
        if (moves.empty()) break;
        joint.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
    if (joint.size() == info_.role_count()) apply(scratch, state, joint);
    else if (state == initial_) break;
    else state = initial_;
  }
  for (std::size_t rule = 0; rule < sums.size(); ++rule) {
    if (times[rule] == 0) continue;
    for (std::size_t i = 0; i < sums[rule].size(); ++i) {
      const RelationId r = program_->flat.rules[rule].body[i].relation;
      if (program_->layout.stored(r)) program_->means[rule][i] = sums[rule][i] / times[rule];
    }
  }
}

void Chainer::ground() {
  const chainer::OrderOptions order{options_.order, options_.faithful};
  const Deadline deadline(options_.ground_time);
  if (!options_.tables) chainer::plan_walkers(*program_, order);
  walks_ = false;
  const FlatProgram& flat = program_->flat;
  for (chainer::Code& code : program_->codes) {
    if (options_.tables) {
      const std::size_t left = options_.table_bytes - std::min(options_.table_bytes, report_.table_bytes);
      chainer::plan_tables(*program_, code, order, {std::min(options_.rule_bytes, left), &deadline});
    }
    ChainerReport::Rule& rule = report_.rules.emplace_back();
    rule.head = flat.names[flat.rules[code.rule].head.relation];
    rule.predicted = code.plan.predicted;
    rule.tables = code.tables.has_value();
    rule.bytes = code.tables ? code.tables->bytes() : 0;
    std::vector<std::uint32_t> sequence = code.plan.preconditions;
    for (const chainer::PlanLevel& level : code.plan.levels) {
      sequence.push_back(level.input);
      sequence.insert(sequence.end(), level.tests.begin(), level.tests.end());
    }
    rule.kinds = chainer::classify(flat.rules[code.rule], sequence);
    report_.table_bytes += rule.bytes;
    report_.rules_without_tables += rule.tables ? 0 : 1;
    walks_ = walks_ || !rule.tables;
  }
  std::vector<const chainer::RuleTables*> tables;
  for (const chainer::Code& code : program_->codes) tables.push_back(code.tables ? &*code.tables : nullptr);
  program_->compact = std::make_unique<chainer::CompactRules>(tables);
  const auto never = [&](std::uint32_t code) { return program_->codes[code].tables && program_->codes[code].tables->never; };
  for (auto* blocks : {&program_->state_blocks, &program_->move_blocks}) {
    for (Block& block : *blocks) {
      std::erase_if(block.codes, never);
      std::erase_if(block.deltas, [&](const Block::Delta& delta) { return never(delta.code); });
    }
  }
}

// ---- running ----

Chainer::Scratch Chainer::make_scratch() const {
  Scratch scratch(program_->layout);
  for (const auto& [relation, instance] : program_->permanent) scratch.kb.write_instance(relation, instance);
  scratch.fresh.resize(program_->flat.relations.size());
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
  // Semi-naive: each round joins what the last one produced with everything.
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
  scratch.kb.clear(program_->move_relations, program_->layout.move_begin, program_->layout.atoms);
}

// A state names no fluent twice, so nothing has to be asked before writing.
void Chainer::load(chainer::KnowledgeBase& kb, const State& state) const {
  if (!bits_) {
    for_each_fluent(state, [&](const Fluents& group, std::uint64_t instance) {
      if (group.asked) kb.write_instance(group.relation, instance);
    });
    return;
  }
  chainer::Flag* flags = kb.flags();
  for (const Fluents& group : fluents_) {
    if (!group.asked) continue;
    AtomId* list = kb.list(group.relation);
    std::uint32_t count = 0;
    const std::uint64_t shift = program_->layout.base[group.relation] - group.begin;  // wraps
    for (std::uint64_t i = group.begin / 64; i * 64 < group.end; ++i) {
      std::uint64_t word = state.words[i];
      if (i == group.begin / 64) word &= ~std::uint64_t{0} << (group.begin % 64);
      if ((i + 1) * 64 > group.end) word &= ~(~std::uint64_t{0} << (group.end % 64));
      for (; word != 0; word &= word - 1) {
        const auto atom = static_cast<AtomId>(i * 64 + static_cast<std::uint64_t>(std::countr_zero(word)) + shift);
        flags[atom] = chainer::Flag::On;
        list[count++] = atom;
      }
    }
    kb.set_count(group.relation, count);
  }
}

void Chainer::at(Scratch& scratch, const State& state, std::uint8_t wanted) const {
  if (!options_.lazy) wanted = chainer::kForAll;
  if (!scratch.loaded || !(scratch.state == state)) {
    if (scratch.moved) clear_move(scratch);
    scratch.kb.clear(program_->state_relations, program_->layout.state_begin, program_->layout.move_begin);
    scratch.loaded = false;
    scratch.moved = false;
    scratch.computed = 0;
    scratch.state = state;
    load(scratch.kb, state);
    scratch.loaded = true;
  }
  if ((wanted & ~scratch.computed) == 0) return;
  if (walks_) scratch.deadline = std::make_unique<Deadline>(limits_.time);
  scratch.loaded = false;  // where a limit ends this, the next question starts again
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
  for (const Block& block : program_->move_blocks) run(scratch, block);
  scratch.loaded = true;
}

void Chainer::legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const {
  at(scratch, state, chainer::kForLegal);
  moves_.collect(scratch.kb, role, out);
}

void Chainer::apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const {
  at(scratch, state, joint);
  if (bits_) {
    state.words.assign(words_, 0);
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
    for (std::uint32_t i = 0; i < scratch.kb.count(group.next); ++i) state.words.push_back(group.begin + scratch.kb.instance(group.next, i));
  }
  std::ranges::sort(state.words);
}

bool Chainer::is_terminal(Scratch& scratch, const State& state) const {
  const RelationId terminal = program_->flat.terminal;
  if (terminal == chainer::kNoRelation || !program_->layout.stored(terminal)) return false;
  at(scratch, state, chainer::kForTerminal);
  return scratch.kb.count(terminal) > 0;
}

int Chainer::goal(Scratch& scratch, const State& state, RoleId role) const {
  goal_values(scratch, state, role, scratch.values);
  return scratch.values.size() == 1 ? scratch.values.front() : game::kNoGoal;
}

void Chainer::goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const {
  at(scratch, state, chainer::kForGoal);
  out.clear();
  const FlatProgram& flat = program_->flat;
  absl::InlinedVector<LexId, 8> leaves;
  for (const RelationId r : flat.goal) {
    if (!program_->layout.stored(r)) continue;
    const Relation& relation = flat.relations[r];
    leaves.resize(relation.arity);
    for (std::uint32_t i = 0; i < scratch.kb.count(r); ++i) {
      relation.decode(scratch.kb.instance(r, i), leaves.data());
      const LexId* at = leaves.data();
      if (chainer::make_term(flat, *terms_, relation.shape[0], at) != info_.role_terms[role.index()]) continue;
      if (const int value = terms_->integer(chainer::make_term(flat, *terms_, relation.shape[1], at)); value >= 0) out.push_back(value);
    }
  }
  std::ranges::sort(out);
}

void Chainer::percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role, game::TermBuffer& out) const {
  out.clear();
  if (!info_.hidden) {
    for (const MoveId move : joint) out.push_back(moves_.term(move));
    return;
  }
  at(scratch, state, joint);
  const FlatProgram& flat = program_->flat;
  std::vector<LexId> leaves;
  for (const RelationId r : flat.sees) {
    if (!program_->layout.stored(r)) continue;
    const Relation& relation = flat.relations[r];
    leaves.resize(relation.arity);
    for (std::uint32_t i = 0; i < scratch.kb.count(r); ++i) {
      relation.decode(scratch.kb.instance(r, i), leaves.data());
      const LexId* at = leaves.data();
      if (chainer::make_term(flat, *terms_, relation.shape[0], at) != info_.role_terms[role.index()]) continue;
      out.push_back(chainer::make_term(flat, *terms_, relation.shape[1], at));
    }
  }
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
