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

TEST(Tokens, AreKnownByTheirHashes) {
  const std::string token = new_token(), hash = token_hash(token);
  EXPECT_EQ(hash.size(), 8U + 64U);
  EXPECT_EQ(hash.find(token), std::string::npos);
  EXPECT_TRUE(token_opens(token, hash));
  EXPECT_FALSE(token_opens(hash, hash)) << "who has read the store cannot play";
  EXPECT_FALSE(token_opens(new_token(), hash));
  EXPECT_FALSE(token_opens("", token_hash("")));
  EXPECT_FALSE(token_opens("", hash));
  // Stores keep these, so they may never change.
  EXPECT_EQ(token_hash("abc"), "blake2b:bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

}  // namespace
}  // namespace agon::serve
