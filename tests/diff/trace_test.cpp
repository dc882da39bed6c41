// The recorded answers of an independent reasoner: the prover agrees with every step, of a sheet as it is or as it was when it was
// recorded.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "base/file.h"
#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "lab/trace_verify.h"
#include "tests/diff/corpus.h"
#include "tests/diff/sheet_edits.h"

namespace agon {
namespace {

namespace fs = std::filesystem;

using tests::renamed;
using tests::replaced;
using tests::without;

// Dark squares only: the revision of the trace lets `different_cells` speak of these.
std::string on_dark_squares(std::string sheet, std::string_view columns) {
  sheet = replaced(renamed(sheet, "white", "red"), "(coordinate ?x1) (coordinate ?x2) (coordinate ?y1) (coordinate ?y2))",
                   "(valid_cell ?x1 ?y1) (valid_cell ?x2 ?y2))");
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t row = 1; row <= 8; ++row) {
      if ((c + row) % 2 == 0) sheet += std::string(" (valid_cell ") + columns[c] + ' ' + std::to_string(row) + ')';
    }
  }
  return sheet;
}

// No fluent says that a cell is blank.
std::string without_blanks(const std::string& sheet) {
  return tests::with_empty_cells(
      replaced(without(sheet, "(init (cell ", " blank))"), "(<= (next (cell ?b blank)) (does ?player (move ?b ?e)))", ""));
}

std::string ten_points_more(std::string sheet) {
  for (int pegs = 3; pegs <= 10; ++pegs) {
    const std::string rule = ") (true (pegs s" + std::to_string(pegs) + ")))";
    sheet = replaced(sheet, "(<= (goal jumper " + std::to_string(10 * (11 - pegs)) + rule,
                     "(<= (goal jumper " + std::to_string(10 * (12 - pegs)) + rule);
  }
  return replaced(sheet, "(<= (goal jumper 0) (true (pegs ?x))",
                  "(<= (goal jumper 10) (true (pegs s11))) (<= (goal jumper 0) (true (pegs ?x)) (distinct ?x s11)");
}

// Sheets whose trace was recorded on a later revision of the sheet than the one in the corpus, with what was changed there. The
// sheet as it is disagrees with its trace; with the edit it agrees in every step.
struct Revision {
  const char* what;
  std::function<std::string(const std::string& sheet)> edit;
};
const std::map<std::string, Revision> kRevisions = {
    {"alexChess",
     {"the sheet lacks the 16 (owner black ...) facts, so black owns nothing and can only castle",
      [](const std::string& sheet) {
        std::string result = sheet;
        for (const char* piece : {"ra", "nb", "bc", "q", "k", "bf", "ng", "rh", "pa", "pb", "pc", "pd", "pe", "pf", "pg", "ph"})
          result += std::string(" (owner black b") + piece + ')';
        return result;
      }}},
    {"checkers-mustjump-torus",
     {"the first role is called red in the trace and white in the sheet",
      [](const std::string& sheet) { return renamed(sheet, "white", "red"); }}},
    {"checkers",
     {"role red in the trace, white in the sheet; only the 32 dark squares persist in the trace",
      [](const std::string& sheet) { return on_dark_squares(sheet, "abcdefgh"); }}},
    {"checkersSmall",
     {"role red in the trace, white in the sheet; only the 24 dark squares persist in the trace",
      [](const std::string& sheet) { return on_dark_squares(sheet, "abcdef"); }}},
    {"checkersTiny",
     {"role red in the trace, white in the sheet; only the 16 dark squares persist in the trace",
      [](const std::string& sheet) { return on_dark_squares(sheet, "abcd"); }}},
    {"chineseCheckers1", {"the sheet states 34 (cell X blank) fluents, the trace none", without_blanks}},
    {"chineseCheckers2",
     {"the sheet states blank cells and twelve idle stones, the trace neither",
      [](const std::string& sheet) {
        std::string result = without_blanks(sheet);
        for (const char* end : {" magenta))", " yellow))", " blue))", " green))"}) result = without(result, "(init (cell ", end);
        return result;
      }}},
    {"chineseCheckers3", {"the sheet states 28 (cell X blank) fluents, the trace none", without_blanks}},
    {"chineseCheckers4",
     {"the sheet states blank cells and (first nobody), the trace neither",
      [](const std::string& sheet) { return replaced(without_blanks(sheet), "(init (first nobody))", ""); }}},
    {"chineseCheckers6",
     {"the sheet states blank cells and ends at step 60, the trace has none and ends at step 61",
      [](const std::string& sheet) {
        return replaced(without_blanks(sheet), "(true (step 60))", "(true (step 61))") + " (succ 60 61)";
      }}},
    {"dualConnect4",
     {"noop is always legal in the sheet; in the trace only without control",
      [](const std::string& sheet) {
        return replaced(sheet, "(<= (legal ?p noop) (role ?p))",
                        "(<= (legal ?p noop) (role ?p) (not (true (control_normal ?p))) (not (true (control_suicide ?p))))");
      }}},
    {"nineBoardTicTacToePie",
     {"a swap loses currentBoard in the sheet; in the trace it survives",
      [](const std::string& sheet) {
        return sheet + " (<= (next (currentBoard ?i ?j)) (true (currentBoard ?i ?j)) (does blue swap))";
      }}},
    {"pawnWhopping",
     {"the sheet gives o its double step from row 8, where no pawn of o can stand; the trace from row 7",
      [](const std::string& sheet) {
        return replaced(sheet,
                        "(<= (can_move o (move ?x 8 ?x 6)) (true (cell ?x 8 o)) (not (occupied ?x 7)) (not (occupied ?x 6)))",
                        "(<= (can_move o (move ?x 7 ?x 5)) (true (cell ?x 7 o)) (not (occupied ?x 6)) (not (occupied ?x 5)))");
      }}},
    {"pegEuro", {"the trace pays ten points more for three pegs and more", ten_points_more}},
    {"pentago",
     {"the sheet tests (not (line red)) twice, so that a winning black has goals 100 and 0",
      [](const std::string& sheet) {
        return replaced(sheet, "(<= (goal black 0) (not (line red)) (not (line red)) boardOpen)",
                        "(<= (goal black 0) (not (line red)) (not (line black)) boardOpen)");
      }}},
    {"speedChess",
     {"the sheet uses coords, which nothing defines, so sliding pieces move one square only",
      [](const std::string& sheet) { return sheet + " (<= (coords ?x ?y) (file ?x) (rank ?y))"; }}},
};

lab::TraceReport verified(const std::string& name, const gdl::Rules& rules, const std::vector<lab::TraceStep>& trace) {
  const auto prover = engines::Prover::create(rules);
  if (!prover) return {0, 0, {{0, 0, name + ": " + prover.error().diagnostics.front().message}}};
  return lab::verify_trace(game::AnyEngine("prover", *prover), trace);
}

void expect_agreement(const std::string& name, const lab::TraceReport& report) {
  for (const lab::Disagreement& d : report.disagreements)
    ADD_FAILURE() << name << " match " << d.playout << " step " << d.step << ": " << d.what;
}

TEST(TraceTest, EveryStepOfTheCorpusAgrees) {
  std::uint64_t steps = 0;
  std::size_t sheets = 0, revised = 0;
  for (const fs::path& path : tests::files_in(tests::corpus_root() / "traces", {".xz", ".jsonl"})) {
    const std::string file = path.filename().string();
    const std::string name = file.substr(0, file.find(".jsonl"));
    const std::string sheet = (tests::corpus_root() / "corpus" / "gdl" / (name + ".kif")).string();
    const auto rules = gdl::read_rules(sheet);
    ASSERT_TRUE(rules) << name;
    const auto trace = lab::read_trace(path.string());
    ASSERT_TRUE(trace) << name;
    ++sheets;
    lab::TraceReport report = verified(name, *rules, *trace);
    if (const auto revision = kRevisions.find(name); revision != kRevisions.end()) {
      EXPECT_FALSE(report.disagreements.empty()) << name << " agrees without its edit: take it off the list";
      const auto text = read_file(sheet);
      ASSERT_TRUE(text) << name;
      const auto edited = gdl::read_text(revision->second.edit(tests::uniform_sheet(*text)), name);
      ASSERT_TRUE(edited) << name << ": " << edited.error().diagnostics.front().message;
      report = verified(name, *edited, *trace);
      ++revised;
    }
    expect_agreement(name, report);
    steps += report.steps;
  }
  if (sheets > 0) {
    std::printf("%zu sheets, %llu steps agree, %zu sheets edited as their traces were\n", sheets,
                static_cast<unsigned long long>(steps), revised);
    EXPECT_EQ(sheets, 250U);
    EXPECT_EQ(revised, kRevisions.size());
  }
}

TEST(SheetEdits, AreOfTheUniformText) {
  const std::string sheet = tests::uniform_sheet("( <=  (a ?x) ; a comment\n\t(b ?x ) )\n(c white)\n");
  EXPECT_EQ(sheet, "(<= (a ?x) (b ?x)) (c white)");
  EXPECT_EQ(replaced(sheet, "(b ?x)", "(d ?x)"), "(<= (a ?x) (d ?x)) (c white)");
  EXPECT_EQ(renamed("(c white) (whitest white)", "white", "red"), "(c red) (whitest red)");
  EXPECT_EQ(without("(init (cell a1 blank)) (init (cell a2 x)) (init (cell b1 blank))", "(init (cell ", " blank))"),
            " (init (cell a2 x)) ");
  EXPECT_THROW((void)replaced(sheet, "(e ?x)", ""), std::invalid_argument);
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
