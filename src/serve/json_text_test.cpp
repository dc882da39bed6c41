#include "serve/json_text.h"

#include <gtest/gtest.h>

#include "serve/json.h"

namespace agon::serve {
namespace {

TEST(JsonObjectText, IsWhatATreeWouldPrint) {
  EXPECT_EQ(JsonObjectText().finish(), "{}");
  EXPECT_EQ(JsonObjectText(Json::object()).add("a", 1).finish(), R"({"a":1})");
  const Json begin{{"type", "step"}, {"match", "m"}};
  const std::string text = JsonObjectText(begin).add("clock", nullptr).add_text("position", R"({"step":3})").finish();
  EXPECT_EQ(text, R"({"type":"step","match":"m","clock":null,"position":{"step":3}})");
}

TEST(JsonObjectText, ReplacesBytesThatAreNoText) { EXPECT_EQ(dumped(Json("a\xff")), "\"a\xef\xbf\xbd\""); }

}  // namespace
}  // namespace agon::serve
