#include "knowledge/symmetry/distinct_rules.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "circuit/rule_order.h"

namespace agon::knowledge::symmetry {

using ground::AtomId;
using ground::GroundLiteral;

DistinctRules::DistinctRules(const ground::GroundProgram& program) : same_(program.atom_count) {
  std::iota(same_.begin(), same_.end(), 0U);
  const circuit::RuleOrder order(program);
  using Body = std::vector<GroundLiteral>;
  std::map<std::vector<Body>, AtomId> defined;  // the definition of an atom to the first that has it
  for (std::size_t c = 0; c < order.size(); ++c) {
    for (const AtomId atom : order.component(c)) {
      if (atom < program.base_count()) continue;
      const auto [begin, end] = order.rules_of(atom);
      std::vector<Body> bodies;
      for (std::uint32_t rule = begin; rule < end; ++rule) {
        Body body;
        for (const GroundLiteral literal : program.body(rule))
          body.push_back(GroundLiteral::of(same_[literal.atom()], literal.negated()));
        std::sort(body.begin(), body.end());
        body.erase(std::unique(body.begin(), body.end()), body.end());
        bodies.push_back(std::move(body));
      }
      std::sort(bodies.begin(), bodies.end());
      bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
      // In a loop of definitions atoms are not known before each other.
      if (!order.cyclic(atom)) {
        if (bodies.size() == 1 && bodies[0].size() == 1 && !bodies[0][0].negated()) {
          same_[atom] = bodies[0][0].atom();
          continue;
        }
        const auto inserted = defined.try_emplace(bodies, atom);
        if (!inserted.second) {
          same_[atom] = inserted.first->second;
          continue;
        }
      }
      for (Body& body : bodies) rules_.push_back({atom, std::move(body)});
    }
  }
  std::sort(rules_.begin(), rules_.end());
}

}  // namespace agon::knowledge::symmetry
