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

TEST(JsonObjectText, TakesTheFieldsOfAnotherObject) {
  const Json more{{"a", 1}, {"b", "c"}};
  const std::string text = JsonObjectText().add_text("rules", R"("x")").add_fields(more).finish();
  EXPECT_EQ(text, R"({"rules":"x","a":1,"b":"c"})");
}

TEST(JsonObjectText, RoomIsKeptForWhatComesLater) {
  JsonObjectText begun;
  begun.add_text("large", std::string(1'000, '1')).reserve(4'000);
  const std::string text = begun.add("small", 2).finish();
  EXPECT_GE(text.capacity(), 4'000U);
  EXPECT_TRUE(text.ends_with(R"(1,"small":2})"));
}

TEST(JsonObjectText, ReplacesBytesThatAreNoText) { EXPECT_EQ(dumped(Json("a\xff")), "\"a\xef\xbf\xbd\""); }

}  // namespace
}  // namespace agon::serve
