#include "ground/grounder.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "ground/assemble.h"
#include "ground/auxiliary.h"
#include "ground/join.h"
#include "ground/prepare.h"

namespace agon::ground {
namespace {

using gdl::Keyword;
using Clock = std::chrono::steady_clock;

// A clause with so many instances is heavy or very heavy: if variables can be joined out of it, they are, and grounding starts
// again.
constexpr std::uint32_t kHeavy = 20'000;
constexpr std::uint32_t kVeryHeavy = 300'000;
// A view with so many rows is unfolded, and grounding starts again.
constexpr std::uint32_t kLargeView = 200'000;
// With more rules than this, starting again costs more than it saves (chess started four times, and was done with it in a third of
// the time without), unless one clause has a large share of all rules.
constexpr std::size_t kLate = 1'000'000;
constexpr std::size_t kLargeShare = 4;  // one in so many
// Every move is an input of the network, so a game with more of them cannot be evaluated that way whatever its rules cost: orders
// for three armies at once, say, are all triples of orders.
constexpr std::uint32_t kMostMoves = 1'000'000;

// What was learnt about the weight of a sheet in earlier attempts.
struct Weights {
  std::set<PredicateId> views;            // with very many rows
  std::map<ClausePlace, Weight> clauses;  // heavy ones
};

// Thrown with the heavy clauses and those close to it.
struct HeavyClauses {
  std::map<ClausePlace, Weight> places;
};
struct HeavyView {
  PredicateId view;
};

class Grounder {
 public:
  Grounder(const gdl::Rules& rules, const GroundOptions& options, GroundReport& report, const Weights& weights,
           Clock::time_point start)
      : rules_(rules),
        options_(options),
        report_(report),
        weights_(weights),
        terms_(std::make_shared<game::TermBank>(rules.shared_symbols(), limits(options))),
        start_(start) {}

  std::shared_ptr<const GroundProgram> run() {
    // 1. The clauses, each rewritten for bottom-up evaluation.
    set_ = make_clauses(rules_, *terms_, {.disjunctions_as_relations = true});
    const PrepareReport prepared =
        prepare(set_, {.decompose = options_.decompose, .unfold = weights_.views, .heavy = weights_.clauses});
    report_.auxiliary = prepared.auxiliary;
    for (const auto& [place, weight] : prepared.reducible)
      instances_of_.emplace(&set_.predicates[place.predicate].clauses[place.clause], Count{place, weight, 0});
    is_view_ = prepared.views;
    is_view_.resize(set_.predicates.size(), false);
    report_.relations = static_cast<std::uint32_t>(set_.predicates.size());
    for (const Predicate& predicate : set_.predicates) relations_.emplace_back(predicate.relation.arity);
    store_ = std::make_unique<RuleStore>(set_.predicates.size());
    work_of_.assign(set_.predicates.size(), 0);
    find_keywords();
    find_needed();
    // 2. Static relations, exactly, component by component.
    saturate_static();
    // 3. What play can reach, with the rules that derive it.
    start_play();
    saturate(dynamic_, false);
    // 4. Constant folding and numbering.
    for (const Relation& relation : relations_) report_.static_atoms += relation.derived();
    for (const PredicateId p : dynamic_) report_.static_atoms -= relations_[p].derived();
    report_.instances = store_->size();
    auto program =
        assemble({rules_, terms_, set_, relations_, *store_, names_, [this](std::size_t extra) { check_budget(extra); }});
    report_.strata = count_strata();
    report_.seconds = seconds();
    return program;
  }

 private:
  static Limits limits(const GroundOptions& options) {
    Limits result;
    result.memory_bytes = options.memory_bytes * 2;  // terms are part of the grounder's own account, which names what is heavy
    result.term_depth = 200;  // terms that nest deeper than any rule sheet writes indicate an infinite domain
    return result;
  }

  void find_keywords() {
    const auto find = [&](Keyword keyword, std::uint32_t arity) { return set_.find({gdl::symbol(keyword), arity}); };
    names_ = {.role = find(Keyword::Role, 1),
              .init = find(Keyword::Init, 1),
              .legal = find(Keyword::Legal, 2),
              .next = find(Keyword::Next, 1),
              .terminal = find(Keyword::Terminal, 0),
              .goal = find(Keyword::Goal, 2),
              .sees = find(Keyword::Sees, 2)};
  }

  // Only what the answers depend on: `base` and `input` are declarations, not rules.
  void find_needed() {
    needed_.assign(set_.predicates.size(), false);
    std::vector<PredicateId> open;
    const auto need = [&](PredicateId p) {
      if (p >= needed_.size() || needed_[p]) return;
      needed_[p] = true;
      open.push_back(p);
    };
    for (const PredicateId p : {names_.role, names_.init, names_.legal, names_.next, names_.terminal, names_.goal, names_.sees})
      need(p);
    need(set_.true_predicate);
    need(set_.does_predicate);
    while (!open.empty()) {
      const PredicateId p = open.back();
      open.pop_back();
      for (const Clause& clause : set_.predicates[p].clauses) {
        for (const Literal& lit : clause.body) {
          if (lit.kind == Literal::Kind::Positive || lit.kind == Literal::Kind::Negative) need(lit.predicate);
        }
      }
    }
    is_static_.resize(set_.predicates.size());
    for (PredicateId p = 0; p < set_.predicates.size(); ++p) {
      is_static_[p] = set_.predicates[p].lifetime == Lifetime::Static;
      if (needed_[p] && !is_static_[p]) dynamic_.push_back(p);
    }
  }

  void saturate_static() {
    std::vector<PredicateId> order;
    for (PredicateId p = 0; p < set_.predicates.size(); ++p) {
      if (needed_[p] && is_static_[p]) order.push_back(p);
    }
    std::ranges::sort(order, {}, [&](PredicateId p) { return set_.predicates[p].component; });
    for (std::size_t i = 0; i < order.size();) {
      std::vector<PredicateId> group;
      const std::uint32_t component = set_.predicates[order[i]].component;
      for (; i < order.size() && set_.predicates[order[i]].component == component; ++i) group.push_back(order[i]);
      saturate(group, true);
    }
  }

  void start_play() {
    if (names_.init < set_.predicates.size()) {
      if (!is_static_[names_.init])
        throw LimitReached("ground-init", "the start of the game depends on the state of the game",
                           "init must follow from static facts");
      const Relation& init = relations_[names_.init];
      for (std::uint32_t i = 0; i < init.derived(); ++i) derive(set_.true_predicate, init.row(init.local_of(i)));
    }
    // A static `next` or `legal` still feeds play.
    for (const PredicateId p : {names_.next, names_.legal}) {
      if (p >= set_.predicates.size() || !is_static_[p]) continue;
      for (std::uint32_t i = 0; i < relations_[p].derived(); ++i) feed_play(p, relations_[p].local_of(i));
    }
  }

  // ---- semi-naive evaluation of a group of relations that may be mutually recursive ----

  struct Work {
    const Clause* clause;
    std::vector<std::size_t> inner;  // positions of positive conditions on relations of the group
    std::vector<JoinPlan> plans;     // one per inner position, made when first needed
    std::vector<Index*> rows;        // per inner position: the rows that match it
  };

  void saturate(const std::vector<PredicateId>& group, bool exact) {
    exact_ = exact;
    inner_.assign(set_.predicates.size(), false);
    for (const PredicateId p : group) inner_[p] = true;
    std::vector<Work> work;
    for (const PredicateId p : group) {
      for (const std::vector<TermId>& fact : set_.predicates[p].facts) {
        const std::uint32_t local = derive(p, fact);
        if (!exact_) store_->add(store_->atom(p, local), {});
      }
      for (const Clause& clause : set_.predicates[p].clauses) {
        Work item{&clause, {}, {}, {}};
        for (std::size_t i = 0; i < clause.body.size(); ++i) {
          const Literal& lit = clause.body[i];
          if (lit.kind == Literal::Kind::Positive && inner_[lit.predicate]) {
            item.inner.push_back(i);
            item.rows.push_back(&relations_[lit.predicate].index(Matcher(lit.args, std::vector<bool>(clause.variables, false))));
          }
          if (exact_ && lit.kind == Literal::Kind::Negative && inner_[lit.predicate])
            throw LimitReached("not-stratified", "a relation is defined by its own negation", "'agon check' shows the cycle");
        }
        item.plans.resize(std::max<std::size_t>(item.inner.size(), 1));
        work.push_back(std::move(item));
      }
    }
    for (Work& item : work) {
      if (item.inner.empty()) run_join(item, item.clause->body.size(), item.plans[0]);
    }
    for (;;) {
      bool grew = false;
      for (const PredicateId p : group) {
        relations_[p].old_end = relations_[p].all_end;
        relations_[p].all_end = relations_[p].derived();
        grew |= relations_[p].all_end > relations_[p].old_end;
      }
      if (!grew) return;
      for (Work& item : work) {
        for (std::size_t k = 0; k < item.inner.size(); ++k) {
          const Relation& relation = relations_[item.clause->body[item.inner[k]].predicate];
          if (relation.all_end > relation.old_end) run_join(item, item.inner[k], item.plans[k]);
        }
      }
    }
  }

  // ---- one join ----

  void run_join(Work& item, std::size_t fresh, JoinPlan& plan) {
    const Clause& clause = *item.clause;
    // Adaptive: a plan is made for the current cardinalities, and relations grow from nothing to thousands of rows in a few rounds.
    bool outgrown = plan.steps.empty();
    for (std::size_t k = 0; k < item.inner.size(); ++k) {
      item.rows[k]->extend(*terms_, relations_[clause.body[item.inner[k]].predicate]);
      outgrown |= plan.planned_for.size() <= k || item.rows[k]->size() > 2 * plan.planned_for[k] + 8;
    }
    if (outgrown) {
      check_budget(0);  // planning alone takes long in a sheet of many rules
      plan = plan_join(clause, fresh, inner_, relations_, is_static_, *terms_);
      for (const Index* rows : item.rows) plan.planned_for.push_back(rows->size());
    }
    for (const Index* rows : item.rows) {
      if (rows->size() == 0) return;
    }
    for (JoinStep& step : plan.steps) {
      if (step.index != nullptr) step.index->extend(*terms_, *step.relation);
    }
    clause_ = &clause;
    const auto counted = instances_of_.find(&clause);
    count_ = counted == instances_of_.end() ? nullptr : &counted->second;
    plan_ = &plan;
    const std::uint64_t before = ticks_;
    values_.assign(clause.variables, TermId{});
    body_.clear();
    step(0);
    work_of_[clause.predicate] += ticks_ - before;
  }

  void step(std::size_t k) {
    if ((++ticks_ & 0xfffU) == 0) check_budget(0);
    if (k == plan_->steps.size()) {
      emit();
      return;
    }
    const JoinStep& step_now = plan_->steps[k];
    const Literal& lit = *step_now.literal;
    switch (step_now.kind) {
      case JoinStep::Kind::Distinct:
        if (instance(lit.args[0]) != instance(lit.args[1])) step(k + 1);
        return;
      case JoinStep::Kind::Equal:
        if (instance(lit.args[0]) == instance(lit.args[1])) step(k + 1);
        return;
      case JoinStep::Kind::Absent: {
        const std::uint32_t local = step_now.relation->find(instance_row(lit.args));
        if (local == Relation::kNone || !step_now.relation->possible(local)) step(k + 1);
        return;
      }
      case JoinStep::Kind::Probe: break;
    }
    const Relation& relation = *step_now.relation;
    const Index& index = *step_now.index;
    const bool condition = !exact_ && !lit.domain_only && !is_static_[lit.predicate];
    std::uint32_t entry;
    if (step_now.rows == JoinStep::Rows::New && step_now.keys.empty()) {
      entry = index.lower_bound(relation.old_end);
      if (entry == index.size()) entry = Index::kEnd;
    } else {
      std::array<TermId, 16> small;
      std::vector<TermId> large;
      std::span<TermId> key;
      if (step_now.keys.size() <= small.size()) {
        key = std::span(small).first(step_now.keys.size());
      } else {
        large.resize(step_now.keys.size());
        key = large;
      }
      for (std::size_t i = 0; i < key.size(); ++i) key[i] = values_[step_now.keys[i]];
      entry = index.first(key);
    }
    const std::uint32_t end = step_now.rows == JoinStep::Rows::Old ? relation.old_end : relation.all_end;
    for (; entry != Index::kEnd; entry = index.next(entry)) {
      const std::uint32_t row = index.row(entry);
      if (row >= end) break;  // rows of a bucket are in order
      const TermId* outputs = index.outputs(entry);
      for (std::size_t i = 0; i < step_now.outputs.size(); ++i) values_[step_now.outputs[i]] = outputs[i];
      if (condition) body_.push_back(GroundLiteral::of(store_->atom(lit.predicate, relation.local_of(row)), false));
      step(k + 1);
      if (condition) body_.pop_back();
    }
  }

  TermId instance(const Pattern& pattern) {
    switch (pattern.kind) {
      case Pattern::Kind::Variable: return values_[pattern.variable];
      case Pattern::Kind::Constant: return pattern.constant;
      case Pattern::Kind::Compound: break;
    }
    std::vector<TermId> args;
    args.reserve(pattern.args.size());
    for (const Pattern& arg : pattern.args) args.push_back(instance(arg));
    return terms_->intern(pattern.functor, args);
  }

  std::span<const TermId> instance_row(const std::vector<Pattern>& args) {
    row_.clear();
    for (const Pattern& arg : args) row_.push_back(instance(arg));
    return row_;
  }

  // ---- what a join gives ----

  struct Count {
    ClausePlace place;
    Weight weight = Weight::Heavy;  // what the clause becomes at the limit
    std::uint32_t instances = 0;
    [[nodiscard]] std::uint32_t limit() const { return weight == Weight::Heavy ? kHeavy : kVeryHeavy; }
  };

  void emit() {
    if (exact_) {
      derive(clause_->predicate, instance_row(clause_->head));
      return;
    }
    const std::size_t positive = body_.size();
    if (plays_twice()) return;
    if (set_.predicates[clause_->predicate].demand) {
      derive(clause_->predicate, instance_row(clause_->head));
      return;
    }
    for (const Literal& lit : clause_->body) {
      if (lit.kind != Literal::Kind::Negative || is_static_[lit.predicate]) continue;
      const std::uint32_t local = relations_[lit.predicate].intern(instance_row(lit.args));
      body_.push_back(GroundLiteral::of(store_->atom(lit.predicate, local), true));
    }
    const std::uint32_t local = derive(clause_->predicate, instance_row(clause_->head));
    store_->add(store_->atom(clause_->predicate, local), body_);
    body_.resize(positive);
    if (count_ != nullptr && ++count_->instances >= count_->limit() && worth_starting_again(*count_)) report_heavy();
  }

  bool worth_starting_again(const Count& heavy) const {
    if (store_->size() < kLate) return true;
    return heavy.weight == Weight::Heavy && heavy.instances >= store_->size() / kLargeShare;
  }

  [[noreturn]] void report_heavy() const {
    HeavyClauses found;
    for (const auto& [clause, count] : instances_of_) {
      if (count.instances >= count.limit() / 4) found.places.emplace(count.place, count.weight);
    }
    throw found;
  }

  // A role makes one move: a rule that needs two of them never fires.
  bool plays_twice() const {
    for (std::size_t i = 0; i < body_.size(); ++i) {
      const RuleStore::Atom a = store_->atoms()[body_[i].atom()];
      if (a.predicate != set_.does_predicate) continue;
      for (std::size_t j = i + 1; j < body_.size(); ++j) {
        const RuleStore::Atom b = store_->atoms()[body_[j].atom()];
        if (b.predicate != set_.does_predicate || b.local == a.local) continue;
        const Relation& does = relations_[set_.does_predicate];
        if (does.row(a.local)[0] == does.row(b.local)[0]) return true;
      }
    }
    return false;
  }

  std::uint32_t derive(PredicateId p, std::span<const TermId> row) {
    Relation& relation = relations_[p];
    const std::uint32_t local = relation.intern(row);
    if (!relation.derive(local)) return local;
    if (!exact_) feed_play(p, local);
    if (is_view_[p] && relation.derived() == kLargeView && store_->size() < kLate) throw HeavyView{p};
    return local;
  }

  // A fluent derived by `next` may be `true`, a move derived by `legal` may be in `does`.
  void feed_play(PredicateId p, std::uint32_t local) {
    if (p == names_.next) {
      const TermId fluent = relations_[p].row(local)[0];
      derive(set_.true_predicate, {&fluent, 1});
    } else if (p == names_.legal) {
      const std::vector<TermId> move(relations_[p].row(local).begin(), relations_[p].row(local).end());
      const Relation& roles = relations_[names_.role];
      const std::uint32_t role = roles.find({move.data(), 1});
      if (role != Relation::kNone && roles.possible(role)) derive(set_.does_predicate, move);
      if (relations_[set_.does_predicate].derived() > kMostMoves)
        throw LimitReached("ground-moves", fmt::format("more than {} different moves may become legal", kMostMoves),
                           "the game can still be played on the prover");
    }
  }

  // ---- budget ----

  // The relation that took the most work: where an author would look first.
  std::string heaviest() const {
    PredicateId worst = clause_ == nullptr ? 0 : clause_->predicate;
    for (PredicateId p = 0; p < work_of_.size(); ++p) {
      if (work_of_[p] > work_of_[worst]) worst = p;
    }
    return relation_text(set_, worst, rules_.symbols());
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  void check_budget(std::size_t extra) {
    if (extra == 0 && (++checks_ & 0x3fU) != 0 && options_.time.count() == 0) return;
    const double now = seconds();
    if (options_.time.count() > 0 && now * 1000 > static_cast<double>(options_.time.count()))
      throw LimitReached("ground-time",
                         fmt::format("grounding did not end within {} ms ({} rules so far, most work for {})",
                                     options_.time.count(), store_->size(), heaviest()),
                         "the game can still be played on the prover; --time-limit gives it longer");
    if (now < next_look_ && extra == 0) return;
    next_look_ = now + 0.02;
    std::size_t bytes = terms_->bytes() + store_->bytes() + extra;
    for (const Relation& relation : relations_) bytes += relation.bytes();
    report_.peak_bytes = std::max(report_.peak_bytes, bytes);
    if (bytes > options_.memory_bytes)
      throw LimitReached("ground-memory",
                         fmt::format("grounding needs more than {} MiB ({} rules so far, most work for {})",
                                     options_.memory_bytes >> 20U, store_->size(), heaviest()),
                         "the game can still be played on the prover; --memory gives it more");
    if (options_.progress && now > next_progress_) {
      next_progress_ = now + 0.2;
      options_.progress({store_->atoms().size(), store_->size(), bytes, now});
    }
  }

  std::uint32_t count_strata() const {
    absl::flat_hash_set<std::uint32_t> seen;
    for (const PredicateId p : dynamic_) seen.insert(set_.predicates[p].component);
    return static_cast<std::uint32_t>(seen.size());
  }

  const gdl::Rules& rules_;
  const GroundOptions& options_;
  GroundReport& report_;
  const Weights& weights_;
  std::shared_ptr<game::TermBank> terms_;
  ClauseSet set_;
  std::vector<Relation> relations_;
  std::unique_ptr<RuleStore> store_;
  KeywordPredicates names_{};
  std::vector<bool> needed_;
  std::vector<bool> is_static_;
  std::vector<PredicateId> dynamic_;

  std::vector<std::uint64_t> work_of_;                      // join steps per relation
  std::vector<bool> is_view_;                               // relations that can be unfolded
  absl::flat_hash_map<const Clause*, Count> instances_of_;  // of clauses that could be made lighter

  // State of the current group and join.
  bool exact_ = true;
  std::vector<bool> inner_;
  const Clause* clause_ = nullptr;
  Count* count_ = nullptr;  // of the clause, if it is counted
  const JoinPlan* plan_ = nullptr;
  std::vector<TermId> values_;
  std::vector<GroundLiteral> body_;
  std::vector<TermId> row_;

  Clock::time_point start_;
  std::uint64_t ticks_ = 0;
  std::uint64_t checks_ = 0;
  double next_look_ = 0;
  double next_progress_ = 0.2;
};

}  // namespace

Result<std::shared_ptr<const GroundProgram>> ground(const gdl::Rules& rules, const GroundOptions& options, GroundReport* report) {
  if (rules.dialect().real_time || rules.dialect().arithmetic) {
    return bad_input("dialect-not-playable", "these rules use the real-time or the arithmetic dialect, which cannot be grounded",
                     "'agon check' and 'agon fmt' read them");
  }
  GroundReport own;
  try {
    const Clock::time_point start = Clock::now();
    Weights weights;
    for (;;) {
      try {
        GroundReport& found = report != nullptr ? *report : own;
        found = {};
        return Grounder(rules, options, found, weights, start).run();
      } catch (const HeavyClauses& clauses) {
        for (const auto& [place, weight] : clauses.places) weights.clauses[place] = weight;
      } catch (const HeavyView& found) {
        weights.views.insert(found.view);
        weights.clauses.clear();  // other clauses are split now, and relations numbered differently
      }
    }
  } catch (const LimitReached& limit) {
    return limit.error();
  } catch (const std::bad_alloc&) {
    return limit_reached("ground-memory", "the machine has no memory left for grounding",
                         "the game can still be played on the prover");
  }
}

}  // namespace agon::ground
