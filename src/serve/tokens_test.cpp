#include "serve/tokens.h"

#include <gtest/gtest.h>

#include <set>

namespace agon::serve {
namespace {

TEST(Tokens, AreLongAndDifferent) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(new_token());
  EXPECT_EQ(seen.size(), 1000U);
  for (const std::string& token : seen) EXPECT_EQ(token.size(), 26U);
  EXPECT_EQ(new_id().size(), 10U);
}

TEST(Tokens, AreTheSameOnlyIfEveryLetterIs) {
  EXPECT_TRUE(same_token("abc", "abc"));
  EXPECT_FALSE(same_token("abc", "abd"));
  EXPECT_FALSE(same_token("abc", "abcabc"));
  EXPECT_FALSE(same_token("abc", ""));
  EXPECT_FALSE(same_token("", "abc"));
  EXPECT_FALSE(same_token("", ""));  // a seat without a token belongs to nobody
}

}  // namespace
}  // namespace agon::serve
