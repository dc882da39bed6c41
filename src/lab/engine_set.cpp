#include "lab/engine_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <new>

#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"

namespace agon::lab {
namespace {

using Method = engines::CircuitEngineOptions::Method;
struct MethodName {
  const char* name;
  Method method;
};
constexpr MethodName kMethods[] = {
    {"circuit-sweep", Method::Sweep},
    {"circuit-events", Method::Events},
    {"circuit-eager", Method::EagerEvents},
    {"circuit-leaf", Method::LeafEvents},
    {"circuit-lazy", Method::LazyEvents},
};

class Builder {
 public:
  Builder(const gdl::Rules& rules, const std::vector<std::string>& names, const EngineSetOptions& options)
      : rules_(rules), names_(names), options_(options) {}

  EngineSet run() {
    make("prover", [&] { return engines::Prover::create(rules_, options_.limits); });
    make("chainer", [&] { return engines::Chainer::create(rules_, options_.limits); });
    make("updater", [&]() -> Result<std::shared_ptr<const engines::Updater>> {
      if (!ground()) return *failure_;
      return engines::Updater::create(program_);
    });
    for (const MethodName& method : kMethods) {
      make(method.name, [&]() -> Result<std::shared_ptr<const engines::CircuitEngine>> {
        if (!build()) return *failure_;
        return engines::CircuitEngine::create(set_.circuit, {.method = method.method});
      });
    }
    if (wanted("lanes")) {
      Result<std::shared_ptr<const engines::Lanes>> lanes =
          build() ? engines::Lanes::create(set_.circuit, {.max_steps = options_.lanes_max_steps}) : *failure_;
      if (lanes) set_.lanes = *lanes;
      else lacks("lanes", lanes.error());
    }
    return std::move(set_);
  }

 private:
  [[nodiscard]] bool wanted(const std::string& name) const { return std::ranges::find(names_, name) != names_.end(); }
  void lacks(const std::string& name, const Error& error) { set_.missing.push_back({name, error.diagnostics.front().message}); }

  template <class Create>
  void make(const std::string& name, Create&& create) {
    if (!wanted(name)) return;
    try {
      auto engine = create();
      if (engine) set_.engines.emplace_back(name, *engine);
      else lacks(name, engine.error());
    } catch (const LimitReached& limit) {
      lacks(name, limit.error());
    } catch (const std::bad_alloc&) {
      set_.missing.push_back({name, "the machine has no memory left"});
    }
  }

  bool ground() {
    if (program_) return true;
    if (failure_) return false;
    auto program = ground::ground(
        rules_, {.time = options_.limits.time, .memory_bytes = options_.limits.memory_bytes, .decompose = true, .progress = {}});
    if (program) program_ = *program;
    else failure_ = program.error();
    return program.ok();
  }
  bool build() {
    if (set_.circuit) return true;
    if (!ground()) return false;
    circuit::BuildOptions build_options;
    build_options.passes = options_.passes;
    build_options.memory_bytes = options_.limits.memory_bytes;
    build_options.time = options_.limits.time;
    // Proofs come before the second construction, so they may take a part of the time only.
    if (options_.limits.time.count() > 0) build_options.proof_time = std::min(build_options.proof_time, options_.limits.time / 4);
    auto circuit = circuit::build(program_, build_options);
    if (circuit) set_.circuit = *circuit;
    else failure_ = circuit.error();
    return circuit.ok();
  }

  const gdl::Rules& rules_;
  const std::vector<std::string>& names_;
  const EngineSetOptions& options_;
  EngineSet set_;
  std::shared_ptr<const ground::GroundProgram> program_;
  std::optional<Error> failure_;  // of the ground program or the circuit
};

}  // namespace

std::vector<std::string> engine_set_names() {
  std::vector<std::string> names{"prover", "chainer", "updater"};
  for (const MethodName& method : kMethods) names.emplace_back(method.name);
  names.emplace_back("lanes");
  return names;
}

Result<std::vector<std::string>> parse_engine_set(std::string_view text) {
  const std::vector<std::string> known = engine_set_names();
  if (text == "all") return known;
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::string name(text.substr(0, text.find(',')));
    text.remove_prefix(std::min(text.size(), name.size() + 1));
    if (name == "circuit") {
      for (const MethodName& method : kMethods) names.emplace_back(method.name);
    } else if (std::ranges::find(known, name) != known.end()) {
      names.push_back(name);
    } else {
      return bad_input("no-such-engine", fmt::format("there is no engine '{}'", name),
                       fmt::format("choose from: all, circuit, {}", fmt::join(known, ", ")));
    }
  }
  return names;
}

EngineSet make_engine_set(const gdl::Rules& rules, const std::vector<std::string>& names, const EngineSetOptions& options) {
  return Builder(rules, names, options).run();
}

}  // namespace agon::lab
