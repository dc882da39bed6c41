#include "knowledge/decomposition/outcomes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace agon::knowledge {

using ground::AtomId;
using ground::Decomposition;
using ground::GroundLiteral;
using ground::GroundProgram;
using ground::PartCondition;

namespace {

class OutcomeFinder {
 public:
  OutcomeFinder(const GroundProgram& program, const circuit::RuleOrder& order, Decomposition& decomposition)
      : program_(program),
        order_(order),
        parts_(decomposition.parts),
        owner_(program.atom_count, kNobody),
        seen_(program.atom_count, false) {
    for (std::uint32_t p = 0; p < parts_.size(); ++p) {
      for (const std::uint32_t f : parts_[p].fluents) owner_[f] = p;
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (bool changed = true; changed;) {
        changed = false;
        for (const AtomId atom : order.component(i)) changed = (look(atom) && order.component(i).size() > 1) || changed;
      }
    }
  }

  bool run() {
    visit(program_.terminal);
    for (const std::vector<ground::GoalOutput>& goals : program_.goals) {
      for (const ground::GoalOutput& goal : goals) visit(goal.atom);
    }
    while (!open_.empty()) {
      const AtomId atom = open_.back();
      open_.pop_back();
      if (order_.cyclic(atom)) return false;
      divide(atom);
    }
    return true;
  }

  // After run().
  [[nodiscard]] std::vector<std::uint32_t> closest() const {
    for (const bool in_one_rule : {true, false}) {
      for (std::size_t i = 0; i < order_.size(); ++i) {
        for (const AtomId atom : order_.component(i)) {
          if (!seen_[atom] || owner_[atom] != kSeveral) continue;
          const circuit::RuleOrder::Rules rules = order_.rules_of(atom);
          std::set<std::uint32_t> all;
          for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
            std::set<std::uint32_t> parts;
            for (const GroundLiteral lit : program_.body(r)) {
              if (owner_[lit.atom()] < parts_.size()) parts.insert(owner_[lit.atom()]);
            }
            if (in_one_rule && parts.size() > 1) return {parts.begin(), parts.end()};
            all.insert(parts.begin(), parts.end());
          }
          if (!in_one_rule && all.size() > 1) return {all.begin(), all.end()};
        }
      }
    }
    return {};
  }

 private:
  static constexpr std::uint32_t kNobody = 0xffffffff;
  static constexpr std::uint32_t kSeveral = 0xfffffffe;

  bool look(AtomId atom) {
    const std::uint32_t before = owner_[atom];
    const circuit::RuleOrder::Rules rules = order_.rules_of(atom);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      for (const GroundLiteral lit : program_.body(r)) {
        const std::uint32_t other = owner_[lit.atom()];
        if (other == kNobody || other == owner_[atom]) continue;
        owner_[atom] = owner_[atom] == kNobody ? other : kSeveral;
      }
    }
    return owner_[atom] != before;
  }

  void visit(AtomId atom) {
    if (atom >= program_.atom_count || owner_[atom] == kNobody || seen_[atom]) return;
    seen_[atom] = true;
    if (owner_[atom] == kSeveral) open_.push_back(atom);
    else add(owner_[atom], {{{GroundLiteral::of(atom, false)}}});
  }

  // Rules that speak of one part are together one outcome of it; of the others each conjunction of one part's conditions is one.
  void divide(AtomId atom) {
    std::map<std::uint32_t, PartCondition> pure;
    const circuit::RuleOrder::Rules rules = order_.rules_of(atom);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      std::map<std::uint32_t, std::vector<GroundLiteral>> sides;
      bool mixed = false;
      bool shared = false;
      for (const GroundLiteral lit : program_.body(r)) {
        const std::uint32_t owner = owner_[lit.atom()];
        if (owner == kNobody) shared = true;
        else if (owner == kSeveral) mixed = true;
        else sides[owner].push_back(lit);
        if (owner == kSeveral) visit(lit.atom());
      }
      for (auto& [part, all_of] : sides) {
        std::sort(all_of.begin(), all_of.end());
        if (sides.size() == 1 && !mixed && !shared) pure[part].any_of.push_back(std::move(all_of));
        else add(part, {{std::move(all_of)}});
      }
    }
    for (auto& [part, condition] : pure) add(part, std::move(condition));
  }

  // A condition and its negation are one outcome.
  void add(std::uint32_t part, PartCondition condition) {
    if (condition.any_of.size() == 1 && condition.any_of.front().size() == 1) {
      GroundLiteral& only = condition.any_of.front().front();
      only = GroundLiteral::of(only.atom(), false);
    }
    std::vector<PartCondition>& known = parts_[part].outcomes;
    if (std::find(known.begin(), known.end(), condition) == known.end()) known.push_back(std::move(condition));
  }

  const GroundProgram& program_;
  const circuit::RuleOrder& order_;
  std::vector<ground::Part>& parts_;
  std::vector<std::uint32_t> owner_;  // per atom
  std::vector<bool> seen_;
  std::vector<AtomId> open_;
};

}  // namespace

bool find_outcomes(const GroundProgram& program, const circuit::RuleOrder& order, Decomposition& decomposition) {
  return OutcomeFinder(program, order, decomposition).run();
}

std::vector<std::uint32_t> closest_parts(const GroundProgram& program, const circuit::RuleOrder& order,
                                         Decomposition& decomposition) {
  OutcomeFinder finder(program, order, decomposition);
  if (!finder.run()) return {};
  return finder.closest();
}

std::vector<std::uint32_t> fluents_below(const GroundProgram& program, const circuit::RuleOrder& order, std::vector<AtomId> atoms) {
  std::vector<bool> seen(program.atom_count, false);
  std::vector<std::uint32_t> fluents;
  std::vector<AtomId> queue;
  const auto visit = [&](AtomId atom) {
    if (atom >= program.atom_count || seen[atom]) return;
    seen[atom] = true;
    if (atom < program.fluents.size()) fluents.push_back(atom);
    else queue.push_back(atom);
  };
  for (const AtomId atom : atoms) visit(atom);
  while (!queue.empty()) {
    const AtomId atom = queue.back();
    queue.pop_back();
    const circuit::RuleOrder::Rules rules = order.rules_of(atom);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      for (const GroundLiteral lit : program.body(r)) visit(lit.atom());
    }
  }
  std::sort(fluents.begin(), fluents.end());
  return fluents;
}

}  // namespace agon::knowledge
