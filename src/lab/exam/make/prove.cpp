#include "lab/exam/make/prove.h"

#include <algorithm>

#include "search/evaluation/baselines.h"
#include "search/minimax/kernel.h"
#include "search/minimax/proof_number.h"
#include "search/minimax/solve.h"

namespace agon::lab::exam {
namespace {

namespace minimax = search::minimax;
using Engine = engines::CircuitEngine;
using State = Engine::State;

constexpr std::size_t kTableBytes = std::size_t{16} << 20U;
constexpr std::uint32_t kDeepest = 500;  // of alpha-beta

// Every joint move in which `role` makes the move: what follows it.
std::vector<State> replies(const Question& question, Engine::Scratch& scratch, const std::vector<game::MoveBuffer>& legal,
                           MoveId move) {
  std::vector<std::size_t> choice(legal.size(), 0);
  std::vector<State> result;
  for (;;) {
    std::vector<MoveId> joint(legal.size());
    for (std::size_t r = 0; r < legal.size(); ++r) joint[r] = r == question.role.index() ? move : legal[r][choice[r]];
    result.push_back(question.state);
    question.engine->apply(scratch, result.back(), joint);
    std::size_t r = 0;  // counts up, the role's own digit stays
    while (r < legal.size() && (r == question.role.index() || ++choice[r] == legal[r].size())) choice[r++] = 0;
    if (r == legal.size()) return result;
  }
}

// Per move of the role.
std::vector<std::vector<State>> successors(const Question& question) {
  auto scratch = question.engine->make_scratch();
  std::vector<game::MoveBuffer> legal(question.engine->info().role_count());
  for (std::uint32_t r = 0; r < legal.size(); ++r) question.engine->legal_moves(scratch, question.state, RoleId{r}, legal[r]);
  std::vector<std::vector<State>> result;
  for (const MoveId move : legal[question.role.index()]) result.push_back(replies(question, scratch, legal, move));
  return result;
}

// The goals that the rules name for the role, ascending; 0 is what a role without a goal gets.
std::vector<int> possible_goals(const Question& question) {
  std::vector<int> goals{0};
  for (const circuit::GoalLit& goal : question.engine->circuit().goals[question.role.index()])
    goals.push_back(std::max(0, goal.value));
  std::sort(goals.begin(), goals.end());
  goals.erase(std::unique(goals.begin(), goals.end()), goals.end());
  return goals;
}

search::Budget budget_of(std::uint64_t states) {
  search::Budget budget;
  budget.states = states;
  return budget;
}

// One bad reply refutes a move; before a reply that is not known comes one that refutes.
minimax::Answer forces(minimax::ProofNumberSearch<Engine>& search, const std::vector<State>& after, RoleId role, int goal) {
  minimax::Answer all = minimax::Answer::Yes;
  for (const State& state : after) {
    const minimax::Answer one = search.at_least(state, role, goal);
    if (one == minimax::Answer::No) return minimax::Answer::No;
    if (one == minimax::Answer::Unknown) all = minimax::Answer::Unknown;
  }
  return all;
}

bool is_best(const Verdict& verdict, std::size_t move) {
  return std::binary_search(verdict.best.begin(), verdict.best.end(), Choice{static_cast<std::uint32_t>(move)});
}

// What alpha-beta proves of the goal that can be forced from a state.
struct Bounds {
  double low = 0, high = 100;
};

class AlphaBeta {
 public:
  AlphaBeta(const Question& question, std::uint64_t max_states)
      : question_(question),
        scratch_(question.engine->make_scratch()),
        effort_(budget_of(max_states)),
        table_(kTableBytes, 1),
        keys_(*question.engine, nullptr),
        kernel_(*question.engine, options_, minimax::Model::AgainstAll, question.role, evaluation_, table_, effort_, keys_,
                worth_) {}

  // Deepens until the bounds tell whether the goal can be forced, and no more; throws Interrupted.
  Bounds bounds(const State& state, int goal) {
    if (question_.engine->is_terminal(scratch_, state)) {
      const double value = minimax::final_goal(*question_.engine, scratch_, state, question_.role);
      return {value, value};
    }
    Bounds known;
    for (std::uint32_t depth = 1; depth <= kDeepest; ++depth) {
      const minimax::Outcome outcome = kernel_.search(state, minimax::Limit(depth));
      if (outcome.complete) return {outcome.value[0], outcome.value[0]};
      known = {outcome.low[0], outcome.high[0]};
      if (known.high < goal || (known.low >= goal && known.high <= goal)) break;
    }
    return known;
  }
  [[nodiscard]] std::uint64_t states() const { return effort_.states; }

 private:
  const Question& question_;
  Engine::Scratch scratch_;
  minimax::MinimaxOptions options_;
  search::ConstantEvaluation<Engine> evaluation_;
  search::Effort effort_;
  minimax::Table table_;
  search::StateKeys<Engine> keys_;
  search::SymmetryWorth worth_{0};
  minimax::Kernel<Engine> kernel_;
};

Agreement compare(AlphaBeta& search, const std::vector<State>& after, int goal, bool best) {
  Bounds worst{100, 100};
  for (const State& state : after) {
    const Bounds one = search.bounds(state, goal);
    worst = {std::min(worst.low, one.low), std::min(worst.high, one.high)};
    if (worst.high < goal) break;
  }
  if (worst.high < goal) return best ? Agreement::Disagrees : Agreement::Agrees;
  if (worst.low > goal) return Agreement::Disagrees;
  if (worst.low >= goal && worst.high <= goal) return best ? Agreement::Agrees : Agreement::Disagrees;
  return Agreement::Unknown;
}

}  // namespace

Question question_at(const std::shared_ptr<const Engine>& engine, const Line& line, RoleId role) {
  auto scratch = engine->make_scratch();
  Question question{engine, engine->initial_state(scratch), role};
  game::MoveBuffer legal;
  for (const auto& choices : line) {
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < choices.size(); ++r) {
      engine->legal_moves(scratch, question.state, RoleId{r}, legal);
      joint.push_back(legal[choices[r].index()]);
    }
    engine->apply(scratch, question.state, joint);
  }
  return question;
}

std::optional<Verdict> find_best(const Question& question, std::uint64_t max_states) {
  minimax::ProofOptions options;
  options.budget = budget_of(max_states);
  options.table_bytes = kTableBytes;
  minimax::ProofNumberSearch<Engine> search(*question.engine, options);
  const std::vector<int> goals = possible_goals(question);
  // goals[low] can be forced; goals[high] is the most that perhaps can.
  std::size_t low = 0;
  std::size_t high = goals.size() - 1;
  while (low < high) {
    const std::size_t middle = low + (high - low + 1) / 2;
    const minimax::Answer answer = search.at_least(question.state, question.role, goals[middle]);
    if (answer == minimax::Answer::Unknown) return std::nullopt;
    (answer == minimax::Answer::Yes ? low : high) = answer == minimax::Answer::Yes ? middle : middle - 1;
  }
  Verdict verdict;
  verdict.goal = goals[low];
  if (low == 0) return verdict;
  const std::vector<std::vector<State>> after = successors(question);
  for (std::uint32_t i = 0; i < after.size(); ++i) {
    const minimax::Answer answer = forces(search, after[i], question.role, verdict.goal);
    if (answer == minimax::Answer::Unknown) return std::nullopt;
    if (answer == minimax::Answer::Yes) verdict.best.push_back(Choice{i});
  }
  verdict.states = search.effort().states;
  return verdict;
}

Opinion ask_alpha_beta(const Question& question, const Verdict& verdict, std::uint64_t max_states) {
  AlphaBeta search(question, max_states);
  Opinion opinion;
  opinion.agreement = Agreement::Agrees;
  const std::vector<std::vector<State>> after = successors(question);
  try {
    for (std::size_t i = 0; i < after.size() && opinion.agreement == Agreement::Agrees; ++i)
      opinion.agreement = compare(search, after[i], verdict.goal, is_best(verdict, i));
  } catch (const search::Interrupted&) {
    opinion.agreement = Agreement::Unknown;
  }
  opinion.states = search.states();
  return opinion;
}

Opinion ask_induction(const Question& question, const Verdict& verdict, std::uint64_t max_states) {
  minimax::SolveOptions options;
  options.max_states = max_states;
  options.budget = budget_of(4 * max_states);  // states are met again
  const minimax::Solution solution = minimax::ExactSolver<Engine>(*question.engine, options).solve(question.state);
  Opinion opinion;
  opinion.states = solution.states;
  if (solution.status != minimax::Solution::Status::Solved || !solution.unique) return opinion;
  opinion.agreement = Agreement::Agrees;
  for (std::size_t i = 0; i < solution.moves.size(); ++i) {
    const double value = solution.moves[i][question.role.index()];
    opinion.values.push_back(value);
    if (is_best(verdict, i) ? value != verdict.goal : value >= verdict.goal) opinion.agreement = Agreement::Disagrees;
  }
  return opinion;
}

}  // namespace agon::lab::exam
