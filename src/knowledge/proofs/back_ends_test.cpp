// Both back ends on the examples of Schiffel 2011, section 7: the answers of the text, and agreement with each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/proofs/clingo_back_end.h"
#include "knowledge/proofs/read_property.h"
#include "knowledge/proofs/sat_back_end.h"

namespace agon::knowledge::proofs {
namespace {

using ::testing::Contains;
using ::testing::SizeIs;

struct Game {
  explicit Game(const std::string& name) : rules(*gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif")) {
    encoding = *AspEncoding::create(rules);
    program = *ground::ground(rules);
    circuit = *plain_circuit(program, std::chrono::seconds(20), std::size_t{1} << 30U);
    sat = std::make_unique<SatBackEnd>(*circuit, encoding->domains(),
                                       circuit::InductionOptions{.time = {}, .conflicts = 1'000'000, .stop = {}});
    auto made = ClingoBackEnd::create(rules);
    if (made) clingo = std::make_unique<ClingoBackEnd>(std::move(*made));
  }

  [[nodiscard]] Property read(const std::string& text) const {
    const Result<Property> property = read_property(text, rules);
    if (!property) ADD_FAILURE() << text << ": " << property.error().diagnostics.front().message;
    return *property;
  }

  // The same answer from both back ends; from one where clingo is missing.
  Outcome prove(const std::string& text, const std::vector<std::string>& lemmas = {}) {
    std::vector<Property> given;
    for (const std::string& lemma : lemmas) given.push_back(read(lemma));
    const Property property = read(text);
    last = sat->prove(property, given);
    if (clingo) {
      last_clingo = clingo->prove(property, given);
      EXPECT_EQ(last.outcome, last_clingo.outcome) << text << " " << last_clingo.note << last.note;
    }
    return last.outcome;
  }

  gdl::Rules rules;
  std::shared_ptr<const AspEncoding> encoding;
  std::shared_ptr<const ground::GroundProgram> program;
  std::shared_ptr<const circuit::Circuit> circuit;
  std::unique_ptr<SatBackEnd> sat;
  std::unique_ptr<ClingoBackEnd> clingo;
  Attempt last, last_clingo;
};

constexpr const char* kControl = "(count (true (control ?r)) 1 1)";
constexpr const char* kCell = "(inputs (cell ?x ?y ?c) ?x ?y)";
constexpr const char* kSum = "(implies terminal (goal-sum 100))";

TEST(BackEnds, TicTacToeAsInTheThesis) {
  Game game("tictactoe");
  EXPECT_EQ(game.prove(kControl), Outcome::Proved);
  // Without the lemma: both players are in control and mark the same cell.
  EXPECT_EQ(game.prove(kCell), Outcome::NotProved);
  ASSERT_TRUE(game.last.counterexample);
  EXPECT_TRUE(game.last.counterexample->exact);
  EXPECT_THAT(game.last.counterexample->moves, SizeIs(2));
  EXPECT_THAT(game.last.counterexample->before, Contains("(control xplayer)"));
  EXPECT_THAT(game.last.counterexample->before, Contains("(control oplayer)"));
  EXPECT_EQ(game.last.counterexample->moves[0].substr(8), game.last.counterexample->moves[1].substr(8)) << "the same cell";
  EXPECT_EQ(game.prove(kCell, {kControl}), Outcome::Proved);
  EXPECT_EQ(game.prove(kSum), Outcome::NotProved);
  EXPECT_EQ(game.prove(kSum, {kControl, kCell}), Outcome::Proved);
  EXPECT_EQ(game.prove("(count (true (control ?r)) 0 0)"), Outcome::Refuted);
  EXPECT_EQ(game.prove("(persistent (true (cell 1 1 x)))", {kControl, kCell}), Outcome::Proved);
  EXPECT_EQ(game.prove("(persistent (true (cell 1 1 blank)))", {kControl, kCell}), Outcome::NotProved);
  EXPECT_EQ(game.prove("(persistent (not (true (cell 1 1 blank))))", {kControl, kCell}), Outcome::Proved);
  EXPECT_EQ(game.prove("(turn-taking)", {kControl}), Outcome::Proved);
  // Both have a line only behind the end of a match, which no match passes.
  EXPECT_EQ(game.prove("(never (and (goal xplayer 100) (goal oplayer 100)))", {kControl, kCell}), Outcome::Proved);
}

}  // namespace
}  // namespace agon::knowledge::proofs
