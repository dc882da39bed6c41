#include "knowledge/proofs/fact_checker.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "circuit/evaluator.h"

namespace agon::knowledge::proofs {
namespace {

using Word = std::uint64_t;

constexpr std::size_t kMostViolations = 10;

class FactChecker {
 public:
  FactChecker(const circuit::Circuit& circuit, const game::GameFacts& facts, std::uint64_t seed)
      : circuit_(circuit), program_(*circuit.program), facts_(facts), play_(circuit, seed), steps_(64, 0) {
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) numbers_.emplace(program_.fluents[f], f);
    for (const auto& fact : facts.groups) {
      if (!fact.proved()) continue;
      groups_.emplace_back(numbers(fact.value.fluents), fact.value.exactly_one);
    }
    for (const auto& fact : facts.inputs) {
      if (fact.proved()) add_inputs(fact.value);
    }
    check_.facts = groups_.size() + facts.idle.size() + facts.turns.size() + facts.persistent.size() + facts.unreachable.size() +
                   (facts.goal_sum ? 1 : 0) + (facts.length ? 1 : 0);
  }

  FactCheck run(std::uint64_t moments) {
    for (std::uint64_t moment = 0; moment < moments; ++moment) {
      before_ = play_.fluents();
      play_.step();
      over_ = play_.evaluator().value(circuit_.terminal);
      check_.states += 64;
      state();
      moves();
      ends();
      step();
    }
    return std::move(check_);
  }

 private:
  std::vector<std::uint32_t> numbers(const std::vector<TermId>& terms) const {
    std::vector<std::uint32_t> result;
    for (const TermId term : terms) result.push_back(numbers_.at(term));
    return result;
  }

  void add_inputs(const game::InputArguments& inputs) {
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> parts;
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      const game::TermBank::Node& node = program_.terms->node(program_.fluents[f]);
      if (node.arity != inputs.arity || program_.terms->symbols().text(node.functor) != inputs.functor) continue;
      std::vector<std::uint32_t> key;
      for (const std::uint32_t i : inputs.inputs) key.push_back(node.args[i].value);
      parts[key].push_back(f);
    }
    for (auto& [key, part] : parts) groups_.emplace_back(std::move(part), false);
  }

  void violated(const std::string& what) {
    if (check_.violations.size() < kMostViolations) check_.violations.push_back(what);
  }

  void state() {
    for (const auto& [group, exactly] : groups_) {
      Word one = 0;
      Word two = 0;
      for (const std::uint32_t f : group) {
        two |= one & before_[f];
        one |= before_[f];
      }
      if (two != 0) violated("two of the group of " + text(group.front()));
      if (exactly && one != ~Word{0}) violated("none of the group of " + text(group.front()));
    }
    for (const auto& fact : facts_.unreachable) {
      if (fact.proved() && before_[numbers_.at(fact.value)] != 0) violated("unreachable: " + program_.terms->text(fact.value));
    }
  }

  // More than one legal move of a role, outside terminal states.
  Word choice(RoleId role) const {
    Word one = 0;
    Word two = 0;
    for (std::uint32_t m = program_.role_begin[role.index()]; m < program_.role_begin[role.index() + 1]; ++m) {
      two |= one & play_.legal(m);
      one |= play_.legal(m);
    }
    return two & ~over_;
  }

  void moves() {
    for (const auto& fact : facts_.turns) {
      if (!fact.proved()) continue;
      Word one = 0;
      Word two = 0;
      for (const RoleId role : fact.value.roles) {
        const Word chooses = choice(role);
        two |= one & chooses;
        one |= chooses;
      }
      if (two != 0) violated("two roles have a choice");
      if (fact.value.always && (one | over_) != ~Word{0}) violated("no role has a choice");
    }
    for (const auto& fact : facts_.idle) {
      if (!fact.proved()) continue;
      const RoleId role = fact.value.role;
      for (std::uint32_t m = program_.role_begin[role.index()]; m < program_.role_begin[role.index() + 1]; ++m) {
        if (program_.moves[m].term == fact.value.move && (play_.legal(m) & choice(role)) != 0)
          violated("an idle move is legal beside another: " + program_.terms->text(fact.value.move));
      }
    }
  }

  void ends() {
    for (Word left = over_; left != 0; left &= left - 1) {
      const Word lane = left & (~left + 1);
      int sum = 0;
      for (std::uint32_t r = 0; r < circuit_.goals.size(); ++r) {
        for (const circuit::GoalLit& goal : circuit_.goals[r]) {
          if ((play_.evaluator().value(goal.lit) & lane) == 0) continue;
          if (program_.info.random != RoleId{r}) sum += goal.value;
          if (r < facts_.never_goals.size() && facts_.never_goals[r].proved() &&
              std::ranges::find(facts_.never_goals[r].value, goal.value) != facts_.never_goals[r].value.end())
            violated(fmt::format("{} ends with {}", program_.info.roles[r], goal.value));
        }
      }
      if (facts_.goal_sum && facts_.goal_sum->proved() && sum != facts_.goal_sum->value) violated(fmt::format("goal sum {}", sum));
    }
  }

  void step() {
    for (const auto& fact : facts_.persistent) {
      if (!fact.proved()) continue;
      const std::uint32_t f = numbers_.at(fact.value.fluent);
      const Word was = fact.value.value ? before_[f] : ~before_[f];
      const Word is = fact.value.value ? play_.fluents()[f] : ~play_.fluents()[f];
      if ((was & ~is & ~over_) != 0) violated("does not stay: " + text(f));
    }
    for (std::size_t lane = 0; lane < 64; ++lane) {
      const bool over = (over_ >> lane & 1U) != 0;
      if (facts_.length && facts_.length->proved() && facts_.length->value.most && steps_[lane] > *facts_.length->value.most)
        violated(fmt::format("a match of {} steps", steps_[lane]));
      steps_[lane] = over ? 0 : steps_[lane] + 1;
    }
  }

  [[nodiscard]] std::string text(std::uint32_t fluent) const { return program_.terms->text(program_.fluents[fluent]); }

  const circuit::Circuit& circuit_;
  const ground::GroundProgram& program_;
  const game::GameFacts& facts_;
  circuit::Simulation play_;
  std::vector<std::uint32_t> steps_;
  absl::flat_hash_map<TermId, std::uint32_t> numbers_;
  std::vector<std::pair<std::vector<std::uint32_t>, bool>> groups_;
  std::vector<Word> before_;
  Word over_ = 0;
  FactCheck check_;
};

}  // namespace

FactCheck check_facts(const circuit::Circuit& circuit, const game::GameFacts& facts, std::uint64_t seed, std::uint64_t moments) {
  return FactChecker(circuit, facts, seed).run(moments);
}

}  // namespace agon::knowledge::proofs
