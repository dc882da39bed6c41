// Cells: measured once, stored at once, the same whichever others are measured.
#include "lab/reproduce/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon::lab::reproduce {
namespace {

using testing::ElementsAre;

Experiment sheep() {
  Experiment experiment;
  experiment.name = "sheep";
  experiment.checks = {{"many", "There are many sheep.", 10, {{"fields", 2}}, ""}, {"white", "They are white.", 0, {}, ""}};
  return experiment;
}

StoredRun nothing() {
  StoredRun run{"sheep", false, {}, {}};
  run.settings.set("seed", 1);
  return run;
}

// Counts the sheep of two fields; the figure is the seed, so that it shows which was given.
struct Counting {
  std::vector<std::string> measured;

  void operator()(Run& run) {
    double fields = 0;
    for (const char* field : {"field north", "field south", "meadow"}) {
      const auto figures = run.cell(field, [&](std::uint64_t seed) {
        measured.emplace_back(field);
        Figures found;
        found.set("sheep", seed);
        return found;
      });
      if (figures) ++fields;
    }
    if (run.missing() == 0) run.check("white", true, "all of them");
    run.check("many", {true, "counted", {}, {{"fields", fields}}});
  }
};

Report count(const RunOptions& options, const StoredRun& known, Counting& counting, Run::Mode mode = Run::Mode::Measure) {
  Run run(sheep(), options, known, mode);
  counting(run);
  return run.finish();
}

TEST(Run, StoresEachCellAndMeasuresNoneTwice) {
  StoredRun stored = nothing();
  RunOptions options;
  options.commit = "abc";
  options.store = [&](const StoredCell& cell) {
    stored.cells.push_back(cell);
    return done();
  };
  Counting first, second;
  const Report report = count(options, nothing(), first);
  EXPECT_THAT(first.measured, ElementsAre("field north", "field south", "meadow"));
  EXPECT_EQ(report.cells, 3U);
  EXPECT_THAT(report.commits, ElementsAre("abc"));
  ASSERT_EQ(stored.cells.size(), 3U);
  stored.cells.pop_back();  // killed before the meadow
  const Report resumed = count({}, stored, second);
  EXPECT_THAT(second.measured, ElementsAre("meadow"));
  EXPECT_THAT(resumed.commits, ElementsAre("abc", "unknown"));
  EXPECT_TRUE(resumed.missing.empty());
}

TEST(Run, MeasuresTheCellsThatAreAskedFor) {
  RunOptions options;
  options.cells = {"field"};
  Counting counting;
  const Report report = count(options, nothing(), counting);
  EXPECT_THAT(counting.measured, ElementsAre("field north", "field south"));
  EXPECT_THAT(report.missing, ElementsAre("meadow"));
  EXPECT_EQ(report.checks[0].state, CheckOutcome::State::Holds);
  EXPECT_EQ(report.checks[1].state, CheckOutcome::State::NotMeasured);  // unanswered, and not everything was measured
}

TEST(Run, CellsAreNamedByWholeWords) {
  EXPECT_TRUE(names_cell({}, "field north"));
  EXPECT_TRUE(names_cell({"field"}, "field north"));
  EXPECT_TRUE(names_cell({"meadow", "field north"}, "field north"));
  EXPECT_FALSE(names_cell({"fie"}, "field north"));
  EXPECT_FALSE(names_cell({"field north east"}, "field north"));
}

TEST(Run, ReplayMeasuresNothing) {
  Counting counting;
  StoredRun known = nothing();
  StoredCell cell;
  cell.id = "meadow";
  cell.threads = 7;
  known.cells.push_back(cell);
  const Report report = count({}, known, counting, Run::Mode::Replay);
  EXPECT_TRUE(counting.measured.empty());
  EXPECT_EQ(report.threads, 7U);
  EXPECT_EQ(report.checks[0].state, CheckOutcome::State::NotMeasured);
  EXPECT_EQ(report.checks[0].reason, "fields 1 of 2: counted");
}

TEST(Run, SeedsFollowFromNames) {
  const auto seeds = [](const std::vector<std::string>& cells, double seed) {
    RunOptions options;
    options.cells = cells;
    std::vector<std::uint64_t> result;
    options.store = [&](const StoredCell& cell) {
      result.push_back(cell.seed);
      return done();
    };
    StoredRun run = nothing();
    run.settings.set("seed", seed);
    Counting counting;
    (void)count(options, run, counting);
    return result;
  };
  const auto all = seeds({}, 1);
  EXPECT_EQ(seeds({"meadow"}, 1), std::vector<std::uint64_t>{all[2]});
  EXPECT_NE(all[0], all[1]);
  EXPECT_NE(seeds({"meadow"}, 2)[0], all[2]);
}

TEST(Run, StopsWhereACellCannotBeStored) {
  RunOptions options;
  options.store = [](const StoredCell&) -> Status { return bad_input("cannot-write", "the disk is full"); };
  Counting counting;
  EXPECT_THROW((void)count(options, nothing(), counting), StoreFailure);
  EXPECT_EQ(counting.measured.size(), 1U);
}

TEST(Run, AnUnansweredCheckOfACompleteRunFails) {
  reproduce::Run run(sheep(), {}, nothing(), reproduce::Run::Mode::Measure);
  const Report report = run.finish();
  EXPECT_EQ(report.checks[0].state, CheckOutcome::State::Fails);
}

}  // namespace
}  // namespace agon::lab::reproduce
