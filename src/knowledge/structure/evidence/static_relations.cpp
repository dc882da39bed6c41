#include "knowledge/structure/evidence/static_relations.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engines/prover/prover.h"
#include "gdl/dependency.h"

namespace agon::knowledge::structure {
namespace {

using gdl::Keyword;
using gdl::Relation;

constexpr std::uint32_t kLargestArity = 6;
constexpr std::size_t kMostRows = 20'000;
constexpr std::size_t kMostProbes = 60;  // relations defined by rules that are asked for

bool keyword(SymbolId name) { return name.value < gdl::kKeywordCount; }

class Finder {
 public:
  Finder(const gdl::Rules& rules, const StructureOptions& options, ValueTable& values)
      : rules_(rules), options_(options), values_(values), graph_(rules) {
    for (std::uint32_t r = 0; r < rules.rules().size(); ++r) by_head_[gdl::relation_of(rules.rules()[r].head)].push_back(r);
  }

  std::vector<StaticRelation> run() {
    std::vector<StaticRelation> result;
    std::size_t probes = 0;
    for (const auto& [relation, indices] : by_head_) {
      if (keyword(relation.name) || relation.arity == 0 || relation.arity > kLargestArity) continue;
      const bool facts = std::ranges::all_of(indices, [&](std::uint32_t r) { return rules_.rules()[r].fact(); });
      if (!facts && (!is_static(relation) || ++probes > kMostProbes)) continue;
      StaticRelation found{rules_.symbols().text(relation.name), relation.arity, {}};
      if (facts) read_facts(indices, found);
      else ask_prover(relation, found);
      if (!found.rows.empty() && found.rows.size() <= kMostRows) result.push_back(std::move(found));
    }
    std::ranges::sort(result, [](const StaticRelation& a, const StaticRelation& b) {
      return std::tie(a.name, a.arity) < std::tie(b.name, b.arity);
    });
    return result;
  }

 private:
  [[nodiscard]] bool is_static(Relation relation) const {
    const std::vector<bool> reached = graph_.reaches(graph_.find(relation));
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      if (reached[node] && keyword(graph_.relation(node).name) && !is(graph_.relation(node).name, Keyword::Role)) return false;
    }
    return true;
  }

  void read_facts(const std::vector<std::uint32_t>& indices, StaticRelation& found) {
    for (const std::uint32_t r : indices) {
      const gdl::Term& head = rules_.rules()[r].head;
      if (!head.ground() || !std::ranges::all_of(head.args, [](const gdl::Term& arg) { return arg.constant(); })) continue;
      Tuple row;
      for (const gdl::Term& arg : head.args) row.push_back(values_.intern(rules_.symbols().text(arg.name)));
      found.rows.push_back(std::move(row));
    }
  }

  // (init (R ?a ?b ...)) <- (R ?a ?b ...). The relation's own name serves as the fluent's, and keywords as names of variables,
  // because the symbol table is frozen.
  void ask_prover(Relation relation, StaticRelation& found) {
    gdl::Term atom{.name = relation.name, .variable = false, .args = {}, .span = {}};
    for (std::uint32_t i = 0; i < relation.arity; ++i)
      atom.args.push_back({.name = SymbolId{i}, .variable = true, .args = {}, .span = {}});
    gdl::Formula condition;
    condition.atom = atom;
    std::vector<gdl::Rule> sheet;
    sheet.push_back({.head = {.name = gdl::symbol(Keyword::Init), .variable = false, .args = {atom}, .span = {}},
                     .body = {condition},
                     .span = {}});
    const std::vector<bool> reached = graph_.reaches(graph_.find(relation));
    for (const gdl::Rule& rule : rules_.rules()) {
      const std::uint32_t node = graph_.find(gdl::relation_of(rule.head));
      if (is(rule.head.name, Keyword::Role) || (node < graph_.size() && reached[node])) sheet.push_back(rule);
    }
    const gdl::Rules probe(rules_.name(), {}, rules_.shared_symbols(), std::move(sheet), {});
    Limits limits;
    limits.steps = options_.inferences;
    limits.memory_bytes = std::size_t{256} << 20U;
    const auto prover = engines::Prover::create(probe, limits);
    if (!prover) return;
    try {
      auto scratch = (*prover)->make_scratch();
      const game::TermBank& terms = (*prover)->terms();
      TermReader reader(terms, values_);
      game::TermBuffer rows;
      (*prover)->fluents((*prover)->initial_state(scratch), rows);
      for (const TermId row : rows) {
        const game::TermBank::Node& node = terms.node(row);
        if (found.rows.size() > kMostRows) return;
        Tuple tuple;
        for (std::uint32_t a = 0; a < node.arity; ++a) tuple.push_back(reader.value(node.args[a]));
        found.rows.push_back(std::move(tuple));
      }
    } catch (const LimitReached&) {
      found.rows.clear();
    }
  }

  const gdl::Rules& rules_;
  const StructureOptions& options_;
  ValueTable& values_;
  gdl::DependencyGraph graph_;
  std::map<Relation, std::vector<std::uint32_t>> by_head_;
};

}  // namespace

std::vector<StaticRelation> static_relations(const gdl::Rules& rules, const StructureOptions& options, ValueTable& values) {
  return Finder(rules, options, values).run();
}

}  // namespace agon::knowledge::structure
