#include "cli/admin_token.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/test_folder.h"

namespace agon::cli {
namespace {

Result<std::string> token_in(const std::string& text) {
  const TestFolder folder;
  std::ofstream(folder.file("token")) << text;
  return read_admin_token(folder.file("token"));
}

TEST(AdminToken, IsReadWithoutBlanksAroundIt) {
  EXPECT_EQ(*token_in("a-long-enough-token\n"), "a-long-enough-token");
  EXPECT_EQ(*token_in("\n\t a-long-enough-token \r\n\n"), "a-long-enough-token");
}

TEST(AdminToken, OneThatWouldOpenTheServerOrNeverFitIsRefused) {
  for (const char* text :
       {"", "\n", "  \t\r\n", "short", "two words, long enough", "l\xc3\xa4nger als zw\xc3\xb6lf", "eleven-sign"}) {
    const Result<std::string> token = token_in(text);
    ASSERT_FALSE(token) << text;
    EXPECT_EQ(token.error().diagnostics.front().code, "bad-admin-token");
    EXPECT_FALSE(token.error().diagnostics.front().hint.empty());
  }
  EXPECT_FALSE(read_admin_token("/nowhere/at/all"));
  EXPECT_EQ(admin_token_problem("twelve-signs"), "");
}

}  // namespace
}  // namespace agon::cli
