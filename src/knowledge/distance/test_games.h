// Rule sheets whose distances can be worked out by hand, and what the tests of this folder share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "knowledge/distance/find_distances.h"
#include "knowledge/structure/test_sheets.h"

namespace agon::knowledge::testing {

// Breakthrough without empty squares: fluents are pawns and the turn, as in the appendix of Schiffel's thesis.
inline constexpr const char* kPawns = R"(
(role white) (role black)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(index 1) (index 2) (index 3) (index 4) (index 5) (index 6) (index 7) (index 8)
(opponent white black) (opponent black white)
(<= (forward white ?a ?b) (succ ?a ?b))
(<= (forward black ?a ?b) (succ ?b ?a))
(<= (beside ?a ?b) (succ ?a ?b))
(<= (beside ?a ?b) (succ ?b ?a))
(<= (init (holds ?x 1 white)) (index ?x))
(<= (init (holds ?x 2 white)) (index ?x))
(<= (init (holds ?x 7 black)) (index ?x))
(<= (init (holds ?x 8 black)) (index ?x))
(init (control white))
(<= (occupied ?x ?y) (true (holds ?x ?y ?r)))
(<= (legal ?r (move ?x ?a ?x ?b))
  (true (control ?r)) (true (holds ?x ?a ?r)) (forward ?r ?a ?b) (not (occupied ?x ?b)))
(<= (legal ?r (move ?x ?a ?y ?b))
  (true (control ?r)) (true (holds ?x ?a ?r)) (forward ?r ?a ?b) (beside ?x ?y) (not (true (holds ?y ?b ?r))))
(<= (legal ?r noop) (true (control ?o)) (opponent ?o ?r))
(<= (next (control ?r)) (true (control ?o)) (opponent ?o ?r))
(<= (next (holds ?y ?b ?r)) (does ?r (move ?x ?a ?y ?b)))
(<= (next (holds ?x ?y ?r)) (true (holds ?x ?y ?r)) (not (touched ?x ?y)))
(<= (touched ?x ?y) (does ?r (move ?x ?y ?x2 ?y2)))
(<= (touched ?x ?y) (does ?r (move ?x1 ?y1 ?x ?y)))
(<= (won white) (true (holds ?x 8 white)))
(<= (won black) (true (holds ?x 1 black)))
(<= terminal (won ?r))
(<= (goal ?r 100) (won ?r))
(<= (goal ?r 0) (opponent ?r ?o) (won ?o))
)";

// A knight, two bishops and a king against a king on 6 by 6 squares with explicit empty squares. Bishops move one square. White
// goes for certain squares.
inline constexpr const char* kPieces = R"(
(role white) (role black)
(opponent white black) (opponent black white)
(index 1) (index 2) (index 3) (index 4) (index 5) (index 6)
(up 1 2) (up 2 3) (up 3 4) (up 4 5) (up 5 6)
(<= (one ?a ?b) (up ?a ?b))
(<= (one ?a ?b) (up ?b ?a))
(<= (two ?a ?c) (up ?a ?b) (up ?b ?c))
(<= (two ?a ?c) (up ?b ?a) (up ?c ?b))
(side n white) (side b white) (side k white) (side q black)
(<= (leap n ?x ?y ?u ?v) (one ?x ?u) (two ?y ?v))
(<= (leap n ?x ?y ?u ?v) (two ?x ?u) (one ?y ?v))
(<= (leap b ?x ?y ?u ?v) (one ?x ?u) (one ?y ?v))
(<= (leap k ?x ?y ?u ?v) (one ?x ?u) (one ?y ?v))
(<= (leap k ?x ?y ?u ?y) (one ?x ?u) (index ?y))
(<= (leap k ?x ?y ?x ?v) (one ?y ?v) (index ?x))
(<= (leap q ?x ?y ?u ?v) (leap k ?x ?y ?u ?v))
(init (cell 1 1 n)) (init (cell 3 1 b)) (init (cell 4 1 b)) (init (cell 5 1 k)) (init (cell 4 6 q)) (init (control white))
(<= (start ?x ?y) (index ?x) (index ?y) (distinct ?y 1) (distinct ?y 6))
(start 2 1) (start 6 1) (start 1 6) (start 2 6) (start 3 6) (start 5 6) (start 6 6)
(<= (init (cell ?x ?y empty)) (start ?x ?y))
(<= (own ?r ?x ?y) (true (cell ?x ?y ?p)) (side ?p ?r))
(<= (legal ?r (move ?p ?x ?y ?u ?v))
  (true (control ?r)) (side ?p ?r) (true (cell ?x ?y ?p)) (leap ?p ?x ?y ?u ?v) (true (cell ?u ?v empty)))
(<= (legal ?r (move ?p ?x ?y ?u ?v))
  (true (control ?r)) (side ?p ?r) (true (cell ?x ?y ?p)) (leap ?p ?x ?y ?u ?v) (true (cell ?u ?v ?q)) (side ?q ?o)
  (distinct ?o ?r))
(<= (legal ?r wait) (role ?r))
(<= (next (control ?r)) (true (control ?o)) (opponent ?o ?r))
(<= (next (cell ?u ?v ?p)) (does ?r (move ?p ?x ?y ?u ?v)))
(<= (next (cell ?x ?y empty)) (does ?r (move ?p ?x ?y ?u ?v)))
(<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (not (touched ?x ?y)))
(<= (touched ?x ?y) (does ?r (move ?p ?x ?y ?u ?v)))
(<= (touched ?u ?v) (does ?r (move ?p ?x ?y ?u ?v)))
(<= done (true (cell 6 6 n)) (true (cell 5 5 b)) (true (cell 6 5 k)))
(<= terminal done)
(<= (goal white 100) done)
(<= (goal white 0) (not done))
(goal black 50)
)";

// The number of a fluent, by its text.
inline std::uint32_t fluent(const ground::GroundProgram& program, const std::string& text) {
  for (std::uint32_t i = 0; i < program.fluents.size(); ++i) {
    if (program.terms->text(program.fluents[i]) == text) return i;
  }
  ADD_FAILURE() << "no fluent " << text;
  return 0;
}

// A state, from the texts of its fluents.
inline StateBits state_of(const ground::GroundProgram& program, const std::vector<std::string>& fluents) {
  FluentState state;
  for (const std::string& text : fluents) state.push_back(fluent(program, text));
  return state_bits(state, program.fluents.size());
}

inline DistanceOptions unhurried_distances() {
  DistanceOptions options;
  options.time = std::chrono::milliseconds(0);
  return options;
}

// With samples from random play, as in production.
inline DistanceKnowledge distances_of(const Sheet& sheet, DistanceOptions options = unhurried_distances()) {
  const std::vector<FluentState> samples = sample_states(sheet.engine, *sheet.program, {.time = std::chrono::milliseconds(0)});
  options.samples = samples;
  return find_distances(*sheet.program, options);
}

}  // namespace agon::knowledge::testing
