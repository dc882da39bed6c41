// Test fixtures of this folder: rules as Schiffel's thesis describes them, and states written down as fluents.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "game/read_term.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/evaluation/anchor_sheet.h"
#include "knowledge/evaluation/goal_evaluation.h"

namespace agon::knowledge::evaluation::testing {

inline constexpr const char* kTicTacToe = kAnchorSheet;

struct GroundSheet {
  gdl::Rules rules;
  std::shared_ptr<const ground::GroundProgram> program;
};

inline GroundSheet ground_text(const std::string& text) {
  Result<gdl::Rules> rules = gdl::read_text(text, "test");
  if (!rules) ADD_FAILURE() << rules.error().diagnostics.front().message;
  auto program = ground::ground(*rules);
  if (!program) ADD_FAILURE() << program.error().diagnostics.front().message;
  return {std::move(*rules), *program};
}
inline GroundSheet ground_game(const std::string& name) {
  Result<gdl::Rules> rules = gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif");
  if (!rules) ADD_FAILURE() << name << ": " << rules.error().diagnostics.front().message;
  auto program = ground::ground(*rules);
  if (!program) ADD_FAILURE() << name << ": " << program.error().diagnostics.front().message;
  return {std::move(*rules), *program};
}

// The number of a fluent, which must be one of the program.
inline std::uint32_t fluent_of(const ground::GroundProgram& program, const std::string& text) {
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    if (program.terms->text(program.fluents[f]) == text) return f;
  }
  ADD_FAILURE() << "no fluent " << text;
  return 0;
}

using Words = std::vector<std::uint64_t>;
inline Words state_of(const ground::GroundProgram& program, const std::vector<std::string>& fluents) {
  Words words((program.fluents.size() + 63) / 64, 0);
  for (const std::string& text : fluents) {
    const std::uint32_t f = fluent_of(program, text);
    words[f / 64] |= std::uint64_t{1} << (f % 64);
  }
  return words;
}
inline Words initial_state(const ground::GroundProgram& program) {
  Words words((program.fluents.size() + 63) / 64, 0);
  for (const std::uint32_t f : program.initial) words[f / 64] |= std::uint64_t{1} << (f % 64);
  return words;
}

// A position of tic-tac-toe from three rows of x, o and _, the row with the highest number first.
inline Words board_of(const ground::GroundProgram& program, const std::string& rows) {
  std::vector<std::string> fluents;
  int marks = 0;
  for (int i = 0; i < 9; ++i) {
    const char mark = rows[static_cast<std::size_t>(i)];
    if (mark != '_') ++marks;
    fluents.push_back(std::string("(cell ") + "abc"[i % 3] + " " + "321"[i / 3] + " " +
                      (mark == '_' ? std::string("blank") : std::string(1, mark)) + ")");
  }
  fluents.push_back(marks % 2 == 0 ? "(control xplayer)" : "(control oplayer)");
  return state_of(program, fluents);
}

inline double value_of(const std::shared_ptr<const GoalEvaluation>& evaluation, std::uint32_t role, const Words& state) {
  StateEvaluator evaluator(evaluation);
  evaluator.load(state);
  EXPECT_EQ(evaluator.evaluator().broken(), 0U);
  return evaluator.value(RoleId{role});
}

}  // namespace agon::knowledge::evaluation::testing
