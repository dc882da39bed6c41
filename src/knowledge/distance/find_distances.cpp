#include "knowledge/distance/find_distances.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "knowledge/distance/goal_fluents.h"
#include "knowledge/distance/relaxed_cost.h"

namespace agon::knowledge {

namespace {

using Clock = std::chrono::steady_clock;

// A graph that is cut needs time for its distances too.
constexpr double kShareOfGraph = 0.8;

// The budget of all stages. The first limit that is met is the reason why something is missing.
class DistanceBudget {
 public:
  explicit DistanceBudget(const DistanceOptions& options) : options_(options), start_(Clock::now()) {}

  // `bytes`: what the caller holds beside what was kept. `share`: the part of the time that the stage may have used when it ends.
  bool exhausted(std::size_t bytes, double share = 1) {
    peak_ = std::max(peak_, kept_ + bytes);
    std::string reason;
    if (kept_ + bytes > options_.memory_bytes) reason = fmt::format("the memory limit of {} MB", options_.memory_bytes >> 20U);
    else if (options_.time.count() > 0 && Clock::now() - start_ > share * options_.time)
      reason = fmt::format("the time limit of {} ms", options_.time.count());
    else if (options_.stop && options_.stop()) reason = "a request to stop";
    if (reason_.empty()) reason_ = reason;
    return !reason.empty();
  }
  void keep(std::size_t bytes) { kept_ += bytes, peak_ = std::max(peak_, kept_); }
  void release(std::size_t bytes) { kept_ -= bytes; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::size_t peak() const { return peak_; }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  const DistanceOptions& options_;
  Clock::time_point start_;
  std::string reason_;
  std::size_t kept_ = 0, peak_ = 0;
};

// What the relaxed costs of the samples say.
struct Hardness {
  std::vector<std::uint16_t> of;  // per fluent: the mean cost, scaled
  std::uint32_t never = 1;        // the cost that stands for "never": one more than the greatest finite one
};

Hardness measure_hardness(const Preconditions& preconditions, std::span<const FluentState> samples, const Exhausted& exhausted) {
  RelaxedCost cost(preconditions);
  std::vector<std::uint64_t> sum(preconditions.fluent_count(), 0);
  std::vector<std::uint32_t> never(preconditions.fluent_count(), 0);
  Hardness out;
  std::uint64_t measured = 0;
  for (const FluentState& state : samples) {
    if (exhausted(cost.bytes())) break;
    const auto costs = cost.of(state);
    for (std::uint32_t f = 0; f < costs.size(); ++f) {
      if (costs[f] == RelaxedCost::kNever) {
        ++never[f];
      } else {
        sum[f] += costs[f];
        out.never = std::max(out.never, costs[f] + 1);
      }
    }
    ++measured;
  }
  const std::uint64_t most = std::max<std::uint64_t>(1, measured * out.never);
  for (std::uint32_t f = 0; f < sum.size(); ++f) {
    const std::uint64_t total = sum[f] + std::uint64_t{never[f]} * out.never;
    out.of.push_back(static_cast<std::uint16_t>(total * 0xffff / most));
  }
  return out;
}

// The rules that are compared with the one of the thesis, which wins ties.
std::vector<EdgeRule> carry_rules(const ground::GroundProgram& program) {
  constexpr std::uint32_t kArguments = 4;
  std::uint32_t arguments = 0;
  for (const TermId fluent : program.fluents) arguments = std::max(arguments, program.terms->node(fluent).arity);
  std::vector<EdgeRule> rules;
  for (std::uint32_t i = std::min(arguments, kArguments); i-- > 0;) rules.push_back({EdgeRule::Kind::Carry, i});
  rules.push_back({EdgeRule::Kind::Carry, EdgeRule::kNone});
  return rules;
}

// A graph, its distances, and how great they are in the samples.
struct Attempt {
  FluentGraph graph;
  Distances distances;
  std::vector<std::uint64_t> sums;  // per kind of target

  [[nodiscard]] bool complete() const {
    return graph.finished == graph.fluents && distances.finished() == distances.targets().size();
  }
  [[nodiscard]] std::size_t bytes() const { return graph.bytes() + distances.bytes(); }
};

class DistanceFinder {
 public:
  DistanceFinder(const ground::GroundProgram& program, const DistanceOptions& options)
      : program_(program),
        options_(options),
        budget_(options),
        exhausted_([this](std::size_t bytes) { return budget_.exhausted(bytes); }),
        targets_(options.targets.begin(), options.targets.end()),
        samples_(options.samples.begin(), options.samples.end()) {
    if (targets_.empty()) targets_ = goal_fluents(program);
    if (samples_.empty()) samples_.push_back(program.initial);
  }

  DistanceKnowledge find() {
    const std::optional<Preconditions> preconditions = Preconditions::create(program_, options_.groups, exhausted_);
    if (preconditions) {
      budget_.keep(preconditions->bytes());
      compare(*preconditions);
    } else {
      FluentGraph graph = empty_fluent_graph(static_cast<std::uint32_t>(program_.fluents.size()));
      Distances distances(graph, targets_);
      attempts_.push_back({std::move(graph), std::move(distances), {}});
    }
    DistanceKnowledge found = combine();
    report(found, preconditions ? preconditions->impossible_ways() : 0);
    return found;
  }

 private:
  void compare(const Preconditions& preconditions) {
    // The first rule goes as far as it can; the others count only when they are done.
    attempts_.push_back(attempt(preconditions, {}, {}, kShareOfGraph));
    sort_kinds();
    best_.assign(kinds_, 0);
    if (options_.as_printed || !attempts_.front().complete() || exhausted_(2 * preconditions.bytes())) return;
    const Hardness hardness = measure_hardness(preconditions, samples_, exhausted_);
    std::vector<StateBits> samples;
    for (const FluentState& state : samples_) samples.push_back(state_bits(state, program_.fluents.size()));
    measure(attempts_.front(), samples, hardness.never);
    for (const EdgeRule rule : carry_rules(program_)) {
      if (!budget_.reason().empty()) return;
      Attempt other = attempt(preconditions, rule, hardness.of, 1);
      if (!other.complete()) return;
      measure(other, samples, hardness.never);
      bool better = false;
      for (std::uint32_t kind = 0; kind < kinds_; ++kind) {
        if (!clearly_greater(other.sums[kind], attempts_[best_[kind]].sums[kind])) continue;
        best_[kind] = static_cast<std::uint32_t>(attempts_.size());
        better = true;
      }
      if (!better) continue;
      budget_.keep(other.bytes());
      attempts_.push_back(std::move(other));
    }
  }
  // By more than a twentieth: a few samples do not tell more.
  [[nodiscard]] static bool clearly_greater(std::uint64_t a, std::uint64_t b) { return 20 * a > 21 * b; }

  Attempt attempt(const Preconditions& preconditions, EdgeRule rule, std::span<const std::uint16_t> hardness, double share) {
    const EdgeScore score(program_, rule, hardness);
    const Exhausted exhausted = [&](std::size_t bytes) { return budget_.exhausted(bytes, share); };
    FluentGraph graph = build_fluent_graph(preconditions, score, rule, {options_.work, exhausted});
    work_ += graph.work;
    const std::size_t bytes = graph.bytes();
    budget_.keep(bytes);
    Distances distances(graph, targets_, exhausted_);
    budget_.release(bytes);
    ++compared_;
    return {std::move(graph), std::move(distances), {}};
  }

  // Targets of one functor and arity are one kind.
  void sort_kinds() {
    std::map<std::pair<SymbolId, std::uint32_t>, std::uint32_t> kinds;
    for (const std::uint32_t target : attempts_.front().distances.targets()) {
      const game::TermBank::Node& node = program_.terms->node(program_.fluents[target]);
      kind_of_.push_back(
          kinds.emplace(std::pair(node.functor, node.arity), static_cast<std::uint32_t>(kinds.size())).first->second);
    }
    kinds_ = static_cast<std::uint32_t>(kinds.size());
  }

  // The sum of all distances in the samples.
  void measure(Attempt& attempt, std::span<const StateBits> samples, std::uint32_t never) const {
    attempt.sums.assign(kinds_, 0);
    for (const StateBits& state : samples) {
      for (std::uint32_t target = 0; target < kind_of_.size(); ++target)
        attempt.sums[kind_of_[target]] += std::min(attempt.distances.steps(target, state), never);
    }
  }

  // The distances of each kind of target from its best attempt.
  DistanceKnowledge combine() {
    std::vector<std::uint32_t> targets_of(attempts_.size(), 0);  // of each attempt
    for (const std::uint32_t kind : kind_of_) ++targets_of[best_[kind]];
    std::vector<std::uint32_t> order;  // of the attempts in use, the one with most targets first
    for (std::uint32_t i = 0; i < attempts_.size(); ++i) {
      if (targets_of[i] > 0) order.push_back(i);
    }
    if (order.empty()) order.push_back(0);
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return targets_of[a] > targets_of[b]; });

    std::vector<const Distances*> parts;
    std::vector<std::uint32_t> place(attempts_.size(), 0);
    for (const std::uint32_t i : order) {
      place[i] = static_cast<std::uint32_t>(parts.size());
      parts.push_back(&attempts_[i].distances);
    }
    std::vector<std::uint32_t> graph_of(parts.front()->targets().size(), 0);
    for (std::uint32_t target = 0; target < kind_of_.size(); ++target) graph_of[target] = place[best_[kind_of_[target]]];
    Distances distances(parts, graph_of);
    DistanceKnowledge found{{}, std::move(graph_of), std::move(distances), {}};
    for (const std::uint32_t i : order) found.graphs.push_back(std::move(attempts_[i].graph));
    return found;
  }

  void report(DistanceKnowledge& found, std::uint64_t impossible_ways) const {
    DistanceReport& r = found.report;
    const FluentGraph& graph = found.graphs.front();
    r.fluents = graph.fluents;
    r.finished = graph.finished;
    r.targets = static_cast<std::uint32_t>(found.distances.targets().size());
    r.targets_finished = graph.finished == 0 && graph.fluents > 0 ? 0 : found.distances.finished();
    r.empty_edges = graph.empty_edges();
    r.edges = static_cast<std::uint32_t>(graph.sources.size()) - r.empty_edges;
    r.rule = graph.rule;
    r.rules_compared = compared_;
    r.work = work_;
    r.impossible_ways = impossible_ways;
    r.bytes = budget_.peak();
    r.seconds = budget_.seconds();
    if (r.finished == r.fluents && r.targets_finished == r.targets) return;
    const std::string reason =
        budget_.reason().empty() ? fmt::format("the limit of {} conditions", options_.work) : budget_.reason();
    r.ended = fmt::format("{} ended the work after the sources of {} of {} fluents and the distances to {} of {} targets", reason,
                          r.finished, r.fluents, r.targets_finished, r.targets);
  }

  const ground::GroundProgram& program_;
  const DistanceOptions& options_;
  DistanceBudget budget_;
  Exhausted exhausted_;
  std::vector<std::uint32_t> targets_;
  std::vector<FluentState> samples_;
  std::vector<Attempt> attempts_;
  std::vector<std::uint32_t> best_;     // the attempt for each kind of target
  std::vector<std::uint32_t> kind_of_;  // of each target
  std::uint32_t kinds_ = 0;
  std::uint32_t compared_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace

DistanceKnowledge find_distances(const ground::GroundProgram& program, const DistanceOptions& options) {
  return DistanceFinder(program, options).find();
}

}  // namespace agon::knowledge
