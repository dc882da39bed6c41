// Test fixtures of this room: a rule sheet, its engine, its ground program and its structure.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "engines/prover/prover.h"
#include "game/any_engine.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/structure/discover.h"

namespace agon::knowledge::testing {

struct Sheet {
  gdl::Rules rules;
  game::AnyEngine engine;
  std::shared_ptr<const ground::GroundProgram> program;  // null where grounding takes too much

  [[nodiscard]] StructureInput input() const {
    return {.rules = &rules, .engine = &engine, .program = program.get(), .groups = {}};
  }
};

// No value if the prover does not play the rules.
inline std::optional<Sheet> make_sheet(gdl::Rules rules, const Limits& limits = {}) {
  const auto prover = engines::Prover::create(rules, limits);
  if (!prover) return std::nullopt;
  // A small budget: sheets that exceed it are analysed without a ground program, as in production.
  const auto program =
      ground::ground(rules, {.time = limits.time, .memory_bytes = std::size_t{64} << 20U, .decompose = true, .progress = {}});
  game::AnyEngine engine("prover", *prover);
  return Sheet{std::move(rules), std::move(engine), program ? *program : nullptr};
}

inline Sheet library_sheet(const std::string& name) {
  const std::string games = std::string(AGON_SOURCE_DIR) + "/games/";
  const std::string hidden = games + "gdl2/" + name + ".kif";
  const std::string path = std::filesystem::exists(hidden) ? hidden : games + "gdl/" + name + ".kif";
  Result<gdl::Rules> rules = gdl::read_rules(path);
  if (!rules) ADD_FAILURE() << path << ": " << rules.error().diagnostics.front().message;
  return *make_sheet(std::move(*rules));
}

inline Sheet text_sheet(const std::string& text) {
  Result<gdl::Rules> rules = gdl::read_text(text, "test");
  if (!rules) ADD_FAILURE() << rules.error().diagnostics.front().message;
  return *make_sheet(std::move(*rules));
}

// Without a time limit: a slow machine must not change the answer.
inline StructureOptions unhurried() {
  StructureOptions options;
  options.time = std::chrono::milliseconds(0);
  return options;
}

inline Structure structure_of(const Sheet& sheet, const StructureOptions& options = unhurried()) {
  Result<Structure> found = discover(sheet.input(), options);
  if (!found) ADD_FAILURE() << found.error().diagnostics.front().message;
  return *found;
}
inline Structure library_structure(const std::string& name) { return structure_of(library_sheet(name)); }

inline const MovePattern& pattern(const Structure& structure, const std::string& shape) {
  for (const MovePattern& move : structure.moves) {
    if (move.shape == shape) return move;
  }
  ADD_FAILURE() << "no move of the form " << shape;
  return structure.moves.front();
}

// "xy0 xy0 ?": coordinates with their click, names, pieces, contents, items, the mover, choices.
inline std::string words(const MovePattern& move) {
  std::string out;
  for (const MoveArgument& a : move.arguments) {
    out += out.empty() ? "" : " ";
    switch (a.kind) {
      case MoveArgument::Kind::Coordinate: out += "axis" + std::to_string(a.axis) + "@" + std::to_string(a.click); break;
      case MoveArgument::Kind::Name: out += "name@" + std::to_string(a.click); break;
      case MoveArgument::Kind::Piece: out += "piece@" + std::to_string(a.click); break;
      case MoveArgument::Kind::Content: out += "content@" + std::to_string(a.click); break;
      case MoveArgument::Kind::Item: out += "item"; break;
      case MoveArgument::Kind::Mover: out += "mover"; break;
      case MoveArgument::Kind::Choice: out += "choice"; break;
    }
  }
  return out;
}

}  // namespace agon::knowledge::testing
