#include "base/line_text.h"

#include <gtest/gtest.h>

namespace agon {
namespace {

TEST(LineText, KeepsWhatPeopleWrite) {
  for (const char* text : {"", "Ada", "Tic-tac-toe, 2nd try", "Žižek & Ærø", "囲碁", "שלום", "\xf0\x9f\x8e\xb2 dice"})
    EXPECT_EQ(line_text(text), text);
}

TEST(LineText, IsNeverCutWithinACharacter) {
  EXPECT_EQ(line_text("ab", 1), "a");
  EXPECT_EQ(line_text("é", 1), "");
  EXPECT_EQ(line_text("aé", 2), "a");
  EXPECT_EQ(line_text("囲碁", 5), "囲");
  EXPECT_EQ(line_text("\xf0\x9f\x8e\xb2", 3), "");
  EXPECT_EQ(line_text("囲碁", 6), "囲碁");
}

TEST(LineText, HasNoControlsAndDoesNotTurnAround) {
  EXPECT_EQ(line_text("a\tb\nc\x1b[31m\x7f"), "abc[31m");
  EXPECT_EQ(line_text("\xc2\x85"
                      "a\xe2\x80\xa8"
                      "b\xef\xbb\xbf"),
            "ab");  // U+0085, U+2028, U+FEFF
  EXPECT_EQ(line_text("user\xe2\x80\xae"
                      "nimda"),
            "usernimda");  // U+202E
  EXPECT_EQ(line_text("\xe2\x81\xa6"
                      "x\xe2\x81\xa9\xe2\x80\xaa"
                      "y\xe2\x80\xac"),
            "xy");  // U+2066, U+2069, U+202A, U+202C
  EXPECT_EQ(line_text(std::string("a\0b", 3)), "ab");
  EXPECT_EQ(line_text("  a b \n"), "a b");
}

TEST(LineText, WhatIsNoUtf8IsReplaced) {
  const std::string mark = "\xef\xbf\xbd";
  EXPECT_EQ(line_text("a\xff"
                      "b"),
            "a" + mark + "b");
  EXPECT_EQ(line_text("\xc3"), mark);                        // half a character
  EXPECT_EQ(line_text("\xc0\xaf"), mark + mark);             // overlong
  EXPECT_EQ(line_text("\xed\xa0\x80"), mark + mark + mark);  // a surrogate
  EXPECT_EQ(line_text("\xf4\x90\x80\x80"), mark + mark + mark + mark);
}

}  // namespace
}  // namespace agon
