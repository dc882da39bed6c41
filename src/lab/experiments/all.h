// The experiments, one function and one file each; reproduce/registry.cpp lists them.
#pragma once

#include "lab/reproduce/run.h"

namespace agon::lab::experiments {

void run_fluxplayer_proofs(reproduce::Run& run);
void run_fluxplayer_evaluation(reproduce::Run& run);
void run_fluxplayer_search(reproduce::Run& run);
void run_fluxplayer_symmetry(reproduce::Run& run);
void run_giga13_decay(reproduce::Run& run);
void run_giga13_adaptive_rave(reproduce::Run& run);
void run_giga13_forward_chaining(reproduce::Run& run);
void run_giga13_reasoners(reproduce::Run& run);
void run_giga13_sufficiency(reproduce::Run& run);
void run_giga13_updates(reproduce::Run& run);
void run_giga15_mppa(reproduce::Run& run);
void run_giga15_nested(reproduce::Run& run);
void run_gorgon_player(reproduce::Run& run);

}  // namespace agon::lab::experiments
