#include "search/mcts/mcts.h"
#include "game/random_step.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "search/mcts/make_mcts.h"
#include "search/mcts/playout/nested_playout.h"
#include "search/mcts/playout/statistics_playout.h"
#include "search/test_games.h"

namespace agon::search::mcts {
namespace {

using engines::CircuitEngine;

std::string sheet(const std::string& name) { return std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif"; }

struct Game {
  std::shared_ptr<const circuit::Circuit> circuit;
  std::shared_ptr<const CircuitEngine> engine;
  explicit Game(const std::string& name) : Game(*gdl::read_rules(sheet(name))) {}
  explicit Game(const gdl::Rules& rules)
      : circuit(*circuit::build(*ground::ground(rules))), engine(*CircuitEngine::create(circuit)) {}
};

Options small(std::uint64_t seed = 1) {
  Options options;
  options.memory_bytes = std::size_t{64} << 20U;
  options.seed = seed;
  return options;
}

// For games of two players that are known to be constant-sum.
Options zero_sum() {
  Options options = small();
  options.constant_sum = 1;
  return options;
}

Budget iterations(std::uint64_t count) {
  Budget budget;
  budget.iterations = count;
  return budget;
}

// The choice of a role by what it calls its move.
std::string move_text(const Game& game, const CircuitEngine::State& state, RoleId role, Choice choice) {
  auto scratch = game.engine->make_scratch();
  game::MoveBuffer legal;
  game.engine->legal_moves(scratch, state, role, legal);
  return game.engine->terms().text(game.engine->move_term(role, legal[choice.index()]));
}

TEST(Mcts, SolvesTicTacToe) {
  const Game game("tictactoe");
  for (const Options& options : {small(), zero_sum()}) {
    Mcts<CircuitEngine> search(game.engine, nullptr, options);
    const Thought thought = search.think(RoleId{0}, iterations(300'000));
    EXPECT_NEAR(thought.value[0], 50, 1);
    // Where the sum is not known to be constant, a drawn line may still hide something that is better for both.
    EXPECT_EQ(thought.proven(), options.constant_sum.has_value());
  }
}

TEST(Mcts, SolvesAPositionWithOneWinningMove) {
  const Game game("tictactoe-nested");
  auto scratch = game.engine->make_scratch();
  const auto state = game.engine->initial_state(scratch);
  Mcts<CircuitEngine> search(game.engine, nullptr, small());
  const Thought thought = search.think(RoleId{0}, iterations(100'000));
  EXPECT_EQ(thought.low[0], 100);
  EXPECT_EQ(move_text(game, state, RoleId{0}, thought.choice), "(mark 3 1)");
}

TEST(Mcts, KnowsWhoWinsNim) {
  const Game game("nim");
  Mcts<CircuitEngine> search(game.engine, nullptr, zero_sum());
  const Thought thought = search.think(RoleId{0}, iterations(2'000'000));
  EXPECT_EQ(thought.low[0], 100);
}

// Nobody has proved that one player connects in Hex, but in every end of the tree one does.
TEST(Mcts, ProvesAWinWithASumThatIsOnlyAssumed) {
  const auto engine = search::fixtures::make_circuit(search::fixtures::small_hex(4));
  Options options = zero_sum();
  options.sum_assumed = true;
  Mcts<CircuitEngine> search(engine, nullptr, options);
  const Thought thought = search.think(RoleId{0}, iterations(2'000'000));
  EXPECT_EQ(thought.low[0], 100);
  EXPECT_LT(thought.iterations, 2'000'000U);
  EXPECT_EQ(thought.high[1], 100) << "what the other can hope for at most is not proved";
}

// Left is worth 60 to the first player. Right lets the second choose between 10:90 and 80:95, which is better for both than any
// split of 100, and which a search that believes in 100 takes for 5.
TEST(Mcts, GivesUpAnAssumedSumAtTheFirstEndThatIsDifferent) {
  const Game game(*gdl::read_text(R"((role a) (role b) (init (turn a)) (side l) (side r)
    (<= (legal ?p (go ?s)) (true (turn ?p)) (side ?s)) (<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
    (<= (next (end 60 40)) (does a (go l))) (<= (next (turn b)) (does a (go r)))
    (<= (next (end 10 90)) (does b (go l))) (<= (next (end 80 95)) (does b (go r)))
    (<= terminal (true (end ?x ?y))) (<= (goal a ?x) (true (end ?x ?y))) (<= (goal b ?y) (true (end ?x ?y))))",
                                  "sums"));
  Options options = zero_sum();
  options.sum_assumed = true;
  // One thread: which end is met first decides whether the search learns of it before it believes to know the answer.
  Mcts<CircuitEngine> search(game.engine, nullptr, options);
  const Thought thought = search.think(RoleId{0}, iterations(1'000));
  EXPECT_EQ(thought.choice.value, 1U);
  EXPECT_NEAR(thought.value[0], 80, 1e-3);
  EXPECT_NEAR(thought.value[1], 95, 1e-3);
  EXPECT_TRUE(thought.proven());
}

TEST(Mcts, OneSeedOneThreadOneResult) {
  const Game game("connectfour");
  for (const bool lanes : {false, true}) {
    std::vector<Thought> thoughts;
    for (int i = 0; i < 2; ++i) {
      Options options = small(7);
      std::shared_ptr<const engines::Lanes> with;
      if (lanes) with = *engines::Lanes::create(game.circuit);
      Mcts<CircuitEngine> search(game.engine, with, options);
      thoughts.push_back(search.think(RoleId{0}, iterations(3'000)));
    }
    ASSERT_EQ(thoughts[0].moves.size(), thoughts[1].moves.size());
    for (std::size_t i = 0; i < thoughts[0].moves.size(); ++i) {
      EXPECT_EQ(thoughts[0].moves[i].visits, thoughts[1].moves[i].visits);
      EXPECT_EQ(thoughts[0].moves[i].value, thoughts[1].moves[i].value);
    }
    EXPECT_EQ(thoughts[0].states, thoughts[1].states);
  }
}

TEST(MctsFans, EveryVisitCountsOnce) {
  const Game game("connectfour");
  const auto lanes = *engines::Lanes::create(game.circuit);
  for (const std::size_t memory : {std::size_t{64} << 20U, std::size_t{1} << 18U}) {
    for (const std::uint32_t fan : {1U, 3U, 64U}) {
      Options options = small();
      options.memory_bytes = memory;
      options.fan = fan;
      Mcts<CircuitEngine> search(game.engine, lanes, options);
      const Thought thought = search.think(RoleId{0}, iterations(60'000));
      std::uint64_t visits = 0;
      for (const MoveThought& move : thought.moves) visits += move.visits;
      EXPECT_EQ(visits, thought.iterations) << memory << " " << fan;
      EXPECT_TRUE(thought.choice.value == 3 || thought.choice.value == 4)
          << thought.choice.value << " " << memory << " " << fan;  // the two middle columns
      EXPECT_EQ(search.tree().recycled() > 0, memory < 1'000'000) << memory << " " << fan;
    }
  }
}

TEST(MctsFans, SolveTicTacToe) {
  const Game game("tictactoe");
  Mcts<CircuitEngine> search(game.engine, *engines::Lanes::create(game.circuit), zero_sum());
  const Thought thought = search.think(RoleId{0}, iterations(300'000));
  EXPECT_TRUE(thought.proven());
  EXPECT_EQ(thought.value[0], 50);
}

// x . .     A win is found by looking at all moves of the state together; nothing else there is played out.
// . x o
// o . ?
TEST(MctsFans, SeeAWinAtOnce) {
  const Game game("tictactoe");
  Mcts<CircuitEngine> search(game.engine, *engines::Lanes::create(game.circuit), zero_sum());
  CircuitEngine::State state;
  auto scratch = game.engine->make_scratch();
  state = game.engine->initial_state(scratch);
  const auto make = [&](RoleId role, const std::string& wanted) {
    game::MoveBuffer legal;
    game::JointChoice choices(2);
    std::vector<MoveId> joint(2);
    for (std::uint32_t r = 0; r < 2; ++r) {
      game.engine->legal_moves(scratch, state, RoleId{r}, legal);
      for (std::uint32_t i = 0; i < legal.size() && r == role.index(); ++i) {
        if (game.engine->terms().text(game.engine->move_term(RoleId{r}, legal[i])) == wanted) choices[r] = Choice{i};
      }
      joint[r] = legal[choices[r].index()];
    }
    game.engine->apply(scratch, state, joint);
    search.advance(choices);
  };
  make(RoleId{0}, "(mark 1 1)");
  make(RoleId{1}, "(mark 3 2)");
  make(RoleId{0}, "(mark 2 2)");
  make(RoleId{1}, "(mark 1 3)");
  const Thought thought = search.think(RoleId{0}, iterations(1'000));
  EXPECT_EQ(move_text(game, state, RoleId{0}, thought.choice), "(mark 3 3)");
  EXPECT_EQ(thought.low[0], 100);
  EXPECT_LE(thought.iterations, 8U);  // one fan, nothing played out
}

// After a search nothing is under way, and what was never tried is known to be so.
void expect_settled(const Tree& tree, const std::string& what) {
  std::size_t wrong = 0;
  tree.each([&](Node* n) {
    wrong += n->virtual_loss != 0 ? 1 : 0;
    for (std::size_t r = 0; r < n->roles; ++r) {
      std::uint32_t untried = 0;
      for (const Action& action : n->actions(r)) {
        wrong += action.virtual_loss != 0 ? 1 : 0;
        untried += action.visits == 0 ? 1 : 0;
      }
      wrong += n->role(r).actions > 1 && n->role(r).untried != untried ? 1 : 0;
    }
  });
  EXPECT_EQ(wrong, 0U) << what;
}

TEST(Mcts, SettlesAllAccounts) {
  for (const char* const name : {"tictactoe", "connectfour", "hex-5x5", "connectfour-simultaneous"}) {
    const Game game(name);
    const auto lanes = *engines::Lanes::create(game.circuit);
    for (const bool with_lanes : {false, true}) {
      for (const unsigned threads : {1U, 3U}) {
        for (const std::size_t memory : {std::size_t{64} << 20U, std::size_t{1} << 17U}) {
          Options options = std::string_view(name) == "connectfour-simultaneous" ? small() : zero_sum();
          options.threads = threads;
          options.memory_bytes = memory;
          Mcts<CircuitEngine> search(game.engine, with_lanes ? lanes : nullptr, options);
          const std::string what = fmt::format("{}, lanes {}, {} threads, {} bytes", name, with_lanes, threads, memory);
          for (int step = 0; step < 3; ++step) {
            const Thought thought = search.think(RoleId{0}, iterations(8'000));
            expect_settled(search.tree(), what);
            search.advance(game::JointChoice(2));
            if (thought.proven()) break;
          }
        }
      }
    }
  }
}

// A pass over the lanes takes long enough here to be interrupted.
TEST(Mcts, SettlesAllAccountsWhenItIsInterrupted) {
  const Game game("othello-6x6");
  const auto lanes = *engines::Lanes::create(game.circuit);
  for (const unsigned threads : {1U, 3U}) {
    Options options = small();
    options.threads = threads;
    Mcts<CircuitEngine> search(game.engine, lanes, options);
    for (int i = 0; i < 60; ++i) {
      Budget budget;
      budget.deadline = Clock::now() + std::chrono::microseconds(200 + 50 * i);
      EXPECT_FALSE(search.think(RoleId{0}, budget).moves.empty());
      expect_settled(search.tree(), fmt::format("{} threads, search {}", threads, i));
    }
  }
}

// Nodes of the beginning are large and ends are small: they must find room all the same, or nothing is ever proved.
TEST(Mcts, ProvesInATreeThatIsFull) {
  const Game game("hex-5x5");
  Options options = zero_sum();
  options.memory_bytes = std::size_t{1} << 18U;
  for (const bool with_lanes : {false, true}) {
    Mcts<CircuitEngine> search(game.engine, with_lanes ? *engines::Lanes::create(game.circuit) : nullptr, options);
    CircuitEngine::State state;
    auto scratch = game.engine->make_scratch();
    state = game.engine->initial_state(scratch);
    game::MoveBuffer legal;
    Thought thought;
    std::uint32_t step = 0;
    for (; step < 14 && !game.engine->is_terminal(scratch, state) && !thought.proven(); ++step) {
      const RoleId role{step % 2};
      thought = search.think(role, iterations(20'000));
      game::JointChoice choices(2);
      std::vector<MoveId> joint(2);
      choices[role.index()] = thought.choice;
      for (std::uint32_t r = 0; r < 2; ++r) {
        game.engine->legal_moves(scratch, state, RoleId{r}, legal);
        joint[r] = legal[choices[r].index()];
      }
      game.engine->apply(scratch, state, joint);
      search.advance(choices);
    }
    EXPECT_GT(search.tree().recycled(), 1'000U);
    EXPECT_TRUE(thought.proven()) << step;
  }
}

// Two moves at each of ten steps, then sixty: a tree that is full of small nodes has no piece for the large one, and the match goes
// on there.
TEST(Mcts, MakesRoomForAStateThatIsLargerThanAllBefore) {
  std::string text = R"(
    (role alone) (init (step 0)) (<= terminal (true (step 11))) (goal alone 50)
    (<= (next (step ?m)) (true (step ?n)) (follows ?n ?m)) (<= (next (did ?n ?x)) (true (did ?n ?x)))
    (<= (next (did ?n ?x)) (true (step ?n)) (does alone (take ?x)))
    (<= (legal alone (take ?x)) (true (step ?n)) (distinct ?n 10) (small ?x)) (<= (legal alone (take ?x)) (true (step 10)) (number ?x))
    (small 1) (small 2) )";
  for (int i = 0; i <= 10; ++i) text += fmt::format("(follows {} {})", i, i + 1);
  for (int i = 1; i <= 60; ++i) text += fmt::format("(number {})", i);
  const Game game(*gdl::read_text(text, "growing"));
  Options options = small();
  options.memory_bytes = std::size_t{1} << 14U;
  Mcts<CircuitEngine> search(game.engine, nullptr, options);
  search.think(RoleId{0}, iterations(200));
  for (int step = 0; step < 10; ++step) search.advance(game::JointChoice(1));
  EXPECT_EQ(search.think(RoleId{0}, iterations(100)).moves.size(), 60U);
}

TEST(Mcts, StaysInItsMemoryAndGoesOn) {
  const Game game("connectfour");
  Options options = small();
  options.memory_bytes = 1 << 20;
  Mcts<CircuitEngine> search(game.engine, nullptr, options);
  const Thought thought = search.think(RoleId{0}, iterations(30'000));
  EXPECT_EQ(thought.iterations, 30'000U);
  EXPECT_GT(search.tree().recycled(), 1'000U);
  EXPECT_LE(search.tree().bytes(), options.memory_bytes);
  std::uint64_t visits = 0;
  for (const MoveThought& move : thought.moves) visits += move.visits;
  EXPECT_EQ(visits, 30'000U);  // what the root knows is not forgotten
  EXPECT_EQ(thought.choice.value, 3U);
}

TEST(Mcts, KeepsTheTreeBetweenMoves) {
  const Game game("connectfour");
  Mcts<CircuitEngine> search(game.engine, nullptr, small());
  const Thought before = search.think(RoleId{0}, iterations(5'000));
  const std::uint64_t kept = before.moves[3].visits;
  search.advance(game::JointChoice{Choice{3}, Choice{0}});
  const Thought after = search.think(RoleId{1}, iterations(1));
  std::uint64_t visits = 0;
  for (const MoveThought& move : after.moves) visits += move.visits;
  EXPECT_GE(visits + 1, kept);  // the visit that made the node went no further
}

TEST(Mcts, ThreadsShareOneTree) {
  const Game game("connectfour");
  Options options = small();
  options.threads = 3;
  Mcts<CircuitEngine> search(game.engine, nullptr, options);
  for (int i = 0; i < 3; ++i) {
    const Thought thought = search.think(RoleId{0}, iterations(3'000));
    EXPECT_GE(thought.iterations, 3'000U);
  }
  Mcts<CircuitEngine> with_lanes(game.engine, *engines::Lanes::create(game.circuit), options);
  const Thought thought = with_lanes.think(RoleId{0}, iterations(3'000));
  EXPECT_GE(thought.iterations, 3'000U);
  std::uint64_t visits = 0;
  for (const MoveThought& move : thought.moves) visits += move.visits;
  EXPECT_EQ(visits, thought.iterations);
}

TEST(Mcts, SimultaneousMovesNeedAMixedStrategy) {
  const Game game("rock-paper-scissors");
  Options options = small();
  options.simultaneous = Options::Simultaneous::RegretMatching;
  Mcts<CircuitEngine> search(game.engine, nullptr, options);
  const Thought thought = search.think(RoleId{0}, iterations(20'000));
  EXPECT_NEAR(thought.value[0], 50, 5);
  for (const MoveThought& move : thought.moves) EXPECT_GT(move.visits, 2'000U);
}

TEST(Mcts, DominatedMovesArePlayedSeldom) {
  // Whatever the other does, `good` brings 30 more.
  const auto rules =
      *gdl::read_text(R"((role a) (role b) (init s) (choice good) (choice bad) (<= (legal ?r ?c) (role ?r) (true s) (choice ?c))
(<= (next (chose ?r ?c)) (does ?r ?c)) (<= terminal (true (chose a ?c)))
(<= (goal ?r 80) (true (chose ?r good))) (<= (goal ?r 50) (true (chose ?r bad))))",
                      "dominated");
  const Game game(rules);
  for (const auto how : {Options::Simultaneous::Decoupled, Options::Simultaneous::RegretMatching}) {
    Options options = small();
    options.simultaneous = how;
    Mcts<CircuitEngine> search(game.engine, nullptr, options);
    const Thought thought = search.think(RoleId{0}, iterations(5'000));
    EXPECT_GT(thought.moves[thought.choice.index()].visits, 2'500U);
    auto scratch = game.engine->make_scratch();
    EXPECT_EQ(move_text(game, game.engine->initial_state(scratch), RoleId{0}, thought.choice), "good");
  }
}

TEST(Mcts, OnePlayerPlaysTheBestLineItHasSeen) {
  // Only one of 1,024 lines is worth 100; after a wrong step it is 60 for the first to notice and 0 for those who go on.
  const auto rules = *gdl::read_text(
      R"((role a) (init (s 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10)
(legal a l) (legal a r) (<= (next (s ?y)) (true (s ?x)) (succ ?x ?y)) (<= (next wrong) (does a l)) (<= (next wrong) (true wrong))
(<= (next late) (true wrong) (does a r)) (<= (next late) (true late))
(<= terminal (true (s 10))) (<= (goal a 100) (not (true wrong))) (<= (goal a 60) (true wrong) (not (true late))) (<= (goal a 0) (true late)))",
      "narrow-path");
  const Game game(rules);
  Options options = small();
  options.solver = false;
  Mcts<CircuitEngine> search(game.engine, nullptr, options);
  auto scratch = game.engine->make_scratch();
  auto state = game.engine->initial_state(scratch);
  for (int step = 0; !game.engine->is_terminal(scratch, state) && step < 100; ++step) {
    const Thought thought = search.think(RoleId{0}, iterations(20'000));
    game::MoveBuffer legal;
    game.engine->legal_moves(scratch, state, RoleId{0}, legal);
    search.advance(game::JointChoice{thought.choice});
    game.engine->apply(scratch, state, std::vector<MoveId>{legal[thought.choice.index()]});
  }
  EXPECT_EQ(game.engine->goal(scratch, state, RoleId{0}), 100);
}

TEST(Mcts, EveryPolicyFindsTheWinningMove) {
  const Game game("tictactoe-nested");
  auto scratch = game.engine->make_scratch();
  const auto state = game.engine->initial_state(scratch);
  std::vector<Options> all(9, small());
  all[0].select.rule = Selection::Rule::Ucb1Tuned;
  all[1].select.rave = Selection::Rave::On;
  all[2].select.rave = Selection::Rave::Adaptive;
  all[3].select.rave = Selection::Rave::On;
  all[3].select.grave_visits = 50;
  all[4].playout.policy = std::make_shared<StatisticsPlayoutMaker>(MoveStatisticsOptions{});
  all[5].playout.policy = std::make_shared<StatisticsPlayoutMaker>(
      MoveStatisticsOptions{.choice = MoveStatisticsOptions::Choice::EpsilonGreedy, .gram_length = 3});
  all[6].playout.policy = std::make_shared<NestedPlayoutMaker>(NestedPlayoutOptions{.level = 1});
  all[7].select.sufficiency = Selection::Sufficiency::Adaptive;
  all[8].playout.cutoff = 2;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].solver = false;
    if (all[i].select.rave != Selection::Rave::Off) all[i].select.first_play_urgency = 1;
    Mcts<CircuitEngine> search(game.engine, nullptr, all[i]);
    const Thought thought = search.think(RoleId{0}, iterations(5'000));
    EXPECT_EQ(move_text(game, state, RoleId{0}, thought.choice), "(mark 3 1)") << i;
  }
}

TEST(Mcts, ADeadEndIsTheEnd) {
  const auto rules = *gdl::read_text(R"((role a) (init s) (<= (legal a x) (true s)) (<= (legal a y) (true s))
(<= (next t) (does a x)) (<= (next u) (does a y)) (<= terminal (true u)) (<= (goal a 30) (true u)))",
                                     "dead-end");
  const Game game(rules);
  Mcts<CircuitEngine> search(game.engine, nullptr, small());
  auto scratch = game.engine->make_scratch();
  const Thought thought = search.think(RoleId{0}, iterations(100));
  EXPECT_EQ(move_text(game, game.engine->initial_state(scratch), RoleId{0}, thought.choice), "y");
}

TEST(Mcts, CirclesDoNotHoldItUp) {
  // One can go round for ever or leave; only leaving scores.
  const auto rules = *gdl::read_text(R"((role a) (init (at 1)) (next-to 1 2) (next-to 2 1)
(<= (legal a go) (true (at ?x))) (<= (legal a leave) (true (at 2)))
(<= (next (at ?y)) (does a go) (true (at ?x)) (next-to ?x ?y)) (<= (next out) (does a leave))
(<= terminal (true out)) (<= (goal a 100) (true out)) (<= (goal a 0) (true (at ?x))))",
                                     "circle");
  const Game game(rules);
  Mcts<CircuitEngine> search(game.engine, nullptr, small());
  const Thought thought = search.think(RoleId{0}, iterations(2'000));
  EXPECT_GT(thought.value[0], 50);
}

TEST(Mcts, PlayoutsThatNeverEndSayNothing) {
  const auto rules = *gdl::read_text(
      R"((role a) (init here) (<= (legal a in) (true here)) (<= (legal a out) (true here)) (<= (legal a round) (true maze))
(<= (next maze) (does a in)) (<= (next maze) (true maze)) (<= (next free) (does a out)) (<= terminal (true free)) (<= (goal a 30) (true free)))",
      "maze");
  const Game game(rules);
  for (const auto& lanes : {std::shared_ptr<const engines::Lanes>(), *engines::Lanes::create(game.circuit)}) {
    Options options = small();
    options.lanes = lanes != nullptr;
    Mcts<CircuitEngine> search(game.engine, lanes, options);
    const Thought thought = search.think(RoleId{0}, iterations(20));
    auto scratch = game.engine->make_scratch();
    const auto state = game.engine->initial_state(scratch);
    for (std::uint32_t i = 0; i < 2; ++i) {
      const double expected = move_text(game, state, RoleId{0}, Choice{i}) == "in" ? 50 : 30;
      EXPECT_NEAR(thought.moves[i].value, expected, 1e-4) << (lanes ? "lanes" : "circuit");
    }
  }
}

// A playout that would go on for hours, plain or nested, is given up.
TEST(Mcts, PlayoutsLookAtTheClock) {
  const auto rules = *gdl::read_text(
      R"((role a) (init (at 1)) (next-to 1 2) (next-to 2 1) (<= (legal a left) (true (at ?x))) (<= (legal a right) (true (at ?x)))
(<= (next (at ?y)) (true (at ?x)) (next-to ?x ?y)) (<= terminal (true out)) (<= (goal a 0) (true (at ?x))))",
      "for-ever");
  const auto prover = std::make_shared<const game::AnyEngine>("prover", *engines::Prover::create(rules));
  for (const unsigned nested : {0U, 2U}) {
    Options options = small();
    options.playout.max_steps = 1'000'000'000;
    if (nested > 0) options.playout.policy = std::make_shared<NestedPlayoutMaker>(NestedPlayoutOptions{.level = nested});
    Mcts<game::AnyEngine> search(prover, nullptr, options);
    Budget budget;
    budget.deadline = Clock::now() + std::chrono::milliseconds(20);
    const Thought thought = search.think(RoleId{0}, budget);
    EXPECT_EQ(thought.moves.size(), 2U);
    EXPECT_LT(thought.choice.value, 2U);
  }
}

TEST(Mcts, ALimitOfStatesEndsASearchThatHasSeenAll) {
  const Game game("tictactoe-nested");
  Options options = small();
  options.solver = false;
  Mcts<CircuitEngine> search(game.engine, nullptr, options);
  Budget budget;
  budget.states = 50'000;
  EXPECT_GE(search.think(RoleId{0}, budget).states, 50'000U);
}

TEST(Mcts, ChanceIsAveraged) {
  const auto rules = *gdl::read_text(R"((role a) (role random) (init start) (coin heads) (coin tails)
(<= (legal a (bet ?c)) (true start) (coin ?c)) (<= (legal a noop) (true (bet ?c)))
(<= (legal random noop) (true start)) (<= (legal random (toss ?c)) (true (bet ?d)) (coin ?c))
(<= (next (bet ?c)) (does a (bet ?c))) (<= (next won) (true (bet ?c)) (does random (toss ?c))) (<= (next lost) (true (bet ?c)) (does random (toss ?d)) (distinct ?c ?d))
(<= terminal (true won)) (<= terminal (true lost)) (<= (goal a 100) (true won)) (<= (goal a 0) (true lost)) (goal random 0))",
                                     "coin");
  const Game game(rules);
  Mcts<CircuitEngine> search(game.engine, nullptr, small());
  const Thought thought = search.think(RoleId{0}, iterations(10'000));
  EXPECT_EQ(thought.low[0], 50);
  EXPECT_EQ(thought.high[0], 50);
}

TEST(Mcts, RefusesWhatDoesNotFit) {
  const Game game("tictactoe");
  const game::AnyEngine engine("circuit", game.engine);
  Options options = small();
  options.select.rave = Selection::Rave::On;
  const auto refused = make_mcts(engine, *engines::Lanes::create(game.circuit), options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().diagnostics[0].code, "lanes-policy");
  Options cut = small();
  cut.playout.cutoff = 10;
  EXPECT_FALSE(make_mcts(engine, *engines::Lanes::create(game.circuit), cut));
  EXPECT_TRUE(make_mcts(engine, nullptr, cut));
  Options threshold = small();
  threshold.select.sufficiency = Selection::Sufficiency::Adaptive;
  EXPECT_FALSE(make_mcts(engine, *engines::Lanes::create(game.circuit), threshold));
  EXPECT_TRUE(make_mcts(engine, nullptr, threshold));
  const auto prover = *engines::Prover::create(*gdl::read_rules(sheet("tictactoe")));
  EXPECT_TRUE(make_mcts(game::AnyEngine("prover", prover), nullptr, options));
}

// ---- nested playouts: the digest's checks ----

TEST(Nested, FindsTheQuickWinWithDiscounting) {
  const Game game("tictactoe-nested");
  auto scratch = game.engine->make_scratch();
  const auto state = game.engine->initial_state(scratch);
  for (const bool discount : {false, true}) {
    NestedPlayer<CircuitEngine> player(*game.engine, scratch, {.discount = discount});
    std::map<std::string, int> chosen;
    for (std::uint64_t seed = 0; seed < 1'000; ++seed)
      ++chosen[move_text(game, state, RoleId{0}, Choice{static_cast<std::uint32_t>(player.choose(state, RoleId{0}, 3, seed))})];
    if (discount) {
      EXPECT_EQ(chosen["(mark 3 1)"], 1'000);
    } else {
      EXPECT_GE(chosen["(mark 3 1)"], 500);
      EXPECT_LE(chosen["(mark 3 1)"], 620);
      EXPECT_EQ(chosen["(mark 1 3)"], 0);
    }
  }
}

TEST(Nested, SafePruningChoosesTheSameMove) {
  for (const char* name : {"tictactoe", "knightthrough-5x5", "domineering-5x5"}) {
    const Game game(name);
    auto scratch = game.engine->make_scratch();
    NestedPlayer<CircuitEngine> plain(*game.engine, scratch, {});
    NestedPlayer<CircuitEngine> cut(*game.engine, scratch, {.pruning = NestedOptions::Pruning::CutOnWin});
    NestedPlayer<CircuitEngine> discounted(*game.engine, scratch, {.discount = true});
    NestedPlayer<CircuitEngine> depth(*game.engine, scratch, {.discount = true, .pruning = NestedOptions::Pruning::OnDepth});
    Rng rng(1);
    for (std::uint64_t i = 0; i < 30; ++i) {
      auto state = game.engine->initial_state(scratch);
      for (std::uint32_t moves = rng.below(8); moves > 0 && !game.engine->is_terminal(scratch, state); --moves) {
        (void)game::RandomStep(*game.engine).step(scratch, state, rng);
      }
      if (game.engine->is_terminal(scratch, state)) continue;
      const RoleId role = plain.mover(state);
      EXPECT_EQ(plain.choose(state, role, 2, i), cut.choose(state, role, 2, i)) << name << ' ' << i;
      EXPECT_EQ(discounted.choose(state, role, 2, i), depth.choose(state, role, 2, i)) << name << ' ' << i;
    }
    EXPECT_LT(cut.states(), plain.states());
    EXPECT_LT(depth.states(), discounted.states());
  }
}

}  // namespace
}  // namespace agon::search::mcts
