// Step counters: fluents that depend on the number of moves alone and only tell the time. Two positions of a puzzle that differ in
// nothing else are the same position, reached sooner or later; who does not see that searches every position once a step.
//
// Found by random playouts: the fluents with one name tell the time if they change and, at each step, are the same in all playouts.
// That is no proof, so it only ever decides what is worth looking at; lines are checked by playing them.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "game/engine.h"

namespace agon::search::plan {

class Timekeeping {
 public:
  struct Effort {
    int playouts = 24;
    std::size_t steps = 200;  // of each, at most
  };
  template <game::Engine E>
  static Timekeeping observe(const E& engine, std::uint64_t seed, const Effort& effort) {
    Timekeeping result;
    std::vector<Snapshot> first;  // what was seen at each step when it was first reached
    std::set<Name> varies;
    Rng rng(seed);
    auto scratch = engine.make_scratch();
    game::MoveBuffer moves;
    for (int playout = 0; playout < effort.playouts; ++playout) {
      auto state = engine.initial_state(scratch);
      for (std::size_t step = 0; step < effort.steps; ++step) {
        Snapshot here = take(engine, state);
        if (step == first.size()) {
          first.push_back(std::move(here));
        } else {
          collect_differences(first[step], here, varies);
        }
        if (engine.is_terminal(scratch, state)) break;
        engine.legal_moves(scratch, state, RoleId{0}, moves);
        if (moves.empty()) break;
        const MoveId move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        engine.apply(scratch, state, std::span(&move, 1));
      }
    }
    std::set<Name> changes;
    for (std::size_t step = 1; step < first.size(); ++step) collect_differences(first[step - 1], first[step], changes);
    for (const Name& name : changes) {
      if (!varies.contains(name)) result.names_.insert(name);
    }
    return result;
  }

  template <game::Engine E>
  [[nodiscard]] bool contains(const E& engine, TermId fluent) const {
    return !names_.empty() && names_.contains(name(engine, fluent));
  }
  [[nodiscard]] bool empty() const { return names_.empty(); }

 private:
  using Name = std::pair<std::uint32_t, std::uint32_t>;  // functor and arity
  using Snapshot = std::map<Name, std::set<TermId>>;

  template <game::Engine E>
  static Name name(const E& engine, TermId fluent) {
    const game::TermBank::Node& node = engine.terms().node(fluent);
    return {node.functor.value, node.arity};
  }
  template <game::Engine E>
  static Snapshot take(const E& engine, const typename E::State& state) {
    game::TermBuffer terms;
    engine.fluents(state, terms);
    Snapshot snapshot;
    for (const TermId term : terms) snapshot[name(engine, term)].insert(term);
    return snapshot;
  }
  static void collect_differences(const Snapshot& a, const Snapshot& b, std::set<Name>& out) {
    for (const auto& entry : a) {
      const auto it = b.find(entry.first);
      if (it == b.end() || it->second != entry.second) out.insert(entry.first);
    }
    for (const auto& entry : b) {
      if (!a.contains(entry.first)) out.insert(entry.first);
    }
  }

  absl::flat_hash_set<Name> names_;
};

}  // namespace agon::search::plan
