// Differential tests: all engines in lockstep over the library, and over the corpus where it is present.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <set>

#include "lab/lanes_check.h"
#include "library/library.h"
#include "play/referee/replay.h"
#include "tests/diff/corpus.h"
#include "tests/diff/game_setup.h"

namespace agon {
namespace {

namespace fs = std::filesystem;

struct Budget {
  std::uint64_t states;                // compared a sheet
  std::chrono::duration<double> time;  // of the walk
  std::chrono::milliseconds build;     // of each of grounding and circuit
  std::size_t memory;
};
constexpr std::size_t kMiB = std::size_t{1} << 20U;
constexpr Budget kQuick{
    .states = 60, .time = std::chrono::duration<double>(0.4), .build = std::chrono::milliseconds(1'500), .memory = 1024 * kMiB};
constexpr Budget kThorough{
    .states = 3'000, .time = std::chrono::duration<double>(5), .build = std::chrono::milliseconds(60'000), .memory = 4096 * kMiB};

struct Sum {
  std::uint64_t sheets = 0, states = 0, playouts = 0;
};

void compare(const fs::path& path, const Budget& budget, Sum& sum) {
  const std::string name = path.stem().string();
  const auto rules = gdl::read_rules(path.string());
  ASSERT_TRUE(rules) << name;
  if (rules->dialect().real_time || rules->dialect().arithmetic) return;
  Limits limits;
  limits.time = budget.build;
  limits.memory_bytes = budget.memory;
  const lab::EngineSet set =
      lab::make_engine_set(*rules, lab::engine_set_names(), {.limits = limits, .passes = {}, .lanes_max_steps = 500});
  const std::uint64_t seed = 3;
  const lab::LockstepReport report = lab::lockstep(set.engines, {.seed = seed, .states = budget.states, .time = budget.time});
  tests::expect_agreement(name, *rules, set.engines, report, seed);
  ++sum.sheets;
  sum.states += report.states;
  if (!set.lanes) return;
  const auto engine = engines::CircuitEngine::create(set.circuit);
  ASSERT_TRUE(engine) << name;
  const lab::LanesReport lanes =
      lab::check_lanes(*set.lanes, **engine, {.seed = seed, .time = budget.time / 4, .playouts = 500, .starts = 8});
  EXPECT_EQ(lanes.what, "") << name;
  sum.playouts += lanes.playouts;
}

void report(const Sum& sum) {
  std::printf("%llu sheets, %llu states, %llu playouts of lanes\n", static_cast<unsigned long long>(sum.sheets),
              static_cast<unsigned long long>(sum.states), static_cast<unsigned long long>(sum.playouts));
}

// Sheets that take many seconds to ground: for the thorough run.
const std::set<std::string> kLarge = {"amazons",  "amazons-8x8", "amazons-6x6",     "chess",
                                      "draughts", "skirmish",    "lines-of-action", "stress-function-terms"};

std::vector<fs::path> library_sheets() {
  std::vector<fs::path> sheets;
  const auto all = library::Library(std::string(AGON_SOURCE_DIR) + "/games").all();
  EXPECT_TRUE(all);
  for (const library::Facts& facts : *all) sheets.emplace_back(facts.path);
  return sheets;
}
std::vector<fs::path> corpus_sheets() {
  std::vector<fs::path> sheets = tests::files_in(tests::corpus_root() / "corpus" / "gdl", {".kif"});
  std::ranges::move(tests::files_in(tests::corpus_root() / "corpus" / "gdl2", {".kif", ".gdl"}), std::back_inserter(sheets));
  return sheets;
}

constexpr std::size_t kParts = 4;
class EnginesTest : public testing::TestWithParam<std::size_t> {};

TEST_P(EnginesTest, AgreeOnTheLibrary) {
  Sum sum;
  const std::vector<fs::path> sheets = library_sheets();
  for (std::size_t i = GetParam(); i < sheets.size(); i += kParts) {
    if (!kLarge.contains(sheets[i].stem().string())) compare(sheets[i], kQuick, sum);
  }
  report(sum);
}

// Some sheets until the time is up; the thorough test plays them all.
TEST_P(EnginesTest, AgreeOnSomeOfTheCorpus) {
  Sum sum;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  const std::vector<fs::path> sheets = corpus_sheets();
  if (sheets.empty()) GTEST_SKIP() << tests::kNoCorpus;
  for (std::size_t i = GetParam() * 5; i < sheets.size() && std::chrono::steady_clock::now() < end; i += kParts * 5)
    compare(sheets[i], kQuick, sum);
  report(sum);
}

// An engine that is wrong on purpose: black may not open in column 3, which shows after one move at the earliest.
struct Forgetful {
  using State = engines::CircuitEngine::State;
  using Scratch = engines::CircuitEngine::Scratch;
  std::shared_ptr<const engines::CircuitEngine> engine;
  [[nodiscard]] const game::GameInfo& info() const { return engine->info(); }
  [[nodiscard]] game::TermBank& terms() const { return engine->terms(); }
  [[nodiscard]] Scratch make_scratch() const { return engine->make_scratch(); }
  [[nodiscard]] State initial_state(Scratch& k) const { return engine->initial_state(k); }
  void legal_moves(Scratch& k, const State& s, RoleId r, game::MoveBuffer& out) const {
    engine->legal_moves(k, s, r, out);
    if (r == RoleId{1} && out.size() > 1) std::erase_if(out, [&](MoveId m) { return terms().text(move_term(r, m)) == "(drop 3)"; });
  }
  void apply(Scratch& k, State& s, std::span<const MoveId> joint) const { engine->apply(k, s, joint); }
  [[nodiscard]] bool is_terminal(Scratch& k, const State& s) const { return engine->is_terminal(k, s); }
  [[nodiscard]] int goal(Scratch& k, const State& s, RoleId r) const { return engine->goal(k, s, r); }
  void goal_values(Scratch& k, const State& s, RoleId r, std::vector<int>& out) const { engine->goal_values(k, s, r, out); }
  void percepts(Scratch& k, const State& s, std::span<const MoveId> joint, RoleId r, game::TermBuffer& out) const {
    engine->percepts(k, s, joint, r, out);
  }
  void fluents(const State& s, game::TermBuffer& out) const { engine->fluents(s, out); }
  [[nodiscard]] TermId move_term(RoleId r, MoveId m) const { return engine->move_term(r, m); }
  [[nodiscard]] std::uint64_t hash(const State& s) const { return engine->hash(s); }
};
static_assert(game::Engine<Forgetful>);

TEST(LockstepTest, FindsShortensAndReplaysAMistake) {
  const gdl::Rules rules = tests::library_rules("connectfour");
  const auto engine = engines::CircuitEngine::create(tests::make_circuit(rules));
  ASSERT_TRUE(engine);
  const std::array engines{game::AnyEngine("circuit", *engine),
                           game::AnyEngine("forgetful", std::make_shared<const Forgetful>(Forgetful{*engine}))};
  const lab::LockstepReport report = lab::lockstep(engines, {.seed = 5});
  ASSERT_EQ(report.mismatches.size(), 1U);
  const lab::Mismatch& mismatch = report.mismatches[0];
  EXPECT_EQ(mismatch.engine, "forgetful");
  EXPECT_EQ(mismatch.step(), 1U);
  EXPECT_TRUE(mismatch.repeats);
  EXPECT_NE(mismatch.what.find("missing (drop 3)"), std::string::npos) << mismatch.what;
  // Through the file's form and back: the right engine agrees with the record, the wrong one does not.
  const auto record = game::match_record_from_json(game::to_json(lab::mismatch_record(engines[0], rules, mismatch, 5)));
  ASSERT_TRUE(record);
  EXPECT_TRUE(play::replay(engines[0], *record).agrees);
  const play::ReplayReport wrong = play::replay(engines[1], *record);
  EXPECT_FALSE(wrong.agrees);
  EXPECT_NE(wrong.disagreement.find("legal moves"), std::string::npos) << wrong.disagreement;
}

// Which limit is too low differs from one version of the prover to the next, so several are tried.
TEST(LockstepTest, AnEngineAtItsLimitDropsOutAndTheOthersGoOn) {
  const gdl::Rules rules = tests::library_rules("connectfour");
  const lab::EngineSet set = lab::make_engine_set(rules, {"chainer", "updater", "circuit-sweep"});
  std::size_t dropouts = 0;
  for (const std::uint64_t steps : {10U, 30U, 100U, 300U, 1'000U, 3'000U}) {
    Limits tiny;
    tiny.steps = steps;
    std::vector<game::AnyEngine> engines = lab::make_engine_set(rules, {"prover"}, {.limits = tiny, .passes = {}}).engines;
    engines.insert(engines.end(), set.engines.begin(), set.engines.end());
    const lab::LockstepReport report = lab::lockstep(engines, {.states = 100});
    dropouts += report.dropouts.size();
    EXPECT_EQ(report.states, 100U);
    EXPECT_TRUE(report.mismatches.empty());
  }
  EXPECT_GT(dropouts, 0U);
}

// The same, longer, over every sheet there is: for ./test --all (CMakeLists.txt knows them by their name).
TEST_P(EnginesTest, AgreeOnTheWholeLibraryThoroughly) {
  Sum sum;
  const std::vector<fs::path> sheets = library_sheets();
  for (std::size_t i = GetParam(); i < sheets.size(); i += kParts) compare(sheets[i], kThorough, sum);
  report(sum);
}

TEST_P(EnginesTest, AgreeOnTheWholeCorpus) {
  Sum sum;
  const std::vector<fs::path> sheets = corpus_sheets();
  if (sheets.empty()) GTEST_SKIP() << tests::kNoCorpus;
  Budget budget = kThorough;
  budget.states = 500;
  budget.time = std::chrono::duration<double>(2);
  budget.build = std::chrono::milliseconds(15'000);
  for (std::size_t i = GetParam(); i < sheets.size(); i += kParts) compare(sheets[i], budget, sum);
  report(sum);
}

INSTANTIATE_TEST_SUITE_P(Part, EnginesTest, testing::Range<std::size_t>(0, kParts));

}  // namespace
}  // namespace agon
