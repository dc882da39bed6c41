#include "circuit/rule_order.h"

#include <algorithm>

#include "base/scc.h"

namespace agon::circuit {

using ground::AtomId;
using ground::GroundLiteral;
using ground::GroundProgram;

RuleOrder::RuleOrder(const GroundProgram& program) {
  const auto base = static_cast<AtomId>(program.base_count());
  rules_begin_.assign(program.atom_count + 1, 0);
  for (const AtomId head : program.heads) ++rules_begin_[head + 1];
  for (AtomId a = 0; a < program.atom_count; ++a) rules_begin_[a + 1] += rules_begin_[a];

  // The dependency graph in compressed sparse rows: there may be millions of conditions.
  std::vector<std::uint32_t> uses_begin(program.atom_count + 1, 0);
  BigVector<AtomId> uses;
  uses.reserve(program.literals.size());
  for (AtomId a = 0; a < program.atom_count; ++a) {
    const auto first = static_cast<std::ptrdiff_t>(uses.size());
    for (std::uint32_t r = rules_begin_[a]; r < rules_begin_[a + 1]; ++r) {
      for (const GroundLiteral lit : program.body(r)) {
        if (lit.atom() >= base) uses.push_back(lit.atom());
      }
    }
    std::sort(uses.begin() + first, uses.end());
    uses.erase(std::unique(uses.begin() + first, uses.end()), uses.end());
    uses_begin[a + 1] = static_cast<std::uint32_t>(uses.size());
  }
  const auto needs = [&](AtomId a) { return std::span(uses).subspan(uses_begin[a], uses_begin[a + 1] - uses_begin[a]); };
  Components components = strongly_connected(program.atom_count, needs);

  // Base atoms are components of their own and come first; they are not derived.
  std::vector<std::uint32_t> at(components.count + 1, 0);
  for (AtomId a = base; a < program.atom_count; ++a) ++at[components.of[a] + 1];
  for (std::uint32_t c = 0; c < components.count; ++c) {
    if (at[c + 1] != 0) component_begin_.push_back(at[c]);
    at[c + 1] += at[c];
  }
  atoms_.resize(program.atom_count - base);
  component_begin_.push_back(static_cast<std::uint32_t>(atoms_.size()));
  for (AtomId a = base; a < program.atom_count; ++a) atoms_[at[components.of[a]]++] = a;
  cyclic_ = std::move(components.cyclic);

  needs_move_.assign(program.atom_count, false);
  for (std::size_t m = 0; m < program.moves.size(); ++m) needs_move_[program.move_atom(m)] = true;
  for (std::size_t i = 0; i < size(); ++i) {
    const bool needs_one = std::ranges::any_of(component(i), [&](AtomId a) {
      const Rules rules = rules_of(a);
      for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
        if (std::ranges::any_of(program.body(r), [&](GroundLiteral lit) { return static_cast<bool>(needs_move_[lit.atom()]); }))
          return true;
      }
      return false;
    });
    for (const AtomId a : component(i)) needs_move_[a] = needs_one;
  }
}

}  // namespace agon::circuit
