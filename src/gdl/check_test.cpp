// The catalogue of findings is checked against small sheets: tests/golden/check/NAME.kif, and NAME.out with what is said about it.
// scripts/regold rewrites the answers; review reads the difference.
#include "gdl/check.h"

#include <gmock/gmock.h>

#include <chrono>
#include <set>

#include "base/file.h"
#include "gdl/source_map.h"
#include "gdl/test_helpers.h"

namespace agon::gdl {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(AGON_SOURCE_DIR) / "tests" / "golden" / "check";

std::string findings(const std::string& text, const std::string& name) {
  const Result<Rules> rules = read_text(text, name);
  std::string out;
  for (const Diagnostic& d : rules ? check(*rules) : rules.error().diagnostics) out += render(d, name, text);
  return out;
}

TEST(Check, GoldenSheets) {
  const std::vector<std::string> sheets = files_in(kGolden, {".kif"});
  EXPECT_FALSE(sheets.empty());
  for (const std::string& sheet : sheets) {
    const Result<std::string> text = read_file(sheet);
    ASSERT_TRUE(text.ok()) << sheet;
    const std::string found = findings(*text, fs::path(sheet).filename().string());
    const std::string answer = fs::path(sheet).replace_extension(".out").string();
    if (std::getenv("AGON_REGOLD") != nullptr) {
      ASSERT_TRUE(write_file(answer, found).ok());
    }
    const Result<std::string> expected = read_file(answer);
    EXPECT_EQ(found, expected ? *expected : "(no file)") << sheet << ": scripts/regold rewrites the answers";
  }
}

TEST(Check, EveryCodeHasASheetThatShowsIt) {
  std::set<std::string> names;
  for (const CheckCode& entry : check_codes()) {
    EXPECT_TRUE(names.insert(entry.code).second) << entry.code << " is listed twice";
    const Result<std::string> expected = read_file((kGolden / (std::string(entry.code) + ".out")).string());
    ASSERT_TRUE(expected.ok()) << entry.code;
    const std::string line = std::string(to_string(entry.severity)) + ": ";
    EXPECT_THAT(*expected, ::testing::HasSubstr(" [" + std::string(entry.code) + "]\n"));
    EXPECT_THAT(*expected, ::testing::HasSubstr(line));
  }
}

TEST(Check, EveryFindingHasAHintAndAPlaceInOrder) {
  for (const std::string& sheet : files_in(kGolden, {".kif"})) {
    const Result<Rules> rules = read_rules(sheet);
    if (!rules) continue;
    std::uint32_t last = 0;
    for (const Diagnostic& d : check(*rules)) {
      EXPECT_FALSE(d.hint.empty()) << sheet << ' ' << d.code;
      EXPECT_LE(d.span.end, rules->text().size());
      EXPECT_LE(last, d.span.begin);
      last = d.span.begin;
    }
  }
}

TEST(Check, WorksWithoutText) {  // rules made by a program have no places
  const Rules read = read_good("(role a) (<= (p ?x) (not (q ?x ?y)))");
  std::vector<Rule> rules = read.rules();
  for (Rule& rule : rules) rule.span = rule.head.span = {};
  EXPECT_FALSE(check(Rules("made", "", read.shared_symbols(), rules, {})).empty());
}

// A sheet of n parts should take about n times as long as one part; far from the square, whatever the machine.
TEST(Check, LargeSheetsTakeLinearTime) {
  std::string text = "(role a)\n(init (p0 x))\n";
  for (int i = 0; i < 10'000; ++i) {
    const std::string n = std::to_string(i);
    text += "(<= (next (p" + n + " ?x)) (true (p" + n + " ?x)) (link name_" + std::string(1, static_cast<char>('a' + i % 26)) + n +
            " ?x))\n";
    text += "(link name_" + n + " other" + n + ")\n(<= (r" + n + " ?x) (not (r" + std::to_string(i + 1) + " ?x)))\n";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_GT(check(read_good(text)).size(), 10'000U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

}  // namespace
}  // namespace agon::gdl
