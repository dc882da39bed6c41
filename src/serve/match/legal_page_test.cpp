#include "serve/match/legal_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace agon::serve {
namespace {

using Choices = std::vector<std::size_t>;

const std::vector<std::string> kMoves = {"noop", "(mark 1 1)", "(mark 1 12)", "(mark 2 1)", "(Move a (b c))", "markAll"};

TEST(LegalPage, FindsMovesByPrefixInAnyCaseAndSpacing) {
  const auto found = [](const std::string& prefix) { return find_page(kMoves, {.prefix = prefix}).choices; };
  EXPECT_EQ(found(""), (Choices{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(found("(mark 1"), (Choices{1, 2}));
  EXPECT_EQ(found(" ( MARK   1 1"), (Choices{1, 2}));
  EXPECT_EQ(found("mark"), (Choices{1, 2, 3, 5}));
  EXPECT_EQ(found("(mark 1 1)"), (Choices{1}));
  EXPECT_EQ(found("move A ( b"), (Choices{4}));
  EXPECT_EQ(found("1"), Choices());
}

TEST(LegalPage, PagesMeetEveryMoveOnce) {
  std::vector<std::string> moves;
  for (int i = 0; i < 1'000; ++i) moves.push_back(fmt::format("({} {})", i % 3 == 0 ? "take" : "put", i));
  Choices met;
  std::optional<std::size_t> after = 0;
  while (after) {
    const LegalPage page = find_page(moves, {.prefix = "take", .after = *after, .limit = 7});
    EXPECT_LE(page.choices.size(), 7U);
    EXPECT_EQ(page.matching, 334U);
    met.insert(met.end(), page.choices.begin(), page.choices.end());
    after = page.next;
  }
  EXPECT_EQ(met.size(), 334U);
  EXPECT_TRUE(std::is_sorted(met.begin(), met.end()));
  EXPECT_TRUE(std::all_of(met.begin(), met.end(), [](std::size_t m) { return m % 3 == 0; }));
}

TEST(LegalPage, IsNeverLongerThanItMayBe) {
  const std::vector<std::string> moves(5'000, "x");
  EXPECT_EQ(find_page(moves, {.prefix = "", .limit = 1'000'000}).choices.size(), kMostMovesShown);
  EXPECT_EQ(find_page(moves, {.prefix = "", .limit = 0}).choices.size(), 1U);
  EXPECT_FALSE(find_page(moves, {.prefix = "", .after = 4'990, .limit = 10}).next);
}

}  // namespace
}  // namespace agon::serve
