#include "engines/updater/model.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace agon::engines::updater {

Model::Model(std::shared_ptr<const Layout> layout, const UpdaterOptions& options)
    : layout_(std::move(layout)), options_(options), queue_(*layout_, options.bucket_queue) {
  if (options_.track_changes) changes_.assign(layout_->program->atom_count, 0);
  reset();
}

// All atoms are false; rules that this satisfies are queued.
void Model::reset() {
  const ground::GroundProgram& program = *layout_->program;
  atoms_.assign(program.atom_count, {});
  rules_.assign(program.rule_count(), {});
  missing_.assign(program.rule_count(), 0);
  state_.assign(layout_->state_words, 0);
  answers_ = layout_->settled;
  moves_.clear();
  queue_.clear();
  for (RuleId r = 0; r < rules_.size(); ++r) {
    const auto body = program.body(r);
    const auto positive = std::ranges::count_if(body, [](ground::GroundLiteral literal) { return !literal.negated(); });
    missing_[r] = static_cast<std::uint16_t>(positive);
    const bool needed = layout_->buckets[layout_->rules[r].bucket].queries != 0;
    if (needed && (positive == 0 || !options_.literal_counters)) push(r, 1);
  }
}

// ---- changes from outside ----

void Model::set(AtomId base, bool value) {
  if ((atoms_[base].value != 0) == value) return;
  atoms_[base].value = value ? 1 : 0;
  if (base < layout_->program->fluents.size()) state_[base / 64] ^= 1ULL << (base % 64);
  ++counters_.base_changes;
  flip_answers(base);
  spread_crossing(base);
}

void Model::load(std::span<const std::uint64_t> state) {
  if (!options_.incremental && !std::ranges::equal(state, state_)) reset();
  for (std::size_t word = 0; word < state_.size(); ++word) {
    for (std::uint64_t difference = state[word] ^ state_[word]; difference != 0; difference &= difference - 1) {
      const auto bit = static_cast<AtomId>(std::countr_zero(difference));
      set(static_cast<AtomId>(word * 64) + bit, ((state[word] >> bit) & 1U) != 0);
    }
  }
}

void Model::set_moves(std::span<const AtomId> moves) {
  for (const AtomId old : moves_) {
    if (std::ranges::find(moves, old) == moves.end()) set(old, false);
  }
  for (const AtomId move : moves) set(move, true);
  moves_.assign(moves.begin(), moves.end());
}

// ---- the update ----

void Model::drain(Query query) {
  for (const AtomId atom : changed_) changes_[atom] = 0;
  changed_.clear();
  queue_.drain(
      query,
      [this](Waiting waiting) {
        if (take(waiting)) evaluate_tight(waiting.rule);
      },
      [this](Waiting waiting) {
        if (take(waiting)) evaluate_recursive(waiting);
      });
}

// False for an outdated entry: the rule was taken with a lower priority before.
inline bool Model::take(Waiting waiting) {
  RuleState& state = rules_[waiting.rule];
  if (state.pending != waiting.priority) return false;
  state.pending = kIdle;
  ++counters_.rule_evaluations;
  return true;
}

void Model::drain_all() {
  for (const Query query : kQueries) drain(query);
}

inline void Model::push(RuleId rule, std::uint32_t priority) {
  RuleState& state = rules_[rule];
  if (state.pending <= priority) return;
  state.pending = priority;
  queue_.push(layout_->rules[rule].bucket, {rule, priority});
}

inline bool Model::satisfied(RuleId rule) const {
  if (options_.literal_counters) return missing_[rule] == 0;
  const auto body = layout_->program->body(rule);
  return std::ranges::all_of(body, [&](ground::GroundLiteral b) { return (atoms_[b.atom()].value != 0) != b.negated(); });
}

inline void Model::evaluate_tight(RuleId rule) {
  const std::uint32_t value = satisfied(rule) ? 1 : 0;
  if (value == rules_[rule].value) return;
  rules_[rule].value = value;
  tight_rule_changed(layout_->rules[rule].head, value != 0);
}

// A recursive rule has the largest number among its body atoms of the head's component.
void Model::evaluate_recursive(Waiting waiting) {
  const RuleId rule = waiting.rule;
  RuleState& state = rules_[rule];
  std::uint32_t value = 0;
  if (satisfied(rule)) {
    for (const AtomId atom : layout_->same[rule]) {
      if (atoms_[atom].value <= value) continue;
      value = atoms_[atom].value;
      state.top = atom;
    }
  }
  if (value == state.value) return;
  if (value > waiting.priority && (state.value == 0 || value < state.value)) {
    // It became true, or its number fell, before its turn: a still smaller number may come. Waiting for the turn limits every atom
    // to two changes. (The guard of Theorem 4; a number that falls too early needs it as much as a rule that becomes true.)
    push(rule, value);
    return;
  }
  const std::uint32_t before = std::exchange(state.value, value);
  recursive_rule_changed(rule, before);
}

// ---- atoms ----

void Model::tight_rule_changed(AtomId head, bool satisfied) {
  AtomState& atom = atoms_[head];
  atom.tight += satisfied ? 1U : ~0U;
  if (!options_.primary_support) return search_support(head, true);
  if (satisfied) {
    if (atom.tight == 1) assign(head, 1, kNoRule);
  } else if (atom.tight == 0) {
    search_support(head, false);
  }
}

void Model::recursive_rule_changed(RuleId rule, std::uint32_t before) {
  const AtomId head = layout_->rules[rule].head;
  const AtomState& atom = atoms_[head];
  if (!options_.primary_support) return search_support(head, true);
  if (atom.tight != 0) return;  // its number is 1 already
  const std::uint32_t value = rules_[rule].value;
  if (atom.support == rule && atom.value != 0) {
    if (value != 0 && value < before) assign(head, value + 1, rule);
    else search_support(head, false);
  } else if (value != 0 && (atom.value == 0 || value + 1 < atom.value)) {
    assign(head, value + 1, rule);
  }
}

// The smallest number that the rules give. `all_rules`: without relying on the count of non-recursive ones.
void Model::search_support(AtomId atom, bool all_rules) {
  if (all_rules) {
    for (const RuleId rule : layout_->tight_rules[atom]) {
      if (rules_[rule].value != 0) return assign(atom, 1, kNoRule);
    }
  }
  std::uint32_t value = 0;
  RuleId support = kNoRule;
  for (const RuleId rule : layout_->circular_rules[atom]) {
    const std::uint32_t offer = rules_[rule].value == 0 ? 0 : rules_[rule].value + 1;
    if (offer == 0 || (value != 0 && offer >= value)) continue;
    value = offer;
    support = rule;
  }
  assign(atom, value, support);
}

void Model::assign(AtomId atom, std::uint32_t value, RuleId support) {
  AtomState& state = atoms_[atom];
  if (state.value != 0 && value > state.value) {
    // It would rise: the support may depend on the atom itself. Make it false, and queue its rules for after all that it supported.
    for (const RuleId rule : layout_->circular_rules[atom]) {
      if (rules_[rule].value == 0) continue;
      push(rule, rules_[rule].value);
      rules_[rule].value = 0;
    }
    value = 0;
    support = kNoRule;
  }
  state.support = support;
  if (value == state.value) return;
  const std::uint32_t before = std::exchange(state.value, value);
  ++counters_.atom_changes;
  if (options_.track_changes) count_change(atom);
  if ((before == 0) != (value == 0)) {
    flip_answers(atom);
    spread_crossing(atom);
  } else {
    spread_decrease(atom);
  }
}

// ---- from atoms to the rules they occur in ----

// The atom became true or false.
void Model::spread_crossing(AtomId atom) {
  const std::uint32_t value = atoms_[atom].value;
  const bool now = value != 0;
  if (!options_.literal_counters) {
    for (const Occurrence occurrence : layout_->occurs[atom]) {
      const bool satisfied = (occurrence.kind() != Occurs::Negative) == now;
      push(occurrence.rule(), !satisfied ? 0 : occurrence.kind() == Occurs::Same ? value : 1);
    }
    return;
  }
  for (const Occurrence occurrence : layout_->occurs[atom]) {
    std::uint16_t& missing = missing_[occurrence.rule()];
    if ((occurrence.kind() != Occurs::Negative) == now) {
      if (--missing == 0) push(occurrence.rule(), occurrence.kind() == Occurs::Same ? value : 1);
    } else if (missing++ == 0) {
      push(occurrence.rule(), 0);
    }
  }
}

// The atom stays true with a smaller number: only recursive rules of its own component depend on the number.
void Model::spread_decrease(AtomId atom) {
  const std::uint32_t value = atoms_[atom].value;
  for (const Occurrence occurrence : layout_->occurs[atom]) {
    if (occurrence.kind() != Occurs::Same) continue;
    if (options_.literal_counters) {
      const RuleState& rule = rules_[occurrence.rule()];
      if (missing_[occurrence.rule()] != 0 || (rule.value != 0 && rule.top != atom)) continue;
    }
    push(occurrence.rule(), value);
  }
}

inline void Model::flip_answers(AtomId atom) {
  for (const std::uint32_t bit : layout_->bits[atom]) answers_[bit / 64] ^= 1ULL << (bit % 64);
}

void Model::count_change(AtomId atom) {
  if (changes_[atom]++ == 0) changed_.push_back(atom);
  counters_.most_changes = std::max(counters_.most_changes, changes_[atom]);
}

Counters Model::counters() const {
  Counters result = counters_;
  result.heap_uses = queue_.heap_uses();
  return result;
}

}  // namespace agon::engines::updater
