#include "engines/circuit/step_plan.h"

#include <algorithm>

namespace agon::engines::event {
namespace {

std::vector<Lit> roots_of(const circuit::Circuit& circuit, const Effects& effects, StepPlan::Mode mode) {
  std::vector<Lit> roots = effects.legal;
  if (mode == StepPlan::Mode::Lazy) {
    for (const circuit::MoveInput& move : circuit.moves) {
      if (effects.cheap(move.guard)) roots.push_back(move.guard);
    }
    if (!effects.composable) roots.insert(roots.end(), circuit.next.begin(), circuit.next.end());
    return roots;
  }
  for (const auto& classes : effects.classes) {
    for (const Effects::MoveClass& one : classes) roots.insert(roots.end(), one.conditions.begin(), one.conditions.end());
  }
  for (const circuit::MoveInput& move : circuit.moves) roots.push_back(move.guard);
  if (effects.terminal.empty()) roots.push_back(circuit.terminal);
  roots.insert(roots.end(), effects.terminal.begin(), effects.terminal.end());
  if (mode == StepPlan::Mode::Leaves) {
    roots.insert(roots.end(), circuit.next.begin(), circuit.next.end());
    return roots;
  }
  // Changes without a choice are needed in every step.
  for (const auto& choosers : effects.bases) {
    for (const Effects::Base& base : choosers) {
      for (const Change& change : base.computed) roots.push_back(change.next);
    }
  }
  if (mode == StepPlan::Mode::Followed) {
    for (const Change& change : effects.changes) roots.push_back(change.next);
  }
  return roots;
}

// Lists of flips by key, in compressed sparse row form.
void pack(std::vector<std::pair<std::uint32_t, StepPlan::Flip>> all, std::size_t keys, std::vector<std::uint32_t>& begin,
          std::vector<StepPlan::Flip>& flips) {
  std::ranges::stable_sort(all, {}, [](const auto& entry) { return entry.first; });
  begin.assign(keys + 1, 0);
  for (const auto& [key, flip] : all) {
    ++begin[key + 1];
    flips.push_back(flip);
  }
  for (std::size_t k = 0; k < keys; ++k) begin[k + 1] += begin[k];
}

std::shared_ptr<const Effects> effects_for(const circuit::Circuit& circuit, StepPlan::Mode mode, const StepPlan* like) {
  std::shared_ptr<const Effects> found = like != nullptr ? like->effects : std::make_shared<const Effects>(circuit);
  if (mode != StepPlan::Mode::Lazy) return found;
  auto lazy = std::make_shared<Effects>(*found);
  lazy->defer();
  return lazy;
}

}  // namespace

StepPlan::StepPlan(std::shared_ptr<const circuit::Circuit> source, Mode wanted, const StepPlan* like)
    : circuit(std::move(source)),
      effects(effects_for(*circuit, wanted, like)),
      mode(effects->composable || wanted == Mode::Lazy ? wanted : Mode::Leaves),
      follows_leaves(!effects->composable || mode == Mode::Leaves),
      net(effects->network, roots_of(*circuit, *effects, mode)),
      bases(effects->bases) {
  if (follows_leaves) {  // whatever the gates say now
    bases.assign(1, {{}});
    bases[0][0].possible = true;
    for (std::uint32_t f = 0; f < circuit->next.size(); ++f) bases[0][0].computed.push_back({f, circuit->next[f]});
  }
  const std::size_t fluents = circuit->fluents.size();
  state_words = (fluents + 63) / 64;
  move_words = (circuit->moves.size() + 63) / 64;

  std::vector<std::pair<std::uint32_t, Flip>> by_node;
  for (std::uint32_t m = 0; m < effects->legal.size(); ++m)
    by_node.push_back({effects->legal[m].node(), {m / 64, std::uint64_t{1} << (m % 64)}});
  std::vector<std::pair<std::uint32_t, Flip>> own;
  for (const auto& choosers : bases) {
    base_set.emplace_back();
    for (const Effects::Base& one : choosers) {
      base_set.back().push_back(one.possible ? base_sets : kNone);
      if (!one.possible) continue;
      for (const auto* list : {&one.simple, &one.computed}) {
        if (list == &one.computed && !keeps_computed()) continue;
        for (const Change& change : *list) {
          const Flip flip{static_cast<std::uint32_t>(base_word(base_sets) + change.fluent / 64),
                          std::uint64_t{1} << (change.fluent % 64)};
          own.push_back({change.fluent, flip});
          by_node.push_back({change.next.node(), flip});
        }
      }
      ++base_sets;
    }
  }
  std::vector<std::uint32_t> begin;
  pack(std::move(by_node), net.nodes, begin, flips);
  pack(std::move(own), fluents, own_begin, own_flips);
  for (std::uint32_t n = 0; n < net.nodes; ++n)
    records.push_back({net.reader_begin[n], net.reader_begin[n + 1], begin[n], begin[n + 1]});
}

}  // namespace agon::engines::event
