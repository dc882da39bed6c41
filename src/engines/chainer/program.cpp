#include "engines/chainer/program.h"

#include <algorithm>
#include <cmath>

#include "engines/chainer/compile/domains.h"

namespace agon::engines::chainer {
namespace {

using ground::Lifetime;

constexpr std::uint32_t kMaxStaticFacts = 20'000'000;

void check_size(const FlatProgram& program, RelationId r) {
  if (program.relations[r].size < Relation::kTooLarge) return;
  throw LimitReached("domain-too-large", "relation '" + program.names[r] + "' has more than 2^60 possible instances",
                     "forward chaining numbers all instances of a relation; the prover does not");
}

void add_to_layout(Layout& layout, const FlatProgram& program, RelationId r, const ProgramLimits& limits) {
  check_size(program, r);
  const std::uint64_t size = program.relations[r].size;
  if (size <= limits.dense_relation && layout.atoms + size <= limits.dense_total) {
    layout.base[r] = layout.atoms;
    layout.atoms += static_cast<std::uint32_t>(size) + 1;  // see KnowledgeBase::list
  } else {
    layout.base[r] = Layout::kSparse;
    layout.sparse[r] = layout.sparse_count++;
  }
}

Layout empty_layout(const FlatProgram& program) {
  Layout layout;
  layout.base.assign(program.relations.size(), Layout::kNotStored);
  layout.sparse.assign(program.relations.size(), 0);
  return layout;
}

// Rules of one strongly connected component, run to the fixpoint.
struct Component {
  std::vector<const FlatRule*> rules;
  std::vector<RelationId> relations;
};

void run_component(const Component& component, FlatProgram& program, const Layout& layout, StaticFacts& facts, KnowledgeBase& kb,
                   const Deadline& deadline) {
  Walker::Run run;
  run.kb = &kb;
  run.deadline = &deadline;
  for (const RelationId r : component.relations) {
    const Relation& relation = program.relations[r];
    for (std::size_t i = 0; i < program.fact_count(r) && relation.arity > 0; ++i)
      kb.write_instance(r, static_cast<std::uint64_t>(relation.encode(program.facts[r].data() + i * relation.arity)));
  }
  struct Delta {
    Walker walker;
    RelationId relation;
    bool segment;
  };
  std::vector<Delta> deltas;
  const OrderOptions options;
  for (const FlatRule* rule : component.rules) {
    std::vector<double> means;
    for (const FlatLiteral& l : rule->body) {
      const bool known = !layout.stored(l.relation);
      means.push_back(known ? static_cast<double>(program.fact_count(l.relation))
                            : std::sqrt(static_cast<double>(program.relations[l.relation].size)));
    }
    bool recursive = false;
    for (std::uint32_t i = 0; i < rule->body.size(); ++i) {
      const FlatLiteral& l = rule->body[i];
      if (l.negated || !layout.stored(l.relation)) continue;
      recursive = true;
      const auto inputs = choose_inputs(program, *rule, means, options, static_cast<std::int32_t>(i));
      const bool segment = !inputs.empty() && inputs.front() == i;
      deltas.push_back(
          {Walker(program, *rule, make_plan(program, *rule, inputs, means, options), layout, facts), l.relation, segment});
    }
    if (recursive) continue;
    const auto inputs = choose_inputs(program, *rule, means, options);
    Walker(program, *rule, make_plan(program, *rule, inputs, means, options), layout, facts).run(run);
    deadline.check();
  }
  absl::flat_hash_map<RelationId, std::pair<std::uint32_t, std::uint32_t>> fresh;  // the delta of each list
  for (;;) {
    bool any = false;
    for (const RelationId r : component.relations) {
      fresh[r] = {fresh[r].second, kb.count(r)};
      any = any || fresh[r].first < fresh[r].second;
      if (kb.count(r) > kMaxStaticFacts)
        throw LimitReached("domain-too-large",
                           "relation '" + program.names[r] + "' holds of more than 20 million instances for ever",
                           "forward chaining lists them all; the prover does not");
    }
    if (!any || deltas.empty()) return;
    for (const Delta& delta : deltas) {
      const auto [begin, end] = fresh[delta.relation];
      if (begin == end) continue;
      if (delta.segment) delta.walker.run(run, begin, end);
      else delta.walker.run(run);
    }
  }
}

void export_facts(FlatProgram& program, const KnowledgeBase& kb, RelationId r) {
  Relation& relation = program.relations[r];
  relation.possible = kb.count(r) > 0;
  program.facts[r].assign(std::size_t{kb.count(r)} * relation.arity, 0);
  for (std::uint32_t i = 0; i < kb.count(r) && relation.arity > 0; ++i)
    relation.decode(kb.instance(r, i), program.facts[r].data() + std::size_t{i} * relation.arity);
}

}  // namespace

void compute_static(FlatProgram& program, const Deadline& deadline) {
  Layout layout = empty_layout(program);
  const ProgramLimits limits{std::uint64_t{1} << 20U, std::uint64_t{1} << 26U};
  std::vector<Component> components;
  std::vector<RelationId> derived;
  for (const FlatRule& rule : program.rules) {  // in the order of components
    const Relation& head = program.relations[rule.head.relation];
    for (const FlatLiteral& l : rule.body) {
      if (program.relations[l.relation].lifetime == Lifetime::Static) check_size(program, l.relation);
    }
    if (head.lifetime != Lifetime::Static) continue;
    if (components.empty() || program.relations[components.back().rules.front()->head.relation].component != head.component)
      components.emplace_back();
    components.back().rules.push_back(&rule);
    auto& relations = components.back().relations;
    if (std::ranges::find(relations, rule.head.relation) == relations.end()) relations.push_back(rule.head.relation);
    if (!layout.stored(rule.head.relation)) {
      add_to_layout(layout, program, rule.head.relation, limits);
      derived.push_back(rule.head.relation);
    }
  }
  StaticFacts facts(program);
  KnowledgeBase kb(layout);
  for (const Component& component : components) {
    run_component(component, program, layout, facts, kb, deadline);
    for (const RelationId r : component.relations) export_facts(program, kb, r);
    for (const RelationId r : component.relations) layout.base[r] = Layout::kNotStored;  // static from now on
  }
}

std::unique_ptr<Program> make_program(FlatProgram flat, const ProgramLimits& limits) {
  auto result = std::make_unique<Program>();
  Program& p = *result;
  p.flat = std::move(flat);
  p.facts = std::make_unique<StaticFacts>(p.flat);
  p.layout = empty_layout(p.flat);

  // 1. What is stored: answers, and whatever changes and is read.
  std::vector<bool> used(p.flat.relations.size(), false);
  for (const FlatRule& rule : p.flat.rules) {
    used[rule.head.relation] = true;
    for (const FlatLiteral& l : rule.body) {
      used[l.relation] = true;
      check_size(p.flat, l.relation);
    }
  }
  std::vector<RelationId> answers;
  for (const auto* all : {&p.flat.next, &p.flat.legal, &p.flat.goal, &p.flat.sees})
    answers.insert(answers.end(), all->begin(), all->end());
  if (p.flat.terminal != kNoRelation) answers.push_back(p.flat.terminal);
  std::vector<bool> answer(p.flat.relations.size(), false);
  for (const RelationId r : answers) answer[r] = true;
  for (const Lifetime lifetime : {Lifetime::Static, Lifetime::State, Lifetime::Move}) {
    if (lifetime == Lifetime::State) p.layout.state_begin = p.layout.atoms;
    if (lifetime == Lifetime::Move) p.layout.move_begin = p.layout.atoms;
    // Fluents first: their flags are then a contiguous copy of the bits of a state.
    std::vector<RelationId> order = lifetime == Lifetime::State ? p.flat.fluents : std::vector<RelationId>{};
    for (RelationId r = 0; r < p.flat.relations.size(); ++r) {
      if (lifetime != Lifetime::State || std::ranges::find(p.flat.fluents, r) == p.flat.fluents.end()) order.push_back(r);
    }
    for (const RelationId r : order) {
      const Relation& relation = p.flat.relations[r];
      if (!relation.possible || relation.lifetime != lifetime || !(answer[r] || (used[r] && lifetime != Lifetime::Static)))
        continue;
      add_to_layout(p.layout, p.flat, r, limits);
      if (lifetime == Lifetime::State) p.state_relations.push_back(r);
      if (lifetime == Lifetime::Move) p.move_relations.push_back(r);
    }
  }
  for (RelationId r = 0; r < p.flat.relations.size(); ++r) {
    const Relation& relation = p.flat.relations[r];
    if (!p.layout.stored(r) || relation.lifetime != Lifetime::Static) continue;
    if (relation.arity == 0) p.permanent.emplace_back(r, 0);
    for (std::size_t i = 0; i < p.flat.fact_count(r) && relation.arity > 0; ++i)
      p.permanent.emplace_back(r, static_cast<std::uint64_t>(relation.encode(p.flat.facts[r].data() + i * relation.arity)));
  }

  // 2. Blocks.
  std::vector<std::uint8_t> wanted(p.flat.relations.size(), 0);
  const auto want = [&](const std::vector<RelationId>& all, std::uint8_t by) {
    for (const RelationId r : all) wanted[r] |= by;
  };
  if (p.flat.terminal != kNoRelation) wanted[p.flat.terminal] |= kForTerminal;
  want(p.flat.legal, kForLegal);
  want(p.flat.goal, kForGoal);
  want(p.flat.next, kForNext);
  want(p.flat.sees, kForNext);
  for (std::size_t i = p.flat.rules.size(); i-- > 0;) {  // from the answers down; twice for the rules of one component
    std::size_t begin = i;
    const auto component = [&](std::size_t rule) { return p.flat.relations[p.flat.rules[rule].head.relation].component; };
    while (begin > 0 && component(begin - 1) == component(i)) --begin;
    std::uint8_t by = 0;
    for (std::size_t k = begin; k <= i; ++k) by |= wanted[p.flat.rules[k].head.relation];
    for (std::size_t k = begin; k <= i; ++k) {
      wanted[p.flat.rules[k].head.relation] |= by;
      for (const FlatLiteral& l : p.flat.rules[k].body) wanted[l.relation] |= by;
    }
    i = begin;
  }
  for (std::uint32_t i = 0; i < p.flat.rules.size(); ++i) {
    const FlatRule& rule = p.flat.rules[i];
    const RelationId head = rule.head.relation;
    const Relation& relation = p.flat.relations[head];
    std::vector<Block>& blocks = relation.lifetime == Lifetime::Move ? p.move_blocks : p.state_blocks;
    if (blocks.empty() || p.flat.relations[blocks.back().relations.front()].component != relation.component) blocks.emplace_back();
    Block& block = blocks.back();
    block.wanted_by |= wanted[head];
    if (std::ranges::find(block.relations, head) == block.relations.end()) {
      block.relations.push_back(head);
      for (std::size_t k = 0; k < p.flat.fact_count(head) && relation.arity > 0; ++k)
        block.facts.emplace_back(head, static_cast<std::uint64_t>(relation.encode(p.flat.facts[head].data() + k * relation.arity)));
    }
    bool recursive = false;
    for (std::uint32_t l = 0; l < rule.body.size(); ++l) {
      const FlatLiteral& literal = rule.body[l];
      if (literal.negated || p.flat.relations[literal.relation].component != relation.component) continue;
      recursive = true;
      const bool segment = std::ranges::any_of(literal.args, [](Arg a) { return a.variable; });
      block.deltas.push_back({static_cast<std::uint32_t>(p.codes.size()), literal.relation, segment});
      p.codes.emplace_back().rule = i;
      p.codes.back().first = segment ? static_cast<std::int32_t>(l) : -1;
    }
    if (recursive) continue;
    block.codes.push_back(static_cast<std::uint32_t>(p.codes.size()));
    p.codes.emplace_back().rule = i;
  }
  return result;
}

void guess_means(Program& program) {
  const FlatProgram& flat = program.flat;
  std::vector<double> guess(flat.relations.size(), 1);
  for (RelationId r = 0; r < flat.relations.size(); ++r) {
    const auto size = static_cast<double>(flat.relations[r].size);
    guess[r] = flat.relations[r].lifetime == Lifetime::Static ? static_cast<double>(flat.fact_count(r)) : std::sqrt(size);
  }
  for (const RelationId r : flat.does) guess[r] = 1;
  for (const RelationId r : flat.fluents) {
    for (const RelationId i : flat.init) {
      if (flat.relations[i].shape == flat.relations[r].shape) guess[r] = std::max(1.0, static_cast<double>(flat.fact_count(i)));
    }
  }
  program.means.clear();
  for (const FlatRule& rule : flat.rules) {
    auto& means = program.means.emplace_back();
    for (const FlatLiteral& l : rule.body) means.push_back(guess[l.relation]);
  }
}

void plan_walkers(Program& program, const OrderOptions& options) {
  for (Code& code : program.codes) {
    const FlatRule& rule = program.flat.rules[code.rule];
    const auto inputs = choose_inputs(program.flat, rule, program.means[code.rule], options, code.first);
    code.plan = make_plan(program.flat, rule, inputs, program.means[code.rule], options);
    code.walker = std::make_unique<Walker>(program.flat, rule, code.plan, program.layout, *program.facts);
  }
}

bool plan_tables(Program& program, Code& code, const OrderOptions& options, const TableBudget& budget) {
  const FlatRule& rule = program.flat.rules[code.rule];
  const auto& means = program.means[code.rule];
  const auto inputs = choose_inputs(program.flat, rule, means, options, code.first);
  code.plan = make_plan(program.flat, rule, inputs, means, options);
  code.tables =
      build_tables(program.flat, rule, code.plan, means, options, program.layout, *program.facts, budget, code.first >= 0);
  if (code.tables) code.walker.reset();
  else code.walker = std::make_unique<Walker>(program.flat, rule, code.plan, program.layout, *program.facts);
  return code.tables.has_value();
}

}  // namespace agon::engines::chainer
