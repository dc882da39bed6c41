// Differential test of the prover against SWI-Prolog, which plays random matches on a direct translation of the rules: both must
// agree on every state, legal move, terminal and goal.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <memory>

#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "lab/trace_verify.h"
#include "library/library.h"
#include "tests/diff/corpus.h"

namespace agon {
namespace {

namespace fs = std::filesystem;

// Sheets on which Prolog itself gives up, and why.
const std::map<std::string, std::string> kOracleFails = {
    {"oneCardGame",
     "a legal move has an unbound variable (unsafe rule): Prolog cannot print it, the prover takes the constants of the sheet"},
};

std::string oracle_trace(const fs::path& sheet, int matches, int steps) {
  const std::string command = "timeout 30 swipl " + std::string(AGON_SOURCE_DIR) + "/tests/oracle/oracle.pl trace '" +
                              sheet.string() + "' 5 " + std::to_string(matches) + " " + std::to_string(steps) + " 2>/dev/null";
  std::string out;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  char buffer[4096];
  while (pipe && std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr) out += buffer;
  // A time-out may cut the last line.
  return out.substr(0, out.rfind('\n') + 1);
}

void compare(const fs::path& sheet, int matches, int steps, std::uint64_t& total) {
  const std::string name = sheet.stem().string();
  const auto rules = gdl::read_rules(sheet.string());
  ASSERT_TRUE(rules) << name;
  if (rules->dialect().real_time || rules->dialect().arithmetic || kOracleFails.contains(name)) return;
  const auto prover = engines::Prover::create(*rules);
  ASSERT_TRUE(prover) << name;
  const auto trace = lab::parse_trace(oracle_trace(sheet, matches, steps), name);
  ASSERT_TRUE(trace) << name << ": " << trace.error().diagnostics.front().message;
  ASSERT_FALSE(trace->empty()) << name << ": Prolog gave no answer";
  const lab::TraceReport report = lab::verify_trace(game::AnyEngine("prover", *prover), *trace);
  total += report.steps;
  for (const lab::Disagreement& d : report.disagreements)
    ADD_FAILURE() << name << " match " << d.playout << " step " << d.step << ": " << d.what;
}

class OracleTest : public testing::TestWithParam<int> {};
constexpr int kOracleParts = 4;

TEST_P(OracleTest, AgreesOnTheLibrary) {
  const auto all = library::Library(std::string(AGON_SOURCE_DIR) + "/games").all();
  ASSERT_TRUE(all);
  std::uint64_t steps = 0;
  for (std::size_t i = 0; i < all->size(); ++i) {
    if (static_cast<int>(i) % kOracleParts == GetParam()) compare((*all)[i].path, 1, 30, steps);
  }
  std::printf("%llu steps agree\n", static_cast<unsigned long long>(steps));
}

TEST_P(OracleTest, AgreesOnTheCorpus) {
  std::vector<fs::path> sheets = tests::files_in(tests::corpus_root() / "corpus" / "gdl", {".kif"});
  std::ranges::move(tests::files_in(tests::corpus_root() / "corpus" / "gdl2", {".kif", ".gdl"}), std::back_inserter(sheets));
  if (sheets.empty()) GTEST_SKIP() << tests::kNoCorpus;
  std::uint64_t steps = 0;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    if (static_cast<int>(i) % kOracleParts == GetParam()) compare(sheets[i], 1, 8, steps);
  }
  std::printf("%zu sheets, %llu steps agree\n", sheets.size(), static_cast<unsigned long long>(steps));
}

INSTANTIATE_TEST_SUITE_P(Part, OracleTest, testing::Range(0, kOracleParts));

}  // namespace
}  // namespace agon
