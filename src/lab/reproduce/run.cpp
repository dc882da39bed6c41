#include "lab/reproduce/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "base/hash.h"

namespace agon::lab::reproduce {
namespace {

// "Intel(R) Xeon(R) ..., 2 threads": a speed means nothing without it.
std::string machine_text() {
  std::ifstream file("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) model = line.substr(colon + 2);
    break;
  }
  return fmt::format("{}, {} threads", model, std::max(1U, std::thread::hardware_concurrency()));
}

// Processes that want a core, mean of the last minute; a figure of time from a busy machine is to be read as such.
double load_of_machine() {
  double mean = 0;
  return getloadavg(&mean, 1) == 1 ? std::round(100 * mean) / 100 : 0;
}

// Follows from the name, so that a cell is the same whichever others are measured. FNV: a recorded seed must not change with a
// library. 48 bits, so that games may count on from it.
std::uint64_t seed_of(std::uint64_t base, std::string_view id) { return mix(fnv1a(id), base) >> 16U; }

void add_new(std::vector<std::string>& all, const std::string& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

}  // namespace

bool names_cell(const std::vector<std::string>& names, std::string_view cell) {
  return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
           return cell.starts_with(name) && (cell.size() == name.size() || cell[name.size()] == ' ');
         });
}

Run::Run(const Experiment& experiment, const RunOptions& options, StoredRun known, Mode mode)
    : options_(options), library_(options.games_folder), stored_(std::move(known)), mode_(mode) {
  report_.experiment = experiment;
  report_.settings = stored_.settings;
  report_.quick = stored_.quick;
  // What was measured with more threads has tables for more threads.
  if (mode == Mode::Replay && !stored_.cells.empty()) options_.threads = stored_.cells.front().threads;
  report_.threads = options_.threads;
  for (const CheckSpec& spec : experiment.checks) report_.checks.push_back({spec, CheckOutcome::State::NotMeasured, "", {}, {}});
  answered_.resize(report_.checks.size());
}

const Figures* Run::known(const std::string& id) const {
  const StoredCell* const cell = stored_.find(id);
  return cell == nullptr ? nullptr : &cell->figures;
}

std::optional<Figures> Run::cell(const std::string& id, const std::function<Figures(std::uint64_t seed)>& measure) {
  AGON_ASSERT(id.find(',') == std::string::npos);
  const bool again = std::ranges::find(asked_, id) != asked_.end();
  if (!again) asked_.push_back(id);
  if (const Figures* const figures = known(id)) return *figures;
  if (mode_ == Mode::Replay || !names_cell(options_.cells, id)) {
    if (!again) report_.missing.push_back(id);
    return std::nullopt;
  }
  if (options_.progress)
    options_.progress(std::min(1.0, static_cast<double>(measured_) / static_cast<double>(std::max<std::size_t>(1, expected_))), id);
  StoredCell cell;
  cell.id = id;
  cell.seed = seed_of(settings().count("seed"), id);
  cell.commit = options_.commit;
  cell.machine = machine_text();
  cell.threads = options_.threads;
  cell.load = load_of_machine();
  const auto start = std::chrono::steady_clock::now();
  cell.figures = measure(cell.seed);
  cell.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ++measured_;
  if (options_.store) {
    if (const Status stored = options_.store(cell); !stored) throw StoreFailure{stored.error()};
  }
  stored_.cells.push_back(std::move(cell));
  return stored_.cells.back().figures;
}

void Run::answer(CheckOutcome outcome) {
  for (std::size_t i = 0; i < report_.checks.size(); ++i) {
    if (report_.checks[i].spec.id != outcome.spec.id) continue;
    report_.checks[i] = std::move(outcome);
    answered_[i] = true;
    return;
  }
}

void Run::check(std::string_view id, Finding finding) { answer(judge(experiment().check(id), std::move(finding))); }

void Run::not_measured(std::string_view id, std::string reason) {
  answer({experiment().check(id), CheckOutcome::State::NotMeasured, std::move(reason), {}, {}});
}

Report Run::finish() {
  for (std::size_t i = 0; i < answered_.size(); ++i) {
    if (answered_[i]) continue;
    const bool complete = report_.missing.empty();
    report_.checks[i].state = complete ? CheckOutcome::State::Fails : CheckOutcome::State::NotMeasured;
    report_.checks[i].reason = complete ? "the experiment came to no answer" : "not all of its cells were measured";
  }
  for (const std::string& id : asked_) {
    const StoredCell* const cell = stored_.find(id);
    if (cell == nullptr) continue;
    ++report_.cells;
    report_.seconds += cell->seconds;
    report_.load = std::max(report_.load, cell->load);
    add_new(report_.machines, cell->machine);
    add_new(report_.commits, cell->commit);
  }
  return std::move(report_);
}

std::string why(const Error& error) { return error.diagnostics.empty() ? "failed" : error.diagnostics.front().message; }

}  // namespace agon::lab::reproduce
