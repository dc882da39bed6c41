#include "serve/http/json_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "serve/json.h"

namespace agon::serve {
namespace {

std::string object_with_keys(std::size_t count, const std::string& prefix = "k") {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}\"{}{}\":1", i == 0 ? "" : ",", prefix, i);
  return text + "}";
}

std::string list_of(const std::string& element, std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + element;
  return text + "]";
}

std::string json_refusal(const std::string& text, const JsonLimits& limits = {}) {
  const Result<Json> read = parse_object(text, limits);
  return read ? "" : read.error().diagnostics.front().message;
}

TEST(JsonReader, ReadsObjectsAndKeepsTheOrderOfFields) {
  const Result<Json> read = parse_object(R"({"b":[1,2,{"c":null}],"a":"x"})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->begin().key(), "b");
  EXPECT_EQ((*read)["a"], "x");
  EXPECT_EQ((*read)["b"][2]["c"], nullptr);
}

TEST(JsonReader, RefusesWhatIsNoObject) {
  EXPECT_EQ(json_refusal("[1]"), "The body is JSON, but no object.");
  for (const char* text : {"", "{", "{\"a\":}", "{\"a\":1} x", "\xff\xfe"})
    EXPECT_EQ(json_refusal(text).rfind("The body is no JSON", 0), 0U) << text;
}

TEST(JsonReader, RefusesHostileDepthBeforeItBuildsAnything) {
  EXPECT_EQ(json_refusal("{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}"),
            "The body is nested too deeply.");
  const JsonLimits flat{.depth = 2};
  EXPECT_EQ(json_refusal("{\"a\":[1]}", flat), "");
  EXPECT_EQ(json_refusal("{\"a\":[[]]}", flat), "The body is nested too deeply.");
}

TEST(JsonReader, BoundsTheKeysOfOneObjectAndOfAll) {
  const JsonLimits limits;
  EXPECT_EQ(json_refusal(object_with_keys(limits.keys_per_object)), "");
  EXPECT_EQ(json_refusal(object_with_keys(limits.keys_per_object + 1)), "The body has an object with too many keys.");
  // Keys of siblings do not add up to those of one object.
  const JsonLimits few{.keys_per_object = 3, .keys = 10};
  EXPECT_EQ(json_refusal("{\"list\":" + list_of(object_with_keys(3), 3) + "}", few), "");
  EXPECT_EQ(json_refusal("{\"list\":" + list_of(object_with_keys(2), 5) + "}", few), "The body has too many keys.");
  EXPECT_EQ(json_refusal(object_with_keys(1, std::string(300, 'k'))), "The body has a key that is too long.");
}

TEST(JsonReader, BoundsTheNumberOfValues) {
  const JsonLimits few{.values = 5};  // the object and the list count
  EXPECT_EQ(json_refusal("{\"a\":[1,2,3]}", few), "");
  EXPECT_EQ(json_refusal("{\"a\":[1,2,3,4]}", few), "The body has too many values.");
}

// The attack of 60,000 keys in one object: refused after the first 65, whatever follows.
TEST(JsonReader, StopsReadingAtTheFirstThingBeyondALimit) {
  const std::string text = object_with_keys(1'000) + " and no JSON after it";
  EXPECT_EQ(json_refusal(text), "The body has an object with too many keys.");
}

}  // namespace
}  // namespace agon::serve
