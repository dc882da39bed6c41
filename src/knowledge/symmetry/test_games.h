// Test fixtures of this folder: a sheet with its ground program and its symmetries.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/file.h"
#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/symmetry/find_symmetries.h"

namespace agon::knowledge::symmetry::testing {

inline std::string sheet_text(const std::string& path) {
  Result<std::string> text = read_file(std::string(AGON_SOURCE_DIR) + "/" + path);
  if (!text) ADD_FAILURE() << path << ": " << text.error().diagnostics.front().message;
  return *text;
}
inline std::string thesis_tictactoe() { return sheet_text("tests/symmetry/sheets/tictactoe-thesis.kif"); }
inline std::string thesis_breakthrough() { return sheet_text("tests/symmetry/sheets/breakthrough-thesis.kif"); }
inline std::string library_sheet_text(const std::string& name) { return sheet_text("games/gdl/" + name + ".kif"); }

struct Game {
  gdl::Rules rules;
  std::shared_ptr<const ground::GroundProgram> program;

  [[nodiscard]] std::shared_ptr<const engines::CircuitEngine> engine() const {
    return *engines::CircuitEngine::create(*circuit::build(program));
  }
  [[nodiscard]] std::uint32_t fluent(const std::string& text) const {
    for (std::uint32_t f = 0; f < program->fluents.size(); ++f) {
      if (program->terms->text(program->fluents[f]) == text) return f;
    }
    ADD_FAILURE() << "no fluent " << text;
    return 0;
  }
};
inline Game make_game(const std::string& text) {
  Result<gdl::Rules> rules = gdl::read_text(text, "test");
  if (!rules) ADD_FAILURE() << rules.error().diagnostics.front().message;
  auto program = ground::ground(*rules);
  if (!program) ADD_FAILURE() << program.error().diagnostics.front().message;
  return {std::move(*rules), *program};
}

// The clock plays no part in tests.
inline SymmetryOptions from_both() {
  SymmetryOptions options;
  options.time = std::chrono::milliseconds(0);
  return options;
}
inline SymmetryOptions from_rules_alone() {
  SymmetryOptions options = from_both();
  options.ground_graph = false;
  return options;
}
inline SymmetryOptions from_ground_program_alone() {
  SymmetryOptions options = from_both();
  options.rule_graph = false;
  return options;
}

}  // namespace agon::knowledge::symmetry::testing
