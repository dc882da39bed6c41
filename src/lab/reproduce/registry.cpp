#include "lab/reproduce/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "lab/experiments/all.h"

namespace agon::lab::reproduce {
namespace {

struct Kind {
  const char* name;
  void (*run)(Run&);
};
constexpr Kind kKinds[] = {
    {"fluxplayer-proofs", experiments::run_fluxplayer_proofs},
    {"fluxplayer-evaluation", experiments::run_fluxplayer_evaluation},
    {"fluxplayer-search", experiments::run_fluxplayer_search},
    {"fluxplayer-symmetry", experiments::run_fluxplayer_symmetry},
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

// The code of the experiment, with what it throws turned into errors.
Result<Report> carry_out(const Experiment& experiment, Run& run) {
  for (const Kind& kind : kKinds) {
    if (experiment.kind != kind.name) continue;
    try {
      kind.run(run);
      return run.finish();
    } catch (const LookupError& problem) {
      return bad_input("bad-experiment", fmt::format("{}: {}", experiment.name, problem.message));
    } catch (const StoreFailure& failure) {
      return failure.error;
    } catch (const LimitReached& limit) {
      return limit.error();
    } catch (const std::out_of_range&) {
      return bad_input("other-figures",
                       fmt::format("{}: the figures of a cell are fewer than the experiment asks for", experiment.name),
                       "they were stored by another version: measure the cell again");
    }
  }
  return bad_input("no-such-kind", fmt::format("there is no code for experiments of kind '{}'", experiment.kind),
                   fmt::format("kinds: {}", fmt::join(experiment_kinds(), ", ")));
}

}  // namespace

std::vector<std::string> experiment_kinds() {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

StoredRun empty_run(const Experiment& experiment, bool quick) { return {experiment.name, quick, experiment.chosen(quick), {}}; }

Result<std::vector<std::string>> experiment_cells(const Experiment& experiment, const StoredRun& run) {
  Run listing(experiment, {}, {run.experiment, run.quick, run.settings, {}}, Run::Mode::Replay);
  const Result<Report> report = carry_out(experiment, listing);
  if (!report) return report.error();
  return listing.asked();
}

Result<Report> run_experiment(const Experiment& experiment, const RunOptions& options, const StoredRun& known) {
  const Result<std::vector<std::string>> cells = experiment_cells(experiment, known);
  if (!cells) return cells.error();
  for (const std::string& name : options.cells) {
    if (std::ranges::none_of(*cells, [&](const std::string& cell) { return names_cell({name}, cell); }))
      return bad_input("no-such-cell", fmt::format("{} has no cell '{}'", experiment.name, name),
                       fmt::format("its cells: {}", fmt::join(*cells, ", ")));
  }
  Run run(experiment, options, known, Run::Mode::Measure);
  run.expect(static_cast<std::size_t>(std::ranges::count_if(
      *cells, [&](const std::string& cell) { return names_cell(options.cells, cell) && known.find(cell) == nullptr; })));
  return carry_out(experiment, run);
}

Result<Report> report_of(const Experiment& experiment, const StoredRun& run, const std::string& games_folder) {
  RunOptions options;
  options.games_folder = games_folder;
  Run replay(experiment, options, run, Run::Mode::Replay);
  return carry_out(experiment, replay);
}

}  // namespace agon::lab::reproduce
