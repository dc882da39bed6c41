// Thread safety: one engine shared by several threads, each with its own scratch, gives the answers of a single thread. Small
// enough for the thread sanitizer.
#include <gtest/gtest.h>

#include <thread>

#include "base/hash.h"
#include "engines/circuit/circuit_engine.h"
#include "tests/diff/game_setup.h"

namespace agon {
namespace {

// A hash of all answers along some random matches.
std::uint64_t play(const game::AnyEngine& engine, std::uint64_t seed, int matches) {
  auto scratch = engine.make_scratch();
  Rng rng(seed);
  std::uint64_t result = 0;
  game::MoveBuffer legal;
  game::TermBuffer terms;
  const auto take = [&](const std::string& text) { result = mix(result, fnv1a(text)); };
  for (int match = 0; match < matches; ++match) {
    game::AnyState state = engine.initial_state(scratch);
    for (int step = 0; step < 40 && !engine.is_terminal(scratch, state); ++step) {
      std::vector<MoveId> joint;
      for (std::uint32_t r = 0; r < engine.info().role_count(); ++r) {
        engine.legal_moves(scratch, state, RoleId{r}, legal);
        if (legal.empty()) return result;
        joint.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
        take(engine.terms().text(engine.move_term(RoleId{r}, joint.back())));
      }
      for (std::uint32_t r = 0; r < engine.info().role_count(); ++r) {
        engine.percepts(scratch, state, joint, RoleId{r}, terms);
        for (const TermId term : terms) take(engine.terms().text(term));
      }
      engine.apply(scratch, state, joint);
      engine.fluents(state, terms);
      for (const TermId term : terms) take(engine.terms().text(term));
    }
    for (std::uint32_t r = 0; r < engine.info().role_count(); ++r)
      result = mix(result, static_cast<std::uint64_t>(engine.goal(scratch, state, RoleId{r})));
  }
  return result;
}

class ThreadsTest : public testing::TestWithParam<std::string> {};

TEST_P(ThreadsTest, EveryEngineServesSeveralThreads) {
  constexpr int kMatches = 4;
  const gdl::Rules rules = tests::library_rules(GetParam());
  const lab::EngineSet alone = lab::make_engine_set(rules, lab::engine_set_names());
  const lab::EngineSet shared = lab::make_engine_set(rules, lab::engine_set_names());
  ASSERT_EQ(alone.engines.size(), shared.engines.size());
  for (std::size_t e = 0; e < alone.engines.size(); ++e) {
    // A fresh engine, so that what it builds lazily is built by all threads at once.
    std::vector<std::uint64_t> found(3);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < found.size(); ++t)
      threads.emplace_back([&, t] { found[t] = play(shared.engines[e], t, kMatches); });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t t = 0; t < found.size(); ++t)
      EXPECT_EQ(found[t], play(alone.engines[e], t, kMatches)) << alone.engines[e].name();
  }
}

TEST_P(ThreadsTest, PlayoutsOfOneCircuitEngineOnTwoThreads) {
  const auto engine = engines::CircuitEngine::create(tests::make_circuit(tests::library_rules(GetParam())));
  ASSERT_TRUE(engine);
  const auto steps = [&](std::uint64_t seed) {
    auto scratch = (*engine)->make_scratch();
    Rng rng(seed);
    std::uint64_t sum = 0;
    for (int i = 0; i < 50; ++i) sum += (*engine)->playout(scratch, (*engine)->initial_state(scratch), rng, 200).steps;
    return sum;
  };
  std::uint64_t other = 0;
  std::thread thread([&] { other = steps(1); });
  const std::uint64_t mine = steps(2);
  thread.join();
  EXPECT_EQ(other, steps(1));
  EXPECT_EQ(mine, steps(2));
}

TEST_P(ThreadsTest, LanesOnTwoThreads) {
  const auto lanes =
      engines::Lanes::create(tests::make_circuit(tests::library_rules(GetParam())), {.move_statistics = true, .max_steps = 200});
  ASSERT_TRUE(lanes);
  const engines::PlayoutTotals one = (*lanes)->playouts(40, 1, 9, 1, true);
  const engines::PlayoutTotals two = (*lanes)->playouts(40, 1, 9, 2, true);
  EXPECT_EQ(one.states, two.states);
  EXPECT_EQ(one.goals, two.goals);
  EXPECT_EQ(one.lengths, two.lengths);
  EXPECT_EQ(one.made, two.made);
  const engines::PlayoutTotals timed = (*lanes)->playouts_for(std::chrono::duration<double>(0.02), 9, 2);
  EXPECT_GT(timed.playouts, 0U);
}

INSTANTIATE_TEST_SUITE_P(Game, ThreadsTest, testing::Values("tictactoe", "connectfour", "hex-5x5", "kuhn-poker", "goofspiel"),
                         [](const auto& name) {
                           std::string result = name.param;
                           std::ranges::replace(result, '-', '_');
                           return result;
                         });

}  // namespace
}  // namespace agon
