// Tabled top-down evaluation of rules over all states at once: which instances of a condition can hold in some state.
//
// Exact for conditions that do not depend on the state. For the others it is an over-approximation: a fluent holds if the ground
// program has it, and negations of what depends on the state are left out. Tables are kept for each call pattern; recursion is
// iterated to its fixpoint (as in SLG resolution, with a leader for each group of mutually dependent calls).
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ground/ground_program.h"
#include "knowledge/evaluation/rule_base.h"

namespace agon::knowledge::evaluation {

// A variable or an argument without a value.
inline constexpr TermId kFree = game::TermBank::kNone;

class Possible {
 public:
  // `steps` bounds all work that is ever done. Throws LimitReached when it is spent.
  Possible(RuleBase& base, const ground::GroundProgram& program, std::uint64_t steps);

  using Visit = std::function<void(const Row& binding)>;
  // All bindings of the variables in the conditions, beyond those that are bound already, under which they can hold together. A
  // variable that only negated conditions mention may stay free.
  void solve(std::span<const Condition* const> conditions, const Row& binding, const Visit& visit);
  [[nodiscard]] bool solvable(const Condition& condition, const Row& binding);

  // The rows of a relation that can hold; kNone in a call stands for any term.
  [[nodiscard]] const std::vector<Row>& rows(RelationId relation, const Row& call);
  [[nodiscard]] std::uint32_t fluent(TermId term) const;  // its number, or kNoFluent
  static constexpr std::uint32_t kNoFluent = 0xffffffff;
  // How much work may still be done.
  void allow(std::uint64_t steps) { steps_left_ = steps; }
  [[nodiscard]] std::uint64_t steps_left() const { return steps_left_; }
  void recover();  // after LimitReached: what was unfinished is begun again when it is asked for

 private:
  struct Table {
    std::vector<Row> rows;
    absl::flat_hash_set<Row> known;
    bool complete = false;
    bool active = false;
    std::uint64_t round = 0;  // in which it was evaluated last
    std::size_t depth = 0;    // of the calls, where it is active
    std::size_t lowest = 0;   // the outermost call that it depended on
  };
  struct Facts {                                                            // of one relation
    absl::flat_hash_map<std::uint64_t, std::vector<std::uint32_t>> by_key;  // argument and term to rows
  };

  void spend();
  Table& call(RelationId relation, const Row& key);
  // Whether a row is in a finished table of a more general call; nothing where there is none.
  [[nodiscard]] std::optional<bool> known_to_hold(RelationId relation, const Row& row) const;
  void evaluate(RelationId relation, const Row& key, Table& table);
  void search(std::vector<const Condition*>& left, Row& binding, const Visit& visit);
  void match_atom(const Condition& atom, Row& binding, const std::function<void()>& found);
  [[nodiscard]] double cost(const Condition& condition, const Row& binding) const;
  [[nodiscard]] bool bound(const Condition& condition, const Row& binding) const;
  [[nodiscard]] std::size_t bound_args(const Condition& atom, const Row& binding) const;
  // The facts that may match, by the most selective bound argument; null: all.
  const std::vector<std::uint32_t>* facts_for(RelationId relation, const Row& key);
  const std::vector<std::uint32_t>& fluents_for(const Pattern& pattern, const Row& binding);

  RuleBase& base_;
  const ground::GroundProgram& program_;
  std::uint64_t steps_left_;
  absl::flat_hash_map<TermId, std::uint32_t> fluents_;
  // Fluents by functor and arity, and by one argument of it as well.
  absl::flat_hash_map<std::uint64_t, std::vector<std::uint32_t>> by_functor_;
  std::vector<std::uint32_t> all_fluents_, none_;
  std::vector<absl::flat_hash_map<Row, Table*>> tables_;  // per relation
  std::vector<std::vector<std::vector<bool>>> shapes_;    // per relation: which arguments are bound in its calls
  std::deque<Table> store_;
  std::vector<Facts> facts_;
  std::vector<bool> facts_indexed_;
  std::vector<Table*> incomplete_;
  std::size_t depth_ = 0;
  std::size_t lowest_ = ~std::size_t{0};  // that the call being evaluated has met
  std::uint64_t round_ = 1;
  std::uint64_t grown_ = 0;
};

}  // namespace agon::knowledge::evaluation
