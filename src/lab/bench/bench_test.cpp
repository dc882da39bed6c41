// Contestants in their own processes: figures are checked, and whatever happens to one does not happen to the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <thread>

#include "lab/bench/bench.h"
#include "lab/bench/contestants.h"
#include "lab/bench/engine_contestant.h"
#include "lab/bench/worker.h"
#include "library/library.h"

namespace agon::lab {
namespace {

using testing::HasSubstr;

std::string text_of(const std::string& name) { return library::Library(std::string(AGON_SOURCE_DIR) + "/games").sheet(name)->text; }

BenchOptions quick(std::vector<std::string> engines) {
  BenchOptions options;
  options.engines = std::move(engines);
  options.seconds = 0.02;
  options.repeat = 2;
  return options;
}

TEST(WorkerTest, AnswersFromAnotherProcess) {
  Worker worker(engine_factory("updater", text_of("tictactoe"), "tictactoe", {}));
  const auto prepared = worker.prepare(60);
  ASSERT_TRUE(prepared) << worker.reason();
  EXPECT_GT(prepared->fluents, 0U);
  EXPECT_GE(prepared->ready_seconds, prepared->first_move_seconds);
  const auto match = worker.record(1, 100, 60, 60);
  ASSERT_TRUE(match);
  EXPECT_TRUE(match->finished);
  ASSERT_TRUE(worker.follow(*match, {0}, 60));
  EXPECT_EQ(worker.count(1e9, 3, 60).front().back().nodes, 9U + 72 + 504);
  const auto round = worker.playouts(0.01, 2, 60);
  ASSERT_TRUE(round);
  EXPECT_GT(round->states, 0U);
  EXPECT_EQ(worker.statistics(2, 60)->goals.size(), 2U);
}

TEST(WorkerTest, ACrashIsAReason) {
  Worker worker([]() -> Result<std::unique_ptr<Contestant>> {
    raise(SIGKILL);
    return bad_input("never", "never");
  });
  EXPECT_FALSE(worker.prepare(60));
  EXPECT_FALSE(worker.alive());
  EXPECT_THAT(worker.reason(), HasSubstr("killed"));
  EXPECT_FALSE(worker.playouts(1, 1, 60));
}

TEST(WorkerTest, SilenceIsAReason) {
  Worker worker([]() -> Result<std::unique_ptr<Contestant>> {
    std::this_thread::sleep_for(std::chrono::hours(1));
    return bad_input("never", "never");
  });
  EXPECT_FALSE(worker.prepare(0.05));
  EXPECT_TRUE(worker.limit_reached());
  EXPECT_THAT(worker.reason(), HasSubstr("no answer"));
}

TEST(BenchTest, EveryEngineAgreesOnTicTacToe) {
  const auto rows = bench_game("tictactoe", text_of("tictactoe"), quick(bench_engine_names()), [](const std::string&) {});
  EXPECT_GE(rows.size(), 2 * bench_engine_names().size() - 1);
  for (const BenchRow& row : rows) {
    EXPECT_TRUE(row.has_figure()) << row.engine << ": " << row.reason;
    EXPECT_TRUE(row.check == BenchRow::Check::Agrees || row.check == BenchRow::Check::Reference)
        << row.engine << " " << row.driver << ": " << row.checked;
    EXPECT_GT(row.states_per_second, 0);
    if (row.driver == "mc") {
      EXPECT_NEAR(*row.mean_length, 7.6, 1) << row.engine;
    }
  }
}

TEST(BenchTest, AnchorsPlayTheSameGame) {
  for (const std::string& sheet : anchor_sheets()) {
    BenchOptions options = quick({"updater"});
    options.anchor = sheet;
    for (const BenchRow& row : bench_game(sheet, text_of(sheet), options, [](const std::string&) {}))
      EXPECT_NE(row.check, BenchRow::Check::Differs)
          << sheet << " " << row.engine << " " << row.driver << ": " << row.checked << row.reason;
  }
}

TEST(BenchTest, ALimitIsARow) {
  BenchOptions options = quick({"prover", "updater"});
  options.limits.memory_bytes = 1000;
  const auto rows = bench_game("chess", text_of("chess"), options, [](const std::string&) {});
  ASSERT_FALSE(rows.empty());
  for (const BenchRow& row : rows) {
    if (row.engine != "updater") continue;
    EXPECT_FALSE(row.has_figure());
    EXPECT_TRUE(row.limit) << row.reason;
  }
}

}  // namespace
}  // namespace agon::lab
