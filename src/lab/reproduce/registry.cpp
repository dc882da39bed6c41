#include "lab/reproduce/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "lab/experiments/all.h"

namespace agon::lab::reproduce {
namespace {

struct Kind {
  const char* name;
  void (*run)(Run&);
};
constexpr Kind kKinds[] = {
    {"fluxplayer-search", experiments::run_fluxplayer_search},
    {"giga13-decay", experiments::run_giga13_decay},
    {"giga13-adaptive-rave", experiments::run_giga13_adaptive_rave},
    {"giga13-forward-chaining", experiments::run_giga13_forward_chaining},
    {"giga13-reasoners", experiments::run_giga13_reasoners},
    {"giga13-sufficiency", experiments::run_giga13_sufficiency},
    {"giga13-updates", experiments::run_giga13_updates},
    {"giga15-mppa", experiments::run_giga15_mppa},
    {"giga15-nested", experiments::run_giga15_nested},
    {"gorgon-player", experiments::run_gorgon_player},
};

}  // namespace

std::vector<std::string> experiment_kinds() {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

Result<Report> run_experiment(const Experiment& experiment, const RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  for (const Kind& kind : kKinds) {
    if (experiment.kind != kind.name) continue;
    try {
      Run run(experiment, options);
      kind.run(run);
      return run.finish(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    } catch (const LookupError& problem) {
      return bad_input("bad-experiment", fmt::format("{}: {}", experiment.name, problem.message));
    } catch (const LimitReached& limit) {
      return limit.error();
    }
  }
  return bad_input("no-such-kind", fmt::format("there is no code for experiments of kind '{}'", experiment.kind),
                   fmt::format("kinds: {}", fmt::join(experiment_kinds(), ", ")));
}

}  // namespace agon::lab::reproduce
