#include "engines/engine_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/similar.h"
#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "engines/workshop.h"

namespace agon::engines {
namespace {

template <class E>
Result<game::AnyEngine> wrap(const char* name, const Result<std::shared_ptr<const E>>& engine) {
  if (!engine) return engine.error();
  return game::AnyEngine(name, *engine);
}

Result<game::AnyEngine> make_prover(Workshop& shop) { return wrap("prover", Prover::create(shop.rules(), shop.limits())); }
Result<game::AnyEngine> make_chainer(Workshop& shop) { return wrap("chainer", Chainer::create(shop.rules(), shop.limits())); }
Result<game::AnyEngine> make_updater(Workshop& shop) {
  const auto program = shop.ground();
  return program ? wrap("updater", Updater::create(*program)) : Result<game::AnyEngine>(program.error());
}

using Method = CircuitEngineOptions::Method;
using Source = EngineKind::Source;
EngineKind circuit_kind(const char* name, const char* what, Method method) {
  return {.name = name,
          .what = what,
          .source = Source::Circuit,
          .make = [name, method](Workshop& shop) -> Result<game::AnyEngine> {
            const auto circuit = shop.circuit();
            return circuit ? wrap(name, CircuitEngine::create(*circuit, {.method = method}))
                           : Result<game::AnyEngine>(circuit.error());
          },
          .variant_of = method == Method::Auto ? "" : "circuit"};
}

EngineKind on_ladder(EngineKind kind, int rung, int trust) {
  kind.rung = rung;
  kind.trust = trust;
  return kind;
}

}  // namespace

const EngineTable& standard_engines() {
  static const EngineTable table({
      {.name = "prover",
       .what = "backward chaining with tables, ready at once",
       .source = Source::Rules,
       .make = make_prover,
       .rung = 1,
       .trust = 1},
      {.name = "chainer",
       .what = "high-speed forward chaining",
       .source = Source::Rules,
       .make = make_chainer,
       .rung = 2,
       .trust = 3},
      {.name = "updater",
       .what = "incremental model of the ground program",
       .source = Source::Ground,
       .make = make_updater,
       .rung = 3,
       .trust = 2},
      on_ladder(circuit_kind("circuit", "boolean network, one state at a time", Method::Auto), 4, 4),
      circuit_kind("circuit-sweep", "all gates at every step", Method::Sweep),
      circuit_kind("circuit-events", "only what changes", Method::Events),
      circuit_kind("circuit-eager", "what changes, at once", Method::EagerEvents),
      circuit_kind("circuit-leaf", "what changes, from the leaves", Method::LeafEvents),
      circuit_kind("circuit-lazy", "what changes and is asked for", Method::LazyEvents),
      {.name = "lanes",
       .what = "64 to 512 random playouts at once, in machine code",
       .source = Source::Circuit,
       .make = {},
       .rung = 5,
       .trust = 5},
  });
  return table;
}

const EngineKind* EngineTable::find(std::string_view name) const {
  const auto found = std::ranges::find(kinds_, name, &EngineKind::name);
  return found == kinds_.end() ? nullptr : &*found;
}

std::vector<std::string> EngineTable::for_players() const {
  std::vector<std::string> names;
  for (const EngineKind& kind : kinds_) {
    if (kind.steps() && kind.variant_of.empty()) names.push_back(kind.name);
  }
  return names;
}

std::vector<const EngineKind*> EngineTable::ladder() const {
  std::vector<const EngineKind*> rungs;
  for (const EngineKind& kind : kinds_) {
    if (kind.rung > 0) rungs.push_back(&kind);
  }
  std::ranges::stable_sort(rungs, {}, &EngineKind::rung);
  return rungs;
}

std::vector<std::string> EngineTable::by_trust() const {
  std::vector<const EngineKind*> trusted;
  for (const EngineKind& kind : kinds_) {
    if (kind.trust > 0) trusted.push_back(&kind);
  }
  std::ranges::stable_sort(trusted, {}, &EngineKind::trust);
  std::vector<std::string> names;
  for (const EngineKind* kind : trusted) names.push_back(kind->name);
  return names;
}

Error EngineTable::unknown(std::string_view name) const {
  if (const EngineKind* const kind = find(name); kind != nullptr && !kind->steps()) {
    return bad_input("playouts-only-engine",
                     fmt::format("the engine '{}' plays whole random matches and cannot answer state by state", name),
                     fmt::format("choose one of: {}", fmt::join(for_players(), ", ")));
  }
  return bad_input("no-such-engine", fmt::format("there is no engine '{}'", name), suggest(name, for_players()));
}

}  // namespace agon::engines
