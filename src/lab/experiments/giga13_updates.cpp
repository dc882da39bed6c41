#include "lab/experiments/all.h"
namespace agon::lab::experiments {
void run_giga13_updates(reproduce::Run&) {}
}  // namespace agon::lab::experiments
