#include "engines/chainer/compile/flattener.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

#include "engines/chainer/compile/guards.h"
#include "engines/chainer/compile/projections.h"
#include "engines/chainer/compile/unifier.h"

namespace agon::engines::chainer {
namespace {

using gdl::Keyword;
using ground::Clause;
using ground::Literal;
using ground::Pattern;
using ground::PredicateId;
using Kind = Unifier::Kind;
using NodeId = Unifier::NodeId;

constexpr std::uint32_t kMaxDepth = 12;          // of a term
constexpr std::size_t kMaxShapes = 2'000;        // of one predicate
constexpr std::size_t kMaxRules = 300'000;       // flat rules of a game
constexpr std::uint64_t kMaxSteps = 30'000'000;  // combinations of shapes looked at

class Flattener {
 public:
  Flattener(const ground::ClauseSet& clauses, game::TermBank& terms)
      : set_(clauses), terms_(terms), predicates_(clauses.predicates), names_(clauses.predicates.size()) {}

  FlatProgram run() {
    for (const PredicateId of : project_local_variables(predicates_)) names_.push_back(name_of(of) + "-any");
    find_split_places();
    const auto universe = static_cast<PredicateId>(predicates_.size());
    predicates_.emplace_back().relation.arity = 1;
    predicates_.back().auxiliary = true;
    const std::vector<PredicateId> guards = add_guards(predicates_, universe);
    names_.resize(predicates_.size(), "guard");
    names_[universe] = "universe";
    split_.resize(predicates_.size());
    relations_of_.resize(predicates_.size());
    make_lexicon();
    program_.universe = relation(universe, {Shapes::kLeaf});
    for (const TermId id : set_.universe) program_.facts[program_.universe].push_back(lex_of_.at(id));
    for (PredicateId p = 0; p < predicates_.size(); ++p) add_facts(p);
    find_shapes();
    emitting_ = true;
    for (const Predicate& predicate : predicates_) {
      for (const Clause& clause : predicate.clauses) flatten_clause(clause);
    }
    label();
    program_.guards.assign(program_.relations.size(), false);
    for (const PredicateId p : guards) {
      for (const RelationId r : relations_of_[p]) program_.guards[r] = true;
    }
    return std::move(program_);
  }

 private:
  using Predicate = ground::Predicate;

  // ---- before flattening ----

  // `(goal ?r 0)` if not `(goal ?r 100)`: not stratified as it stands, but stratified once each constant has its own relation. Done
  // for predicates that depend on their own negation, at places where all heads and all negations have a constant.
  void find_split_places() {
    split_.resize(predicates_.size());
    const auto for_each_negation = [&](auto&& visit) {
      for (PredicateId p = 0; p < set_.predicates.size(); ++p) {
        for (const Clause& clause : predicates_[p].clauses) {
          for (const Literal& literal : clause.body) {
            if (literal.kind == Literal::Kind::Negative) visit(p, literal);
          }
        }
      }
    };
    for_each_negation([&](PredicateId p, const Literal& literal) {
      if (literal.predicate >= set_.predicates.size() || predicates_[literal.predicate].component != predicates_[p].component)
        return;
      split_[literal.predicate].assign(literal.args.size(), true);
    });
    const auto keep = [&](PredicateId p, const std::vector<Pattern>& args) {
      for (std::size_t i = 0; i < split_[p].size(); ++i) {
        const bool constant = args[i].kind == Pattern::Kind::Constant && terms_.node(args[i].constant).arity == 0;
        split_[p][i] = split_[p][i] && constant;
      }
    };
    for_each_negation([&](PredicateId, const Literal& literal) { keep(literal.predicate, literal.args); });
    for (PredicateId p = 0; p < set_.predicates.size(); ++p) {
      for (const Clause& clause : predicates_[p].clauses) keep(p, clause.head);
      for (const auto& row : predicates_[p].facts) {
        for (std::size_t i = 0; i < split_[p].size(); ++i) split_[p][i] = split_[p][i] && terms_.node(row[i]).arity == 0;
      }
    }
  }

  [[nodiscard]] bool split(PredicateId p, std::size_t place) const { return place < split_[p].size() && split_[p][place]; }

  void make_lexicon() {
    std::vector<TermId>& all = program_.lexicon;
    absl::flat_hash_set<TermId> seen;
    const auto add = [&](TermId id, auto&& self) -> void {
      if (!seen.insert(id).second) return;
      const game::TermBank::Node& node = terms_.node(id);
      if (node.arity == 0) all.push_back(id);
      for (std::uint32_t i = 0; i < node.arity; ++i) self(node.args[i], self);
    };
    const auto add_pattern = [&](const Pattern& pattern, auto&& self) -> void {
      if (pattern.kind == Pattern::Kind::Constant) add(pattern.constant, add);
      for (const Pattern& arg : pattern.args) self(arg, self);
    };
    for (const Predicate& predicate : predicates_) {
      for (const auto& row : predicate.facts) {
        for (const TermId id : row) add(id, add);
      }
      for (const Clause& clause : predicate.clauses) {
        for (const Pattern& arg : clause.head) add_pattern(arg, add_pattern);
        for (const Literal& literal : clause.body) {
          for (const Pattern& arg : literal.args) add_pattern(arg, add_pattern);
        }
      }
    }
    for (const TermId id : set_.universe) add(id, add);
    std::ranges::sort(all, [&](TermId a, TermId b) { return terms_.compare(a, b) < 0; });
    for (LexId i = 0; i < all.size(); ++i) lex_of_[all[i]] = i;
  }

  void add_facts(PredicateId p) {
    if (p == set_.true_predicate || p == set_.does_predicate) return;
    for (const auto& row : predicates_[p].facts) {
      std::vector<ShapeId> shape;
      std::vector<LexId> leaves;
      for (std::size_t i = 0; i < row.size(); ++i)
        shape.push_back(split(p, i) ? program_.shapes.intern(terms_.node(row[i]).functor, {}) : shape_of(row[i], leaves));
      const RelationId r = relation(p, shape);
      if (!fact_rows_.emplace(r, leaves).second) continue;
      if (leaves.empty()) {  // has no row to store: a rule without conditions
        FlatRule rule;
        rule.head.relation = r;
        program_.rules.push_back(std::move(rule));
      }
      std::ranges::copy(leaves, std::back_inserter(program_.facts[r]));
    }
    fact_rows_.clear();
  }

  ShapeId shape_of(TermId id, std::vector<LexId>& leaves) {
    const game::TermBank::Node& node = terms_.node(id);
    if (node.arity == 0) {
      leaves.push_back(lex_of_.at(id));
      return Shapes::kLeaf;
    }
    std::vector<ShapeId> args;
    for (std::uint32_t i = 0; i < node.arity; ++i) args.push_back(shape_of(node.args[i], leaves));
    return checked(program_.shapes.intern(node.functor, std::move(args)));
  }

  ShapeId checked(ShapeId id) const {
    if (program_.shapes.node(id).depth <= kMaxDepth) return id;
    throw LimitReached("domains-unbounded", "the terms of these rules nest deeper than 12 levels, perhaps without bound",
                       "forward chaining needs finite domains; the prover plays such games");
  }

  // ---- shapes ----

  RelationId relation(PredicateId p, const std::vector<ShapeId>& shape) {
    const auto [place, fresh] = ids_.emplace(std::pair(p, shape), static_cast<RelationId>(program_.relations.size()));
    if (!fresh) return place->second;
    const RelationId id = place->second;
    if (relations_of_[p].size() >= kMaxShapes) {
      throw LimitReached("domains-unbounded", "a relation has more than 2,000 shapes of terms",
                         "forward chaining needs finite domains; the prover plays such games");
    }
    Relation& made = program_.relations.emplace_back();
    program_.facts.emplace_back();
    made.predicate = p;
    made.shape = shape;
    for (const ShapeId s : shape) made.arity += program_.shapes.node(s).leaves;
    relations_of_[p].push_back(id);
    // Fluents of `true` come from `init` and `next`; moves of `does` from `legal`.
    const gdl::Relation name = predicates_[p].relation;
    if (p < set_.predicates.size() && !predicates_[p].auxiliary) {
      if (name.arity == 1 && (is(name.name, Keyword::Init) || is(name.name, Keyword::Next))) relation(set_.true_predicate, shape);
      if (name.arity == 2 && is(name.name, Keyword::Legal)) relation(set_.does_predicate, shape);
    }
    return id;
  }

  void find_shapes() {
    std::vector<std::uint32_t> order;  // predicates after what they use, so that most need one iteration
    for (PredicateId p = 0; p < predicates_.size(); ++p) order.push_back(p);
    std::ranges::stable_sort(order, {}, [&](PredicateId p) { return predicates_[p].component; });
    std::vector<std::vector<std::size_t>> looked(predicates_.size());  // known shapes of the body in the last iteration, plus one
    for (PredicateId p = 0; p < predicates_.size(); ++p) looked[p].assign(predicates_[p].clauses.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (const PredicateId p : order) {
        for (std::size_t c = 0; c < predicates_[p].clauses.size(); ++c) {
          std::size_t known = 1;
          for (const Literal& literal : predicates_[p].clauses[c].body) {
            if (literal.kind == Literal::Kind::Positive) known += relations_of_[literal.predicate].size();
          }
          if (known == looked[p][c]) continue;
          looked[p][c] = known;
          changed = true;
          flatten_clause(predicates_[p].clauses[c]);
        }
      }
    }
  }

  // ---- one clause ----

  void flatten_clause(const Clause& clause) {
    if (clause.predicate == set_.true_predicate || clause.predicate == set_.does_predicate) return;
    clause_ = &clause;
    unifier_.clear();
    variables_.clear();
    for (std::uint32_t v = 0; v < clause.variables; ++v) variables_.push_back(unifier_.make(Kind::Free));
    positive_.clear();
    for (const Literal& literal : clause.body) {
      if (literal.kind == Literal::Kind::Positive) positive_.push_back(&literal);
      if (literal.kind == Literal::Kind::Equal && !unifier_.unify(build(literal.args[0]), build(literal.args[1]))) return;
    }
    chosen_.assign(positive_.size(), {});
    choose(0);
  }

  // Tries each shape of each condition, depth first.
  void choose(std::size_t i) {
    if (++steps_ > kMaxSteps) {
      throw LimitReached("rule-too-large", "the rules have more than thirty million combinations of shapes of terms",
                         "name the terms that a rule is about instead of leaving a variable for a whole term");
    }
    if (i == positive_.size()) {
      finish_clause();
      return;
    }
    const Literal& literal = *positive_[i];
    for (std::size_t k = 0; k < relations_of_[literal.predicate].size(); ++k) {  // may grow meanwhile
      const RelationId r = relations_of_[literal.predicate][k];
      const Unifier::Mark mark = unifier_.mark();
      chosen_[i].relation = r;
      chosen_[i].leaves.clear();
      bool fits = true;
      for (std::size_t a = 0; fits && a < literal.args.size(); ++a) {
        const NodeId wanted = build(literal.args[a]);
        fits = unifier_.unify(wanted, instance(program_.relations[r].shape[a], chosen_[i].leaves));
      }
      if (fits) choose(i + 1);
      unifier_.undo(mark);
    }
  }

  NodeId build(const Pattern& pattern) {
    if (pattern.kind == Pattern::Kind::Variable) return variables_[pattern.variable];
    if (pattern.kind == Pattern::Kind::Constant) return build(pattern.constant);
    std::vector<NodeId> args;
    for (const Pattern& arg : pattern.args) args.push_back(build(arg));
    return unifier_.make_compound(pattern.functor, args);
  }
  NodeId build(TermId id) {
    const game::TermBank::Node& node = terms_.node(id);
    if (node.arity == 0) return unifier_.make(Kind::Constant, lex_of_.at(id));
    std::vector<NodeId> args;
    for (std::uint32_t i = 0; i < node.arity; ++i) args.push_back(build(node.args[i]));
    return unifier_.make_compound(node.functor, args);
  }
  NodeId instance(ShapeId shape, std::vector<NodeId>& leaves) {
    if (shape == Shapes::kLeaf) {
      leaves.push_back(unifier_.make(Kind::Leaf));
      return leaves.back();
    }
    const Shapes::Node node = program_.shapes.node(shape);
    if (node.args.empty()) return unifier_.make(Kind::Constant, lex_of_.at(terms_.constant(node.functor)));
    std::vector<NodeId> args;
    for (const ShapeId arg : node.args) args.push_back(instance(arg, leaves));
    return unifier_.make_compound(node.functor, args);
  }

  struct Chosen {
    RelationId relation = 0;
    std::vector<NodeId> leaves;
  };

  void finish_clause() {
    const Unifier::Mark mark = unifier_.mark();
    std::vector<NodeId> open;  // variables that no condition binds
    for (const Pattern& arg : clause_->head) close(build(arg), open);
    std::vector<NodeId> leaves;
    std::vector<ShapeId> shape;
    for (std::size_t i = 0; i < clause_->head.size(); ++i)
      shape.push_back(resolve(clause_->predicate, i, clause_->head[i], leaves));
    const RelationId head = relation(clause_->predicate, shape);
    if (emitting_) emit(head, leaves, open);
    unifier_.undo(mark);
  }

  void emit(RelationId head, const std::vector<NodeId>& head_leaves, std::vector<NodeId>& open) {
    if (program_.rules.size() >= kMaxRules)
      throw LimitReached("rule-too-large", "the rules have more than 300,000 forms, one for each combination of shapes of terms",
                         "name the terms that a rule is about instead of leaving a variable for a whole term");
    numbers_.clear();
    for (const Literal& literal : clause_->body) {
      if (literal.kind != Literal::Kind::Negative) continue;
      for (const Pattern& arg : literal.args) close(build(arg), open);
    }
    FlatRule rule;
    std::size_t positive = 0;
    for (const Literal& literal : clause_->body) {
      if (literal.kind == Literal::Kind::Equal) continue;
      if (literal.kind == Literal::Kind::Distinct) {
        if (!add_unequal(rule, literal)) return;
        continue;
      }
      FlatLiteral flat;
      std::vector<NodeId> leaves;
      if (literal.kind == Literal::Kind::Positive) {
        flat.relation = chosen_[positive].relation;
        leaves = chosen_[positive++].leaves;
      } else {
        flat.negated = true;
        std::vector<ShapeId> shape;
        for (std::size_t i = 0; i < literal.args.size(); ++i)
          shape.push_back(resolve(literal.predicate, i, literal.args[i], leaves));
        const auto found = ids_.find(std::pair(literal.predicate, shape));
        if (found == ids_.end()) continue;  // nothing of this shape ever holds
        flat.relation = found->second;
      }
      for (const NodeId leaf : leaves) flat.args.push_back(argument(leaf));
      rule.body.push_back(std::move(flat));
    }
    for (const NodeId variable : open) rule.body.push_back({program_.universe, false, {argument(variable)}});
    rule.head.relation = head;
    for (const NodeId leaf : head_leaves) rule.head.args.push_back(argument(leaf));
    rule.variables = static_cast<std::uint32_t>(numbers_.size());
    program_.rules.push_back(std::move(rule));
  }

  // False if the two sides are the same term. An unbound side differs from everything.
  bool add_unequal(FlatRule& rule, const Literal& literal) {
    Unequal unequal;
    bool apart = false;
    const auto compare = [&](NodeId a, NodeId b, auto&& self) -> void {
      a = unifier_.find(a);
      b = unifier_.find(b);
      const Unifier::Node& x = unifier_.node(a);
      const Unifier::Node& y = unifier_.node(b);
      if (a == b || apart) return;
      if (x.kind == Kind::Free || y.kind == Kind::Free) {
        apart = true;
      } else if (x.kind == Kind::Compound && y.kind == Kind::Compound) {
        if (x.functor != y.functor || x.arity != y.arity) apart = true;
        for (std::uint32_t i = 0; !apart && i < x.arity; ++i) self(unifier_.arg(a, i), unifier_.arg(b, i), self);
      } else if (x.kind == Kind::Compound || y.kind == Kind::Compound) {
        apart = true;
      } else if (x.kind == Kind::Constant && y.kind == Kind::Constant) {
        apart = x.value != y.value;
      } else {
        unequal.pairs.emplace_back(argument(a), argument(b));
      }
    };
    compare(build(literal.args[0]), build(literal.args[1]), compare);
    if (apart) return true;
    if (unequal.pairs.empty()) return false;
    rule.unequal.push_back(std::move(unequal));
    return true;
  }

  // Unbound variables range over the universe.
  void close(NodeId id, std::vector<NodeId>& open) {
    id = unifier_.find(id);
    const Unifier::Node node = unifier_.node(id);
    if (node.kind == Kind::Free) {
      unifier_.close(id);
      open.push_back(id);
    }
    if (node.kind != Kind::Compound) return;
    for (std::uint32_t i = 0; i < node.arity; ++i) close(unifier_.arg(id, i), open);
  }

  ShapeId resolve(PredicateId p, std::size_t place, const Pattern& arg, std::vector<NodeId>& leaves) {
    if (split(p, place)) return program_.shapes.intern(terms_.node(arg.constant).functor, {});
    return resolve(build(arg), leaves);
  }
  ShapeId resolve(NodeId id, std::vector<NodeId>& leaves) {
    id = unifier_.find(id);
    const Unifier::Node node = unifier_.node(id);
    if (node.kind != Kind::Compound) {
      leaves.push_back(id);
      return Shapes::kLeaf;
    }
    std::vector<ShapeId> args;
    for (std::uint32_t i = 0; i < node.arity; ++i) args.push_back(resolve(unifier_.arg(id, i), leaves));
    return checked(program_.shapes.intern(node.functor, std::move(args)));
  }

  Arg argument(NodeId id) {
    id = unifier_.find(id);
    if (unifier_.node(id).kind == Kind::Constant) return {false, unifier_.node(id).value};
    return {true, numbers_.emplace(id, static_cast<VariableId>(numbers_.size())).first->second};
  }

  // ---- names ----

  std::string name_of(PredicateId p) const {
    const SymbolId name = predicates_[p].relation.name;
    if (p >= set_.predicates.size()) return names_[p];
    if (predicates_[p].auxiliary || name.index() >= terms_.symbols().size()) return "part-" + std::to_string(p);
    return terms_.symbols().text(name);
  }

  std::string shape_text(ShapeId id) const {
    const Shapes::Node& node = program_.shapes.node(id);
    std::string text = terms_.symbols().text(node.functor);
    for (const ShapeId arg : node.args) {
      if (arg != Shapes::kLeaf) text += "/" + shape_text(arg);
    }
    return text;
  }

  void label() {
    const auto keyword = [&](Keyword word, std::uint32_t arity) -> std::vector<RelationId> {
      const PredicateId p = set_.find({gdl::symbol(word), arity});
      return p < set_.predicates.size() ? relations_of_[p] : std::vector<RelationId>{};
    };
    program_.roles = keyword(Keyword::Role, 1);
    program_.init = keyword(Keyword::Init, 1);
    program_.fluents = keyword(Keyword::True, 1);
    program_.next = keyword(Keyword::Next, 1);
    program_.legal = keyword(Keyword::Legal, 2);
    program_.does = keyword(Keyword::Does, 2);
    program_.goal = keyword(Keyword::Goal, 2);
    program_.sees = keyword(Keyword::Sees, 2);
    if (const auto terminal = keyword(Keyword::Terminal, 0); !terminal.empty()) program_.terminal = terminal.front();
    for (const Relation& r : program_.relations) {
      std::string text = name_of(r.predicate);
      for (const ShapeId s : r.shape) {
        if (s != Shapes::kLeaf) text += "/" + shape_text(s);
      }
      program_.names.push_back(std::move(text));
    }
  }

  const ground::ClauseSet& set_;
  game::TermBank& terms_;
  std::vector<Predicate> predicates_;  // of the sheet, then projections, the universe and guards
  std::vector<std::string> names_;
  std::vector<std::vector<bool>> split_;  // per predicate and place: each constant has its own relation; empty where none has
  absl::flat_hash_map<TermId, LexId> lex_of_;
  absl::flat_hash_map<std::pair<PredicateId, std::vector<ShapeId>>, RelationId> ids_;
  std::vector<std::vector<RelationId>> relations_of_;
  absl::flat_hash_set<std::pair<RelationId, std::vector<LexId>>> fact_rows_;
  FlatProgram program_;

  bool emitting_ = false;
  std::uint64_t steps_ = 0;
  const Clause* clause_ = nullptr;  // current
  std::vector<const Literal*> positive_;
  std::vector<Chosen> chosen_;
  std::vector<NodeId> variables_;
  absl::flat_hash_map<NodeId, VariableId> numbers_;
  Unifier unifier_;
};

}  // namespace

ShapeId Shapes::intern(SymbolId functor, std::vector<ShapeId> args) {
  const auto [place, fresh] = ids_.emplace(std::pair(functor.value, args), static_cast<ShapeId>(nodes_.size()));
  if (!fresh) return place->second;
  Node node{functor, std::move(args), 0, 0};
  for (const ShapeId arg : node.args) {
    node.depth = std::max(node.depth, nodes_[arg].depth + 1);
    node.leaves += nodes_[arg].leaves;
  }
  nodes_.push_back(std::move(node));
  return place->second;
}

TermId make_term(const FlatProgram& program, game::TermBank& terms, ShapeId shape, const LexId*& leaves) {
  if (shape == Shapes::kLeaf) return program.lexicon[*leaves++];
  const Shapes::Node& node = program.shapes.node(shape);
  std::vector<TermId> args;
  for (const ShapeId arg : node.args) args.push_back(make_term(program, terms, arg, leaves));
  return terms.intern(node.functor, args);
}

FlatProgram flatten(const ground::ClauseSet& clauses, game::TermBank& terms) { return Flattener(clauses, terms).run(); }

}  // namespace agon::engines::chainer
