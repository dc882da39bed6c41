// Invariants for every sheet: nothing is lost, every move can be made, one seed gives one structure, limits end in tables.
#include "knowledge/structure/discover.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "circuit/build.h"
#include "circuit/group_facts.h"
#include "engines/circuit/circuit_engine.h"
#include "knowledge/structure/scene/structure_json.h"
#include "knowledge/structure/structure_checker.h"
#include "knowledge/structure/test_sheets.h"

namespace agon::knowledge {
namespace {

using ::testing::IsEmpty;
using testing::library_sheet;
using testing::make_sheet;
using testing::pattern;
using testing::Sheet;
using ::testing::SizeIs;
using testing::structure_of;
using testing::text_sheet;
using testing::unhurried;
using testing::words;

TEST(Discover, NothingIsLostInTheWholeLibrary) {
  std::vector<std::string> tables_only;
  std::size_t sheets = 0;
  for (const char* folder : {"gdl", "gdl2"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(AGON_SOURCE_DIR) + "/games/" + folder)) {
      if (entry.path().extension() != ".kif") continue;
      SCOPED_TRACE(entry.path().string());
      Limits limits;
      limits.time = std::chrono::seconds(10);
      limits.memory_bytes = std::size_t{512} << 20U;
      Result<gdl::Rules> rules = gdl::read_rules(entry.path().string());
      ASSERT_TRUE(rules);
      const std::optional<Sheet> sheet = make_sheet(std::move(*rules), limits);
      if (!sheet) continue;
      StructureOptions options = unhurried();
      options.states = 150;
      const Result<Structure> structure = discover(sheet->input(), options);
      ASSERT_TRUE(structure) << structure.error().diagnostics.front().message;
      const StructureCheck check = StructureChecker(sheet->engine, *structure, 7).run(2, 30);
      EXPECT_THAT(check.broken, IsEmpty());
      EXPECT_EQ(check.strangers, 0U);
      EXPECT_LE(10 * check.listed, check.moves);
      const bool registers =
          std::ranges::any_of(structure->counters, [](const Counter& c) { return c.kind != Counter::Kind::Clock; });
      if (structure->boards.empty() && structure->hands.empty() && !registers) tables_only.push_back(entry.path().stem());
      ++sheets;
    }
  }
  EXPECT_GE(sheets, 150U);
  EXPECT_LE(20 * tables_only.size(), sheets) << ::testing::PrintToString(tables_only);
}

TEST(Discover, OneSeedOneStructureOnEveryEngine) {
  for (const char* name : {"breakthrough-6x6", "leduc-poker", "kalah"}) {
    SCOPED_TRACE(name);
    const Sheet sheet = library_sheet(name);
    const std::string first = to_json(structure_of(sheet));
    EXPECT_EQ(to_json(structure_of(sheet)), first);
    const auto circuit = engines::CircuitEngine::create(*circuit::build(sheet.program));
    ASSERT_TRUE(circuit);
    const game::AnyEngine other("circuit", std::shared_ptr<const engines::CircuitEngine>(*circuit));
    const Result<Structure> second =
        discover({.rules = &sheet.rules, .engine = &other, .program = sheet.program.get(), .groups = {}}, unhurried());
    ASSERT_TRUE(second);
    EXPECT_EQ(to_json(*second), first);
  }
}

TEST(Discover, ProofsLiftWhatWasSeen) {
  const Sheet sheet = library_sheet("tictactoe");
  const auto circuit = circuit::build(sheet.program);
  ASSERT_TRUE(circuit);
  StructureInput input = sheet.input();
  const auto groups = circuit::group_facts(**circuit);
  input.groups = groups;
  const Result<Structure> structure = discover(input, unhurried());
  ASSERT_TRUE(structure);
  EXPECT_EQ(structure->boards.front().at_most_one, Evidence::Proved);
}

TEST(Discover, WorksWithoutAGroundProgram) {
  const Sheet sheet = library_sheet("breakthrough");
  const Result<Structure> structure =
      discover({.rules = &sheet.rules, .engine = &sheet.engine, .program = nullptr, .groups = {}}, unhurried());
  ASSERT_TRUE(structure);
  EXPECT_FALSE(structure->grounded);
  EXPECT_THAT(structure->boards.front().cells, SizeIs(64));
  EXPECT_EQ(words(pattern(*structure, "(move _ _ _ _)")), "axis0@0 axis1@0 axis0@1 axis1@1");
}

TEST(Discover, TooMuchEndsInTables) {
  const Sheet sheet = library_sheet("chess");
  StructureOptions options = unhurried();
  options.families = 2;
  const Structure structure = structure_of(sheet, options);
  EXPECT_THAT(structure.boards, IsEmpty());
  EXPECT_THAT(structure.tables, SizeIs(5));
  EXPECT_THAT(structure.notes, SizeIs(1));
  EXPECT_THAT(StructureChecker(sheet.engine, structure, 1).run(1, 10).broken, IsEmpty());
}

TEST(Discover, OneStateIsEnoughToGoOn) {
  StructureOptions options = unhurried();
  options.states = 1;
  for (const char* name : {"chess", "nim", "kuhn-poker", "stress-function-terms"}) {
    const Sheet sheet = library_sheet(name);
    const StructureCheck check = StructureChecker(sheet.engine, structure_of(sheet, options), 1).run(1, 10);
    EXPECT_THAT(check.broken, IsEmpty()) << name;
  }
}

TEST(Discover, FamiliesThatShareCellsAreOneBoard) {
  // Noughts and crosses with a family for each colour, and empty cells left implicit.
  const Sheet sheet = text_sheet(R"(
    (role white) (role black)
    (init (turn white))
    (col a) (col b) (col c) (row 1) (row 2) (row 3)
    (<= (legal ?p (put ?x ?y)) (true (turn ?p)) (col ?x) (row ?y) (not (true (whites ?x ?y))) (not (true (blacks ?x ?y))))
    (<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
    (<= (next (whites ?x ?y)) (does white (put ?x ?y)))
    (<= (next (blacks ?x ?y)) (does black (put ?x ?y)))
    (<= (next (whites ?x ?y)) (true (whites ?x ?y)))
    (<= (next (blacks ?x ?y)) (true (blacks ?x ?y)))
    (<= (next (turn white)) (true (turn black)))
    (<= (next (turn black)) (true (turn white)))
    (<= (next (moved ?x ?y)) (does ?p (put ?x ?y)))
    (<= full (not gap))
    (<= gap (col ?x) (row ?y) (not (true (whites ?x ?y))) (not (true (blacks ?x ?y))))
    (<= terminal full)
    (goal white 50) (goal black 50))");
  const Structure structure = structure_of(sheet);
  ASSERT_THAT(structure.boards, SizeIs(1));
  EXPECT_THAT(structure.boards[0].families, SizeIs(3));
  EXPECT_THAT(structure.boards[0].cells, SizeIs(9));
  EXPECT_EQ(structure.boards[0].axes[0].role, AxisRole::Column);
  EXPECT_EQ(words(pattern(structure, "(put _ _)")), "axis0@0 axis1@0");
  ASSERT_THAT(structure.controls, SizeIs(1));
}

TEST(Discover, WordsTurnTheBoard) {
  const Sheet sheet = text_sheet(R"(
    (role player)
    (line 1) (line 2) (line 3)
    (<= (init (lamp ?row ?col off)) (line ?row) (line ?col))
    (<= (legal player (press ?row ?col)) (true (lamp ?row ?col off)))
    (<= (next (lamp ?row ?col on)) (does player (press ?row ?col)))
    (<= (next (lamp ?row ?col ?s)) (true (lamp ?row ?col ?s)) (does player (press ?r ?c)) (distinct ?row ?r))
    (<= (next (lamp ?row ?col ?s)) (true (lamp ?row ?col ?s)) (does player (press ?r ?c)) (distinct ?col ?c))
    (<= terminal (not dark))
    (<= dark (true (lamp ?row ?col off)))
    (goal player 100))");
  const Structure structure = structure_of(sheet);
  ASSERT_THAT(structure.boards, SizeIs(1));
  EXPECT_EQ(structure.boards[0].axes[0].role, AxisRole::Row);
  EXPECT_FALSE(structure.boards[0].axes[0].upwards);  // as in a matrix
  EXPECT_EQ(structure.boards[0].blank, "off");
}

TEST(Json, SaysWhatItIs) {
  const Sheet sheet = library_sheet("nim");
  const Structure structure = structure_of(sheet);
  const nlohmann::json json = nlohmann::json::parse(to_json(structure));
  EXPECT_EQ(json["schema"], "agon.structure/1");
  EXPECT_EQ(json["boards"][0]["shape"], "piles");
  EXPECT_EQ(json["boards"][0]["families"][0]["family"], "pile/2");
  EXPECT_TRUE(json["boards"][0]["blank"].is_null());
  EXPECT_EQ(json["moves"][0]["clicks"][0]["board"], 0);
  EXPECT_EQ(json["moves"][0]["arguments"][1]["kind"], "choice");
  EXPECT_EQ(json["controls"][0]["family"], "control/1");

  auto scratch = sheet.engine.make_scratch();
  game::TermBuffer fluents;
  sheet.engine.fluents(sheet.engine.initial_state(scratch), fluents);
  const nlohmann::json scene = nlohmann::json::parse(to_json(place(structure, sheet.engine.terms(), fluents)));
  EXPECT_EQ(scene["schema"], "agon.scene/1");
  EXPECT_EQ(scene["boards"][0][2]["items"][0]["content"], "5");
  EXPECT_EQ(scene["controls"][0][0]["role"], "first");
}

}  // namespace
}  // namespace agon::knowledge
