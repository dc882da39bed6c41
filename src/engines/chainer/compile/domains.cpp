#include "engines/chainer/compile/domains.h"

#include <algorithm>
#include <bit>

#include "base/scc.h"

namespace agon::engines::chainer {
namespace {

using ground::Lifetime;

constexpr double kMaxGuarded = 1e6;

// A set of constants.
class LexSet {
 public:
  explicit LexSet(std::size_t lexicon = 0) : words_((lexicon + 63) / 64, 0) {}
  void insert(LexId id) { words_[id / 64] |= std::uint64_t{1} << (id % 64); }
  [[nodiscard]] bool contains(LexId id) const { return (words_[id / 64] >> (id % 64) & 1U) != 0; }
  // Set union in place; true if the set grew.
  bool merge(const LexSet& other) {
    bool grown = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      grown = grown || (other.words_[i] & ~words_[i]) != 0;
      words_[i] |= other.words_[i];
    }
    return grown;
  }
  void intersect(const LexSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  }
  [[nodiscard]] bool empty() const {
    return std::ranges::all_of(words_, [](std::uint64_t w) { return w == 0; });
  }
  [[nodiscard]] std::vector<LexId> elements() const {
    std::vector<LexId> result;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t w = words_[i]; w != 0; w &= w - 1) result.push_back(static_cast<LexId>(i * 64 + std::countr_zero(w)));
    }
    return result;
  }

 private:
  std::vector<std::uint64_t> words_;
};

class Analysis {
 public:
  Analysis(FlatProgram& program, bool static_known) : p_(program), static_known_(static_known) {}

  void run() {
    if (static_known_) {
      std::erase_if(p_.rules, [&](const FlatRule& r) { return p_.relations[r.head.relation].lifetime == Lifetime::Static; });
      for (Relation& r : p_.relations) r.possible = r.possible && r.lifetime == Lifetime::Static && r.arity == 0;
    }
    start();
    while (pass()) {
    }
    share(p_.next, p_.fluents, true);
    share(p_.does, p_.legal, false);
    if (!static_known_) close_guards();
    simplify();
    number();
    classify();
    drop_unneeded();
  }

 private:
  void start() {
    sets_.resize(p_.relations.size());
    for (RelationId r = 0; r < p_.relations.size(); ++r) {
      Relation& relation = p_.relations[r];
      sets_[r].assign(relation.arity, LexSet(p_.lexicon.size()));
      for (std::size_t i = 0; i < p_.facts[r].size(); ++i) sets_[r][i % relation.arity].insert(p_.facts[r][i]);
      relation.possible = relation.possible || !p_.facts[r].empty();
    }
  }

  // The relation of another keyword with the same shape.
  [[nodiscard]] RelationId twin(RelationId r, const std::vector<RelationId>& among) const {
    for (const RelationId other : among) {
      if (p_.relations[other].shape == p_.relations[r].shape) return other;
    }
    return kNoRelation;
  }

  bool feed(const std::vector<RelationId>& from, const std::vector<RelationId>& to) {
    bool grown = false;
    for (const RelationId r : from) {
      if (const RelationId t = twin(r, to); t != kNoRelation && p_.relations[r].possible) {
        grown = grown || !p_.relations[t].possible;
        p_.relations[t].possible = true;
        for (std::size_t i = 0; i < sets_[r].size(); ++i) grown = sets_[t][i].merge(sets_[r][i]) || grown;
      }
    }
    return grown;
  }

  void share(const std::vector<RelationId>& to, const std::vector<RelationId>& from, bool same) {
    for (const RelationId r : to) {
      const RelationId t = twin(r, from);
      if (t != kNoRelation && p_.relations[t].possible && (same || p_.relations[r].possible)) sets_[r] = sets_[t];
    }
  }

  // The domains of a rule's variables; false if it cannot fire.
  bool ranges(const FlatRule& rule, std::vector<LexSet>& domains) const {
    std::vector<bool> met(rule.variables, false);
    domains.resize(rule.variables);
    for (const FlatLiteral& literal : rule.body) {
      if (literal.negated) continue;
      if (!p_.relations[literal.relation].possible) return false;
      for (std::size_t i = 0; i < literal.args.size(); ++i) {
        const LexSet& here = sets_[literal.relation][i];
        const Arg arg = literal.args[i];
        if (!arg.variable) {
          if (!here.contains(arg.id)) return false;
        } else if (met[arg.id]) {
          domains[arg.id].intersect(here);
        } else {
          domains[arg.id] = here;
          met[arg.id] = true;
        }
      }
    }
    return std::ranges::none_of(domains, [](const LexSet& d) { return d.empty(); });
  }

  bool pass() {
    bool grown = false;
    std::vector<LexSet> domains;
    for (const FlatRule& rule : p_.rules) {
      domains.clear();
      if (!ranges(rule, domains)) continue;
      Relation& head = p_.relations[rule.head.relation];
      grown = grown || !head.possible;
      head.possible = true;
      for (std::size_t i = 0; i < rule.head.args.size(); ++i) {
        LexSet& here = sets_[rule.head.relation][i];
        const Arg arg = rule.head.args[i];
        if (arg.variable) {
          grown = here.merge(domains[arg.id]) || grown;
        } else if (!here.contains(arg.id)) {
          here.insert(arg.id);
          grown = true;
        }
      }
    }
    grown = feed(p_.init, p_.fluents) || grown;
    grown = feed(p_.next, p_.fluents) || grown;
    return feed(p_.legal, p_.does) || grown;
  }

  // Their rules have determined the domain; from now on they are facts.
  void close_guards() {
    std::erase_if(p_.rules, [&](const FlatRule& rule) { return p_.guards[rule.head.relation]; });
    for (RelationId r = 0; r < p_.relations.size(); ++r) {
      if (!p_.guards[r] || !p_.relations[r].possible) continue;
      std::vector<std::vector<LexId>> columns;
      double count = 1;
      for (const LexSet& set : sets_[r]) {
        columns.push_back(set.elements());
        count *= static_cast<double>(columns.back().size());
      }
      if (count > kMaxGuarded) {
        throw LimitReached("domain-too-large", "a variable that no condition binds may stand for more than a million terms",
                           "give it a condition; 'agon check' shows unsafe rules");
      }
      p_.facts[r].clear();
      std::vector<std::size_t> digits(columns.size(), 0);
      for (auto left = static_cast<std::uint64_t>(count); left > 0; --left) {
        for (std::size_t i = 0; i < columns.size(); ++i) p_.facts[r].push_back(columns[i][digits[i]]);
        for (std::size_t i = 0; i < columns.size() && ++digits[i] == columns[i].size(); ++i) digits[i] = 0;
      }
    }
  }

  // Removes rules that can never fire, and negated conditions that always hold.
  void simplify() {
    std::vector<LexSet> domains;
    std::erase_if(p_.rules, [&](FlatRule& rule) {
      domains.clear();
      if (!ranges(rule, domains)) return true;
      rule.domains.clear();
      for (const LexSet& d : domains) rule.domains.push_back(d.elements());
      std::erase_if(rule.body, [&](const FlatLiteral& literal) {
        if (!literal.negated) return false;
        if (!p_.relations[literal.relation].possible) return true;
        for (std::size_t i = 0; i < literal.args.size(); ++i) {
          if (!literal.args[i].variable && !sets_[literal.relation][i].contains(literal.args[i].id)) return true;
        }
        return false;
      });
      return false;
    });
  }

  void number() {
    for (RelationId r = 0; r < p_.relations.size(); ++r) {
      Relation& relation = p_.relations[r];
      relation.domains.clear();
      relation.digit_of.clear();
      relation.radix.clear();
      relation.size = relation.possible ? 1 : 0;
      if (!relation.possible) continue;
      for (const LexSet& set : sets_[r]) {
        relation.domains.push_back(set.elements());
        std::vector<std::int32_t> digits(p_.lexicon.size(), -1);
        for (std::size_t d = 0; d < relation.domains.back().size(); ++d)
          digits[relation.domains.back()[d]] = static_cast<std::int32_t>(d);
        relation.digit_of.push_back(std::move(digits));
        relation.radix.push_back(relation.size);
        const std::uint64_t n = relation.domains.back().size();
        relation.size = n != 0 && relation.size > Relation::kTooLarge / n ? Relation::kTooLarge : relation.size * n;
      }
    }
  }

  // Strongly connected components in topological order, recursion and lifetimes.
  void classify() {
    std::vector<std::vector<std::uint32_t>> uses(p_.relations.size());
    for (const FlatRule& rule : p_.rules) {
      for (const FlatLiteral& literal : rule.body) uses[rule.head.relation].push_back(literal.relation);
    }
    const Components components = strongly_connected(uses);
    std::vector<Lifetime> lifetime(components.count, Lifetime::Static);
    for (const RelationId r : p_.fluents) lifetime[components.of[r]] = Lifetime::State;
    for (const RelationId r : p_.does) lifetime[components.of[r]] = Lifetime::Move;
    std::vector<RelationId> order(p_.relations.size());
    for (RelationId r = 0; r < order.size(); ++r) order[r] = r;
    std::ranges::sort(order, {}, [&](RelationId r) { return components.of[r]; });
    for (const RelationId r : order) {
      for (const RelationId q : uses[r])
        lifetime[components.of[r]] = std::max(lifetime[components.of[r]], lifetime[components.of[q]]);
    }
    for (RelationId r = 0; r < p_.relations.size(); ++r) {
      p_.relations[r].component = components.of[r];
      p_.relations[r].recursive = components.cyclic[r];
      p_.relations[r].lifetime = lifetime[components.of[r]];
    }
    for (const FlatRule& rule : p_.rules) {
      const auto bad = [&](const FlatLiteral& l) {
        return l.negated && components.of[l.relation] == components.of[rule.head.relation];
      };
      if (std::ranges::any_of(rule.body, bad))
        throw LimitReached("not-stratified", "relation '" + p_.names[rule.head.relation] + "' depends on its own negation",
                           "forward chaining needs stratified negation; 'agon check' shows the cycle");
    }
    std::ranges::stable_sort(p_.rules, {}, [&](const FlatRule& rule) { return components.of[rule.head.relation]; });
  }

  void drop_unneeded() {
    std::vector<bool> needed(p_.relations.size(), false);
    const auto need = [&](const std::vector<RelationId>& all) {
      for (const RelationId r : all) needed[r] = true;
    };
    for (const auto* all : {&p_.roles, &p_.init, &p_.next, &p_.legal, &p_.goal, &p_.sees}) need(*all);
    if (p_.terminal != kNoRelation) needed[p_.terminal] = true;
    for (bool grown = true; grown;) {
      grown = false;
      for (const FlatRule& rule : p_.rules) {
        if (!needed[rule.head.relation]) continue;
        for (const FlatLiteral& literal : rule.body) {
          grown = grown || !needed[literal.relation];
          needed[literal.relation] = true;
        }
      }
    }
    std::erase_if(p_.rules, [&](const FlatRule& rule) { return !needed[rule.head.relation]; });
  }

  FlatProgram& p_;
  bool static_known_;
  std::vector<std::vector<LexSet>> sets_;  // per relation and leaf
};

}  // namespace

void find_domains(FlatProgram& program, bool static_facts_are_known) { Analysis(program, static_facts_are_known).run(); }

}  // namespace agon::engines::chainer
