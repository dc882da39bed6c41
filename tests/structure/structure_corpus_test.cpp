// Structure discovery on all public rule sheets, where available: nothing is lost, every move can be made, and at most one sheet in
// ten is left with tables alone. Prints what was found, and the sheets that need better analysis.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/structure/discover.h"
#include "knowledge/structure/structure_checker.h"
#include "tests/diff/corpus.h"

namespace agon::knowledge {
namespace {

struct Count {
  std::size_t sheets = 0, boards = 0, rows = 0, hands = 0, counters = 0;  // each sheet counts once, for the richest thing it has
  std::uint64_t states = 0, fluents = 0, strangers = 0, moves = 0, listed = 0;
  std::vector<std::string> tables_only;

  void add(const std::string& name, const Structure& structure) {
    ++sheets;
    const bool board = std::ranges::any_of(structure.boards, [](const Board& b) { return b.axes.size() > 1; });
    const bool counter = std::ranges::any_of(structure.counters, [](const Counter& c) { return c.kind != Counter::Kind::Clock; });
    if (board) ++boards;
    else if (!structure.boards.empty()) ++rows;
    else if (!structure.hands.empty()) ++hands;
    else if (counter || !structure.controls.empty()) ++counters;
    else tables_only.push_back(name);
  }
};

void look_at(const std::string& path, Count& count) {
  Limits limits;
  limits.time = std::chrono::seconds(5);
  limits.memory_bytes = std::size_t{1} << 30U;
  const Result<gdl::Rules> rules = gdl::read_rules(path);
  if (!rules) return;
  const auto prover = engines::Prover::create(*rules, limits);
  if (!prover) return;
  const auto program = ground::ground(
      *rules, {.time = std::chrono::seconds(3), .memory_bytes = std::size_t{512} << 20U, .decompose = true, .progress = {}});
  const game::AnyEngine engine("prover", *prover);
  const Result<Structure> structure =
      discover({.rules = &*rules, .engine = &engine, .program = program ? program->get() : nullptr, .groups = {}});
  ASSERT_TRUE(structure) << structure.error().diagnostics.front().message;
  count.add(std::filesystem::path(path).filename().string(), *structure);
  const StructureCheck check = StructureChecker(engine, *structure, 11).run(2, 25);
  EXPECT_THAT(check.broken, ::testing::IsEmpty());
  count.states += check.states;
  count.fluents += check.fluents;
  count.strangers += check.strangers;
  count.moves += check.moves;
  count.listed += check.listed;
}

TEST(StructureCorpus, NothingIsLostAndLittleIsLeftInTables) {
  std::vector<std::filesystem::path> files = tests::files_in(tests::corpus_root() / "corpus" / "gdl", {".kif", ".gdl"});
  for (const auto& file : tests::files_in(tests::corpus_root() / "corpus" / "gdl2", {".kif", ".gdl"})) files.push_back(file);
  if (files.empty()) GTEST_SKIP() << tests::kNoCorpus;
  Count count;
  for (const auto& file : files) {
    SCOPED_TRACE(file.string());
    look_at(file.string(), count);
  }
  std::cout << count.sheets << " sheets: " << count.boards << " with a board, " << count.rows << " with rows or piles, "
            << count.hands << " with hands, " << count.counters << " with counters or turns only, " << count.tables_only.size()
            << " with tables only\n"
            << count.states << " states, " << count.fluents << " fluents (" << count.strangers << " unforeseen), " << count.moves
            << " moves (" << count.listed << " by the list only)\ntables only:";
  for (const std::string& name : count.tables_only) std::cout << ' ' << name;
  std::cout << '\n';
  EXPECT_LE(10 * count.tables_only.size(), count.sheets);
  EXPECT_LE(1000 * count.strangers, count.fluents);
  EXPECT_LE(100 * count.listed, count.moves);
}

}  // namespace
}  // namespace agon::knowledge
