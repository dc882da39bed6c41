#include "engines/prover/plan_builder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"

namespace agon::engines::prover {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// The upper bound of an estimate: a positive literal that could not be chosen would be omitted, and the answers would be wrong.
constexpr double kMost = 1e100;
// How much better a later literal must be for each generator that it overtakes in the author's order.
constexpr double kOrderBias = 4.0;

}  // namespace

PlanBuilder::PlanBuilder(Compiler& compiler, const Clause& clause, const std::vector<Mode>& modes)
    : compiler_(compiler),
      clause_(clause),
      modes_(modes),
      slot_of_(clause.variables, -1),
      estimates_(clause.body.size()),
      readers_(clause.variables),
      opened_(clause.variables) {
  for (std::uint32_t i = 0; i < clause.body.size(); ++i) {
    waiting_.push_back(i);
    for (const Pattern& arg : clause.body[i].args) for_each_variable(arg, [&](VariableId v) { readers_[v].push_back(i); });
  }
}

Plan PlanBuilder::build() {
  count_uses();
  bind_inputs();
  while (!waiting_.empty()) {
    std::optional<std::size_t> next = choose();
    if (!next) {
      // Unsafe: nothing can run. A `distinct` over an unbound variable holds; other variables range over the universe.
      const auto stuck = std::ranges::find_if(waiting_, [&](std::uint32_t i) {
        return clause_.body[i].kind == Literal::Kind::Negative || !clause_.body[i].needs.empty();
      });
      if (stuck == waiting_.end()) {
        AGON_ASSERT(
            std::ranges::none_of(waiting_, [&](std::uint32_t i) { return clause_.body[i].kind == Literal::Kind::Positive; }));
        break;
      }
      unblock(clause_.body[*stuck]);
      continue;
    }
    const Literal& literal = clause_.body[waiting_[*next]];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(*next));
    place(literal);
  }
  emit();

  Program& program = compiler_.program_;
  Plan plan{static_cast<std::uint32_t>(program.ops.size()), static_cast<std::uint32_t>(ops_.size()),
            static_cast<std::uint16_t>(generator_of_.size()), cursors_};
  if (generator_of_.size() >= 0xffff || ops_.size() >= 0xffff) {
    throw LimitReached("rule-too-large", "a rule has more than 65,000 terms and conditions", "split it into several rules");
  }
  program.ops.insert(program.ops.end(), ops_.begin(), ops_.end());
  return plan;
}

void PlanBuilder::count_uses() {
  uses_.assign(clause_.variables, 0);
  const auto use = [&](VariableId v) { ++uses_[v]; };
  for (std::size_t i = 0; i < clause_.head.size(); ++i) {
    if (modes_[i] != Mode::Ignored) for_each_variable(clause_.head[i], use);
  }
  for (const Literal& literal : clause_.body) {
    for (const Pattern& arg : literal.args) for_each_variable(arg, use);
  }
}

void PlanBuilder::bind_inputs() {
  std::vector<std::pair<const Pattern*, Ref>> inputs;
  for (std::size_t i = 0; i < clause_.head.size(); ++i) {
    if (modes_[i] == Mode::Known) inputs.emplace_back(&clause_.head[i], Ref::slot(new_slot(-1)));
  }
  // Constants first: they fail at once.
  for (const auto& [pattern, ref] : inputs) {
    if (pattern->kind == Pattern::Kind::Constant) match(*pattern, ref);
  }
  for (const auto& [pattern, ref] : inputs) {
    if (pattern->kind != Pattern::Kind::Constant) match(*pattern, ref);
  }
}

// ---- choosing ----

std::optional<std::size_t> PlanBuilder::choose() {
  std::optional<std::size_t> best;
  double best_cost = kNever;
  bool best_late = true;
  double bias = 1;
  ++choices_;
  // Marks the variables that earlier positive literals of the rule will bind.
  const auto open = [&](const Literal& literal) {
    for (const Pattern& arg : literal.args)
      for_each_variable(arg, [&](VariableId v) { opened_[v] = slot_of_[v] < 0 ? choices_ : 0; });
  };
  const auto mentions_open = [&](const Literal& literal) {
    bool found = false;
    for (const Pattern& arg : literal.args) for_each_variable(arg, [&](VariableId v) { found = found || opened_[v] == choices_; });
    return found;
  };
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Literal& literal = clause_.body[waiting_[i]];
    Estimate& estimate = estimates_[waiting_[i]];
    if (estimate.stale) estimate = {expected(literal), late(literal), false};
    const double cost = estimate.cost * bias;
    // A recursive call does not overtake literals that would bind its arguments: called with fewer bound than the author meant, it
    // may not terminate (lists that grow).
    const bool late = estimate.late || (recursive(literal) && mentions_open(literal));
    if (cost < kNever && (late != best_late ? best_late : cost < best_cost)) {
      best_cost = cost;
      best_late = late;
      best = i;
    }
    if (literal.kind != Literal::Kind::Positive) continue;
    open(literal);
    if (bias < 1e100) bias *= kOrderBias;
  }
  return best;
}

bool PlanBuilder::recursive(const Literal& literal) const {
  if (literal.kind != Literal::Kind::Positive || literal.facts_only) return false;
  const std::vector<Predicate>& predicates = compiler_.program_.clauses.predicates;
  const Predicate& callee = predicates[literal.predicate];
  return callee.recursive && callee.component == predicates[clause_.predicate].component;
}

// A recursive call on a term that the rule itself constructs, p(X) <= p(f(X)) and q(f(X)), comes last: only q, which is finite by
// the recursion restriction of GDL, makes the calls terminate. An auxiliary predicate of a rule may hide such a call.
bool PlanBuilder::late(const Literal& literal) const {
  if (!recursive(literal)) return false;
  const Predicate& callee = compiler_.program_.clauses.predicates[literal.predicate];
  const auto made = [&](const Pattern& arg) {
    if (!known(arg) || arg.kind == Pattern::Kind::Constant) return false;
    return arg.kind == Pattern::Kind::Compound || built_[static_cast<std::size_t>(slot_of_[arg.variable])];
  };
  return callee.auxiliary || std::ranges::any_of(literal.args, made);
}

// The expected number of answers; below one for tests, ordered by what they cost.
double PlanBuilder::expected(const Literal& literal) const {
  switch (literal.kind) {
    case Literal::Kind::Distinct: return known(literal.args[0]) && known(literal.args[1]) ? 0.001 : kNever;
    case Literal::Kind::Equal: return known(literal.args[0]) || known(literal.args[1]) ? 0.002 : kNever;
    case Literal::Kind::Negative:
      if (!ready(literal)) return kNever;
      break;
    case Literal::Kind::Positive:
      if (blocked(literal)) return kNever;
      break;
  }
  const Source from = source(literal);
  if (from.relation) return ready(literal) ? 0.05 : std::max(0.1, expected_rows(from));
  const Predicate& predicate = compiler_.program_.clauses.predicates[literal.predicate];
  if (ready(literal)) return (predicate.lifetime == Lifetime::Static ? 0.2 : 0.7) * (predicate.recursive ? 1.2 : 1);
  int wanted = 0;
  int given = 0;
  std::vector<Mode> modes;
  for (const Pattern& arg : literal.args) {
    modes.push_back(known(arg) ? Mode::Known : (ignorable(arg) ? Mode::Ignored : Mode::Wanted));
    given += modes.back() == Mode::Known ? 1 : 0;
    wanted += modes.back() == Mode::Wanted ? 1 : 0;
  }
  // As observed in play; not less than a lookup of a few rows, because finding the answers costs something too.
  if (const std::optional<double> seen = compiler_.observations_.expected(literal.predicate, modes))
    return std::clamp(*seen, 0.75, kMost);
  // Not observed. A state-dependent predicate is mostly close to a function once an argument is known, and has few answers even
  // without one. A static recursive relation is usually arithmetic: each open argument ranges over the numbers.
  const bool arithmetic = predicate.lifetime == Lifetime::Static && predicate.recursive;
  if (arithmetic) return std::min(kMost, std::pow(6.0, wanted) / std::pow(3.0, std::max(0, given - 1)));
  if (given > 0) return 1.2 + 0.4 * wanted;
  return std::min(
      kMost, std::pow(predicate.lifetime == Lifetime::Static ? 9.0 : 2.8, wanted));  // finite: a positive literal can always run
}

double PlanBuilder::expected_rows(const Source& from) const {
  const Compiler::Sizes& sizes = compiler_.sizes_[from.id];
  double rows = sizes.rows;
  for (std::size_t i = 0; i < from.columns.size(); ++i) {
    if (known(*from.columns[i])) rows /= std::max(1.0, sizes.distinct[i]);
  }
  return rows;
}

PlanBuilder::Source PlanBuilder::source(const Literal& literal) const {
  const Program& program = compiler_.program_;
  Source result;
  for (const Pattern& arg : literal.args) result.columns.push_back(&arg);
  if (literal.predicate == program.clauses.does_predicate) {
    result.relation = true;
    result.id = Program::kDoes;
  } else if (literal.predicate == program.clauses.true_predicate) {
    result.relation = true;
    const Pattern& fluent = literal.args.front();
    if (fluent.kind == Pattern::Kind::Compound) {
      result.id = program.fluent_relations.at({fluent.functor, static_cast<std::uint32_t>(fluent.args.size())});
      result.columns.clear();
      for (const Pattern& arg : fluent.args) result.columns.push_back(&arg);
    } else {
      result.id = Program::kAllFluents;
    }
  } else if (const Predicate& predicate = program.clauses.predicates[literal.predicate];
             literal.facts_only || predicate.clauses.empty()) {
    result.relation = true;
    result.id = program.fact_relations.at(literal.predicate);
  }
  return result;
}

bool PlanBuilder::known(const Pattern& pattern) const {
  bool all = true;
  for_each_variable(pattern, [&](VariableId v) { all = all && slot_of_[v] >= 0; });
  return all;
}

bool PlanBuilder::ignorable(const Pattern& pattern) const {
  return pattern.kind == Pattern::Kind::Variable && slot_of_[pattern.variable] < 0 && uses_[pattern.variable] == 1;
}

bool PlanBuilder::ready(const Literal& literal) const {
  const Source from = source(literal);
  return std::ranges::all_of(from.columns, [&](const Pattern* column) { return known(*column) || ignorable(*column); });
}

bool PlanBuilder::blocked(const Literal& literal) const {
  return std::ranges::any_of(literal.needs, [&](VariableId v) { return slot_of_[v] < 0 && uses_[v] > 1; });
}

// ---- placing ----

void PlanBuilder::place(const Literal& literal) {
  if (literal.kind == Literal::Kind::Distinct || literal.kind == Literal::Kind::Equal) place_comparison(literal);
  else place_lookup(literal);
}

void PlanBuilder::place_comparison(const Literal& literal) {
  const Pattern& left = literal.args[0];
  const Pattern& right = literal.args[1];
  if (literal.kind == Literal::Kind::Distinct) {
    const Ref refs[] = {value(left), value(right)};
    add(Op::Code::Unequal, refs);
  } else if (known(left)) {
    match(right, value(left));
  } else {
    match(left, value(right));
  }
}

void PlanBuilder::place_lookup(const Literal& literal) {
  const Source from = source(literal);
  std::vector<Ref> keys;
  std::vector<std::uint16_t> key_columns;
  std::vector<Mode> modes(from.columns.size(), Mode::Known);
  for (std::size_t i = 0; i < from.columns.size(); ++i) {
    const Pattern& column = *from.columns[i];
    if (known(column)) {
      keys.push_back(value(column));
      key_columns.push_back(static_cast<std::uint16_t>(i));
    } else {
      modes[i] = ignorable(column) ? Mode::Ignored : Mode::Wanted;
    }
  }
  const bool negated = literal.kind == Literal::Kind::Negative;
  const auto wanted = static_cast<std::size_t>(std::ranges::count(modes, Mode::Wanted));
  AGON_ASSERT(!negated || wanted == 0);

  Program& program = compiler_.program_;
  const bool generator = wanted > 0;
  Op::Code code = from.relation ? (generator ? Op::Code::Scan : Op::Code::Test) : (generator ? Op::Code::Call : Op::Code::TestCall);
  std::uint32_t target = from.id;
  std::uint32_t index = 0;
  if (from.relation) index = program.relations[from.id].declare_index(key_columns);
  else target = compiler_.callee(literal.predicate, modes);
  {
    Op& op = add(code, keys);
    op.target = target;
    op.index = index;
    op.negated = negated;
    if (!generator) return;
    add_generator(op);
  }
  // Each wanted column goes to its own slot; its pattern is matched afterwards.
  const auto op_index = ops_.size() - 1;
  const auto outs = static_cast<std::uint32_t>(program.outs.size());
  std::vector<std::pair<const Pattern*, Ref>> fresh;
  std::uint16_t answer_column = 0;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i] != Mode::Wanted) continue;
    const std::uint16_t slot = new_slot(static_cast<std::int32_t>(op_index));
    program.outs.push_back({from.relation ? static_cast<std::uint16_t>(i) : answer_column, slot});
    ++answer_column;
    fresh.emplace_back(from.columns[i], Ref::slot(slot));
  }
  ops_[op_index].outs = outs;
  ops_[op_index].outs_count = answer_column;
  for (const auto& [pattern, ref] : fresh) match(*pattern, ref);
}

// The variables that block a literal and that nothing else binds range over the constants of the sheet.
void PlanBuilder::unblock(const Literal& literal) {
  for (const VariableId v : literal.needs) bind_from_universe(v);
  if (literal.kind != Literal::Kind::Negative) return;
  for (const Pattern& arg : literal.args) {
    if (!ignorable(arg)) for_each_variable(arg, [&](VariableId v) { bind_from_universe(v); });
  }
}

void PlanBuilder::bind(VariableId variable, std::uint32_t slot) {
  slot_of_[variable] = static_cast<std::int32_t>(slot);
  for (const std::uint32_t literal : readers_[variable]) estimates_[literal].stale = true;
}

void PlanBuilder::bind_from_universe(VariableId variable) {
  if (slot_of_[variable] >= 0) return;
  Op& op = add(Op::Code::Universe, {});
  add_generator(op);
  const std::uint16_t slot = new_slot(static_cast<std::int32_t>(ops_.size() - 1));
  ops_.back().index = slot;
  bind(variable, slot);
}

void PlanBuilder::emit() {
  std::vector<const Pattern*> wanted;
  for (std::size_t i = 0; i < clause_.head.size(); ++i) {
    if (modes_[i] == Mode::Wanted) wanted.push_back(&clause_.head[i]);
  }
  for (const Pattern* arg : wanted) for_each_variable(*arg, [&](VariableId v) { bind_from_universe(v); });
  std::vector<Ref> answers;
  for (const Pattern* arg : wanted) answers.push_back(value(*arg));
  add(Op::Code::Emit, answers);
}

Ref PlanBuilder::value(const Pattern& pattern) {
  switch (pattern.kind) {
    case Pattern::Kind::Constant: return Ref::constant(pattern.constant);
    case Pattern::Kind::Variable: return Ref::slot(static_cast<std::uint32_t>(slot_of_[pattern.variable]));
    case Pattern::Kind::Compound: break;
  }
  std::vector<Ref> args;
  for (const Pattern& arg : pattern.args) args.push_back(value(arg));
  const std::uint16_t slot = new_slot(depends(args), true);
  Op& op = add(Op::Code::Build, args);
  op.target = pattern.functor.value;
  op.index = slot;
  return Ref::slot(slot);
}

void PlanBuilder::match(const Pattern& pattern, Ref ref) {
  if (pattern.kind == Pattern::Kind::Variable && slot_of_[pattern.variable] < 0 && !ref.is_constant()) {
    bind(pattern.variable, ref.bits);
    return;
  }
  if (pattern.kind == Pattern::Kind::Variable && slot_of_[pattern.variable] < 0) {
    const std::uint16_t slot = new_slot(-1);
    const Ref refs[] = {ref};
    add(Op::Code::Copy, refs).index = slot;
    bind(pattern.variable, slot);
    return;
  }
  if (known(pattern)) {
    const Ref refs[] = {ref, value(pattern)};
    add(Op::Code::Equal, refs);
    return;
  }
  const Ref refs[] = {ref};
  const std::int32_t generator = depends(refs);
  std::vector<Out> outs;
  std::vector<std::pair<const Pattern*, Ref>> inside;
  for (std::size_t i = 0; i < pattern.args.size(); ++i) {
    const std::uint16_t slot = new_slot(generator);
    outs.push_back({static_cast<std::uint16_t>(i), slot});
    inside.emplace_back(&pattern.args[i], Ref::slot(slot));
  }
  Program& program = compiler_.program_;
  Op& op = add(Op::Code::Open, refs);
  op.target = pattern.functor.value;
  op.index = static_cast<std::uint32_t>(pattern.args.size());
  op.outs = static_cast<std::uint32_t>(program.outs.size());
  op.outs_count = static_cast<std::uint16_t>(outs.size());
  program.outs.insert(program.outs.end(), outs.begin(), outs.end());
  for (const auto& [part, part_ref] : inside) match(*part, part_ref);
}

// ---- operations ----

std::uint16_t PlanBuilder::new_slot(std::int32_t generator, bool built) {
  generator_of_.push_back(generator);
  built_.push_back(built);
  return static_cast<std::uint16_t>(generator_of_.size() - 1);
}

std::int32_t PlanBuilder::depends(std::span<const Ref> refs) const {
  std::int32_t last = -1;
  for (const Ref ref : refs) {
    if (!ref.is_constant()) last = std::max(last, generator_of_[ref.bits]);
  }
  return last;
}

Op& PlanBuilder::add(Op::Code code, std::span<const Ref> refs) {
  Program& program = compiler_.program_;
  Op op;
  op.code = code;
  op.refs = static_cast<std::uint32_t>(program.refs.size());
  op.refs_count = static_cast<std::uint16_t>(refs.size());
  op.on_fail = depends(refs);
  op.previous = last_generator_;
  program.refs.insert(program.refs.end(), refs.begin(), refs.end());
  ops_.push_back(op);
  return ops_.back();
}

void PlanBuilder::add_generator(Op& op) {
  op.cursor = cursors_++;
  last_generator_ = static_cast<std::int32_t>(ops_.size() - 1);
}

}  // namespace agon::engines::prover
