// The emulated device: layered networks against the circuit they come from, teams of threads, the channel of replies.
#include <gtest/gtest.h>

#include <atomic>

#include "circuit/build.h"
#include "ground/grounder.h"
#include "lab/experiments/mppa/device.h"
#include "lab/experiments/mppa/leaf_parallel.h"
#include "lab/experiments/mppa/network_delay.h"
#include "library/library.h"

namespace agon::lab::experiments::mppa {
namespace {

LayeredNetwork layers(const std::string& game) {
  const auto rules = library::Library(std::string(AGON_SOURCE_DIR) + "/games").load(game);
  AGON_ASSERT(rules.ok());
  const auto program = ground::ground(*rules);
  AGON_ASSERT(program.ok());
  const auto circuit = circuit::build(*program);
  AGON_ASSERT(circuit.ok());
  auto net = make_layers(*circuit, 1'000'000);
  AGON_ASSERT(net.has_value());
  return std::move(*net);
}

TEST(Mppa, GatesComeAfterWhatTheyNeedInLayers) {
  for (const char* game : {"tictactoe", "hex-5x5"}) {
    const LayeredNetwork net = layers(game);
    std::vector<std::size_t> layer_of(net.signals, 0);
    for (std::size_t layer = 0; layer < net.layer_count(); ++layer) {
      for (std::uint32_t g = net.begin[layer]; g < net.begin[layer + 1]; ++g) {
        EXPECT_LE(layer_of[net.gates[g].a.node()], layer) << game;
        EXPECT_LE(layer_of[net.gates[g].b.node()], layer) << game;
      }
      for (std::uint32_t g = net.begin[layer]; g < net.begin[layer + 1]; ++g) layer_of[net.gates[g].out] = layer + 1;
    }
  }
}

// Random play of tic-tac-toe ends 0.5849 : 0.2881 : 0.1270; five standard errors of 40,000 playouts are 0.012. One player of Hex
// wins.
TEST(Mppa, PlayoutsHaveTheRightStatistics) {
  const LayeredNetwork board = layers("tictactoe");
  PlayoutState state(board);
  int wins = 0, draws = 0;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    const Score score = private_playout(board, state, board.initial, i);
    wins += score.first_goal == 100 ? 1 : 0;
    draws += score.first_goal == 50 ? 1 : 0;
  }
  EXPECT_NEAR(wins / 40'000.0, 0.5849, 0.013);
  EXPECT_NEAR(draws / 40'000.0, 0.1270, 0.009);
  const LayeredNetwork hex = layers("hex-5x5");
  PlayoutState stones(hex);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Score score = private_playout(hex, stones, hex.initial, i);
    EXPECT_TRUE(score.first_goal == 0 || score.first_goal == 100);
    EXPECT_LE(score.steps, 25U);
  }
}

TEST(Mppa, ScoresDoNotDependOnTheTeam) {
  const LayeredNetwork net = layers("tictactoe");
  const std::vector<Score> alone = LeafParallel(net, ThreadMode::Restart, 1).run(100, 1);
  for (const ThreadMode mode : kThreadModes) {
    for (const unsigned workers : {2U, 3U}) {
      LeafParallel team(net, mode, workers);
      EXPECT_EQ(team.run(100, 1), alone) << to_string(mode);
      EXPECT_EQ(team.run(100, 1), alone) << to_string(mode) << ", again";
    }
  }
}

TEST(Mppa, SharedLayersPlayTheSamePlayouts) {
  const LayeredNetwork net = layers("tictactoe");
  EXPECT_EQ(distributed_playouts(net, 1, 20, 5), distributed_playouts(net, 2, 20, 5));
}

TEST(Mppa, EveryWorkerIsCalledOnce) {
  for (const ThreadMode mode : kThreadModes) {
    const auto team = make_team(mode, 3);
    for (int round = 0; round < 20; ++round) {
      std::array<std::atomic<int>, 3> calls{};
      team->run([&](unsigned worker) { ++calls[worker]; });
      for (const auto& count : calls) EXPECT_EQ(count.load(), 1) << to_string(mode);
    }
  }
}

TEST(Mppa, RepliesWaitForTheChannel) {
  EXPECT_DOUBLE_EQ(reply_delay({4, 4, 4, 4}, 1), 1.0);   // 4 replies after 4 moves
  EXPECT_DOUBLE_EQ(reply_delay({1, 2, 3, 4}, 1), 0.25);  // only the last one is not covered by play
  EXPECT_DOUBLE_EQ(reply_delay({1, 1, 1, 4}, 0.5), 0.125);
}

TEST(Mppa, ALimitedClusterAdmitsWhatFits) {
  const LayeredNetwork net = layers("tictactoe");
  Device device;
  EXPECT_TRUE(device.admits(net));
  device.memory_limit = device.needed(net) - 1;
  EXPECT_FALSE(device.admits(net));
  EXPECT_FALSE(make_layers(net.circuit, 10).has_value());
}

}  // namespace
}  // namespace agon::lab::experiments::mppa
