// Options for ablation studies: parts of the method that can be switched off. The answers are the same under all settings.
#pragma once

namespace agon::engines {

struct UpdaterOptions {
  bool lazy_queues = true;       // a query updates only what it depends on
  bool literal_counters = true;  // a rule counts its failing conditions, and is evaluated only if it can change
  bool bucket_queue = true;      // lists by level and a heap for values above 1; otherwise heaps for everything
  bool primary_support = true;   // an atom counts its non-recursive supports and remembers one recursive support
  bool incremental = true;       // false: every new state is evaluated from scratch
  bool track_changes = false;    // count how often one atom changes in one update
};

}  // namespace agon::engines
