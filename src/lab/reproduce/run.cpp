#include "lab/reproduce/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <thread>

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

}  // namespace

Run::Run(const Experiment& experiment, const RunOptions& options) : options_(options), library_(options.games_folder) {
  report_.experiment = experiment;
  report_.settings = experiment.chosen(options.quick);
  report_.quick = options.quick;
  report_.threads = options.threads;
  report_.machine = machine_text();
  for (const CheckSpec& spec : experiment.checks)
    report_.checks.push_back({spec, CheckOutcome::State::Fails, "the experiment came to no answer"});
}

void Run::answer(std::string_view id, CheckOutcome::State state, std::string reason) {
  for (CheckOutcome& check : report_.checks) {
    if (check.spec.id != id) continue;
    check.state = state;
    check.reason = std::move(reason);
    return;
  }
  throw LookupError{fmt::format("there is no check '{}'", id)};
}

void Run::check(std::string_view id, bool holds, std::string reason) {
  answer(id, holds ? CheckOutcome::State::Holds : CheckOutcome::State::Fails, std::move(reason));
}

void Run::not_measured(std::string_view id, std::string reason) { answer(id, CheckOutcome::State::NotMeasured, std::move(reason)); }

void Run::step(const std::string& what) {
  if (options_.progress) options_.progress(std::min(1.0, static_cast<double>(done_) / static_cast<double>(steps_)), what);
  ++done_;
}

Report Run::finish(double seconds) {
  report_.seconds = seconds;
  return std::move(report_);
}

std::string why(const Error& error) { return error.diagnostics.empty() ? "failed" : error.diagnostics.front().message; }

}  // namespace agon::lab::reproduce
