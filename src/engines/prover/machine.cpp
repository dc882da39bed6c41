#include "engines/prover/machine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"

namespace agon::engines::prover {
namespace {

constexpr std::uint32_t kNoRelation = 0xffffffff;
constexpr std::uint64_t kStepsBetweenChecks = 8192;
// Memory is checked once in so many steps; a plan with very many slots counts as several.
constexpr std::size_t kSlotsPerStep = 1024;
constexpr std::size_t kTermCacheSize = std::size_t{1} << 14U;

}  // namespace

Machine::Machine(const Program& program, game::TermBank& terms, const Limits& limits)
    : program_(program),
      terms_(terms),
      limits_(limits),
      relations_(program.relations),
      term_cache_(kTermCacheSize, game::TermBank::kNone) {
  fluent_relation_of_.assign(terms.symbols().size(), kNoRelation);
  for (const auto& [functor, relation] : program.fluent_relations) fluent_relation_of_[functor.name.index()] = relation;
}

// ---- state and moves ----

void Machine::set_state(std::span<const TermId> fluents) {
  if (state_set_ && std::ranges::equal(fluents, state_)) return;
  state_set_ = false;  // exception safety: a state that was set halfway must not pass for a complete one
  state_.assign(fluents.begin(), fluents.end());
  moves_.clear();
  stores_[static_cast<int>(Lifetime::State)].forget();
  stores_[static_cast<int>(Lifetime::Move)].forget();
  // Static tables are kept for ever, unless they take more than half of the memory.
  if (stores_[static_cast<int>(Lifetime::Static)].bytes() > limits_.memory_bytes / 2)
    stores_[static_cast<int>(Lifetime::Static)].forget();

  relations_[Program::kAllFluents].clear();
  relations_[Program::kDoes].clear();
  for (const auto& [functor, relation] : program_.fluent_relations) relations_[relation].clear();
  for (const TermId fluent : state_) {
    relations_[Program::kAllFluents].add({&fluent, 1});
    const game::TermBank::Node& node = terms_.node(fluent);
    std::uint32_t relation = fluent_relation_of_[node.functor.index()];
    if (relation == kNoRelation || node.arity == 0) continue;
    if (relations_[relation].width() != node.arity) {
      const auto found = program_.fluent_relations.find({node.functor, node.arity});
      if (found == program_.fluent_relations.end()) continue;
      relation = found->second;
    }
    relations_[relation].add({node.args, node.arity});
  }
  state_set_ = true;
}

void Machine::set_moves(std::span<const TermId> roles, std::span<const TermId> moves) {
  if (state_set_ && std::ranges::equal(moves, moves_)) return;
  state_set_ = false;
  moves_.assign(moves.begin(), moves.end());
  stores_[static_cast<int>(Lifetime::Move)].forget();
  relations_[Program::kDoes].clear();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const TermId row[] = {roles[i], moves[i]};
    relations_[Program::kDoes].add(row);
  }
  state_set_ = true;
}

// ---- questions ----

std::span<const TermId> Machine::ask(CalleeId callee, std::span<const TermId> known) {
  Handle handle;
  const Table& answer = solve(callee, known, handle);
  return {answer.answers.data(), std::size_t{answer.count} * program_.callees[callee].wanted};
}

bool Machine::holds(CalleeId callee, std::span<const TermId> known) {
  Handle handle;
  return solve(callee, known, handle).holds;
}

Machine::Sample Machine::sample(CalleeId callee, std::span<const TermId> known, std::uint32_t most) {
  abandon();  // nothing of what is known is to be taken for a sample
  most_answers_ = most;
  Sample result;
  try {
    Handle handle;
    const Table& found = solve(callee, known, handle);
    if (found.count > 0) result.answer = found.answers.front();
    result.exhaustive = !found.cut;
  } catch (...) {
    most_answers_ = 0xffffffff;
    throw;
  }
  most_answers_ = 0xffffffff;
  abandon();  // and a sample not for everything
  return result;
}

Table& Machine::solve(CalleeId callee, std::span<const TermId> known, Handle& handle) {
  try {
    handle = find(callee, known);
    if (table(handle).status == Table::Status::Complete) return table(handle);
    begin_question();
    push(handle);
    run(0);
  } catch (...) {
    abandon();
    throw;
  }
  total_steps_ += steps_;
  AGON_ASSERT(table(handle).status == Table::Status::Complete);
  return table(handle);
}

void Machine::begin_question() {
  steps_ = 0;
  next_check_ = std::min(kStepsBetweenChecks, limits_.steps);
  deadline_ =
      limits_.time.count() > 0 ? std::chrono::steady_clock::now() + limits_.time : std::chrono::steady_clock::time_point::max();
}

void Machine::abandon() {
  total_steps_ += steps_;
  frames_.clear();
  followers_.clear();
  cycles_.clear();
  slots_.clear();
  for (TableStore& store : stores_) store.forget();
}

void Machine::check_limits() {
  next_check_ = std::min(steps_ + kStepsBetweenChecks, limits_.steps);
  if (steps_ >= limits_.steps) {
    throw LimitReached("too-many-steps", fmt::format("a question took more than {} inference steps", limits_.steps),
                       "raise the limit, or look for a rule that never stops finding answers");
  }
  if (std::chrono::steady_clock::now() > deadline_) {
    throw LimitReached("out-of-time", fmt::format("a question took longer than {} ms", limits_.time.count()),
                       "raise the limit with --time-limit, or look for a rule that never stops finding answers");
  }
  std::size_t bytes = terms_.bytes() + slots_.capacity() * sizeof(TermId) + frames_.capacity() * sizeof(Frame);
  for (const TableStore& store : stores_) bytes += store.bytes();
  if (bytes > limits_.memory_bytes) {
    throw LimitReached("out-of-memory", fmt::format("a question needs more than {} MiB", limits_.memory_bytes >> 20U),
                       "raise the limit with --memory, or look for a rule that never stops finding answers");
  }
}

void Machine::not_stratified(CalleeId callee) const {
  const gdl::Relation relation = program_.clauses.predicates[program_.callees[callee].predicate].relation;
  const std::string name = relation.name.index() < terms_.symbols().size() ? terms_.symbols().text(relation.name) : "a condition";
  throw LimitReached("not-stratified", fmt::format("'{}' depends on its own negation", name),
                     "the rules have no unique meaning here; 'agon check' shows the cycle");
}

// ---- frames ----

Machine::Handle Machine::find(CalleeId callee, std::span<const TermId> key) {
  const auto store = static_cast<std::uint32_t>(program_.callees[callee].lifetime);
  return {store << 30U | stores_[store].find_or_add(callee, key)};
}

void Machine::push(Handle handle) {
  Table& t = table(handle);
  Frame frame;
  frame.table = handle;
  frame.callee = t.callee;
  frame.base = static_cast<std::uint32_t>(slots_.size());
  frame.low = static_cast<std::uint32_t>(frames_.size());
  frame.followers = static_cast<std::uint32_t>(followers_.size());
  frame.grown = grown_;
  frame.pc = -1;
  const Callee& callee = program_.callees[t.callee];
  if (callee.dispatched) {
    const auto found = callee.dispatch.find(stores_[handle.store()].key(t)[0]);
    if (found != callee.dispatch.end()) frame.dispatched = &found->second;
  }
  t.status = Table::Status::Active;
  t.depth = frame.low;
  frames_.push_back(frame);
}

void Machine::run(std::size_t floor) {
  while (frames_.size() > floor) {
    Frame& frame = frames_.back();
    if (frame.pc < 0 && !start_next_plan(frame)) {
      finish(false);
      continue;
    }
    switch (run_plan(frame)) {
      case Outcome::PlanDone: frames_.back().pc = -1; break;
      case Outcome::Suspended: break;
      case Outcome::TableDone: finish(true); break;
    }
  }
}

// The plan at this position, or null past the last.
const Plan* Machine::plan_at(const Frame& frame, std::uint32_t position) const {
  const Callee& callee = program_.callees[frame.callee];
  if (!callee.dispatched) return position < callee.plans.size() ? &callee.plans[position] : nullptr;
  const std::size_t first = frame.dispatched != nullptr ? frame.dispatched->size() : 0;
  if (position < first) return &callee.plans[(*frame.dispatched)[position]];
  return position - first < callee.other_plans.size() ? &callee.plans[callee.other_plans[position - first]] : nullptr;
}

// Allocates the next plan's slots and copies the known arguments into the first of them.
bool Machine::start_next_plan(Frame& frame) {
  const Callee& callee = program_.callees[frame.callee];
  const Plan* plan = plan_at(frame, frame.plan);
  if (plan == nullptr) return false;
  ++frame.plan;
  const std::size_t room = plan->slots + 2 * std::size_t{plan->cursors};
  if (frame.base + room > 0xffffffffU)
    throw LimitReached("out-of-memory", "a question nests too deep", "look for a rule that calls itself without end");
  steps_ += room / kSlotsPerStep;
  slots_.resize(frame.base + room);
  const TermId* key = stores_[frame.table.store()].key(table(frame.table));
  std::copy_n(key, callee.known, slots_.begin() + frame.base);
  frame.pc = 0;
  return true;
}

// The lowest frame that an unfinished table depends on.
std::uint32_t Machine::lowest(const Table& t) const {
  if (t.status == Table::Status::Active) return t.depth;
  return std::prev(std::ranges::upper_bound(cycles_, t.depth, {}, &Cycle::first))->low;
}

// All plans have run, or (`decided`) the only possible answer has been found.
void Machine::finish(bool decided) {
  Frame frame = frames_.back();
  const auto depth = static_cast<std::uint32_t>(frames_.size() - 1);
  Table& t = table(frame.table);
  const bool leads = frame.low == depth;

  if (!decided && leads && frame.looped && grown_ != frame.grown) {
    // Another iteration: new answers of the cycle may lead to more. Followers are evaluated again if the new iteration calls them;
    // one that it no longer calls must not be marked complete with the cycle.
    release_followers(frame.followers, Table::Status::Fresh);
    Frame& again = frames_.back();
    again.grown = grown_;
    again.plan = 0;
    again.pc = -1;
    return;
  }
  if (observations_ != nullptr) observations_->add(program_.callees[frame.callee], t.count);
  slots_.resize(frame.base);
  frames_.pop_back();
  if (decided || leads) {
    t.status = Table::Status::Complete;
    // A cycle that ended early leaves its followers with sound but perhaps incomplete answers: they start again if called.
    release_followers(frame.followers, decided ? Table::Status::Fresh : Table::Status::Complete);
    return;
  }
  // All followers since this frame began depend on it, hence on what it depends on. Their own lowest frame may be this one, whose
  // place on the stack the next call takes: they are one component from now on (Gabow's path-based form of Tarjan's low links).
  while (!cycles_.empty() && cycles_.back().first >= frame.followers) cycles_.pop_back();
  cycles_.push_back({frame.followers, frame.low});
  t.status = Table::Status::Follower;
  t.depth = static_cast<std::uint32_t>(followers_.size());
  followers_.push_back(frame.table);
  AGON_ASSERT(!frames_.empty());
  frames_.back().low = std::min(frames_.back().low, frame.low);
}

void Machine::release_followers(std::uint32_t first, Table::Status status) {
  for (std::size_t i = first; i < followers_.size(); ++i) table(followers_[i]).status = status;
  followers_.resize(first);
  while (!cycles_.empty() && cycles_.back().first >= first) cycles_.pop_back();
}

// ---- plans ----

TermId Machine::build(SymbolId functor, std::span<const TermId> args) {
  TermId& cached = term_cache_[game::TermBank::hash(functor, args) & (kTermCacheSize - 1)];
  if (cached != game::TermBank::kNone) {
    const game::TermBank::Node& node = terms_.node(cached);
    if (node.functor == functor && node.arity == args.size() && std::equal(args.begin(), args.end(), node.args)) return cached;
  }
  cached = terms_.intern(functor, args);
  return cached;
}

Machine::Outcome Machine::run_plan(Frame& frame) {
  const Callee& callee = program_.callees[frame.callee];
  const Plan& plan = *plan_at(frame, frame.plan - 1);
  const Op* const ops = program_.ops.data() + plan.ops;
  TermId* const slots = slots_.data() + frame.base;
  TermId* const cursors = slots + plan.slots;
  const auto value = [&](Ref ref) { return ref.is_constant() ? TermId{ref.bits & ~Ref::kConstant} : slots[ref.bits]; };
  const auto gather = [&](const Op& op) -> std::span<const TermId> {
    keys_.resize(op.refs_count);
    const Ref* refs = program_.refs.data() + op.refs;
    for (std::uint32_t i = 0; i < op.refs_count; ++i) keys_[i] = value(refs[i]);
    return keys_;
  };
  const auto scatter = [&](const Op& op, const TermId* from) {
    const Out* outs = program_.outs.data() + op.outs;
    for (std::uint32_t i = 0; i < op.outs_count; ++i) slots[outs[i].slot] = from[outs[i].column];
  };

  std::int32_t pc = frame.pc;
  bool resume = false;  // re-enter a generator for its next value
  const auto backtrack = [&](std::int32_t to) {
    pc = to;
    resume = true;
    return to >= 0;
  };
  for (;;) {
    if (++steps_ >= next_check_) check_limits();
    const Op& op = ops[pc];
    bool ok = true;
    switch (op.code) {
      case Op::Code::Scan: {
        Relation& relation = relations_[op.target];
        const std::span<const TermId> key = gather(op);
        std::uint32_t row = 0;
        if (op.refs_count == 0) row = resume ? cursors[2 * op.cursor].value + 1 : 0;
        else
          row = resume ? relation.next(op.index, key.data(), cursors[2 * op.cursor].value) : relation.first(op.index, key.data());
        if (row >= relation.rows()) {
          if (!backtrack(resume ? op.previous : op.on_fail)) return Outcome::PlanDone;
          continue;
        }
        cursors[2 * op.cursor].value = row;
        scatter(op, relation.row(row));
        break;
      }
      case Op::Code::Test: {
        Relation& relation = relations_[op.target];
        const bool found =
            op.refs_count == 0 ? relation.rows() > 0 : relation.first(op.index, gather(op).data()) != Relation::kNoRow;
        ok = found != op.negated;
        break;
      }
      case Op::Code::Call: {
        TermId* cursor = cursors + 2 * op.cursor;
        if (!resume) {
          const Handle handle = find(op.target, gather(op));
          Table& t = table(handle);
          if (t.status != Table::Status::Complete) {
            if (t.status == Table::Status::Fresh) {
              frame.pc = pc;
              push(handle);
              return Outcome::Suspended;
            }
            depend(frame, t);
          }
          cursor[0].value = handle.bits;
          cursor[1].value = 0;
        }
        const Table& t = table({cursor[0].value});
        const std::uint32_t row = cursor[1].value;
        if (row >= t.count) {
          if (t.cut) table(frame.table).cut = true;
          if (!backtrack(resume && row > 0 ? op.previous : op.on_fail)) return Outcome::PlanDone;
          continue;
        }
        cursor[1].value = row + 1;
        scatter(op, t.answers.data() + std::size_t{row} * program_.callees[op.target].wanted);
        break;
      }
      case Op::Code::TestCall: {
        const Handle handle = find(op.target, gather(op));
        Table& t = table(handle);
        if (t.status != Table::Status::Complete) {
          if (t.status == Table::Status::Fresh) {
            frame.pc = pc;
            push(handle);
            return Outcome::Suspended;
          }
          if (op.negated) not_stratified(op.target);
          depend(frame, t);
        }
        const bool unknown = t.cut && !t.holds;
        if (unknown) table(frame.table).cut = true;
        ok = t.holds != op.negated && !unknown;
        break;
      }
      case Op::Code::Build: slots[op.index] = build(SymbolId{op.target}, gather(op)); break;
      case Op::Code::Copy: slots[op.index] = value(program_.refs[op.refs]); break;
      case Op::Code::Open: {
        const game::TermBank::Node& node = terms_.node(value(program_.refs[op.refs]));
        ok = node.functor.value == op.target && node.arity == op.index;
        if (ok) scatter(op, node.args);
        break;
      }
      case Op::Code::Equal: ok = value(program_.refs[op.refs]) == value(program_.refs[op.refs + 1]); break;
      case Op::Code::Unequal: ok = value(program_.refs[op.refs]) != value(program_.refs[op.refs + 1]); break;
      case Op::Code::Universe: {
        const std::vector<TermId>& universe = program_.clauses.universe;
        const std::uint32_t at = resume ? cursors[2 * op.cursor].value + 1 : 0;
        if (at >= universe.size()) {
          if (!backtrack(op.previous)) return Outcome::PlanDone;
          continue;
        }
        cursors[2 * op.cursor].value = at;
        slots[op.index] = universe[at];
        break;
      }
      case Op::Code::Emit: {
        Table& own = table(frame.table);
        if (stores_[frame.table.store()].add_answer(own, gather(op))) ++grown_;
        if (callee.wanted == 0) return Outcome::TableDone;
        if (own.count >= most_answers_) {
          own.cut = true;
          return Outcome::TableDone;
        }
        if (!backtrack(op.on_fail)) return Outcome::PlanDone;
        continue;
      }
    }
    resume = false;
    if (ok) {
      ++pc;
    } else if (!backtrack(op.on_fail)) {
      return Outcome::PlanDone;
    }
  }
}

}  // namespace agon::engines::prover
