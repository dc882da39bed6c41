// The record of short random play: which fluents and moves occur, which hold together, what a move changes. With a ground program,
// also which fluents and moves are possible. All other conclusions are drawn from this record and from the rules.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "game/any_engine.h"
#include "ground/ground_program.h"
#include "knowledge/structure/evidence/values.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge {

// The budget of observation. The counts alone decide on any machine; the time is a safety net for sheets whose single states are
// slow.
struct StructureOptions {
  std::uint64_t seed = 1;
  std::uint32_t matches = 24;
  std::uint32_t steps = 120;              // of one match
  std::uint32_t states = 600;             // in all
  std::uint64_t facts = 300'000;          // fluents and moves looked at, in all
  std::uint32_t families = 2'000;         // more are not classified: their fluents stand in tables
  std::uint64_t inferences = 400'000;     // for each static relation of the rules
  std::chrono::milliseconds time{5'000};  // 0: none
};

}  // namespace agon::knowledge

namespace agon::knowledge::structure {

// A family and the distinct argument tuples that were met: first those of play, then those the ground program adds.
struct FamilyRecord {
  Family family;
  std::vector<Tuple> tuples;
  std::uint32_t seen = 0;                          // tuples[0 .. seen) were met in play
  std::vector<std::vector<ValueId>> domains;       // per argument, in canonical order
  std::vector<std::vector<ValueId>> seen_domains;  // the same for what was met in play
  // Per state: the fewest, most and all fluents of the family.
  std::uint32_t fewest = 0, most = 0;
  std::uint64_t total = 0;
  bool changes = false;  // some step did
};

// A form of moves: `shape` is the term without its constants, a tuple holds them from left to right. A term too large to decompose
// has one constant for each argument.
struct ShapeRecord {
  std::string shape;
  Family family;
  std::vector<std::int32_t> argument;  // of each constant: the argument of the move it is, or -1 inside a compound argument
  std::vector<Tuple> tuples;
  std::uint32_t seen = 0;
  std::vector<std::vector<ValueId>> domains;
};

struct Fact {
  std::uint32_t family = 0;
  std::uint32_t tuple = 0;
  friend auto operator<=>(Fact, Fact) = default;
};

struct Made {  // a move
  std::uint32_t shape = 0;
  std::uint32_t tuple = 0;
};

struct StateRecord {
  std::vector<Fact> facts;             // ascending: the fluents of a family stand together
  std::vector<std::uint32_t> choices;  // legal moves per role; empty in a terminal state
};

struct StepRecord {
  std::uint32_t before = 0, after = 0;
  std::vector<Made> joint;
  std::vector<std::vector<ValueId>> percepts;  // per role, the constants in what it saw; only in games with hidden information
};

struct LegalSample {
  std::uint32_t state = 0;
  std::uint32_t role = 0;
  Made move;
};

struct PlayEvidence {
  ValueTable values;
  std::vector<std::string> roles;
  std::vector<ValueId> role_values;
  bool hidden = false;
  bool grounded = false;
  std::vector<FamilyRecord> families;
  std::vector<ShapeRecord> shapes;
  std::vector<StateRecord> states;
  std::vector<StepRecord> steps;
  std::vector<LegalSample> legal;
  std::vector<std::string> notes;

  [[nodiscard]] const Tuple& tuple(Fact fact) const { return families[fact.family].tuples[fact.tuple]; }
  [[nodiscard]] const Tuple& tuple(Made move) const { return shapes[move.shape].tuples[move.tuple]; }
  // The facts of one family in a state.
  [[nodiscard]] std::span<const Fact> facts(const StateRecord& state, std::uint32_t family) const;
  [[nodiscard]] bool is_role(ValueId value) const;
};

// The constants of a move and its shape, as in ShapeRecord.
struct MoveForm {
  std::string shape;
  std::vector<TermId> constants;
  std::vector<std::int32_t> argument;
};
[[nodiscard]] MoveForm form_of(const game::TermBank& terms, TermId move);

// Throws LimitReached only if not even the initial state can be computed.
[[nodiscard]] PlayEvidence watch_play(const game::AnyEngine& engine, const ground::GroundProgram* program,
                                      const StructureOptions& options);

}  // namespace agon::knowledge::structure
