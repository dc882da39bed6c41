#include "knowledge/evaluation/input_arguments.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/rng.h"

namespace agon::knowledge::evaluation {
namespace {

using Arguments = std::vector<std::uint32_t>;
using FamilyName = std::pair<std::string, std::uint32_t>;
using Instances = std::map<FamilyName, std::vector<std::vector<TermId>>>;  // the arguments of the fluents of a state

// States of random matches, one in about kStride of those on the way: neighbours say nearly the same.
class RandomStates {
 public:
  RandomStates(const game::AnyEngine& engine, std::uint64_t seed, std::uint32_t most_steps)
      : engine_(engine), scratch_(engine.make_scratch()), rng_(seed), most_steps_(most_steps) {
    begin();
  }
  Instances next() {
    const std::uint32_t steps = 1 + rng_.below(2 * kStride);
    for (std::uint32_t i = 0; i < steps; ++i) {
      if (!step()) {
        begin();
        break;
      }
    }
    Instances found;
    const game::TermBank& terms = engine_.terms();
    engine_.fluents(state_, fluents_);
    for (const TermId fluent : fluents_) {
      const game::TermBank::Node& node = terms.node(fluent);
      found[{terms.symbols().text(node.functor), node.arity}].emplace_back(node.args, node.args + node.arity);
    }
    return found;
  }

 private:
  static constexpr std::uint32_t kStride = 4;
  void begin() {
    state_ = engine_.initial_state(scratch_);
    steps_ = 0;
    for (std::uint32_t skipped = rng_.below(kStride); skipped > 0; --skipped) step();
  }
  bool step() {
    if (++steps_ > most_steps_ || engine_.is_terminal(scratch_, state_)) return false;
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) {
      engine_.legal_moves(scratch_, state_, RoleId{r}, moves_);
      if (moves_.empty()) return false;
      joint.push_back(moves_[rng_.below(static_cast<std::uint32_t>(moves_.size()))]);
    }
    engine_.apply(scratch_, state_, joint);
    return true;
  }

  const game::AnyEngine& engine_;
  game::AnyEngine::Scratch scratch_;
  Rng rng_;
  std::uint32_t most_steps_;
  game::AnyState state_;
  std::uint32_t steps_ = 0;
  game::MoveBuffer moves_;
  game::TermBuffer fluents_;
};

bool refutes(const std::vector<std::vector<TermId>>& instances, const Arguments& inputs) {
  std::set<std::vector<TermId>> seen;
  for (const std::vector<TermId>& args : instances) {
    std::vector<TermId> key;
    for (const std::uint32_t i : inputs) key.push_back(args[i]);
    if (!seen.insert(std::move(key)).second) return true;
  }
  return false;
}

class Hypotheses {
 public:
  explicit Hypotheses(std::uint32_t arity) : arity_(arity) { sets_[{}] = 0; }

  void see(const std::vector<std::vector<TermId>>& instances) {
    std::vector<Arguments> refuted;
    for (auto& [inputs, affirmed] : sets_) {
      if (refutes(instances, inputs)) refuted.push_back(inputs);
      else ++affirmed;
    }
    for (const Arguments& inputs : refuted) sets_.erase(inputs);
    for (const Arguments& inputs : refuted) {
      for (std::uint32_t i = 0; i < arity_; ++i) {
        if (std::ranges::find(inputs, i) != inputs.end()) continue;
        Arguments larger = inputs;
        larger.insert(std::ranges::lower_bound(larger, i), i);
        const bool covered =
            std::ranges::any_of(sets_, [&](const auto& entry) { return std::ranges::includes(larger, entry.first); });
        if (!covered) sets_[larger] = 0;
      }
    }
  }
  [[nodiscard]] bool settled(std::uint32_t confirmations) const {
    return std::ranges::all_of(sets_,
                               [&](const auto& entry) { return entry.second >= confirmations || entry.first.size() == arity_; });
  }
  [[nodiscard]] const std::map<Arguments, std::uint32_t>& sets() const { return sets_; }

 private:
  std::uint32_t arity_;
  std::map<Arguments, std::uint32_t> sets_;  // and how many states affirmed each
};

}  // namespace

std::vector<game::Fact<game::InputArguments>> input_arguments(const game::AnyEngine& engine, const InputSearch& search) {
  RandomStates states(engine, search.seed, search.most_steps);
  std::map<FamilyName, Hypotheses> all;
  for (std::uint32_t seen = 0; seen < search.most_states; ++seen) {
    for (const auto& [family, instances] : states.next()) all.try_emplace(family, family.second).first->second.see(instances);
    const bool settled = std::ranges::all_of(all, [&](const auto& entry) { return entry.second.settled(search.confirmations); });
    if (settled && !all.empty()) break;
  }
  std::vector<game::Fact<game::InputArguments>> facts;
  for (const auto& [family, hypotheses] : all) {
    for (const auto& [inputs, affirmed] : hypotheses.sets()) {
      facts.push_back({.value = {family.first, family.second, inputs},
                       .standing = game::Standing::Seen,
                       .source = "random play",
                       .samples = affirmed});
    }
  }
  return facts;
}

std::vector<game::Fact<game::InputArguments>> refuted_inputs(const game::AnyEngine& engine,
                                                             const std::vector<game::Fact<game::InputArguments>>& facts,
                                                             std::uint64_t seed, std::uint32_t count) {
  RandomStates states(engine, seed, InputSearch{}.most_steps);
  std::vector<bool> refuted(facts.size(), false);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Instances instances = states.next();
    for (std::size_t f = 0; f < facts.size(); ++f) {
      const auto family = instances.find({facts[f].value.functor, facts[f].value.arity});
      if (!refuted[f] && family != instances.end()) refuted[f] = refutes(family->second, facts[f].value.inputs);
    }
  }
  std::vector<game::Fact<game::InputArguments>> found;
  for (std::size_t f = 0; f < facts.size(); ++f) {
    if (refuted[f]) found.push_back(facts[f]);
  }
  return found;
}

}  // namespace agon::knowledge::evaluation
