#include "lab/experiments/rave/self_play.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "game/random_step.h"
#include "lab/experiments/parallel.h"
#include "lab/reproduce/run.h"
#include "play/referee/referee.h"
#include "play/strategy/players.h"

namespace agon::lab::experiments {
namespace {

using reproduce::LookupError;

struct Judgement {
  bool draw = false, optimal = true, two_largest = true, largest = true;
};

// Also holds the engine's word against the solved game's: moves must be possible, and the goals those of the lead.
Judgement judge(const CashingChecks& solved, const game::MatchRecord& record) {
  Judgement result;
  CashingChecks::Position p = solved.start();
  for (const game::MatchStep& step : record.steps) {
    const std::optional<int> check = check_of(step.moves[static_cast<std::size_t>(p.turn() % 2)]);
    if (!check || solved.over(p) || !solved.is_left(p, *check))
      throw LookupError{"a match has moves that the solved game does not"};
    const std::optional<int> rank = solved.rank(p, *check);
    result.largest = result.largest && rank && *rank == 0;
    result.two_largest = result.two_largest && rank && *rank <= 1;
    const int before = solved.outcome(p);
    p = solved.after(p, *check);
    result.optimal = result.optimal && solved.outcome(p) == before;
  }
  if (!record.finished || !solved.over(p) || record.goals[0] != 50 + 50 * solved.outcome(p))
    throw LookupError{"a match ends otherwise than in the solved game"};
  result.draw = solved.outcome(p) == 0;
  return result;
}

game::MatchRecord play_one(const game::AnyEngine& engine, const std::shared_ptr<play::GameKit>& kit, const std::string& strategy,
                           std::uint64_t seed) {
  std::vector<std::unique_ptr<play::Player>> players;
  for (std::uint64_t role = 0; role < 2; ++role) {
    auto player = play::make_player(strategy, kit, {.seed = mix(seed, role + 1)});
    if (!player) throw LookupError{reproduce::why(player.error())};
    players.push_back(std::move(*player));
  }
  play::MatchOptions options;
  options.seed = seed;
  return play::play_match(engine, kit->rules(), {strategy, strategy}, players, options);
}

// The first player's result under best play, by the engine alone.
int search(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, const game::AnyState& state) {
  if (engine.is_terminal(scratch, state)) return engine.goal(scratch, state, RoleId{0}) / 50 - 1;
  game::MoveBuffer legal[2];
  for (std::uint32_t r = 0; r < 2; ++r) engine.legal_moves(scratch, state, RoleId{r}, legal[r]);
  const std::size_t mover = legal[0].size() > 1 ? 0 : 1;
  int best = mover == 0 ? -1 : 1;
  for (const MoveId move : legal[mover]) {
    game::AnyState next = state;
    const MoveId joint[2] = {mover == 0 ? move : legal[0][0], mover == 1 ? move : legal[1][0]};
    engine.apply(scratch, next, joint);
    const int value = search(engine, scratch, next);
    best = mover == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

game::AnyEngine engine_of(play::GameKit& kit) {
  Result<game::AnyEngine> engine = kit.best_engine();
  if (!engine) throw LookupError{reproduce::why(engine.error())};
  return *engine;
}

}  // namespace

reproduce::Estimate SelfPlay::percent(std::uint64_t of) const {
  const reproduce::Estimate part = reproduce::proportion_of(static_cast<double>(of), matches);
  return {100 * part.value, 100 * part.low, 100 * part.high};
}

SelfPlay play_itself(const std::shared_ptr<play::GameKit>& kit, const CashingChecks& solved, const std::string& strategy,
                     std::uint64_t matches, std::uint64_t seed, unsigned threads) {
  const game::AnyEngine engine = engine_of(*kit);
  std::vector<Judgement> judgements(matches);
  in_parallel(matches, threads,
              [&](std::size_t i) { judgements[i] = judge(solved, play_one(engine, kit, strategy, mix(seed, i))); });
  SelfPlay result;
  for (const Judgement& j : judgements) {
    ++result.matches;
    result.draws += j.draw ? 1 : 0;
    result.optimal += j.draw && j.optimal ? 1 : 0;
    result.two_largest += j.draw && j.two_largest ? 1 : 0;
    result.largest += j.draw && j.largest ? 1 : 0;
  }
  return result;
}

std::uint64_t agreeing_positions(play::GameKit& kit, const CashingChecks& solved, int turns_left, std::uint64_t positions,
                                 std::uint64_t seed) {
  const game::AnyEngine engine = engine_of(kit);
  auto scratch = engine.make_scratch();
  Rng rng(seed);
  game::RandomStep<game::AnyEngine> random(engine);
  std::uint64_t agreeing = 0;
  for (std::uint64_t i = 0; i < positions; ++i) {
    game::AnyState state = engine.initial_state(scratch);
    CashingChecks::Position p = solved.start();
    while (p.turn() < solved.rules().turns - turns_left) {
      std::optional<int> check;
      if (!random.step(scratch, state, rng)) throw LookupError{"a match is over before the solved game is"};
      for (std::uint32_t r = 0; r < 2; ++r) {
        if (const auto cashed = check_of(engine.terms().text(engine.move_term(RoleId{r}, random.joint()[r])))) check = cashed;
      }
      if (!check) throw LookupError{"a match has moves that the solved game does not"};
      p = solved.after(p, *check);
    }
    if (search(engine, scratch, state) == solved.outcome(p)) ++agreeing;
  }
  return agreeing;
}

}  // namespace agon::lab::experiments
