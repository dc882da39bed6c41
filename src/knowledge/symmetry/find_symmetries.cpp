#include "knowledge/symmetry/find_symmetries.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "game/symmetry_group.h"
#include "knowledge/symmetry/commutation.h"
#include "knowledge/symmetry/ground_graph.h"
#include "knowledge/symmetry/hidden_symmetries.h"
#include "knowledge/symmetry/rule_graph.h"
#include "knowledge/symmetry/rule_symmetries.h"

namespace agon::knowledge::symmetry {
namespace {

using Clock = std::chrono::steady_clock;
using game::Symmetry;

class SymmetryFinder {
 public:
  SymmetryFinder(const gdl::Rules& rules, const std::shared_ptr<const ground::GroundProgram>& program,
                 const SymmetryOptions& options)
      : rules_(rules), program_(program), options_(options) {
    if (options.time.count() > 0) options_.graphs.deadline = std::min(options.graphs.deadline, Clock::now() + options.time);
  }

  Symmetries find() {
    const Clock::time_point start = Clock::now();
    result_.states = group(true, {});
    if (options_.role_symmetries) {
      // Without an exchange of roles there is nothing new to find.
      result_.all = program_->info.role_count() > 1 ? group(false, result_.states.value.generators) : result_.states;
    }
    result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(result_);
  }

 private:
  game::Fact<game::SymmetryGroup> group(bool fixed_roles, std::vector<Symmetry> generators) {
    double least_order = 1;
    if (options_.rule_graph) from_rules(fixed_roles, generators);
    if (options_.ground_graph) least_order = from_ground_program(fixed_roles, generators);
    if (options_.hidden && fixed_roles) look_deeper(generators);
    // First those that say something about moves: of a large group only the first elements are used, and what is never reached may
    // be exchanged in many ways.
    std::sort(generators.begin(), generators.end(), [](const Symmetry& a, const Symmetry& b) {
      const bool idle_a = std::ranges::is_sorted(a.moves), idle_b = std::ranges::is_sorted(b.moves);
      return std::tie(idle_a, a.fluents, a.moves) < std::tie(idle_b, b.fluents, b.moves);
    });
    game::SymmetryGroup group;
    game::Closure closure = game::close_group(generators, options_.most_elements, options_.most_bytes);
    group.order = static_cast<double>(closure.elements.size()) + 1;
    if (closure.complete) {
      group.elements = std::move(closure.elements);
    } else {
      group.order = std::max(group.order + 1, least_order);
    }
    group.generators = std::move(generators);
    std::string source = options_.rule_graph && options_.ground_graph ? "automorphisms of the rules and of the ground program"
                         : options_.rule_graph                        ? "automorphisms of the rules"
                                                                      : "automorphisms of the ground program";
    if (options_.hidden) source += ", and proofs by SAT";
    return {std::move(group), game::Standing::Proved, std::move(source), 0};
  }

  [[nodiscard]] bool late() {
    if (Clock::now() < options_.graphs.deadline) return false;
    result_.complete = false;
    return true;
  }

  static bool take(Symmetry symmetry, std::vector<Symmetry>& generators) {
    if (game::is_identity(symmetry) || std::ranges::find(generators, symmetry) != generators.end()) return false;
    generators.push_back(std::move(symmetry));
    return true;
  }

  void from_rules(bool fixed_roles, std::vector<Symmetry>& generators) {
    // Where numbers are computed with they are not mere names.
    if (rules_.dialect().arithmetic || rules_.dialect().real_time || late()) return;
    RuleGraphOptions graph_options{.initial_state = options_.initial_state, .fixed_roles = fixed_roles};
    for (const auto& goals : program_->goals) {
      for (const ground::GoalOutput& goal : goals) graph_options.goals.push_back(goal.value);
    }
    RuleGraph graph = make_rule_graph(rules_, graph_options);
    const Automorphisms found = find_automorphisms(graph.graph, options_.graphs);
    SourceReport& report = result_.sources.emplace_back(
        SourceReport{fixed_roles ? "rules" : "rules, roles exchanged", graph.graph.vertex_count(), graph.graph.edges.size()});
    report.complete = found.status == Automorphisms::Status::Complete;
    result_.complete = result_.complete && report.complete;
    const Scramblings scramblings = read_scramblings(graph, found);
    Projector projector(graph, scramblings, *program_);
    std::vector<Symmetry> projected;
    bool all = true;
    for (const Permutation& generator : scramblings.generators) {
      std::optional<Symmetry> symmetry = projector.project(generator);
      all = all && symmetry;
      if (symmetry) projected.push_back(std::move(*symmetry));
    }
    // A product of two that lead out of the program may lead back into it.
    if (!all) {
      projected.clear();
      std::vector<Symmetry> points;
      for (const Permutation& generator : scramblings.generators) points.push_back({generator, {}, {}});
      const game::Closure closure = game::close_group(points, options_.most_elements, options_.most_bytes);
      result_.complete = result_.complete && closure.complete;
      for (const Symmetry& element : closure.elements) {
        if (std::optional<Symmetry> symmetry = projector.project(element.fluents)) projected.push_back(std::move(*symmetry));
        else ++report.dropped;
      }
      projected = independent(projected);
    }
    for (Symmetry& symmetry : projected) {
      if (game::is_identity(symmetry)) continue;
      if (!verified(symmetry)) {
        ++report.dropped;
      } else if (take(std::move(symmetry), generators)) {
        ++report.generators;
      }
    }
  }

  // As few of them as generate the others.
  [[nodiscard]] std::vector<Symmetry> independent(const std::vector<Symmetry>& all) const {
    std::vector<Symmetry> chosen;
    std::vector<Symmetry> generated;
    for (const Symmetry& symmetry : all) {
      if (game::is_identity(symmetry) || std::ranges::find(generated, symmetry) != generated.end()) continue;
      chosen.push_back(symmetry);
      generated = game::close_group(chosen, options_.most_elements, options_.most_bytes).elements;
    }
    return chosen;
  }

  double from_ground_program(bool fixed_roles, std::vector<Symmetry>& generators) {
    if (late()) return 1;
    SourceReport& report =
        result_.sources.emplace_back(SourceReport{fixed_roles ? "ground program" : "ground program, roles exchanged"});
    // Every literal is an edge, more or less.
    if (program_->literals.size() > options_.graphs.edges || program_->rule_count() > options_.graphs.vertices) {
      report.complete = result_.complete = false;
      return 1;
    }
    LabelledGraph graph = make_ground_graph(*program_, {.initial_state = options_.initial_state, .fixed_roles = fixed_roles});
    const Automorphisms found = find_automorphisms(graph, options_.graphs);
    report.vertices = graph.vertex_count();
    report.edges = graph.edges.size();
    report.complete = found.status == Automorphisms::Status::Complete;
    result_.complete = result_.complete && report.complete;
    for (const Permutation& generator : found.generators) {
      if (take(read_automorphism(*program_, generator), generators)) ++report.generators;
    }
    return found.order;
  }

  void look_deeper(std::vector<Symmetry>& generators) {
    if (late()) return;
    const HiddenOptions limits{.conflicts = options_.conflicts, .deadline = options_.graphs.deadline};
    HiddenSymmetries search = find_hidden_symmetries(program_, options_.groups, generators, limits);
    SourceReport& report = result_.sources.emplace_back(SourceReport{"proofs by SAT", search.vertices, search.edges});
    report.complete = search.complete;
    report.dropped = search.refuted + search.undecided;
    for (Symmetry& symmetry : search.found) {
      if (options_.initial_state && !keeps_start(symmetry)) continue;
      if (take(std::move(symmetry), generators)) ++report.generators;
    }
  }
  [[nodiscard]] bool keeps_start(const Symmetry& symmetry) const {
    std::vector<std::uint32_t> image;
    for (const std::uint32_t f : program_->initial) image.push_back(symmetry.fluents[f]);
    std::ranges::sort(image);
    return image == program_->initial;
  }

  // The rules say so already; a quick look at random states guards against a mistake in reading them.
  bool verified(const Symmetry& symmetry) {
    constexpr std::uint32_t kRounds = 8;
    constexpr std::size_t kMostLiterals = 300'000;
    if (program_->literals.size() > kMostLiterals) return true;
    if (!asked_) {
      asked_ = true;
      commutation_ = Commutation::create(program_, {.deadline = options_.graphs.deadline});
    }
    return !commutation_ || commutation_->survives(symmetry, kRounds, 1);
  }

  const gdl::Rules& rules_;
  std::shared_ptr<const ground::GroundProgram> program_;
  SymmetryOptions options_;
  Symmetries result_;
  bool asked_ = false;
  std::optional<Commutation> commutation_;
};

}  // namespace

Symmetries find_symmetries(const gdl::Rules& rules, const std::shared_ptr<const ground::GroundProgram>& program,
                           const SymmetryOptions& options) {
  return SymmetryFinder(rules, program, options).find();
}

}  // namespace agon::knowledge::symmetry
