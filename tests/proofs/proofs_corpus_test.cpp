// Proofs on whole collections of rule sheets: no proved fact is violated in 100,000 random states of any library sheet, and how
// many of the public two-player sheets have their turn-taking, constant sum and board proved within ten seconds. Prints the counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "circuit/build.h"
#include "engines/workshop.h"
#include "gdl/read/reader.h"
#include "knowledge/proofs/clingo_back_end.h"
#include "knowledge/proofs/fact_checker.h"
#include "knowledge/proofs/prove_facts.h"
#include "knowledge/proofs/sat_back_end.h"
#include "knowledge/proofs/standard_questions.h"
#include "tests/diff/corpus.h"

namespace agon::knowledge::proofs {
namespace {

using ::testing::IsEmpty;

constexpr std::uint64_t kMoments = 100'000 / 64 + 1;

Limits sheet_limits(int seconds) {
  Limits limits;
  limits.time = std::chrono::seconds(seconds);
  limits.memory_bytes = std::size_t{1} << 30U;
  return limits;
}

std::vector<std::filesystem::path> library_files() {
  const std::filesystem::path games = std::filesystem::path(AGON_SOURCE_DIR) / "games";
  std::vector<std::filesystem::path> files = tests::files_in(games / "gdl", {".kif"});
  for (const auto& file : tests::files_in(games / "gdl2", {".kif"})) files.push_back(file);
  return files;
}

// On the circuit without the invariants that its construction proves: nothing that a proof rests on is taken for granted.
TEST(Proofs, HoldInAHundredThousandStatesOfEachLibrarySheet) {
  std::size_t sheets = 0;
  std::uint64_t facts = 0;
  std::uint64_t states = 0;
  for (const auto& file : library_files()) {
    SCOPED_TRACE(file.string());
    const Result<gdl::Rules> rules = gdl::read_rules(file.string());
    ASSERT_TRUE(rules);
    engines::Workshop workshop(*rules, {.limits = sheet_limits(10)});
    const Result<Proofs> found = prove_facts(workshop, {.time = std::chrono::seconds(5), .play = 5e7, .stop = {}});
    if (!found) continue;
    const auto plain = plain_circuit(*workshop.ground(), std::chrono::seconds(20), std::size_t{1} << 30U);
    if (!plain || (*plain)->network.size() > 300'000) continue;  // too slow to play so many states gate by gate
    const FactCheck check = check_facts(**plain, found->facts, 4711, kMoments);
    EXPECT_THAT(check.violations, IsEmpty());
    ++sheets;
    facts += check.facts;
    states += check.states;
  }
  std::cout << sheets << " sheets, " << facts << " proved facts, " << states << " states\n";
  EXPECT_GE(sheets, 100U);
}

struct Reach {
  std::size_t sheets = 0;
  std::size_t turns = 0, turns_proved = 0, sums = 0, sums_proved = 0, boards = 0, boards_proved = 0, groups = 0, groups_proved = 0;
  std::vector<std::string> missed;
};

void count(const std::string& name, const gdl::Rules& rules, const circuit::Circuit& circuit, const Proofs& found, Reach& reach) {
  ++reach.sheets;
  const auto note = [&](bool shown, bool proved, std::size_t& all, std::size_t& good, const char* what) {
    if (!shown) return;
    ++all;
    good += proved ? 1 : 0;
    if (!proved) reach.missed.push_back(name + ":" + what);
  };
  const game::GameFacts& facts = found.facts;
  const auto all_proved = [](const auto& list) { return std::ranges::all_of(list, [](const auto& f) { return f.proved(); }); };
  note(!facts.turns.empty(), all_proved(facts.turns), reach.turns, reach.turns_proved, "turns");
  note(facts.goal_sum.has_value(), facts.goal_sum && facts.goal_sum->proved(), reach.sums, reach.sums_proved, "sum");
  // The board: the largest family of fluents with several arguments.
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> families;
  const ground::GroundProgram& program = *circuit.program;
  for (const TermId fluent : program.fluents) {
    const game::TermBank::Node& node = program.terms->node(fluent);
    if (node.arity >= 2) ++families[{rules.symbols().text(node.functor), node.arity}];
  }
  const auto board = std::ranges::max_element(families, {}, [](const auto& family) { return family.second; });
  if (board != families.end()) {
    bool shown = false;
    bool proved = false;
    for (const auto& fact : facts.inputs) {
      if (fact.value.functor != board->first.first || fact.value.arity != board->first.second) continue;
      shown = true;
      proved = proved || fact.proved();
    }
    note(shown, proved, reach.boards, reach.boards_proved, "board");
  }
  reach.groups += facts.groups.size();
  for (const auto& fact : facts.groups) reach.groups_proved += fact.proved() ? 1 : 0;
}

TEST(Proofs, ReachOfThePublicTwoPlayerSheets) {
  const auto files = tests::files_in(tests::corpus_root() / "corpus" / "gdl", {".kif", ".gdl"});
  if (files.empty()) GTEST_SKIP() << tests::kNoCorpus;
  Reach reach;
  for (const auto& file : files) {
    SCOPED_TRACE(file.string());
    const Result<gdl::Rules> rules = gdl::read_rules(file.string());
    if (!rules) continue;
    engines::Workshop workshop(*rules, {.limits = sheet_limits(20)});
    const auto circuit = workshop.circuit();
    if (!circuit || (*circuit)->program->info.role_count() != 2) continue;
    const Result<Proofs> found = prove_facts(workshop, {.time = std::chrono::seconds(10), .stop = {}});
    ASSERT_TRUE(found);
    count(file.stem().string(), *rules, **circuit, *found, reach);
  }
  std::cout << reach.sheets << " two-player sheets: turn-taking proved in " << reach.turns_proved << " of " << reach.turns
            << ", constant sum in " << reach.sums_proved << " of " << reach.sums << ", the board in " << reach.boards_proved
            << " of " << reach.boards << ", " << reach.groups_proved << " of " << reach.groups << " groups\nnot:";
  for (const std::string& name : reach.missed) std::cout << ' ' << name;
  std::cout << '\n';
  EXPECT_GE(10 * reach.turns_proved, 9 * reach.turns);
  EXPECT_GE(10 * reach.sums_proved, 9 * reach.sums);
  EXPECT_GE(10 * reach.boards_proved, 9 * reach.boards);
}

// Schiffel 2011, 7.2: only rules on which a question depends are written. Whose turn it is in Othello and draughts.
TEST(Proofs, TheRelevanceCutSavesMostOfTheProgram) {
  for (const char* name : {"othello", "draughts"}) {
    SCOPED_TRACE(name);
    const gdl::Rules rules = *gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif");
    const auto clingo =
        ClingoBackEnd::create(rules, {.time = std::chrono::seconds(120), .memory_bytes = std::size_t{4} << 30U, .stop = {}});
    if (!clingo) GTEST_SKIP() << "clingo is not installed (Debian package gringo)";
    const std::vector<Property> control{instances(rules, rules.symbols().find("control"), 1, {}, 1, 1)};
    const auto size = [&](bool cut) {
      const auto program = clingo->encoding().step({control, {}, !cut, cut});
      return program ? clingo->ground_size(*program) : std::nullopt;
    };
    const auto with = size(true);
    ASSERT_TRUE(with);
    const auto without = size(false);
    // Without the cut the program may not even fit into 4 GiB and two minutes.
    std::cout << name << ": " << *with << " ground rules with the cut, " << (without ? std::to_string(*without) : "out of limits")
              << " without\n";
    if (without) {
      EXPECT_GE(*without, 10 * *with);
    }
  }
}

}  // namespace
}  // namespace agon::knowledge::proofs
