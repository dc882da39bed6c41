#include "engines/chainer/walker.h"

#include <absl/container/inlined_vector.h>

#include <algorithm>

#include "base/assert.h"

namespace agon::engines::chainer {

using Leaves = absl::InlinedVector<LexId, 16>;  // on the stack for all but the widest relations

Walker::Walker(const FlatProgram& program, const FlatRule& rule, const Plan& plan, const Layout& layout, StaticFacts& facts)
    : program_(&program), rule_(&rule), layout_(&layout), facts_(&facts) {
  for (const std::uint32_t i : plan.preconditions) preconditions_.push_back(make_test(rule.body[i], facts));
  std::vector<bool> bound(rule.variables, false);
  for (const PlanLevel& from : plan.levels) {
    const FlatLiteral& literal = rule.body[from.input];
    Level& level = levels_.emplace_back();
    level.relation = literal.relation;
    level.known = !layout.stored(literal.relation);
    level.fresh = from.fresh;
    std::vector<std::uint32_t> key;
    for (std::uint32_t i = 0; i < literal.args.size(); ++i) {
      const Arg arg = literal.args[i];
      if (!arg.variable) level.places.push_back({Place::Kind::Constant, arg.id});
      else level.places.push_back({bound[arg.id] ? Place::Kind::Bound : Place::Kind::Fresh, arg.id});
      if (!arg.variable || bound[arg.id]) key.push_back(i);
    }
    // A variable that comes twice is fresh both times for the index, and compared when the second one is met.
    for (const VariableId v : from.fresh) {
      bound[v] = true;
      level.candidates *= static_cast<double>(rule.domains[v].size());
      bool first = true;
      for (Place& place : level.places) {
        if (place.kind != Place::Kind::Fresh || place.id != v) continue;
        if (!first) place.kind = Place::Kind::Bound;
        first = false;
      }
    }
    if (level.known) level.index = &facts.index(literal.relation, key);
    for (const std::uint32_t i : from.tests) level.tests.push_back(make_test(rule.body[i], facts));
    for (const std::uint32_t i : from.unequal) level.unequal.push_back(&rule.unequal[i]);
  }
  single_head_ = std::ranges::none_of(rule.head.args, [](Arg a) { return a.variable; });
}

Walker::Test Walker::make_test(const FlatLiteral& literal, StaticFacts& facts) const {
  const bool known = !layout_->stored(literal.relation);
  if (known) facts.prepare(literal.relation);
  return {&literal, known};
}

void Walker::run(Run& run, std::uint32_t begin, std::uint32_t end) const {
  run.values.resize(std::max<std::size_t>(run.values.size(), rule_->variables));
  for (const Test& test : preconditions_) {
    if (!passes(run, test)) return;
  }
  level(run, 0, begin, end);
}

void Walker::tick(Run& run) {
  ++run.reads;
  if ((run.reads & 0xffffU) == 0 && run.deadline != nullptr) run.deadline->check();
}

bool Walker::passes(Run& run, const Test& test) const {
  const FlatLiteral& literal = *test.literal;
  const Relation& relation = program_->relations[literal.relation];
  Leaves place(literal.args.size());
  for (std::size_t i = 0; i < literal.args.size(); ++i)
    place[i] = literal.args[i].variable ? run.values[literal.args[i].id] : literal.args[i].id;
  bool holds = false;
  if (test.known) {
    holds = facts_->contains(literal.relation, place.data());
  } else if (const std::int64_t id = relation.encode(place.data()); id >= 0) {
    holds = run.kb->holds_instance(literal.relation, static_cast<std::uint64_t>(id));
  }
  return holds != literal.negated;
}

bool Walker::differ(const Run& run, const Unequal& unequal) {
  const auto value = [&](Arg a) { return a.variable ? run.values[a.id] : a.id; };
  return std::ranges::any_of(unequal.pairs, [&](const auto& p) { return value(p.first) != value(p.second); });
}

bool Walker::level(Run& run, std::size_t depth, std::uint32_t begin, std::uint32_t end) const {
  if (depth == levels_.size()) {
    const Relation& relation = program_->relations[rule_->head.relation];
    Leaves place(rule_->head.args.size());
    for (std::size_t i = 0; i < rule_->head.args.size(); ++i)
      place[i] = rule_->head.args[i].variable ? run.values[rule_->head.args[i].id] : rule_->head.args[i].id;
    const std::int64_t id = relation.encode(place.data());
    AGON_ASSERT(id >= 0);
    run.kb->write_instance(rule_->head.relation, static_cast<std::uint64_t>(id));
    return single_head_;
  }
  const Level& here = levels_[depth];
  if (here.known) return read_facts(run, depth);
  const std::uint32_t stored = run.kb->count(here.relation);
  if (begin == 0 && end >= stored && here.candidates < static_cast<double>(stored)) return try_candidates(run, depth, 0);
  return read_list(run, depth, begin, std::min(end, stored));
}

bool Walker::read_facts(Run& run, std::size_t depth) const {
  const Level& here = levels_[depth];
  Leaves place(here.places.size());
  for (const std::uint32_t i : here.index->places)
    place[i] = here.places[i].kind == Place::Kind::Constant ? here.places[i].id : run.values[here.places[i].id];
  for (const std::uint32_t row : facts_->rows(here.relation, *here.index, place.data())) {
    tick(run);
    if (match(run, here, facts_->row(here.relation, row)) && after(run, depth)) return true;
  }
  return false;
}

bool Walker::read_list(Run& run, std::size_t depth, std::uint32_t begin, std::uint32_t end) const {
  const Level& here = levels_[depth];
  const Relation& relation = program_->relations[here.relation];
  Leaves place(relation.arity);
  for (std::uint32_t i = begin; i < end; ++i) {
    tick(run);
    relation.decode(run.kb->instance(here.relation, i), place.data());
    if (match(run, here, place.data()) && after(run, depth)) return true;
  }
  return false;
}

bool Walker::try_candidates(Run& run, std::size_t depth, std::size_t variable) const {
  const Level& here = levels_[depth];
  if (variable < here.fresh.size()) {
    const VariableId v = here.fresh[variable];
    for (const LexId value : rule_->domains[v]) {
      run.values[v] = value;
      if (try_candidates(run, depth, variable + 1)) return true;
    }
    return false;
  }
  tick(run);
  const Relation& relation = program_->relations[here.relation];
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < here.places.size(); ++i) {
    const LexId value = here.places[i].kind == Place::Kind::Constant ? here.places[i].id : run.values[here.places[i].id];
    const std::int32_t digit = relation.digit_of[i][value];
    if (digit < 0) return false;
    id += static_cast<std::uint64_t>(digit) * relation.radix[i];
  }
  return run.kb->holds_instance(here.relation, id) && after(run, depth);
}

bool Walker::match(Run& run, const Level& level, const LexId* leaves) const {
  for (std::size_t i = 0; i < level.places.size(); ++i) {
    const Place place = level.places[i];
    switch (place.kind) {
      case Place::Kind::Constant:
        if (leaves[i] != place.id) return false;
        break;
      case Place::Kind::Bound:
        if (leaves[i] != run.values[place.id]) return false;
        break;
      case Place::Kind::Fresh: run.values[place.id] = leaves[i]; break;
    }
  }
  return true;
}

bool Walker::after(Run& run, std::size_t depth) const {
  const Level& here = levels_[depth];
  for (const Unequal* unequal : here.unequal) {
    if (!differ(run, *unequal)) return false;
  }
  for (const Test& test : here.tests) {
    if (!passes(run, test)) return false;
  }
  return level(run, depth + 1, 0, 0xffffffff);
}

}  // namespace agon::engines::chainer
