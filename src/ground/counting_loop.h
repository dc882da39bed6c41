// Counting loops: a recursion that is entered with constants and only hands its result back is run forwards from its entry.
//
// Worked example. How many of the cells c1, c2, c3 are taken:
//
//   count(W)      <= loop(c1, 0, W)
//   loop(c3,N,W)  <= one(c3,N,W)
//   loop(X,N,W)   <= one(X,N,M) & after(X,Y) & loop(Y,M,W)
//   one(X,N,N)    <= number(N) & ~true(taken(X))
//   one(X,N,M)    <= succ(N,M) & true(taken(X))
//
// Bottom-up, `loop` has a row for every cell, every count to begin with and every result. The recursive rule passes W on
// unchanged, so a result depends on nothing but the (X,N) that the walk reaches from the entry (c1,0):
//
//   reached(c1,0).
//   reached(Y,M)  <= reached(X,N) & one(X,N,M) & after(X,Y)
//   result(W)     <= reached(c3,N) & one(c3,N,W)
//   count(W)      <= result(W)
//
// That is a sequential counter: cells x counts rows. `one` is then unfolded, because by itself it has a row for every number of
// the sheet. The rewriting is exact, not an approximation: `reached` is a condition on the state like any other. (Factoring of
// right-linear recursion: Naughton, Ramakrishnan, Sagiv, Ullman, "Argument reduction by factoring", VLDB 1989.)
#pragma once

#include "ground/auxiliary.h"

namespace agon::ground {

void run_loops_forwards(ClauseSet& set, AuxiliaryRelations& auxiliaries);

}  // namespace agon::ground
