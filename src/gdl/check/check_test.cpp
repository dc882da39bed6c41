// Golden tests of the catalogue of findings: tests/golden/check/NAME.kif, and NAME.out with the findings. scripts/regold rewrites
// the expected output; review reads the difference.
#include "gdl/check/check.h"

#include <gmock/gmock.h>

#include <algorithm>
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
  const SourceMap source(text);
  for (const Diagnostic& d : rules ? check(*rules) : rules.error().diagnostics) out += render(d, name, source);
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

TEST(Check, ListsAThousandOfOneKindAndCountsThemAll) {
  std::string text = "(role a)\n";
  for (int i = 0; i < 3000; ++i) text += "(<= (p" + std::to_string(i) + " ?x) (q a))\n";
  const Diagnostics findings = check(read_good(text));
  const auto unsafe = [](const Diagnostic& d) { return d.code == "unsafe-variable"; };
  EXPECT_EQ(std::ranges::count_if(findings, unsafe), 1001);
  const auto summary = std::ranges::find_if(findings, unsafe);
  EXPECT_EQ(summary->span, Span{});
  EXPECT_THAT(summary->message, ::testing::HasSubstr("3000 findings"));
}

TEST(Check, WorksWithoutText) {  // rules made by a program have no places
  const Rules read = read_good("(role a) (<= (p ?x) (not (q ?x ?y)))");
  std::vector<Rule> rules = read.rules();
  for (Rule& rule : rules) rule.span = rule.head.span = {};
  EXPECT_FALSE(check(Rules("made", "", read.shared_symbols(), rules, {})).empty());
}

// Scaling: a sheet of n parts should take about n times as long as one part; far from the square, whatever the machine.
TEST(Check, LargeSheetsTakeLinearTime) {
  std::string text = "(role a)\n(init (p0 x))\n";
  for (int i = 0; i < 10'000; ++i) {
    const std::string n = std::to_string(i);
    text += "(<= (next (p" + n + " ?x)) (true (p" + n + " ?x)) (link name_" + std::string(1, static_cast<char>('a' + i % 26)) + n +
            " ?x))\n";
    text += "(link name_" + n + " other" + n + ")\n(<= (r" + n + " ?x) (not (r" + std::to_string(i + 1) + " ?x)))\n";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_GT(check(read_good(text)).size(), 3'000U);  // three codes, a thousand of each
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

// Ten thousand breaches at the end of a chain of ten thousand relations: each shows both ends of its chain.
TEST(Check, LongChainsAreShownByTheirEnds) {
  constexpr int kParts = 10'000;
  std::string text = "(role a)\n(<= p0 (does a m))\n";
  for (int i = 1; i < kParts; ++i) text += "(<= p" + std::to_string(i) + " p" + std::to_string(i - 1) + ")\n";
  for (int i = 0; i < kParts; ++i) text += "(<= (legal a m" + std::to_string(i) + ") p" + std::to_string(kParts - 1) + ")\n";
  int breaches = 0;
  for (const Diagnostic& d : check(read_good(text))) {
    if (d.code != "depends-on-does") continue;
    if (d.message.find("only some of them are listed") != std::string::npos) continue;
    ++breaches;
    ASSERT_THAT(d.message, ::testing::HasSubstr("legal/2 -> p9999/0 -> p9998/0 -> p9997/0 -> p9996/0 -> ... -> "
                                                "p3/0 -> p2/0 -> p1/0 -> p0/0 -> does/2"));
  }
  EXPECT_EQ(breaches, 1000);  // and one that counts all of them
}

// A hundred thousand unsafe variables in one rule.
TEST(Check, WideRulesTakeLinearTime) {
  constexpr int kVariables = 100'000;
  std::string text = "(role a)\n(<= (next (wide";
  for (int i = 0; i < kVariables; ++i) text += " ?v" + std::to_string(i);
  text += ")) (true (f z)))\n(<= (next (f z)) (not (true (wide";
  for (int i = 0; i < kVariables; ++i) text += " ?w" + std::to_string(i);
  text += "))))\n";
  int unsafe = 0;
  int negated = 0;
  for (const Diagnostic& d : check(read_good(text))) {
    unsafe += d.code == "unsafe-variable" ? 1 : 0;
    negated += d.code == "negation-only-variable" ? 1 : 0;
  }
  EXPECT_EQ(unsafe, 1001);  // a thousand, and one that counts the rest
  EXPECT_EQ(negated, 1001);
}

}  // namespace
}  // namespace agon::gdl
