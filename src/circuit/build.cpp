#include "circuit/build.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "circuit/invariants.h"

namespace agon::circuit {

Result<Passes> parse_passes(std::string_view text) {
  Passes passes;
  const auto set_all = [&](bool value) {
    for (const PassName& pass : kPasses) passes.*pass.flag = value;
  };
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (word.empty()) continue;
    if (word == "all" || word == "none") {
      set_all(word == "all");
      continue;
    }
    const bool on = word.front() != '-';
    if (!on) word.remove_prefix(1);
    bool found = false;
    for (const PassName& pass : kPasses) {
      if (word != pass.name) continue;
      passes.*pass.flag = on;
      found = true;
    }
    if (!found) {
      std::string names;
      for (const PassName& pass : kPasses) names += fmt::format("{}{}", names.empty() ? "" : ", ", pass.name);
      return bad_input("no-such-pass", fmt::format("there is no pass '{}'", word), fmt::format("passes are: {}, all, none", names));
    }
  }
  return passes;
}

Result<std::shared_ptr<const Circuit>> build(std::shared_ptr<const ground::GroundProgram> program, const BuildOptions& options,
                                             BuildReport* report) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto elapsed = [&] { return Clock::now() - start; };
  const auto check = [&](std::size_t bytes) {
    if (options.stop && options.stop()) throw LimitReached("stopped", "the circuit is not wanted any more", "");
    if (options.time.count() > 0 && elapsed() > options.time)
      throw LimitReached("circuit-time", fmt::format("the circuit was not built within {} ms", options.time.count()),
                         "the game plays on a lower engine");
    if (bytes > options.memory_bytes)
      throw LimitReached("circuit-memory", fmt::format("the circuit needs more than {} MiB", options.memory_bytes >> 20U),
                         "the game plays on a lower engine");
  };
  try {
    Facts facts;
    InvariantReport proofs;
    const RuleOrder order(*program);
    check(program->atom_count * sizeof(ground::AtomId));
    Circuit circuit = synthesise(program, order, facts, options.passes, check);
    // Both kinds of facts are proved on the plain circuit, which is then synthesised once more with them.
    const auto proof_time = [&] {  // never more than half of the time that is left
      if (options.time.count() == 0) return options.proof_time;
      return std::min(options.proof_time, std::chrono::duration_cast<std::chrono::milliseconds>(options.time - elapsed()) / 2);
    };
    if (options.passes.exclusion) facts.groups = prove_groups(circuit, proof_time(), proofs);
    circuit.groups = facts.groups;
    if (options.passes.forced) prove_moves(circuit, facts, proof_time(), proofs);
    const bool known = !facts.groups.empty() || std::any_of(facts.defaults.begin(), facts.defaults.end(),
                                                            [](const auto& fact) { return fact.move != Facts::kNoMove; });
    if (known) circuit = synthesise(program, order, facts, options.passes, check);
    if (report != nullptr) {
      report->gates = circuit.gate_count();
      report->loops = circuit.network.loops.size();
      for (const Loop& loop : circuit.network.loops) report->loop_variables += loop.variables.size();
      report->groups = circuit.groups.size();
      report->candidates = proofs.candidates;
      report->selectors = circuit.selectors.size();
      report->proof_seconds = proofs.seconds;
      report->seconds = std::chrono::duration<double>(elapsed()).count();
    }
    return std::make_shared<const Circuit>(std::move(circuit));
  } catch (const LimitReached& limit) {
    return limit.error();
  } catch (const std::bad_alloc&) {
    return limit_reached("circuit-memory", "the machine has no memory left for the circuit", "the game plays on a lower engine");
  }
}

}  // namespace agon::circuit
