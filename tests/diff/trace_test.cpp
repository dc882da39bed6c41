// The recorded answers of an independent reasoner: the prover agrees with every step, or the list below says why not.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engines/prover/prover.h"
#include "gdl/reader.h"
#include "lab/trace_verify.h"
#include "tests/diff/corpus.h"

namespace agon {
namespace {

namespace fs = std::filesystem;

// Sheets whose trace was recorded on a later revision of the sheet than the one in the corpus. For each, the named edit of the
// sheet makes the whole trace agree, and SWI-Prolog agrees with the prover on the sheet as it is. A sheet that is on this list and
// agrees, or is not on it and disagrees, fails the test.
const std::map<std::string, std::string> kExplained = {
    {"alexChess", "lacks the 16 (owner black ...) facts, so black owns nothing and can only castle"},
    {"checkers-mustjump-torus", "the first role is called red in the trace and white in the sheet"},
    {"checkers",
     "role red in the trace, white in the sheet; only the 32 dark squares persist in the trace (different_cells uses valid_cell)"},
    {"checkersSmall",
     "role red in the trace, white in the sheet; only the 24 dark squares persist in the trace (different_cells uses valid_cell)"},
    {"checkersTiny",
     "role red in the trace, white in the sheet; only the 16 dark squares persist in the trace (different_cells uses valid_cell)"},
    {"chineseCheckers1", "the sheet states 34 (cell X blank) fluents, the trace none"},
    {"chineseCheckers2", "the sheet states blank cells and twelve idle stones, the trace neither"},
    {"chineseCheckers3", "the sheet states 28 (cell X blank) fluents, the trace none"},
    {"chineseCheckers4", "the sheet states blank cells and (first nobody), the trace neither"},
    {"chineseCheckers6", "the sheet states blank cells and ends at step 60, the trace has none and ends at step 61"},
    {"dualConnect4", "noop is always legal in the sheet; in the trace only without control"},
    {"nineBoardTicTacToePie", "a swap loses currentBoard in the sheet; in the trace it survives"},
    {"pawnWhopping", "the sheet gives o its double step from row 8, where no pawn of o can stand; the trace from row 7"},
    {"pegEuro", "the trace pays ten points more for each count of pegs"},
    {"pentago", "the sheet tests (not (line red)) twice, so that a winning black has goals 100 and 0"},
    {"speedChess", "the sheet uses coords, which nothing defines, so sliding pieces move one square only"},
};

TEST(TraceTest, EveryStepOfTheCorpusAgreesOrIsExplained) {
  const fs::path traces = tests::corpus_root() / "traces";
  std::uint64_t steps = 0;
  std::size_t sheets = 0;
  for (const fs::path& path : tests::files_in(traces, {".xz", ".jsonl"})) {
    const std::string file = path.filename().string();
    const std::string name = file.substr(0, file.find(".jsonl"));
    const auto rules = gdl::read_rules((tests::corpus_root() / "corpus" / "gdl" / (name + ".kif")).string());
    ASSERT_TRUE(rules) << name;
    const auto prover = engines::Prover::create(*rules);
    ASSERT_TRUE(prover) << name;
    const auto trace = lab::read_trace(path.string());
    ASSERT_TRUE(trace) << name;
    const lab::TraceReport report = lab::verify_trace(game::AnyEngine("prover", *prover), *trace);
    ++sheets;
    if (kExplained.contains(name)) {
      EXPECT_FALSE(report.disagreements.empty()) << name << " agrees now: take it off the list";
      continue;
    }
    steps += report.steps;
    for (const lab::Disagreement& d : report.disagreements)
      ADD_FAILURE() << name << " match " << d.playout << " step " << d.step << ": " << d.what;
  }
  if (sheets > 0) {
    std::printf("%zu sheets, %llu steps agree, %zu sheets explained\n", sheets, static_cast<unsigned long long>(steps),
                kExplained.size());
    EXPECT_EQ(sheets, 250U);
  }
}

// Sheets that cannot be played to the end, and why.
const std::map<std::string, std::string> kNotPlayable = {
    {"explodingbomb", "variables are written without their question mark (C, M, N), so no rule ever fires"},
};

TEST(TraceTest, EveryCorpusSheetReadsAndPlays) {
  std::vector<fs::path> sheets = tests::files_in(tests::corpus_root() / "corpus" / "gdl", {".kif"});
  std::ranges::move(tests::files_in(tests::corpus_root() / "corpus" / "gdl2", {".kif", ".gdl"}), std::back_inserter(sheets));
  for (const fs::path& path : sheets) {
    const std::string name = path.stem().string();
    const auto rules = gdl::read_rules(path.string());
    ASSERT_TRUE(rules) << name << ": " << rules.error().diagnostics.front().message;
    const auto prover = engines::Prover::create(*rules);
    ASSERT_TRUE(prover) << name << ": " << prover.error().diagnostics.front().message;
    auto scratch = (*prover)->make_scratch();
    auto state = (*prover)->initial_state(scratch);
    game::MoveBuffer moves;
    bool stuck = false;
    for (int step = 0; step < 5 && !stuck && !(*prover)->is_terminal(scratch, state); ++step) {
      std::vector<MoveId> joint;
      for (std::uint32_t r = 0; r < (*prover)->info().role_count() && !stuck; ++r) {
        (*prover)->legal_moves(scratch, state, RoleId{r}, moves);
        stuck = moves.empty();
        if (!stuck) joint.push_back(moves[moves.size() / 2]);
      }
      if (!stuck) (*prover)->apply(scratch, state, joint);
    }
    EXPECT_EQ(stuck, kNotPlayable.contains(name)) << name;
  }
}

}  // namespace
}  // namespace agon
