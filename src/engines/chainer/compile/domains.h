// Domain analysis of a flat program (which constants can occur at which argument place), and its order of evaluation.
#pragma once

#include "engines/chainer/compile/flat.h"

namespace agon::engines::chainer {

// The fixpoint over all rules: a head argument ranges over the intersection of the domains of the positive occurrences of its
// variable. Computes domains, sizes and numberings of the relations, domains of the rules' variables, lifetimes and strongly
// connected components; removes rules that can never fire, conditions that always hold, and rules that no answer needs. With
// `static_facts_are_known`, rules with a static head are ignored: the facts of such relations are complete. `next` gets the
// numbering of `true`, `does` that of `legal`.
void find_domains(FlatProgram& program, bool static_facts_are_known);

}  // namespace agon::engines::chainer
