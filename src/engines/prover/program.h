// The bytecode of the prover. Every call has a mode (adornment): which arguments are known, which are wanted, which do not matter.
// A predicate in one mode is a Callee; each of its clauses is a Plan, a straight list of operations over slots, in which the
// compiler knows of every variable whether it is bound. So running a plan needs no unification, no trail and no occurs check: it is
// a nested-loop join over rows and answers, with tests as early as their variables allow.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/prover/relation.h"
#include "ground/clauses.h"

namespace agon::engines::prover {

using ground::Clause;
using ground::ClauseSet;
using ground::for_each_variable;
using ground::Lifetime;
using ground::Literal;
using ground::make_clauses;
using ground::Pattern;
using ground::Predicate;
using ground::PredicateId;
using ground::VariableId;

using CalleeId = std::uint32_t;

// A run-time operand: a slot of the frame, or a constant term (top bit set).
struct Ref {
  static constexpr std::uint32_t kConstant = 0x80000000U;
  std::uint32_t bits = 0;
  static Ref slot(std::uint32_t s) { return {s}; }
  static Ref constant(TermId id) { return {id.value | kConstant}; }
  [[nodiscard]] bool is_constant() const { return (bits & kConstant) != 0; }
};

struct Op {
  enum class Code : std::uint8_t {
    Scan,      // rows of a relation that agree with the keys: a generator
    Test,      // is there such a row? (`negated`: is there none?)
    Call,      // answers of a callee for the keys: a generator
    TestCall,  // has the callee an answer for the keys? (`negated`: has it none?)
    Build,     // slot := functor(refs)
    Copy,      // slot := ref
    Open,      // the term in a slot must be functor(...); its arguments go to slots
    Equal,     // two refs are the same term
    Unequal,
    Universe,  // each constant of the sheet in turn: a generator, only for variables that no condition binds (unsafe rules)
    Emit,      // an answer: the refs are the wanted arguments
  };
  Code code = Code::Emit;
  bool negated = false;
  std::uint16_t refs_count = 0;
  std::uint16_t outs_count = 0;
  std::uint16_t cursor = 0;    // of generators: which cursor of the frame
  std::int32_t on_fail = -1;   // backjumping: generator to resume when this fails at once, the last one that the refs depend on
  std::int32_t previous = -1;  // generator to resume when this one is exhausted
  std::uint32_t target = 0;    // relation, callee, functor or slot
  std::uint32_t index = 0;     // of a relation; arity of Open; destination slot of Build and Copy
  std::uint32_t refs = 0;      // first entry in Program::refs: keys, arguments or answers
  std::uint32_t outs = 0;      // first entry in Program::outs
};

// Where a generator's value goes: column (of the row or the answer) to slot.
struct Out {
  std::uint16_t column = 0;
  std::uint16_t slot = 0;
};

struct Plan {
  std::uint32_t ops = 0;  // first entry in Program::ops
  std::uint32_t ops_count = 0;
  std::uint16_t slots = 0;
  std::uint16_t cursors = 0;
};

enum class Mode : std::uint8_t { Known, Wanted, Ignored };

struct Callee {
  PredicateId predicate = 0;
  std::vector<Mode> modes;
  std::uint16_t known = 0;
  std::uint16_t wanted = 0;
  Lifetime lifetime = Lifetime::Static;
  bool recursive = false;
  std::vector<Plan> plans;
  // First-argument indexing: plans whose head has a constant in the first known argument are looked up by it; the rest always run.
  bool dispatched = false;
  absl::flat_hash_map<TermId, std::vector<std::uint32_t>> dispatch;
  std::vector<std::uint32_t> other_plans;
};

// The relations that a state or a joint move fills, and the facts of the sheet, numbered together.
struct Program {
  static constexpr std::uint32_t kAllFluents = 0;  // one column: the fluent
  static constexpr std::uint32_t kDoes = 1;        // two columns: role, move

  ClauseSet clauses;
  std::vector<Relation> relations;                                     // each scratch copies them: indices are built lazily
  absl::flat_hash_map<gdl::Relation, std::uint32_t> fluent_relations;  // functor of a fluent -> relation
  absl::flat_hash_map<PredicateId, std::uint32_t> fact_relations;
  std::vector<Callee> callees;
  std::vector<Op> ops;
  std::vector<Ref> refs;
  std::vector<Out> outs;
};

}  // namespace agon::engines::prover
