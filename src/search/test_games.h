// What the tests of this room share: engines for library games, small boards and rules written on the spot.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/file.h"
#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "game/any_engine.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"

namespace agon::search::fixtures {

inline gdl::Rules read_rules_text(const std::string& text) {
  Result<gdl::Rules> rules = gdl::read_text(text, "test");
  if (!rules) ADD_FAILURE() << rules.error().diagnostics.front().message;
  return *rules;
}
inline std::string library_text(const std::string& name) {
  Result<std::string> text = read_file(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif");
  if (!text) ADD_FAILURE() << text.error().diagnostics.front().message;
  return *text;
}

// The sheet with another section `;;; size`, which library sheets with a board end in.
inline std::string with_size(const std::string& text, const std::string& size) {
  const std::size_t at = text.find(";;; size");
  EXPECT_NE(at, std::string::npos);
  return text.substr(0, at) + size;
}
// Precondition: at least as many columns as rows.
inline std::string small_connect_four(int columns, int rows) {
  std::string size;
  for (int i = 1; i <= columns; ++i) size += "(column " + std::to_string(i) + ")\n";
  for (int i = 1; i <= rows; ++i) size += "(row " + std::to_string(i) + ")\n";
  for (int i = 1; i < columns; ++i) size += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")\n";
  return with_size(library_text("connectfour"), size + "(top " + std::to_string(rows) + ")\n");
}
inline std::string small_hex(int side) {
  std::string size;
  for (int i = 1; i <= side; ++i) size += "(index " + std::to_string(i) + ")\n";
  for (int i = 1; i < side; ++i) size += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")\n";
  return with_size(library_text("hex"), size + "(last " + std::to_string(side) + ")\n");
}

inline std::shared_ptr<const engines::CircuitEngine> make_circuit(const std::string& text) {
  const gdl::Rules rules = read_rules_text(text);
  return *engines::CircuitEngine::create(*circuit::build(*ground::ground(rules)));
}
inline game::AnyEngine circuit_engine(const std::string& text) { return {"circuit", make_circuit(text)}; }
inline game::AnyEngine prover_engine(const std::string& text) {
  return {"prover", std::shared_ptr<const engines::Prover>(*engines::Prover::create(read_rules_text(text)))};
}

// Three roles decide one after the other between two moves; the goals stand at the leaves.
inline constexpr const char* kThreePlayerTree = R"(
(role a) (role b) (role c) (init (turn a)) (side l) (side r) (order a b) (order b c) (order c done)
(<= (legal ?p (go ?s)) (true (turn ?p)) (side ?s))
(<= (legal ?p noop) (role ?p) (true (turn ?q)) (distinct ?p ?q))
(<= (next (turn ?q)) (true (turn ?p)) (order ?p ?q))
(<= (next (went ?p ?s)) (does ?p (go ?s)))
(<= (next (went ?p ?s)) (true (went ?p ?s)))
(<= terminal (true (turn done)))
(<= (goal ?p ?v) (true (went a ?x)) (true (went b ?y)) (true (went c ?z)) (leaf ?x ?y ?z ?p ?v))
(leaf l l l a 45) (leaf l l l b 90) (leaf l l l c 90)  (leaf l l r a 80) (leaf l l r b 20) (leaf l l r c 10)
(leaf l r l a 46) (leaf l r l b 50) (leaf l r l c 60)  (leaf l r r a 47) (leaf l r r b 30) (leaf l r r c 50)
(leaf r l l a 40) (leaf r l l b 10) (leaf r l l c 20)  (leaf r l r a 50) (leaf r l r b 60) (leaf r l r c 30)
(leaf r r l a 90) (leaf r r l b 20) (leaf r r l c 80)  (leaf r r r a 60) (leaf r r r b 70) (leaf r r r c 10))";

// A safe 60, or a coin that decides between 100 and 0.
inline constexpr const char* kCoin = R"(
(role player) (role random) (init start)
(<= (legal player safe) (true start)) (<= (legal player risk) (true start)) (<= (legal random noop) (true start))
(<= (next (end 60)) (does player safe)) (<= (next toss) (does player risk))
(<= (legal player wait) (true toss)) (<= (legal random heads) (true toss)) (<= (legal random tails) (true toss))
(<= (next (end 100)) (does random heads)) (<= (next (end 0)) (does random tails))
(<= terminal (true (end ?v))) (<= (goal player ?v) (true (end ?v))) (<= (goal random 0) (true (end ?v))))";

// Two cells between which the first player may go for ever, if the second sends him back; there is no way to force a win.
inline constexpr const char* kRoundabout = R"(
(role a) (role b) (init (at one))
(<= (legal a step) (true (at one))) (<= (legal a wait) (true (at two)))
(<= (legal b wait) (true (at one))) (<= (legal b back) (true (at two))) (<= (legal b let) (true (at two)))
(<= (next (at two)) (does a step)) (<= (next (at one)) (does b back)) (<= (next (at goal)) (does b let))
(<= terminal (true (at goal))) (<= (goal a 100) (true (at goal))) (<= (goal b 0) (true (at goal))))";

}  // namespace agon::search::fixtures
