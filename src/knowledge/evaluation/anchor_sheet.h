// Tic-tac-toe as Schiffel's thesis writes it (figure 2.1: columns a, b, c; lines by column, by row and two diagonals), for the
// figures that follow from its formulas: they depend on how the rules are written. In our own words and in prefix form.
#pragma once

namespace agon::knowledge::evaluation {

inline constexpr const char* kAnchorSheet = R"(
(role xplayer) (role oplayer)
(init (cell a 1 blank)) (init (cell a 2 blank)) (init (cell a 3 blank))
(init (cell b 1 blank)) (init (cell b 2 blank)) (init (cell b 3 blank))
(init (cell c 1 blank)) (init (cell c 2 blank)) (init (cell c 3 blank))
(init (control xplayer))
(<= (legal ?p (mark ?x ?y)) (true (control ?p)) (true (cell ?x ?y blank)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (control oplayer)) (true (control xplayer)))
(<= (next (control xplayer)) (true (control oplayer)))
(<= (next (cell ?m ?n x)) (does xplayer (mark ?m ?n)))
(<= (next (cell ?m ?n o)) (does oplayer (mark ?m ?n)))
(<= (next (cell ?m ?n ?c)) (true (cell ?m ?n ?c)) (does ?p (mark ?x ?y)) (distinct ?x ?m))
(<= (next (cell ?m ?n ?c)) (true (cell ?m ?n ?c)) (does ?p (mark ?x ?y)) (distinct ?y ?n))
(<= terminal (line x)) (<= terminal (line o)) (<= terminal (not open))
(<= (line ?p) (true (cell a ?y ?p)) (true (cell b ?y ?p)) (true (cell c ?y ?p)))
(<= (line ?p) (true (cell ?x 1 ?p)) (true (cell ?x 2 ?p)) (true (cell ?x 3 ?p)))
(<= (line ?p) (true (cell a 1 ?p)) (true (cell b 2 ?p)) (true (cell c 3 ?p)))
(<= (line ?p) (true (cell a 3 ?p)) (true (cell b 2 ?p)) (true (cell c 1 ?p)))
(<= open (true (cell ?x ?y blank)))
(<= (goal xplayer 100) (line x))
(<= (goal xplayer 50) (not (line x)) (not (line o)))
(<= (goal xplayer 0) (line o))
(<= (goal oplayer 100) (line o))
(<= (goal oplayer 50) (not (line x)) (not (line o)))
(<= (goal oplayer 0) (line x))
)";

// Positions, as the contents of the cells (a,3) (b,3) (c,3) (a,2) ... (c,1).
inline constexpr const char* kAnchorPositions[] = {"_________", "____x____", "x________", "_x_______", "xx____oo_", "xxo___o__"};

}  // namespace agon::knowledge::evaluation
