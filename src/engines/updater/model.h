// Incremental maintenance of the model of a stratified ground program: change fluents and moves, and a query recomputes only what
// depends on the changes (Spies, "Stratified Logic Program Updates", GIGA 2013).
//
// Plain support counting lets a <- b, b <- a keep each other true. Therefore a true atom has a number, the iteration in which it is
// derived within its component: 1 by a non-recursive rule, one more than the largest body atom of the component by a recursive
// rule. Support always comes from smaller numbers. A number never rises: an atom that would rise becomes false first, with all that
// it supports, and what has another support is derived again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engines/updater/layout.h"
#include "engines/updater/options.h"
#include "engines/updater/pending_queue.h"

namespace agon::engines::updater {

struct Counters {
  std::uint64_t rule_evaluations = 0;
  std::uint64_t atom_changes = 0;  // of derived atoms, changes of the number included
  std::uint64_t base_changes = 0;  // of fluents and moves
  std::uint64_t heap_uses = 0;     // pushes that needed a heap
  std::uint32_t most_changes = 0;  // of one atom in one drain; with UpdaterOptions::track_changes
};

class Model {
 public:
  // `options.lazy_queues` is a matter of the layout.
  Model(std::shared_ptr<const Layout> layout, const UpdaterOptions& options);

  // A fluent or a move. Cheap: consequences are derived when a query needs them.
  void set(AtomId base, bool value);
  // Sets all fluents from bits; costs only their difference from the present ones.
  void load(std::span<const std::uint64_t> state);
  // Makes exactly these moves (atoms) true.
  void set_moves(std::span<const AtomId> moves);
  // Brings all atoms that the query depends on up to date.
  void drain(Query query);
  void drain_all();

  // A constant or an atom. Valid for derived atoms after a drain for a query that needs them.
  [[nodiscard]] bool holds(AtomId atom) const {
    return atom == ground::kAlways || (atom != ground::kNever && atoms_[atom].value > 0);
  }
  [[nodiscard]] std::uint32_t value(AtomId atom) const { return atoms_[atom].value; }
  // The answers as bits; see Layout. The fluents on which next and present state differ are the difference of two of these.
  [[nodiscard]] std::span<const std::uint64_t> state() const { return state_; }
  [[nodiscard]] std::span<const std::uint64_t> next() const { return {answers_.data(), layout_->state_words}; }
  [[nodiscard]] const std::uint64_t* answers(std::uint32_t word) const { return answers_.data() + word; }

  [[nodiscard]] const Layout& layout() const { return *layout_; }
  [[nodiscard]] Counters counters() const;

 private:
  static constexpr std::uint32_t kIdle = 0xffffffff;
  static constexpr RuleId kNoRule = 0xffffffff;
  struct AtomState {
    std::uint32_t value = 0;   // 0: false
    std::uint32_t tight = 0;   // satisfied non-recursive rules
    RuleId support = kNoRule;  // a recursive rule of value - 1, where tight is 0
  };
  struct RuleState {
    std::uint32_t value = 0;        // as of the last evaluation; 0: not satisfied
    std::uint32_t pending = kIdle;  // lowest priority it waits with
    AtomId top = 0;                 // the body atom that gave a recursive rule its value
  };

  void reset();
  void push(RuleId rule, std::uint32_t priority);
  bool take(Waiting waiting);
  void evaluate_tight(RuleId rule);
  void evaluate_recursive(Waiting waiting);
  [[nodiscard]] bool satisfied(RuleId rule) const;
  void tight_rule_changed(AtomId head, bool satisfied);
  void recursive_rule_changed(RuleId rule, std::uint32_t before);
  void search_support(AtomId atom, bool all_rules);
  void assign(AtomId atom, std::uint32_t value, RuleId support);
  void spread_crossing(AtomId atom);
  void spread_decrease(AtomId atom);
  void flip_answers(AtomId atom);
  void count_change(AtomId atom);

  std::shared_ptr<const Layout> layout_;
  UpdaterOptions options_;
  std::vector<AtomState> atoms_;
  std::vector<RuleState> rules_;
  // Per rule: conditions that fail now. A separate array, because a fluent such as the side to move changes the counts of very many
  // rules, few of which become satisfied or cease to be.
  std::vector<std::uint16_t> missing_;
  std::vector<std::uint64_t> state_;  // the fluents
  std::vector<std::uint64_t> answers_;
  std::vector<AtomId> moves_;  // the joint move that is set
  PendingQueue queue_;
  Counters counters_;
  std::vector<std::uint32_t> changes_;  // per atom in this drain, if tracked
  std::vector<AtomId> changed_;
};

}  // namespace agon::engines::updater
