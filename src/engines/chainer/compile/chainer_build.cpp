// The construction of a chainer: flattening and numbering, sampled cardinalities, join orders and tables.
#include <algorithm>

#include "base/rng.h"
#include "engines/chainer/chainer.h"
#include "engines/chainer/compile/domains.h"
#include "engines/chainer/compile/flattener.h"
#include "game/goal_value.h"
#include "game/random_step.h"

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
// `goal` instances up to this number are listed one by one.
constexpr std::uint64_t kMaxGoals = std::uint64_t{1} << 12U;

}  // namespace

Result<std::shared_ptr<const Chainer>> Chainer::create(const gdl::Rules& rules, const Limits& limits,
                                                       const ChainerOptions& options) {
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
  do {  // knowing the facts may reveal more static relations
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
  find_goals();
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

// Where states are bit vectors, a fluent's number is its atom's, less an offset; fluents that no rule reads have no atoms and come
// last.
void Chainer::number_fluents() {
  const FlatProgram& flat = program_->flat;
  std::uint64_t count = 0;
  std::uint64_t atoms = 0;
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
    const bool arrays =
        (!group.asked || program_->layout.dense(r)) && (group.next == chainer::kNoRelation || program_->layout.dense(group.next));
    bits_ = bits_ && arrays;
    if (group.asked && arrays) atoms = std::max(atoms, program_->layout.base[r] + relation.size - program_->layout.state_begin);
  }
  bits_ = bits_ && count + fluents_.size() <= kMaxBits;
  if (!bits_) return;
  std::stable_partition(fluents_.begin(), fluents_.end(), [](const Fluents& group) { return group.asked; });
  asked_ = atoms;
  for (Fluents& group : fluents_) {
    const std::uint64_t size = group.end - group.begin;
    group.begin = group.asked ? program_->layout.base[group.relation] - program_->layout.state_begin : atoms;
    group.end = group.begin + size;
    atoms = std::max(atoms, group.end);
  }
  words_ = static_cast<std::size_t>((atoms + 63) / 64);
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

void Chainer::find_goals() {
  const FlatProgram& flat = program_->flat;
  std::vector<std::vector<std::pair<AtomId, int>>> goals(info_.role_count());
  for (const RelationId r : flat.goal) {
    const Relation& relation = flat.relations[r];
    if (!program_->layout.stored(r)) continue;
    if (!program_->layout.dense(r) || relation.size > kMaxGoals) return;
    std::vector<LexId> leaves(relation.arity);
    for (std::uint64_t id = 0; id < relation.size; ++id) {
      relation.decode(id, leaves.data());
      const LexId* at = leaves.data();
      const auto role = std::ranges::find(info_.role_terms, chainer::make_term(flat, *terms_, relation.shape[0], at));
      if (role == info_.role_terms.end()) continue;
      if (const auto value = game::goal_value(*terms_, chainer::make_term(flat, *terms_, relation.shape[1], at))) {
        const auto atom = static_cast<AtomId>(program_->layout.base[r] + id);
        goals[static_cast<std::size_t>(role - info_.role_terms.begin())].emplace_back(atom, *value);
      }
    }
  }
  for (auto& all : goals) std::ranges::stable_sort(all, {}, &std::pair<AtomId, int>::second);
  goals_ = std::move(goals);
}

// Samples random play with the rules as they stand, and records the lengths of the lists when each rule is run.
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
  game::RandomStep<Chainer> random(*this);
  const std::uint32_t states = std::max(1U, options_.sample_states);
  for (; report_.sampled_states < states && (report_.sampled_states == 0 || !deadline.passed()); ++report_.sampled_states) {
    at(scratch, state, chainer::kForAll);
    if (random.step(scratch, state, rng)) continue;
    if (state == initial_) break;
    state = initial_;
  }
  for (std::size_t rule = 0; rule < sums.size(); ++rule) {
    if (times[rule] == 0) continue;
    for (std::size_t i = 0; i < sums[rule].size(); ++i) {
      const RelationId r = program_->flat.rules[rule].body[i].relation;
      if (program_->layout.stored(r)) program_->means[rule][i] = sums[rule][i] / times[rule];
    }
  }
}

// Frame axioms that are run on the bits of a state. Only where no rule reads the head, so that it need not be in the tables.
void Chainer::find_frames() {
  const FlatProgram& flat = program_->flat;
  if (!bits_) return;
  std::vector<bool> asked(flat.relations.size(), false);
  for (const chainer::FlatRule& rule : flat.rules) {
    for (const chainer::FlatLiteral& l : rule.body) asked[l.relation] = true;
  }
  for (std::uint32_t number = 0; number < program_->codes.size(); ++number) {
    const chainer::Code& code = program_->codes[number];
    const RelationId head = flat.rules[code.rule].head.relation;
    const auto group = std::ranges::find(fluents_, head, &Fluents::next);
    if (group == fluents_.end() || asked[head]) continue;
    if (auto frame = chainer::FrameRule::make(*program_, code.rule, group->relation, group->begin))
      frames_.emplace_back(number, std::move(*frame));
  }
}

void Chainer::ground() {
  const chainer::OrderOptions order{options_.order, options_.faithful};
  const Deadline deadline(options_.ground_time);
  if (!options_.tables) chainer::plan_walkers(*program_, order);
  walks_ = false;
  const FlatProgram& flat = program_->flat;
  if (options_.tables && !options_.faithful && options_.order == chainer::Order::Best) find_frames();
  std::vector<bool> framed(program_->codes.size(), false);
  for (const auto& [code, frame] : frames_) framed[code] = true;
  for (std::uint32_t number = 0; number < program_->codes.size(); ++number) {
    chainer::Code& code = program_->codes[number];
    if (options_.tables && !framed[number]) {
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
    if (framed[number]) continue;
    report_.rules_without_tables += rule.tables ? 0 : 1;
    walks_ = walks_ || !rule.tables;
  }
  for (const auto& [code, frame] : frames_) {
    report_.rules[code].tables = true;
    report_.rules[code].bytes = frame.bytes();
    report_.table_bytes += frame.bytes();
  }
  std::vector<const chainer::RuleTables*> tables;
  for (const chainer::Code& code : program_->codes) tables.push_back(code.tables ? &*code.tables : nullptr);
  program_->compact = std::make_unique<chainer::CompactRules>(tables);
  const auto never = [&](std::uint32_t code) {
    return framed[code] || (program_->codes[code].tables && program_->codes[code].tables->never);
  };
  for (auto* blocks : {&program_->state_blocks, &program_->move_blocks}) {
    for (Block& block : *blocks) {
      std::erase_if(block.codes, never);
      std::erase_if(block.deltas, [&](const Block::Delta& delta) { return never(delta.code); });
    }
  }
  if (walks_ || options_.count || options_.lazy || options_.faithful) return;
  std::vector<bool> skipped;
  for (std::uint32_t code = 0; code < program_->codes.size(); ++code) skipped.push_back(never(code));
  scripts_ = chainer::Scripts(*program_, moves_, skipped, frames_);
  for (Fluents& group : fluents_) group.listed = scripts_.listed(group.relation);
  scripted_ = true;
}

}  // namespace agon::engines
