// The abstract machine of backward chaining: runs plans. Calls are answered from tables; a call without a table is evaluated first,
// on an explicit stack of frames, so that recursion in the rules never becomes recursion in C++.
//
// Positive recursion is solved by linear tabling (Zhou and Sato's SLDT, in the simple form that re-evaluates a cycle from its
// leader until no table of it grows): a call that is already on the stack reads the answers found so far, and the lowest frame of
// a cycle repeats until a round brings nothing new. Negation reads completed tables only; a negative call into an
// unfinished cycle means that the rules are not stratified, and is reported as such.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "engines/prover/observations.h"
#include "engines/prover/program.h"
#include "engines/prover/tables.h"
#include "game/terms.h"

namespace agon::engines::prover {

class Machine {
 public:
  Machine(const Program& program, game::TermBank& terms, const Limits& limits);

  // The facts of `true` and `does` from now on. Setting the same again costs a comparison.
  void set_state(std::span<const TermId> fluents);
  void set_moves(std::span<const TermId> roles, std::span<const TermId> moves);

  // The answers of a callee for its known arguments, `wanted` terms each. Valid until the next query. Throws LimitReached.
  std::span<const TermId> ask(CalleeId callee, std::span<const TermId> known);
  bool holds(CalleeId callee, std::span<const TermId> known);

  // Sound and incomplete evaluation, for queries with more answers than there is time for: every call stops at `most` answers. A
  // negation of a call that failed with answers missing is taken to be false, so whatever is found holds.
  struct Sample {
    std::optional<TermId> answer;  // the first term of the first answer
    bool exhaustive = false;       // no answer was left out anywhere
  };
  Sample sample(CalleeId callee, std::span<const TermId> known, std::uint32_t most);

  [[nodiscard]] std::uint64_t steps() const { return total_steps_; }
  // Counts the answers of all calls from now on; null ends it.
  void observe(Observations* observations) { observations_ = observations; }
  // From the next query on; the machine counts its steps against `Limits::steps` per query.
  void set_limits(const Limits& limits) { limits_ = limits; }

 private:
  // The address of a table: its store (by lifetime) and its index there.
  struct Handle {
    std::uint32_t bits = 0;
    [[nodiscard]] std::uint32_t store() const { return bits >> 30U; }
    [[nodiscard]] std::uint32_t table() const { return bits & 0x3fffffffU; }
  };
  struct Frame {
    Handle table;
    std::uint32_t callee = 0;
    std::uint32_t base = 0;  // of its slots and cursors
    std::uint32_t plan = 0;  // position in the list of plans to try
    std::int32_t pc = 0;
    std::uint32_t low = 0;                                   // the lowest frame this one depends on (Tarjan's low link)
    std::uint32_t followers = 0;                             // size of followers_ when it started
    std::uint64_t grown = 0;                                 // grown_ at the start of the round
    bool looped = false;                                     // a call above has read its unfinished table
    const std::vector<std::uint32_t>* dispatched = nullptr;  // plans for its first argument, tried before those for any argument
  };
  // A strongly connected component of followers: those from `first` up to the next entry's depend on frame `low` and none below it.
  struct Cycle {
    std::uint32_t first = 0;
    std::uint32_t low = 0;
  };
  enum class Outcome : std::uint8_t { PlanDone, Suspended, TableDone };

  Table& solve(CalleeId callee, std::span<const TermId> known, Handle& handle);
  Handle find(CalleeId callee, std::span<const TermId> key);
  Table& table(Handle h) { return stores_[h.store()][h.table()]; }
  [[nodiscard]] std::uint32_t lowest(const Table& t) const;
  void push(Handle handle);
  void run(std::size_t floor);
  [[nodiscard]] const Plan* plan_at(const Frame& frame, std::uint32_t position) const;
  bool start_next_plan(Frame& frame);
  Outcome run_plan(Frame& frame);
  void finish(bool decided);
  void release_followers(std::uint32_t first, Table::Status status);
  // `frame` has read an unfinished table.
  void depend(Frame& frame, const Table& t) {
    const std::uint32_t low = lowest(t);
    frame.low = std::min(frame.low, low);
    frames_[low].looped = true;
  }
  TermId build(SymbolId functor, std::span<const TermId> args);
  void begin_question();
  void check_limits();
  [[noreturn]] void not_stratified(CalleeId callee) const;
  void abandon();  // after an exception: no frame is left, unfinished tables are forgotten

  const Program& program_;
  game::TermBank& terms_;
  Limits limits_;
  std::vector<Relation> relations_;
  std::vector<std::uint32_t> fluent_relation_of_;  // by symbol, for the common case of one arity a functor
  std::array<TableStore, 3> stores_;
  std::vector<TermId> state_;
  std::vector<TermId> moves_;
  bool state_set_ = true;  // the relations hold what state_ and moves_ say

  std::vector<Frame> frames_;
  std::vector<TermId> slots_;
  std::vector<Handle> followers_;
  std::vector<Cycle> cycles_;  // ascending in `first`
  std::vector<TermId> keys_;
  std::uint32_t most_answers_ = 0xffffffff;  // of a table; fewer in a sample
  std::uint64_t grown_ = 0;                  // answers added so far, in all tables

  // A private cache of interned terms in front of the shared bank: no lock for them.
  std::vector<TermId> term_cache_;

  Observations* observations_ = nullptr;
  std::uint64_t steps_ = 0;
  std::uint64_t total_steps_ = 0;
  std::uint64_t next_check_ = 0;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace agon::engines::prover
