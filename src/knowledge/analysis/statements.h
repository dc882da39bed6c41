// What is known about a game as sentences for people: each fact, or family of facts, in words with its standing and its source.
//
// Sixty-four mutex groups of a chessboard are one sentence: groups that differ only in the constants of the same arguments are told
// together. `about` names the fluents, moves and roles of a sentence, so that a page can mark them on the board.
#pragma once

#include <string>
#include <vector>

#include "game/engine.h"
#include "game/facts.h"
#include "ground/ground_program.h"

namespace agon::knowledge {

struct Statement {
  std::string kind;   // turn-taking, goal-sum, never-goal, length, idle, group, inputs, persistent, unreachable, symmetry, part
  std::string words;  // one sentence
  game::Standing standing = game::Standing::Assumed;
  std::string source;
  std::uint64_t samples = 0;
  std::size_t count = 1;           // facts that the sentence tells
  std::vector<std::string> about;  // terms in prefix form, the first of many
};

struct StatementLimits {
  std::size_t about = 64;    // terms kept of a sentence
  std::size_t examples = 3;  // terms quoted in a sentence
};

// In the order of what people ask first: who moves, who can win, how long, what the fluents do, what is the same.
[[nodiscard]] std::vector<Statement> statements(const game::GameFacts& facts, const game::GameInfo& info,
                                                const game::TermBank& terms, const ground::GroundProgram* program,
                                                const StatementLimits& limits = {});

}  // namespace agon::knowledge
