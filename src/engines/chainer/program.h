// The compiled game: rules with their plans and tables, in blocks (strongly connected components) in order of evaluation.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engines/chainer/compact.h"
#include "engines/chainer/compile/flat.h"
#include "engines/chainer/compile/ordering.h"
#include "engines/chainer/knowledge.h"
#include "engines/chainer/static_facts.h"
#include "engines/chainer/tables.h"
#include "engines/chainer/walker.h"

namespace agon::engines::chainer {

// One rule with one order of its inputs. A rule of a recursive relation has one code for each recursive condition, which comes
// first and reads only new instances (the delta of semi-naive evaluation).
struct Code {
  std::uint32_t rule = 0;
  std::int32_t first = -1;  // the condition that reads only the delta
  Plan plan;
  std::optional<RuleTables> tables;
  std::unique_ptr<Walker> walker;  // where there are no tables
};

// A strongly connected component of mutually recursive relations, usually just one, and their rules.
struct Block {
  std::vector<RelationId> relations;
  std::vector<std::pair<RelationId, std::uint64_t>> facts;  // instances that always hold
  std::vector<std::uint32_t> codes;                         // run once
  struct Delta {
    std::uint32_t code;
    RelationId relation;  // whose new instances the first input reads
    bool segment;         // false: the condition has no variable; run all
  };
  std::vector<Delta> deltas;  // run to the fixpoint
  std::uint8_t wanted_by = 0;
};

// The answers that need a block of the state phase; a bit each.
enum Wanted : std::uint8_t { kForTerminal = 1, kForLegal = 2, kForGoal = 4, kForNext = 8, kForAll = 15 };

struct Program {
  FlatProgram flat;
  Layout layout;
  std::unique_ptr<StaticFacts> facts;
  std::vector<Code> codes;
  std::unique_ptr<CompactRules> compact;                        // of the codes, once they have their tables
  std::vector<Block> state_blocks, move_blocks;                 // in order of evaluation
  std::vector<RelationId> state_relations, move_relations;      // to clear; `true` and `does` among them
  std::vector<std::pair<RelationId, std::uint64_t>> permanent;  // answers that never change
  std::vector<std::vector<double>> means;                       // per rule and body literal: lengths of lists when it is processed
};

struct ProgramLimits {
  std::uint64_t dense_relation = std::uint64_t{1} << 24U;  // instances of a relation that has an array
  std::uint64_t dense_total = std::uint64_t{1} << 26U;
};

// Evaluates all static rules and replaces them by facts.
void compute_static(FlatProgram& program, const Deadline& deadline);

// Layout, blocks and codes without plans.
[[nodiscard]] std::unique_ptr<Program> make_program(FlatProgram flat, const ProgramLimits& limits);

// Default cardinalities, before anything was measured.
void guess_means(Program& program);
// Makes a new plan for every rule, and a walker for it.
void plan_walkers(Program& program, const OrderOptions& options);
// Makes a new plan for one rule and builds its tables; false if it keeps a walker.
bool plan_tables(Program& program, Code& code, const OrderOptions& options, const TableBudget& budget);

}  // namespace agon::engines::chainer
