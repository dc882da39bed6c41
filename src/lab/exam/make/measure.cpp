#include "lab/exam/make/measure.h"

#include <algorithm>

#include "base/hash.h"
#include "base/rng.h"
#include "game/random_step.h"
#include "lab/exam/ask.h"

namespace agon::lab::exam {
namespace {

constexpr std::uint32_t kSeeds = 5, kEnough = 4, kTooFew = 2;
constexpr std::uint32_t kPlayouts = 400;  // per move: a standard error of 2.5 goals where wins and losses are even
constexpr double kBehind = 10;
constexpr std::uint32_t kLongest = 1'000;  // steps of a playout

// In how many seeds the strategy is right.
std::uint32_t times_right(const std::string& strategy, const std::shared_ptr<play::GameKit>& kit, const Setting& setting,
                          std::uint64_t seed) {
  std::uint32_t right = 0;
  for (std::uint32_t i = 0; i < kSeeds; ++i) {
    play::PlayerSettings settings;
    settings.seed = mix(seed, i);
    right += ask(strategy, kit, setting, settings).right ? 1 : 0;
  }
  return right;
}

class Playouts {
 public:
  Playouts(const Question& question, std::uint64_t seed)
      : question_(question), scratch_(question.engine->make_scratch()), rng_(seed), random_(*question.engine) {}

  // Mean goal of the role after each of its moves.
  std::vector<double> means() {
    game::MoveBuffer moves;
    question_.engine->legal_moves(scratch_, question_.state, question_.role, moves);
    std::vector<double> result;
    for (const MoveId move : moves) {
      double sum = 0;
      for (std::uint32_t i = 0; i < kPlayouts; ++i) sum += playout(move);
      result.push_back(sum / kPlayouts);
    }
    return result;
  }

 private:
  int playout(MoveId first) {
    auto state = question_.state;
    for (std::uint32_t step = 0; step < kLongest && !question_.engine->is_terminal(scratch_, state); ++step) {
      if (!random_.draw(scratch_, state, rng_)) return 0;
      std::vector<MoveId> joint = random_.joint();
      if (step == 0) joint[question_.role.index()] = first;
      question_.engine->apply(scratch_, state, joint);
    }
    return std::max(0, question_.engine->goal(scratch_, state, question_.role));
  }

  const Question& question_;
  engines::CircuitEngine::Scratch scratch_;
  Rng rng_;
  game::RandomStep<engines::CircuitEngine> random_;
};

}  // namespace

int difficulty_of(const std::shared_ptr<play::GameKit>& kit, const Setting& setting, std::uint64_t seed) {
  if (times_right("mcts(solver=no, iterations=3000)", kit, setting, seed) < kEnough) return 3;
  return times_right("mcts(solver=no, iterations=200)", kit, setting, seed) >= kEnough ? 1 : 2;
}

bool is_hard(const std::shared_ptr<play::GameKit>& kit, const Setting& setting, std::uint64_t seed) {
  return times_right("mcts(lanes, iterations=30000)", kit, setting, seed) <= kTooFew;
}

bool is_trap(const Question& question, const Verdict& verdict, std::uint64_t seed) {
  const std::vector<double> means = Playouts(question, seed).means();
  double best = 0;
  for (const Choice move : verdict.best) best = std::max(best, means[move.index()]);
  return *std::max_element(means.begin(), means.end()) >= best + kBehind;
}

}  // namespace agon::lab::exam
