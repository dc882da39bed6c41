// Factoring: the finest partition of the fluents such that parts neither look at each other nor have a say in each other's moves.
//
// Fluents belong together if one is looked at to compute the next value of the other. To a part, moves are the same if its rules do
// not tell them apart and it asks the same of them; such a class of moves is what a role chooses in this part. Two parts are
// independent if every pair of choices is a move (parallel), or every move is a choice in one of them and leaves the other as it is
// (interleaved). Everything is computed per phase (shared_fluents.h). Legality must fall apart into a condition for each part.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "circuit/rule_order.h"
#include "ground/decomposition.h"
#include "knowledge/decomposition/partial_evaluation.h"
#include "knowledge/decomposition/shared_fluents.h"

namespace agon::knowledge {

struct WorkExhausted {};

// Elementary steps: the same result on every machine.
class WorkCount {
 public:
  explicit WorkCount(std::uint64_t most) : left_(most) {}
  void spend(std::uint64_t steps) {
    if (steps > left_) throw WorkExhausted{};
    left_ -= steps;
  }

 private:
  std::uint64_t left_;
};

// The moves of one role in one phase, as one part sees them.
struct ChoiceClasses {
  enum class Idle : std::uint8_t { Unknown, No, Yes };
  struct Class {
    std::uint32_t sample = 0;  // one of its moves, of the program
    bool conditioned = false;  // the part has a say in whether it is legal
    Idle idle = Idle::Unknown;
  };
  std::vector<std::uint32_t> of;  // per possible move
  std::vector<Class> classes;
};

struct Group {
  std::vector<std::uint32_t> fluents;               // ascending
  std::vector<std::vector<ChoiceClasses>> choices;  // per phase, per role
};

class Factoring {
 public:
  // The phases may come with more that is given than the shared fluents: the signal of a serial game.
  Factoring(const ground::GroundProgram& program, const circuit::RuleOrder& order, const std::vector<bool>& is_shared,
            std::span<const std::vector<Truth>> phases, WorkCount& work);

  // All groups with a choice in some phase. Throws WorkExhausted.
  [[nodiscard]] std::vector<Group> run();
  // How all groups stand to each other, if they stand in one way; a single group is parallel.
  [[nodiscard]] std::optional<ground::Composition> relation(std::vector<Group>& groups);
  // Two groups as one.
  [[nodiscard]] Group merge(const Group& a, const Group& b) const;

  [[nodiscard]] const PartialEvaluation& phase(std::size_t p) const { return phases_[p]; }
  [[nodiscard]] std::size_t phase_count() const { return phases_.size(); }
  // Whatever the roles do in this phase, the fluent keeps its value.
  [[nodiscard]] bool stays(std::uint32_t fluent, std::size_t phase);
  // The same where this move is made.
  [[nodiscard]] bool stays(std::uint32_t fluent, std::size_t phase, std::uint32_t move);
  [[nodiscard]] bool is_idle(Group& group, std::size_t phase, std::size_t role, std::uint32_t choice);

 private:
  struct Fingerprint {
    std::uint64_t first = 0, second = 0;
    void add(std::uint64_t word);
    friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
  };
  using Conditions = std::map<std::uint32_t, Fingerprint>;  // per group, by its root
  static constexpr std::uint32_t kNobody = 0xffffffff;
  static constexpr std::uint32_t kSeveral = 0xfffffffe;

  std::uint32_t find(std::uint32_t fluent);
  bool unite(std::uint32_t a, std::uint32_t b);  // false: they were together
  void link_next(std::size_t phase);
  void link_legality();
  [[nodiscard]] std::vector<std::uint32_t> owners(std::size_t phase);
  [[nodiscard]] bool split(ground::GroundLiteral lit, std::size_t phase, const std::vector<std::uint32_t>& owner, Conditions& out);
  [[nodiscard]] bool split_product(std::span<const std::uint32_t> rules, std::size_t phase, const std::vector<std::uint32_t>& owner,
                                   Conditions& out);
  [[nodiscard]] std::vector<std::uint32_t> alive_rules(ground::AtomId atom, std::size_t phase);
  [[nodiscard]] std::vector<ground::AtomId> cone(std::span<const std::uint32_t> fluents, std::size_t phase);
  [[nodiscard]] std::vector<Group> separate();
  [[nodiscard]] std::optional<Fingerprint> effect_of(std::span<const std::uint32_t> fluents, std::span<const ground::AtomId> atoms,
                                                     std::size_t phase, std::uint32_t move);
  [[nodiscard]] Group make_group(std::vector<std::uint32_t> fluents);
  [[nodiscard]] bool independent(Group& a, Group& b);
  [[nodiscard]] bool is_parallel(std::span<Group> groups) const;
  [[nodiscard]] bool is_interleaved(std::span<Group> groups);
  [[nodiscard]] static bool has_choice(const Group& group);
  [[nodiscard]] bool keeps(std::uint32_t fluent, std::size_t phase, std::optional<std::uint32_t> move);

  const ground::GroundProgram& program_;
  const circuit::RuleOrder& order_;
  const std::vector<bool>& is_shared_;
  WorkCount& work_;
  std::vector<PartialEvaluation> phases_;
  bool compare_effects_ = false;         // of moves that the rules tell apart: the second attempt, as it takes longer
  std::vector<std::uint32_t> position_;  // of derived atoms in the order
  std::vector<std::uint32_t> parent_;    // of fluents: union-find
  std::vector<std::map<std::uint32_t, Conditions>> legality_;  // per phase, per move
};

}  // namespace agon::knowledge
