// The immutable part of incremental evaluation: levels, occurrence lists from atoms to rules, and which of the four queries each
// rule can influence. Made once from a ground program and shared by all threads.
//
// A level is the depth of an atom's strongly connected component in the dependency graph, not the running number of the component
// as in the paper (Spies 2013): both put what is needed strictly before what needs it, and depths are few, so that a queue can have
// a bucket for each. The rules of an atom wait for its level (the paper: half a level after their own bodies), non-recursive first.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ground/ground_program.h"

namespace agon::engines::updater {

using ground::AtomId;
using RuleId = std::uint32_t;
using BucketId = std::uint32_t;

// The queries that are answered separately. Percepts are part of Next: both follow from the joint move.
enum class Query : std::uint8_t { Legal, Next, Terminal, Goal };
inline constexpr std::array kQueries{Query::Legal, Query::Next, Query::Terminal, Query::Goal};
using QueryMask = std::uint8_t;
[[nodiscard]] constexpr QueryMask mask(Query query) { return static_cast<QueryMask>(1U << static_cast<unsigned>(query)); }
inline constexpr QueryMask kAllQueries = 0xf;

// How an atom occurs in a rule. `Same`: positively, and in the component of the rule's head, which makes the rule recursive.
enum class Occurs : std::uint8_t { Negative, Below, Same };

struct Occurrence {
  std::uint32_t code = 0;
  [[nodiscard]] RuleId rule() const { return code >> 2U; }
  [[nodiscard]] Occurs kind() const { return static_cast<Occurs>(code & 3U); }
  static Occurrence of(RuleId rule, Occurs kind) { return {(rule << 2U) | static_cast<std::uint32_t>(kind)}; }
};

// Lists of different lengths in one array (compressed sparse rows).
template <class T>
struct Lists {
  std::vector<std::uint32_t> begin{0};
  std::vector<T> items;
  [[nodiscard]] std::span<const T> operator[](std::size_t i) const {
    return {items.data() + begin[i], items.data() + begin[i + 1]};
  }
};

// The rules of one bucket have the same level, kind and set of queries.
struct Bucket {
  std::uint32_t level = 0;
  bool recursive = false;
  QueryMask queries = 0;
  friend auto operator<=>(const Bucket&, const Bucket&) = default;
};

struct RuleLayout {
  AtomId head = 0;
  BucketId bucket = 0;
};

struct Layout {
  std::shared_ptr<const ground::GroundProgram> program;

  std::vector<std::uint32_t> level;  // per atom; 1 for fluents and moves
  std::vector<Bucket> buckets;       // ascending, so a bucket never feeds an earlier one
  std::vector<RuleLayout> rules;
  Lists<AtomId> same;            // per rule: the positive body atoms of the head's component
  Lists<Occurrence> occurs;      // per atom: the rules it occurs in that any query needs
  Lists<RuleId> tight_rules;     // per atom: its non-recursive rules
  Lists<RuleId> circular_rules;  // per atom: its recursive rules
  QueryMask moves_feed = 0;      // queries whose answer depends on the joint move; in valid rules only Next

  // Answers are bits: first the next state, then for each role the legal moves, goals and percepts, each block from a new word on.
  Lists<std::uint32_t> bits;           // per atom: the answers it stands for
  std::vector<std::uint64_t> settled;  // all answers, with those that constant folding has decided
  std::size_t state_words = 0;
  std::vector<std::uint32_t> legal_word, goal_word, sees_word;  // per role: where the block begins

  [[nodiscard]] bool recursive(RuleId rule) const { return buckets[rules[rule].bucket].recursive; }
};

// Without `lazy`, every rule counts as needed by all queries. Errors: `not-stratified`, with the atoms that depend on their own
// negation, and `program-too-large`.
[[nodiscard]] Result<std::shared_ptr<const Layout>> make_layout(std::shared_ptr<const ground::GroundProgram> program,
                                                                bool lazy = true);

// "(legal x (mark 1 1))" for atoms that answer a query, "atom 17" for others: a ground program does not name them.
[[nodiscard]] std::string atom_name(const ground::GroundProgram& program, AtomId atom);

[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

}  // namespace agon::engines::updater
