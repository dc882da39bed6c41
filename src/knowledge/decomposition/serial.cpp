#include "knowledge/decomposition/serial.h"

#include <algorithm>
#include <utility>

#include "knowledge/decomposition/outcomes.h"
#include "knowledge/decomposition/parts.h"

namespace agon::knowledge {

using ground::AtomId;
using ground::GroundLiteral;
using ground::GroundProgram;

namespace {

constexpr std::size_t kMaxCandidates = 12;
constexpr std::uint32_t kLeastUses = 4;

// Atoms on the state that rules ask for both ways, the most used first.
std::vector<AtomId> signal_candidates(const GroundProgram& program, const circuit::RuleOrder& order,
                                      const std::vector<bool>& is_shared) {
  std::vector<std::uint32_t> plain(program.atom_count, 0);
  std::vector<std::uint32_t> negated(program.atom_count, 0);
  for (const GroundLiteral lit : program.literals) ++(lit.negated() ? negated : plain)[lit.atom()];
  std::vector<AtomId> atoms;
  for (AtomId a = 0; a < program.atom_count; ++a) {
    const bool on_state = !is_shared[a] && (a < program.fluents.size() || (a >= program.base_count() && !order.needs_move(a)));
    if (on_state && plain[a] > 0 && negated[a] > 0 && plain[a] + negated[a] >= kLeastUses) atoms.push_back(a);
  }
  std::stable_sort(atoms.begin(), atoms.end(), [&](AtomId a, AtomId b) { return plain[a] + negated[a] > plain[b] + negated[b]; });
  if (atoms.size() > kMaxCandidates) atoms.resize(kMaxCandidates);
  return atoms;
}

bool is_subset(std::span<const GroundLiteral> small, std::span<const GroundLiteral> large) {
  return std::ranges::all_of(small, [&](GroundLiteral lit) { return std::find(large.begin(), large.end(), lit) != large.end(); });
}

// Once true always true, by the form of the rules: there is a fluent that makes it true, and that holds next whenever it is true.
bool persists(const GroundProgram& program, const circuit::RuleOrder& order, AtomId signal) {
  const auto rules_of = [&](AtomId atom) { return order.rules_of(atom); };
  const auto implied_next = [&](AtomId lock) {
    const AtomId next = program.next[lock];
    if (next == signal || next == ground::kAlways) return true;
    if (next >= program.atom_count) return false;
    const auto has_rule_within = [&](std::span<const GroundLiteral> body) {
      const circuit::RuleOrder::Rules rules = rules_of(next);
      for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
        if (is_subset(program.body(r), body)) return true;
      }
      return false;
    };
    const GroundLiteral itself = GroundLiteral::of(signal, false);
    if (has_rule_within({&itself, 1})) return true;
    if (signal < program.fluents.size()) return false;
    const circuit::RuleOrder::Rules rules = rules_of(signal);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      if (!has_rule_within(program.body(r))) return false;
    }
    return true;
  };
  if (signal < program.fluents.size()) return implied_next(signal);
  const circuit::RuleOrder::Rules rules = rules_of(signal);
  for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
    const std::span<const GroundLiteral> body = program.body(r);
    if (body.size() == 1 && !body[0].negated() && body[0].atom() < program.fluents.size() && implied_next(body[0].atom()))
      return true;
  }
  return false;
}

class SerialSearch {
 public:
  SerialSearch(const GroundProgram& program, const circuit::RuleOrder& order, const SharedFluents& shared, WorkCount& work,
               AtomId signal)
      : program_(program),
        order_(order),
        shared_(shared),
        signal_(signal),
        factoring_(program, order, shared.is_shared, phases(), work) {}

  std::optional<ground::Decomposition> run() {
    std::vector<Group> groups = factoring_.run();
    sides_.assign(program_.fluents.size(), kConstant);
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      if (shared_.is_shared[f]) sides_[f] = kShared;
    }
    for (Group& group : groups) {
      for (const bool over : {false, true}) {
        if (stands_still(group, over)) continue;
        if (!mark(group.fluents, over)) return {};
      }
      in_group_.insert(in_group_.end(), group.fluents.begin(), group.fluents.end());
    }
    mark_automatic();
    std::vector<Group> sides[2];
    for (const Group& group : groups) {
      std::optional<Side> side;
      for (const std::uint32_t f : group.fluents) {
        if (sides_[f] == kConstant) continue;
        if (side && *side != sides_[f]) return {};
        side = sides_[f];
      }
      if (!side) continue;
      if (has_say(group, *side == kFirst)) return {};
      sides[*side == kFirst ? 0 : 1].push_back(group);
    }
    if (sides[0].empty() || sides[1].empty() || !is_told_by_first()) return {};
    return assemble(sides);
  }

 private:
  enum Side : std::uint8_t { kConstant, kShared, kFirst, kSecond };

  // Each phase twice: before the signal (even) and after it (odd).
  std::vector<std::vector<Truth>> phases() const {
    std::vector<std::vector<Truth>> result;
    for (const std::vector<Truth>& phase : shared_.phases) {
      for (const Truth over : {Truth::False, Truth::True}) {
        result.push_back(phase);
        result.back()[signal_] = over;
      }
    }
    return result;
  }
  static bool is_over(std::size_t phase) { return phase % 2 == 1; }

  bool all_stay(std::span<const std::uint32_t> fluents, std::size_t phase) {
    return std::ranges::all_of(fluents, [&](std::uint32_t f) { return factoring_.stays(f, phase); });
  }
  bool stands_still(Group& group, bool over) {
    for (std::size_t p = 0; p < factoring_.phase_count(); ++p) {
      if (is_over(p) != over || all_stay(group.fluents, p)) continue;
      bool still = false;
      for (std::size_t r = 0; r < group.choices[p].size() && !still; ++r) {
        still = true;
        for (std::uint32_t c = 0; c < group.choices[p][r].classes.size() && still; ++c) still = factoring_.is_idle(group, p, r, c);
      }
      if (!still) return false;
    }
    return true;
  }

  // What changes before the signal is of the first part, though it may still change after it if that does not count.
  bool mark(std::span<const std::uint32_t> fluents, bool over) {
    for (const std::uint32_t f : fluents) {
      bool changes = false;
      for (std::size_t p = 0; p < factoring_.phase_count() && !changes; ++p)
        changes = is_over(p) == over && !factoring_.stays(f, p);
      if (!changes) continue;
      if (!over) sides_[f] = kFirst;
      else if (sides_[f] == kFirst) late_.push_back(f);
      else sides_[f] = kSecond;
    }
    return true;
  }
  // Fluents that no choice changes directly: counters that run while a part is played.
  void mark_automatic() {
    std::sort(in_group_.begin(), in_group_.end());
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      if (sides_[f] == kShared || std::binary_search(in_group_.begin(), in_group_.end(), f)) continue;
      (void)mark({&f, 1}, false);
      (void)mark({&f, 1}, true);
    }
  }

  // The part has a say in what may be done while the other is played.
  bool has_say(const Group& group, bool over) const {
    for (std::size_t p = 0; p < factoring_.phase_count(); ++p) {
      if (is_over(p) != over) continue;
      for (const ChoiceClasses& choices : group.choices[p]) {
        if (std::ranges::any_of(choices.classes, [](const ChoiceClasses::Class& c) { return c.conditioned; })) return true;
      }
    }
    return false;
  }

  // The first part decides when it is over, and is not over at the start.
  bool is_told_by_first() const {
    for (const std::uint32_t f : fluents_below(program_, order_, {signal_})) {
      if (sides_[f] == kSecond) return false;
    }
    std::vector<Truth> start(program_.atom_count, Truth::Open);
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) start[f] = Truth::False;
    for (const std::uint32_t f : program_.initial) start[f] = Truth::True;
    return PartialEvaluation(program_, order_, std::move(start)).of(signal_) == Truth::False;
  }

  std::optional<ground::Decomposition> assemble(std::vector<Group> (&sides)[2]) {
    ground::Decomposition result;
    result.kind = ground::Composition::Serial;
    result.signal = signal_;
    for (std::size_t s = 0; s < 2; ++s) {
      Group whole = sides[s].front();
      for (std::size_t i = 1; i < sides[s].size(); ++i) whole = factoring_.merge(whole, sides[s][i]);
      std::vector<std::size_t> phases;
      for (std::size_t p = 0; p < factoring_.phase_count(); ++p) {
        if (is_over(p) == (s == 1)) phases.push_back(p);
      }
      ground::Part part = make_part(program_, factoring_, whole, phases, false);
      part.fluents.clear();
      for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
        if (sides_[f] == (s == 0 ? kFirst : kSecond)) part.fluents.push_back(f);
      }
      std::vector<bool> has_move(program_.info.role_count(), false);
      bool chooses = false;
      for (const ground::PartChoice& choice : part.choices) {
        chooses = chooses || has_move[choice.role.index()];
        has_move[choice.role.index()] = true;
      }
      if (!chooses) return {};
      result.parts.push_back(std::move(part));
    }
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      if (sides_[f] == kShared || sides_[f] == kConstant) result.shared.push_back(f);
    }
    if (!find_outcomes(program_, order_, result) || !first_part_is_settled(result)) return {};
    return result;
  }

  // What counts of the first part does not look at what still changes after its end.
  bool first_part_is_settled(const ground::Decomposition& result) const {
    const ground::PartCondition itself{{{GroundLiteral::of(signal_, false)}}};
    for (const ground::PartCondition& outcome : result.parts[0].outcomes) {
      if (outcome == itself) continue;
      std::vector<AtomId> atoms;
      for (const std::vector<GroundLiteral>& all_of : outcome.any_of) {
        for (const GroundLiteral lit : all_of) {
          if (lit.atom() != signal_) atoms.push_back(lit.atom());
        }
      }
      for (const std::uint32_t f : fluents_below(program_, order_, atoms)) {
        if (std::find(late_.begin(), late_.end(), f) != late_.end()) return false;
        if (shared_.is_shared[f]) return false;  // the time goes on
      }
    }
    return true;
  }

  const GroundProgram& program_;
  const circuit::RuleOrder& order_;
  const SharedFluents& shared_;
  AtomId signal_;
  Factoring factoring_;
  std::vector<Side> sides_;              // per fluent
  std::vector<std::uint32_t> in_group_;  // fluents
  std::vector<std::uint32_t> late_;      // of the first part, and still changing after it
};

}  // namespace

std::optional<ground::Decomposition> find_serial(const GroundProgram& program, const circuit::RuleOrder& order,
                                                 const SharedFluents& shared, WorkCount& work) {
  for (const AtomId signal : signal_candidates(program, order, shared.is_shared)) {
    if (!persists(program, order, signal)) continue;
    std::optional<ground::Decomposition> found = SerialSearch(program, order, shared, work, signal).run();
    if (found) return found;
  }
  return {};
}

}  // namespace agon::knowledge
