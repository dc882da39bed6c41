// Both back ends on the examples of Schiffel 2011, section 7: the answers of the text, and agreement with each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/proofs/clingo_back_end.h"
#include "knowledge/proofs/common_hypotheses.h"
#include "knowledge/proofs/read_property.h"
#include "knowledge/proofs/sat_back_end.h"

namespace agon::knowledge::proofs {
namespace {

using ::testing::Contains;
using ::testing::SizeIs;

constexpr const char* kNoClingo = "clingo is not installed (Debian package gringo): answer sets are not compared";

gdl::Rules library_rules(const std::string& name) {
  return *gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif");
}

struct Game {
  explicit Game(const std::string& name) : Game(library_rules(name)) {}
  explicit Game(gdl::Rules sheet) : rules(std::move(sheet)) {
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

// Breakthrough as in the appendix of the thesis: a square without a piece has no fluent.
constexpr const char* kBreakthrough = R"((role white) (role black)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(index 1) (index 2) (index 3) (index 4) (index 5) (index 6) (index 7) (index 8)
(init (control white))
(<= (init (cellholds ?x 1 white)) (index ?x)) (<= (init (cellholds ?x 2 white)) (index ?x))
(<= (init (cellholds ?x 7 black)) (index ?x)) (<= (init (cellholds ?x 8 black)) (index ?x))
(<= (beside ?a ?b) (succ ?a ?b)) (<= (beside ?a ?b) (succ ?b ?a))
(<= (forward white ?a ?b) (succ ?a ?b)) (<= (forward black ?a ?b) (succ ?b ?a))
(<= (legal ?r (move ?x ?y ?x ?z)) (true (control ?r)) (true (cellholds ?x ?y ?r)) (forward ?r ?y ?z) (not (occupied ?x ?z)))
(<= (legal ?r (move ?x ?y ?w ?z)) (true (control ?r)) (true (cellholds ?x ?y ?r)) (forward ?r ?y ?z) (beside ?x ?w)
  (not (true (cellholds ?w ?z ?r))))
(<= (legal white noop) (true (control black))) (<= (legal black noop) (true (control white)))
(<= (occupied ?x ?y) (true (cellholds ?x ?y ?r)))
(<= (next (control white)) (true (control black))) (<= (next (control black)) (true (control white)))
(<= (next (cellholds ?w ?z ?r)) (does ?r (move ?x ?y ?w ?z)))
(<= (next (cellholds ?x ?y ?r)) (true (cellholds ?x ?y ?r)) (not (touched ?x ?y)))
(<= (touched ?x ?y) (does ?r (move ?x ?y ?w ?z))) (<= (touched ?x ?y) (does ?r (move ?w ?z ?x ?y)))
(<= (won white) (true (cellholds ?x 8 white))) (<= (won black) (true (cellholds ?x 1 black)))
(<= terminal (won ?r))
(<= (goal ?r 100) (won ?r)) (<= (goal white 0) (not (won white))) (<= (goal black 0) (not (won black))))";

TEST(BackEnds, DomainsAndStaticLegalMovesOfBreakthrough) {
  const gdl::Rules rules = *gdl::read_text(kBreakthrough, "breakthrough.kif");
  const auto encoding = *AspEncoding::create(rules);
  const Domains& domains = encoding->domains();
  EXPECT_EQ(domains.size(Domains::relation_place(gdl::Keyword::True, 1, 0)), 130) << "128 cells and whose turn it is";
  EXPECT_EQ(domains.size(Domains::relation_place(gdl::Keyword::Does, 2, 1)), 4097) << "8^4 moves and noop";
  const auto clingo = ClingoBackEnd::create(rules);
  if (!clingo) GTEST_SKIP() << kNoClingo;
  const auto answer = clingo->first_answer(*encoding->static_legal());
  ASSERT_TRUE(answer);
  std::size_t white = 0;
  for (const std::string& atom : *answer) white += atom.starts_with("static_legal(c_white,") ? 1 : 0;
  EXPECT_EQ(answer->size(), 310U);
  EXPECT_EQ(white, 155U) << "56 forward, 98 diagonal and noop";
  // Tic-tac-toe: 29 fluents, 10 moves for each role.
  const Game game("tictactoe");
  EXPECT_EQ(game.encoding->domains().size(Domains::relation_place(gdl::Keyword::True, 1, 0)), 29);
  EXPECT_EQ(game.clingo->first_answer(*game.encoding->static_legal())->size(), 20U);
}

TEST(BackEnds, BreakthroughNeedsTheTurn) {
  Game game(*gdl::read_text(kBreakthrough, "breakthrough.kif"));
  const std::string control = "(count (true (control ?r)) 1 1)";
  const std::string square = "(inputs (cellholds ?x ?y ?r) ?x ?y)";
  EXPECT_EQ(game.prove(control), Outcome::Proved);
  EXPECT_EQ(game.prove(square), Outcome::NotProved);
  EXPECT_EQ(game.prove(square, {control}), Outcome::Proved);
}

// The standard questions of other games, alone and together: the same answers from both.
TEST(BackEnds, AgreeOnTheLibrary) {
  for (const char* name : {"nim", "blocker", "hanoi", "connectfour-7x6", "lights-out"}) {
    SCOPED_TRACE(name);
    Game game(name);
    if (!game.clingo) GTEST_SKIP() << kNoClingo;
    const PlayRecord record = record_play(*game.circuit, {.seed = 1, .gates = 1e7, .stop = {}});
    const std::vector<Property> questions = common_hypotheses(game.rules, hypotheses_of(*game.circuit, record));
    EXPECT_FALSE(questions.empty());
    for (const Property& question : questions) {
      const Attempt sat = game.sat->prove(question);
      const Attempt clingo = game.clingo->prove(question);
      EXPECT_EQ(sat.outcome, clingo.outcome) << question.text << clingo.note;
    }
    const std::vector<Attempt> sat = game.sat->prove_together(questions);
    const std::vector<Attempt> clingo = game.clingo->prove_together(questions);
    for (std::size_t k = 0; k < questions.size(); ++k)
      EXPECT_EQ(sat[k].outcome, clingo[k].outcome) << questions[k].text << clingo[k].note;
  }
}

TEST(BackEnds, SayWhatEndedThem) {
  Game game("breakthrough");
  const Result<ClingoBackEnd> missing = ClingoBackEnd::create(game.rules, {.stop = {}, .program = "no-such-solver"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().diagnostics.front().code, "no-clingo");
  EXPECT_NE(missing.error().diagnostics.front().hint.find("gringo"), std::string::npos);
  const Property square = game.read("(inputs (cell ?x ?y ?c) ?x ?y)");
  const SatBackEnd hurried(*game.circuit, game.encoding->domains(), {.time = {}, .conflicts = 1'000, .stop = [] { return true; }});
  const Attempt stopped = hurried.prove(square);
  EXPECT_EQ(stopped.outcome, Outcome::Abandoned);
  EXPECT_FALSE(stopped.note.empty());
  if (!game.clingo) GTEST_SKIP() << kNoClingo;
  const auto small = ClingoBackEnd::create(game.rules, {.memory_bytes = std::size_t{2} << 20U, .stop = {}});
  const Attempt memory = small->prove(square);
  EXPECT_EQ(memory.outcome, Outcome::Abandoned);
  EXPECT_FALSE(memory.note.empty());
}

}  // namespace
}  // namespace agon::knowledge::proofs
