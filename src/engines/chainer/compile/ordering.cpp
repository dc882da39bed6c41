#include "engines/chainer/compile/ordering.h"

#include <algorithm>

namespace agon::engines::chainer {
namespace {

using ground::Lifetime;

// Costs of a test and a write, relative to reading a list element.
constexpr double kTest = 0.5;
constexpr double kWrite = 0.7;
// Permutations are enumerated depth first, within this many steps; seven inputs always fit.
constexpr std::uint32_t kMaxSearchSteps = 20'000;
// A smaller difference is no reason to leave the author's order.
constexpr double kSignificant = 1e-6;

bool has_variable(const FlatLiteral& literal) {
  return std::ranges::any_of(literal.args, [](Arg a) { return a.variable; });
}

bool all_bound(const FlatLiteral& literal, const std::vector<bool>& bound) {
  return std::ranges::all_of(literal.args, [&](Arg a) { return !a.variable || bound[a.id]; });
}

bool all_bound(const Unequal& unequal, const std::vector<bool>& bound) {
  return std::ranges::all_of(unequal.pairs, [&](const auto& p) {
    return (!p.first.variable || bound[p.first.id]) && (!p.second.variable || bound[p.second.id]);
  });
}

// The cost of a partial order.
struct Cost {
  double alive = 1;   // bindings that are left
  double inputs = 0;  // list elements read
  double tests = 0;
};

class Chooser {
 public:
  Chooser(const FlatProgram& program, const FlatRule& rule, std::span<const double> means, const OrderOptions& options)
      : program_(program),
        rule_(rule),
        means_(means),
        options_(options),
        bound_(rule.variables, false),
        placed_(rule.body.size(), false) {}

  std::vector<std::uint32_t> run(std::int32_t first) {
    settle(cost_);
    std::vector<std::uint32_t> order;
    if (first >= 0 && has_variable(rule_.body[static_cast<std::size_t>(first)])) {
      place(static_cast<std::uint32_t>(first), cost_);
      order.push_back(static_cast<std::uint32_t>(first));
    }
    const std::vector<bool> bound = bound_;
    const std::vector<bool> placed = placed_;
    const Cost cost = cost_;
    const auto back = [&] {
      bound_ = bound;
      placed_ = placed;
      cost_ = cost;
    };
    // The author's order stands until another one is better.
    best_order_ = order;
    complete_in_source_order(best_order_);
    best_ = total(cost_);
    back();
    if (options_.order == Order::Original) return best_order_;
    std::vector<std::uint32_t> greedy = order;
    complete_greedily(greedy);
    consider(greedy, cost_);
    back();
    search(order, cost_);
    return best_order_;
  }

  // The cost of a given order.
  Cost price(std::span<const std::uint32_t> inputs) {
    settle(cost_);
    for (const std::uint32_t i : inputs) place(i, cost_);
    return cost_;
  }

 private:
  [[nodiscard]] bool is_static(const FlatLiteral& l) const { return program_.relations[l.relation].lifetime == Lifetime::Static; }

  // Joins one input and tests the conditions that it makes testable.
  void place(std::uint32_t i, Cost& cost) {
    const FlatLiteral& literal = rule_.body[i];
    double candidates = 1;
    std::vector<bool> before = bound_;
    for (const Arg arg : literal.args) {
      if (!arg.variable || bound_[arg.id]) continue;
      candidates *= static_cast<double>(rule_.domains[arg.id].size());
      bound_[arg.id] = true;
    }
    const double matching = means_[i] * pass_probability(program_, rule_, literal, before);
    double attempts = means_[i];
    if (!options_.faithful) attempts = is_static(literal) ? matching : std::min(attempts, candidates);
    cost.inputs += cost.alive * attempts;
    cost.alive *= matching;
    placed_[i] = true;
    settle(cost);
  }

  // Conditions whose variables are bound. In faithful mode they come after all inputs and do not reduce what these read.
  void settle(Cost& cost) {
    for (std::uint32_t i = 0; i < rule_.body.size(); ++i) {
      const FlatLiteral& literal = rule_.body[i];
      if (placed_[i] || !all_bound(literal, bound_)) continue;
      placed_[i] = true;
      if (options_.faithful && !is_static(literal)) continue;
      const double exists = exists_probability(program_.relations[literal.relation], means_[i]);
      if (!is_static(literal)) cost.tests += cost.alive;
      cost.alive *= literal.negated ? 1 - exists : exists;
    }
  }

  [[nodiscard]] double total(const Cost& cost) const {
    if (options_.faithful || options_.order == Order::Worst) return cost.inputs;
    return cost.inputs + kTest * cost.tests + kWrite * cost.alive;
  }

  void consider(const std::vector<std::uint32_t>& order, const Cost& cost) {
    const double value = total(cost);
    const double step = kSignificant * std::max(1.0, best_);
    if (options_.order == Order::Best ? value >= best_ - step : value <= best_ + step) return;
    best_ = value;
    best_order_ = order;
  }

  void search(std::vector<std::uint32_t>& order, const Cost& cost) {
    if (++steps_ > kMaxSearchSteps) return;
    if (options_.order == Order::Best && cost.inputs > best_) return;
    bool complete = true;
    for (std::uint32_t i = 0; i < rule_.body.size(); ++i) {
      if (placed_[i] || rule_.body[i].negated) continue;
      complete = false;
      const std::vector<bool> bound = bound_;
      const std::vector<bool> placed = placed_;
      Cost next = cost;
      place(i, next);
      order.push_back(i);
      search(order, next);
      order.pop_back();
      bound_ = bound;
      placed_ = placed;
    }
    if (complete) consider(order, cost);
  }

  void complete_in_source_order(std::vector<std::uint32_t>& order) {
    for (std::uint32_t i = 0; i < rule_.body.size(); ++i) {
      if (placed_[i] || rule_.body[i].negated) continue;
      place(i, cost_);
      order.push_back(i);
    }
  }

  void complete_greedily(std::vector<std::uint32_t>& order) {
    for (;;) {
      std::int64_t chosen = -1;
      double chosen_value = 0;
      for (std::uint32_t i = 0; i < rule_.body.size(); ++i) {
        if (placed_[i] || rule_.body[i].negated) continue;
        const std::vector<bool> bound = bound_;
        const std::vector<bool> placed = placed_;
        Cost next = cost_;
        place(i, next);
        bound_ = bound;
        placed_ = placed;
        // Bindings that are left multiply the cost of every later input, so they weigh as much as what was read.
        const double value = (total(next) + next.alive) * (options_.order == Order::Worst ? -1 : 1);
        if (chosen < 0 || value < chosen_value - kSignificant) {
          chosen = i;
          chosen_value = value;
        }
      }
      if (chosen < 0) return;
      place(static_cast<std::uint32_t>(chosen), cost_);
      order.push_back(static_cast<std::uint32_t>(chosen));
    }
  }

  const FlatProgram& program_;
  const FlatRule& rule_;
  std::span<const double> means_;
  const OrderOptions& options_;
  std::vector<bool> bound_;   // per variable
  std::vector<bool> placed_;  // per body literal
  Cost cost_;
  double best_ = 0;
  std::uint32_t steps_ = 0;
  std::vector<std::uint32_t> best_order_;
};

}  // namespace

std::vector<HypothesisKind> classify(const FlatRule& rule, std::span<const std::uint32_t> order) {
  std::vector<HypothesisKind> kinds(rule.body.size() + rule.unequal.size(), HypothesisKind::Condition);
  std::vector<bool> bound(rule.variables, false);
  for (const std::uint32_t i : order) {
    const FlatLiteral& literal = rule.body[i];
    if (!has_variable(literal)) kinds[i] = HypothesisKind::Precondition;
    else if (!literal.negated && !all_bound(literal, bound)) kinds[i] = HypothesisKind::Input;
    if (literal.negated) continue;
    for (const Arg arg : literal.args) {
      if (arg.variable) bound[arg.id] = true;
    }
  }
  return kinds;
}

double pass_probability(const FlatProgram& program, const FlatRule& rule, const FlatLiteral& input,
                        const std::vector<bool>& bound) {
  double free = 1;
  std::vector<bool> seen = bound;
  for (const Arg arg : input.args) {
    if (!arg.variable || seen[arg.id]) continue;
    free *= static_cast<double>(rule.domains[arg.id].size());
    seen[arg.id] = true;
  }
  return free / std::max(1.0, static_cast<double>(program.relations[input.relation].size));
}

double exists_probability(const Relation& relation, double mean) {
  return std::min(1.0, mean / std::max(1.0, static_cast<double>(relation.size)));
}

std::vector<std::uint32_t> choose_inputs(const FlatProgram& program, const FlatRule& rule, std::span<const double> means,
                                         const OrderOptions& options, std::int32_t first) {
  return Chooser(program, rule, means, options).run(first);
}

Plan make_plan(const FlatProgram& program, const FlatRule& rule, std::span<const std::uint32_t> inputs,
               std::span<const double> means, const OrderOptions& options) {
  Plan plan;
  std::vector<bool> bound(rule.variables, false);
  std::vector<bool> placed(rule.body.size(), false);
  std::vector<bool> compared(rule.unequal.size(), false);
  for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
    if (has_variable(rule.body[i])) continue;
    placed[i] = true;
    plan.preconditions.push_back(i);
  }
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    PlanLevel& level = plan.levels.emplace_back();
    level.input = inputs[n];
    placed[inputs[n]] = true;
    for (const Arg arg : rule.body[inputs[n]].args) {
      if (!arg.variable || bound[arg.id]) continue;
      bound[arg.id] = true;
      level.fresh.push_back(arg.id);
    }
    for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
      if (placed[i] || !all_bound(rule.body[i], bound)) continue;
      const bool fixed = program.relations[rule.body[i].relation].lifetime == Lifetime::Static;
      if (options.faithful && !fixed && n + 1 < inputs.size()) continue;
      if (!rule.body[i].negated && std::find(inputs.begin(), inputs.end(), i) != inputs.end()) continue;
      placed[i] = true;
      level.tests.push_back(i);
    }
    for (std::uint32_t i = 0; i < rule.unequal.size(); ++i) {
      if (compared[i] || !all_bound(rule.unequal[i], bound)) continue;
      compared[i] = true;
      level.unequal.push_back(i);
    }
    // The test that fails most often comes first.
    std::ranges::stable_sort(level.tests, {}, [&](std::uint32_t i) {
      const double exists = exists_probability(program.relations[rule.body[i].relation], means[i]);
      return rule.body[i].negated ? 1 - exists : exists;
    });
  }
  plan.predicted = Chooser(program, rule, means, options).price(inputs).inputs;
  return plan;
}

}  // namespace agon::engines::chainer
