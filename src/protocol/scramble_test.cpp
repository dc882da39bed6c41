#include "protocol/scramble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gdl/read/lexer.h"
#include "gdl/test_helpers.h"

namespace agon::protocol {
namespace {

using gdl::read_good;
using testing::HasSubstr;

constexpr const char* kSheet = R"((role white) (role random) (init (cell 1 1.5 b)) (succ -1 0)
(<= (legal ?player (mark ?x ?y)) (true (cell ?x ?y b)) (role ?player)) (legal random noop)
(<= (sees white (did ?m)) (does random ?m)) (<= (next control) (does white ?m) (distinct ?m nil)) (<= terminal (true control))
(goal white 100) (goal random 0))";

// The sheet with every name unscrambled, by the words alone.
gdl::Rules put_back(const Scrambler& scrambler) {
  const gdl::Rules scrambled = read_good(scrambler.rules(), gdl::Syntax::Kif);
  auto names = std::make_shared<SymbolTable>();
  for (std::uint32_t i = 0; i < scrambled.symbols().size(); ++i) {
    const std::string& word = scrambled.symbols().text(SymbolId{i});
    const Result<std::string> name = word.empty() ? Result<std::string>(word) : scrambler.unscramble(word);
    names->intern(name ? *name : word);
  }
  return {"back", "", names, scrambled.rules(), scrambled.externals()};
}

TEST(Scramble, RenamesWhatBelongsToTheGameAndNothingElse) {
  const Scrambler scrambler(read_good(kSheet), 1);
  const gdl::LexResult lexed = gdl::lex_kif(scrambler.rules(), 1);
  for (const char* name : {"white", "cell", "succ", "mark", "player", "noop", "did", "control", "nil", "b", "x", "y", "m"}) {
    EXPECT_TRUE(std::ranges::none_of(lexed.tokens, [&](const gdl::Token& token) { return token.text == name; })) << name;
  }
  for (const char* name :
       {"(role random)", "init", "legal", "true", "sees", "does", "next", "terminal", "goal", "distinct", "1.5", "-1", " 100)"}) {
    EXPECT_THAT(scrambler.rules(), HasSubstr(name)) << name;
  }
  EXPECT_EQ(read_good(scrambler.rules()).dialect(), read_good(kSheet).dialect());
  EXPECT_TRUE(put_back(scrambler).same_rules(read_good(kSheet)));
}

TEST(Scramble, OneSeedOneSheet) {
  const gdl::Rules rules = read_good(kSheet);
  EXPECT_EQ(Scrambler(rules, 7).rules(), Scrambler(rules, 7).rules());
  EXPECT_NE(Scrambler(rules, 7).rules(), Scrambler(rules, 8).rules());
}

TEST(Scramble, TermsThereAndBack) {
  const Scrambler scrambler(read_good(kSheet), 3);
  for (const char* term : {"white", "random", "(mark 1 2)", "(mark 17 1.5)", "noop", "nil", "(did (mark 1 b))", "100"}) {
    const Result<std::string> there = scrambler.scramble(term);
    ASSERT_TRUE(there) << term;
    EXPECT_EQ(*scrambler.unscramble(*there), term);
  }
  EXPECT_EQ(*scrambler.scramble("random"), "random");
  EXPECT_EQ(*scrambler.unscramble(" ( " + *scrambler.scramble("mark") + "\n1 2 )"), "(mark 1 2)");
  std::string shouted = *scrambler.scramble("noop");
  std::ranges::transform(shouted, shouted.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
  EXPECT_EQ(*scrambler.unscramble(shouted), "noop");
}

TEST(Scramble, WordsOfTheWrongSheetAreRefused) {
  const Scrambler scrambler(read_good(kSheet), 3);
  for (const char* term : {"noop", "(mark 1 2)", "hello"}) {
    const Result<std::string> back = scrambler.unscramble(term);
    ASSERT_FALSE(back) << term;
    EXPECT_EQ(back.error().diagnostics[0].code, "unknown-word");
  }
  EXPECT_FALSE(scrambler.scramble("bishop"));
  EXPECT_FALSE(scrambler.scramble(*scrambler.scramble("noop")));
  EXPECT_FALSE(scrambler.unscramble("(a"));
  EXPECT_FALSE(scrambler.unscramble("1 2"));
  EXPECT_FALSE(scrambler.unscramble(""));
  EXPECT_FALSE(scrambler.unscramble("?x"));
}

TEST(Scramble, OutsideLibrariesKeepTheirNames) {
  const gdl::Rules rules =
      read_good("(include math Lib/Math.jar) (use math (Java -jar)) (math (add ?a ?b ?c)) (role a) (<= (p ?x) (add 1 2 ?x))");
  const Scrambler scrambler(rules, 1);
  for (const char* name : {"(include math Lib/Math.jar)", "(use math (Java -jar))", "(math (add ", "(add 1 2 "}) {
    EXPECT_THAT(scrambler.rules(), HasSubstr(name));
  }
  EXPECT_TRUE(put_back(scrambler).same_rules(rules));
}

TEST(Scramble, ManyNamesStayDifferent) {
  std::string sheet;
  for (int i = 0; i < 20'000; ++i) sheet += "(f c" + std::to_string(i) + ")";
  const Scrambler scrambler(read_good(sheet), 1);
  std::set<std::string> words;
  for (int i = 0; i < 20'000; ++i) words.insert(*scrambler.scramble("c" + std::to_string(i)));
  EXPECT_EQ(words.size(), 20'000U);
}

TEST(ScrambleProperty, EverySheetComesBack) {
  std::uint64_t seed = 0;
  for (const std::string& file : gdl::all_sheets()) {
    const Result<gdl::Rules> rules = gdl::read_rules(file);
    if (!rules) continue;
    const Scrambler scrambler(*rules, ++seed);
    EXPECT_TRUE(put_back(scrambler).same_rules(*rules)) << file;
  }
}

}  // namespace
}  // namespace agon::protocol
