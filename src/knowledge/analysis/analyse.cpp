#include "knowledge/analysis/analyse.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "knowledge/analysis/position_value.h"
#include "knowledge/decomposition/decompose.h"
#include "knowledge/distance/find_distances.h"
#include "knowledge/proofs/prove_facts.h"
#include "knowledge/symmetry/find_symmetries.h"

namespace agon::knowledge {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Analyst {
 public:
  Analyst(engines::Workshop& workshop, const AnalysisOptions& options)
      : workshop_(workshop), options_(options), begun_(Clock::now()) {}

  Analysis run() {
    stage("ground", [this] { return ground(); });
    if (out_.program) {
      stage("circuit", [this] { return build_circuit(); });
      stage("proofs", [this] { return prove(); });
      stage("symmetries", [this] { return find_symmetry(); });
      stage("parts", [this] { return find_parts(); });
      stage("distances", [this] { return measure(); });
      stage("evaluation", [this] { return evaluate(); });
      out_.statements = statements(out_.facts, out_.program->info, *out_.program->terms, out_.program.get());
      out_.roles = out_.program->info.roles;
    }
    out_.seconds = since(begun_);
    return std::move(out_);
  }

 private:
  static double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

  // A part of what is left of the time; 0 means no limit, so a budget that is used up has one millisecond.
  [[nodiscard]] milliseconds share(double part) const {
    if (options_.time.count() == 0) return milliseconds(0);
    const double left = std::chrono::duration<double, std::milli>(options_.time).count() - 1000 * since(begun_);
    return milliseconds(std::max<long long>(1, static_cast<long long>(left * part)));
  }
  [[nodiscard]] bool stopped() const { return options_.stop && options_.stop(); }

  // Runs a stage: its answer is what it gave up, or nothing where it is finished.
  template <class Work>
  void stage(const char* name, Work&& work) {
    if (options_.progress) options_.progress(name);
    const Clock::time_point start = Clock::now();
    AnalysisStage done{name, 0, false, {}};
    if (stopped()) {
      done.note = "stopped";
    } else if (options_.time.count() != 0 && Clock::now() - begun_ >= options_.time) {
      done.note = "there was no time left";
    } else {
      try {
        done.note = work();
        done.finished = done.note.empty();
      } catch (const LimitReached& limit) {
        done.note = limit.error().diagnostics.front().message;
      }
    }
    done.seconds = since(start);
    out_.stages.push_back(std::move(done));
  }

  static std::string reason(const Error& error) { return error.diagnostics.front().message; }

  std::string ground() {
    auto grounded = workshop_.ground();
    if (!grounded) return reason(grounded.error());
    out_.program = *grounded;
    return {};
  }

  std::string build_circuit() {
    auto built = workshop_.circuit();
    if (!built) return reason(built.error());
    circuit_ = *built;
    return {};
  }

  std::string prove() {
    if (!circuit_) return "proofs need the circuit";
    proofs::ProofOptions options;
    options.time = share(0.5);
    options.memory_bytes = options_.memory_bytes;
    options.seed = options_.seed;
    options.stop = options_.stop;
    proofs::Proofs proofs = proofs::prove_facts(*circuit_, options);
    out_.facts = std::move(proofs.facts);
    out_.failed = std::move(proofs.failed);
    return proofs.note;
  }

  std::string find_symmetry() {
    symmetry::SymmetryOptions options;
    options.time = share(0.5);
    symmetry::Symmetries found = symmetry::find_symmetries(workshop_.rules(), out_.program, options);
    if (found.states.value.order > 1) out_.facts.symmetries = std::move(found.states);
    if (found.all.value.order > 1) out_.facts.role_symmetries = std::move(found.all);
    return found.complete ? "" : "the time ended before all symmetries were found";
  }

  std::string find_parts() {
    const std::optional<ground::Decomposition> found = decompose(*out_.program);
    if (found) out_.facts.parts = part_facts(*out_.program, *found);
    return {};
  }

  std::string measure() {
    DistanceOptions options;
    options.time = share(0.7);
    options.memory_bytes = options_.memory_bytes;
    options.stop = options_.stop;
    if (circuit_) options.groups = circuit_->groups;
    const DistanceKnowledge known = find_distances(*out_.program, options);
    const game::TermBank& terms = *out_.program->terms;
    const StateBits start = state_bits(out_.program->initial, out_.program->fluents.size());
    const std::span<const std::uint32_t> targets = known.distances.targets();
    for (std::uint32_t t = 0; t < targets.size() && out_.distances.size() < options_.goals; ++t) {
      GoalDistance told{terms.text(out_.program->fluents[targets[t]]), {}, {}};
      const std::uint32_t steps = known.distances.steps(t, start);
      if (steps != Distances::kUnreachable) told.from_start = steps;
      const std::vector<std::uint32_t> map = known.distances.map(t);
      for (std::uint32_t f = 0; f < map.size(); ++f) {
        if (map[f] != Distances::kUnreachable) told.map.push_back({terms.text(out_.program->fluents[f]), map[f]});
      }
      std::ranges::stable_sort(told.map, {}, &GoalDistance::From::steps);
      out_.distances.push_back(std::move(told));
    }
    return known.report.ended;
  }

  std::string evaluate() {
    out_.evaluation = position_values(workshop_.rules(), out_.program, options_.state, options_.conditions);
    return {};
  }

  engines::Workshop& workshop_;
  const AnalysisOptions& options_;
  const Clock::time_point begun_;
  std::shared_ptr<const circuit::Circuit> circuit_;
  Analysis out_;
};

}  // namespace

Analysis analyse(engines::Workshop& workshop, const AnalysisOptions& options) { return Analyst(workshop, options).run(); }

}  // namespace agon::knowledge
