// Greedy join ordering: one clause in one mode to one plan. Of the literals that can run now, the one with the fewest expected
// answers comes next; the author's order breaks ties and is left only for a clear gain.
#pragma once

#include <optional>
#include <vector>

#include "engines/prover/compiler.h"

namespace agon::engines::prover {

class PlanBuilder {
 public:
  PlanBuilder(Compiler& compiler, const Clause& clause, const std::vector<Mode>& modes);
  Plan build();

 private:
  // The relation, if any, that a literal is looked up in.
  struct Source {
    bool relation = false;
    std::uint32_t id = 0;  // of the relation
    std::vector<const Pattern*> columns;
  };

  void count_uses();
  void bind_inputs();
  void unblock(const Literal& literal);
  void bind(VariableId variable, std::uint32_t slot);
  void bind_from_universe(VariableId variable);
  [[nodiscard]] std::optional<std::size_t> choose();
  [[nodiscard]] double expected(const Literal& literal) const;
  [[nodiscard]] bool recursive(const Literal& literal) const;  // a call into the component of the clause's own predicate
  [[nodiscard]] bool late(const Literal& literal) const;
  [[nodiscard]] double expected_rows(const Source& source) const;
  void place(const Literal& literal);
  void place_comparison(const Literal& literal);
  void place_lookup(const Literal& literal);
  void emit();

  [[nodiscard]] Source source(const Literal& literal) const;
  [[nodiscard]] bool known(const Pattern& pattern) const;
  [[nodiscard]] bool ignorable(const Pattern& pattern) const;  // a variable that nothing else mentions
  [[nodiscard]] bool ready(const Literal& literal) const;      // all that is not ignorable is known
  [[nodiscard]] bool blocked(const Literal& literal) const;    // some variable must be bound elsewhere first

  Ref value(const Pattern& pattern);            // builds the term if it has to
  void match(const Pattern& pattern, Ref ref);  // the term in `ref` must match the pattern; binds its new variables
  std::uint16_t new_slot(std::int32_t generator, bool built = false);
  [[nodiscard]] std::int32_t depends(std::span<const Ref> refs) const;
  Op& add(Op::Code code, std::span<const Ref> refs);
  void add_generator(Op& op);

  Compiler& compiler_;
  const Clause& clause_;
  const std::vector<Mode>& modes_;
  std::vector<std::uint32_t> uses_;         // occurrences of each variable that matter
  std::vector<std::int32_t> slot_of_;       // of each variable; -1 while unbound
  std::vector<std::int32_t> generator_of_;  // of each slot: the generator its value depends on, -1 for inputs
  std::vector<bool> built_;                 // of each slot: holds a term that this plan has made
  // The cached estimate of choose() for a body literal; only binding a variable of it makes it stale.
  struct Estimate {
    double cost = 0;
    bool late = false;
    bool stale = true;
  };
  std::vector<Estimate> estimates_;
  std::vector<std::vector<std::uint32_t>> readers_;  // of each variable: the literals that mention it
  std::vector<std::uint32_t> waiting_;               // literals, in the author's order
  std::vector<std::uint32_t> opened_;  // of each variable: the last choice before which a literal was waiting to bind it
  std::uint32_t choices_ = 0;
  std::vector<Op> ops_;
  std::int32_t last_generator_ = -1;
  std::uint16_t cursors_ = 0;
};

}  // namespace agon::engines::prover
