// Which constants can stand at which place of a flat relation, and in which order relations are to be computed.
#pragma once

#include "engines/chainer/flat.h"

namespace agon::engines::chainer {

// The fixpoint over all rules: a head position may hold what the intersection over the positive occurrences of its variable may
// hold. Fills domains, sizes and numberings of the relations, domains of the rules' variables, lifetimes and components; removes
// rules that can never fire, conditions that always hold, and rules that no answer needs. Rules whose head is static are not looked
// at where `static_facts_are_known`: the facts of such relations are all there is. `next` gets the numbering of `true`, `does` that
// of `legal`.
void find_domains(FlatProgram& program, bool static_facts_are_known);

}  // namespace agon::engines::chainer
