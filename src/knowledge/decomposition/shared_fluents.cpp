#include "knowledge/decomposition/shared_fluents.h"

#include <algorithm>
#include <set>
#include <utility>

#include "knowledge/decomposition/outcomes.h"

namespace agon::knowledge {

using ground::AtomId;
using ground::GroundLiteral;
using ground::GroundProgram;

namespace {

// Whatever a move or a fluent that moves change has a part in is not shared.
std::vector<bool> find_shared_atoms(const GroundProgram& program) {
  std::vector<std::uint32_t> begin(program.atom_count + 1, 0);
  for (const GroundLiteral lit : program.literals) ++begin[lit.atom() + 1];
  for (std::size_t a = 0; a < program.atom_count; ++a) begin[a + 1] += begin[a];
  std::vector<AtomId> heads(program.literals.size());
  std::vector<std::uint32_t> at(begin.begin(), begin.end() - 1);
  for (std::size_t r = 0; r < program.rule_count(); ++r) {
    for (const GroundLiteral lit : program.body(r)) heads[at[lit.atom()]++] = program.heads[r];
  }
  std::vector<std::vector<std::uint32_t>> next_of(program.atom_count);
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    if (program.next[f] < program.atom_count) next_of[program.next[f]].push_back(f);
  }
  std::vector<bool> shared(program.atom_count, true);
  std::vector<AtomId> queue;
  const auto take = [&](AtomId atom) {
    if (!shared[atom]) return;
    shared[atom] = false;
    queue.push_back(atom);
  };
  for (std::size_t m = 0; m < program.moves.size(); ++m) take(program.move_atom(m));
  while (!queue.empty()) {
    const AtomId atom = queue.back();
    queue.pop_back();
    for (std::uint32_t i = begin[atom]; i < begin[atom + 1]; ++i) take(heads[i]);
    for (const std::uint32_t fluent : next_of[atom]) take(fluent);
  }
  return shared;
}

// The sequence of states of the shared fluents, and the values of all shared atoms along it.
class SharedSequence {
 public:
  SharedSequence(const GroundProgram& program, const circuit::RuleOrder& order, const SharedFluents& found)
      : program_(program), order_(order), found_(found), values_(program.atom_count, false) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (found.is_shared[order.component(i).front()]) components_.push_back(i);
    }
    for (const std::uint32_t f : program.initial) {
      if (found.is_shared[f]) values_[f] = true;
    }
    derive();
  }

  [[nodiscard]] bool at(AtomId atom) const { return atom == ground::kAlways || (atom != ground::kNever && values_[atom]); }
  [[nodiscard]] std::vector<bool> state() const {
    std::vector<bool> bits;
    for (const std::uint32_t f : found_.fluents) bits.push_back(values_[f]);
    return bits;
  }
  void step() {
    std::vector<bool> next;
    for (const std::uint32_t f : found_.fluents) next.push_back(at(program_.next[f]));
    for (std::size_t i = 0; i < next.size(); ++i) values_[found_.fluents[i]] = next[i];
    derive();
  }
  // Time is up: the game is over whatever has been played.
  [[nodiscard]] bool is_over() const {
    const AtomId terminal = program_.terminal;
    if (terminal == ground::kNever) return false;
    if (terminal == ground::kAlways || (found_.is_shared[terminal] && values_[terminal])) return true;
    const circuit::RuleOrder::Rules rules = order_.rules_of(terminal);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      if (std::ranges::all_of(program_.body(r), [&](GroundLiteral lit) {
            return found_.is_shared[lit.atom()] && values_[lit.atom()] != lit.negated();
          }))
        return true;
    }
    return false;
  }
  [[nodiscard]] std::uint64_t work() const { return work_; }

 private:
  // Least fixpoints, component by component.
  void derive() {
    for (const std::size_t i : components_) {
      const auto component = order_.component(i);
      for (const AtomId atom : component) values_[atom] = false;
      for (bool changed = true; changed;) {
        changed = false;
        for (const AtomId atom : component) {
          if (values_[atom] || !fires(atom)) continue;
          values_[atom] = true;
          changed = component.size() > 1;
        }
      }
    }
  }
  bool fires(AtomId atom) {
    const circuit::RuleOrder::Rules rules = order_.rules_of(atom);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      ++work_;
      if (std::ranges::all_of(program_.body(r), [&](GroundLiteral lit) { return values_[lit.atom()] != lit.negated(); }))
        return true;
    }
    return false;
  }

  const GroundProgram& program_;
  const circuit::RuleOrder& order_;
  const SharedFluents& found_;
  std::vector<bool> values_;
  std::vector<std::size_t> components_;
  std::uint64_t work_ = 0;
};

// Shared atoms that legality and the next state of other fluents look at directly.
std::vector<AtomId> find_border(const GroundProgram& program, const circuit::RuleOrder& order, const std::vector<bool>& is_shared) {
  std::vector<bool> seen(program.atom_count, false);
  std::vector<AtomId> queue;
  std::vector<AtomId> border;
  const auto visit = [&](AtomId atom) {
    if (atom >= program.atom_count || seen[atom]) return;
    seen[atom] = true;
    if (is_shared[atom]) border.push_back(atom);
    else queue.push_back(atom);
  };
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    if (!is_shared[f]) visit(program.next[f]);
  }
  for (const AtomId legal : program.legal) visit(legal);
  while (!queue.empty()) {
    const AtomId atom = queue.back();
    queue.pop_back();
    const circuit::RuleOrder::Rules rules = order.rules_of(atom);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      for (const GroundLiteral lit : program.body(r)) visit(lit.atom());
    }
  }
  std::sort(border.begin(), border.end());
  return border;
}

}  // namespace

std::optional<SharedFluents> find_shared_fluents(const GroundProgram& program, const circuit::RuleOrder& order,
                                                 const SharedFluentsOptions& options) {
  SharedFluents found;
  found.is_shared = find_shared_atoms(program);
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    if (found.is_shared[f]) found.fluents.push_back(f);
  }
  const std::vector<AtomId> border = find_border(program, order, found.is_shared);
  found.phase_fluents = fluents_below(program, order, border);
  SharedSequence sequence(program, order, found);
  std::set<std::vector<bool>> states;
  std::map<std::vector<bool>, std::uint32_t> keys;
  while (states.insert(sequence.state()).second && !sequence.is_over()) {
    if (states.size() > options.max_states || sequence.work() > options.max_work) return {};
    std::vector<bool> key;
    for (const AtomId atom : border) key.push_back(sequence.at(atom));
    const auto phase = keys.try_emplace(std::move(key), static_cast<std::uint32_t>(keys.size()));
    std::vector<bool> number;
    for (const std::uint32_t fluent : found.phase_fluents) number.push_back(sequence.at(fluent));
    found.phase_numbers.try_emplace(std::move(number), phase.first->second);
    if (phase.second) {
      if (keys.size() > options.max_phases) return {};
      std::vector<Truth> values(program.atom_count, Truth::Open);
      for (const AtomId atom : border) values[atom] = sequence.at(atom) ? Truth::True : Truth::False;
      found.phases.push_back(std::move(values));
    }
    sequence.step();
  }
  return found;
}

}  // namespace agon::knowledge
