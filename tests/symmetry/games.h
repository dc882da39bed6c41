// What the tests of this folder share: a game on the circuit engine with its symmetries.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#include "game/any_engine.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/symmetry/find_symmetries.h"

namespace agon::symmetry_tests {

inline std::string library_text(const std::string& name) {
  Result<std::string> text = read_file(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif");
  if (!text) ADD_FAILURE() << text.error().diagnostics.front().message;
  return *text;
}

// Precondition: at least as many columns as rows.
inline std::string connect_four(int columns, int rows) {
  const std::string text = library_text("connectfour");
  std::string size;
  for (int i = 1; i <= columns; ++i) size += "(column " + std::to_string(i) + ")\n";
  for (int i = 1; i <= rows; ++i) size += "(row " + std::to_string(i) + ")\n";
  for (int i = 1; i < columns; ++i) size += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")\n";
  return text.substr(0, text.find(";;; size")) + size + "(top " + std::to_string(rows) + ")\n";
}

struct SymmetricGame {
  std::shared_ptr<const engines::CircuitEngine> circuit;
  game::AnyEngine engine;
  knowledge::symmetry::Symmetries found;
  std::shared_ptr<const game::SymmetryGroup> group;
};

inline SymmetricGame make_game(const std::string& text) {
  Result<gdl::Rules> rules = gdl::read_text(text, "test");
  if (!rules) ADD_FAILURE() << rules.error().diagnostics.front().message;
  const auto program = *ground::ground(*rules);
  knowledge::symmetry::SymmetryOptions options;
  options.time = std::chrono::milliseconds(0);
  auto found = knowledge::symmetry::find_symmetries(*rules, program, options);
  auto circuit = *engines::CircuitEngine::create(*circuit::build(program));
  auto group = std::make_shared<const game::SymmetryGroup>(found.states.value);
  return {circuit, game::AnyEngine("circuit", circuit), std::move(found), group};
}

}  // namespace agon::symmetry_tests
