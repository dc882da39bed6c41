#include "gdl/source_map.h"

#include <gtest/gtest.h>

namespace agon::gdl {
namespace {

TEST(SourceMap, LinesAndColumns) {
  const SourceMap two("ab\ncd");
  EXPECT_EQ(two.place_of(0).line, 1U);
  EXPECT_EQ(two.place_of(2).line, 1U);  // a line break belongs to the line that it ends
  EXPECT_EQ(two.place_of(2).column, 3U);
  EXPECT_EQ(two.place_of(3).column, 1U);
  EXPECT_EQ(two.place_of(4).line, 2U);
  EXPECT_EQ(two.place_of(4).column, 2U);
  EXPECT_EQ(SourceMap("ab").place_of(99).column, 3U);  // behind the end is the end
  EXPECT_EQ(SourceMap("").place_of(0).line, 1U);
}

TEST(SourceMap, LinesAreWithoutTheirEnds) {
  const SourceMap map("ab\n\ncd\n");
  EXPECT_EQ(map.line(1), "ab");
  EXPECT_EQ(map.line(2), "");
  EXPECT_EQ(map.line(3), "cd");
  EXPECT_EQ(map.line(4), "");
  EXPECT_EQ(map.line_start(3), 4U);
}

TEST(SourceMap, RendersLineCaretAndHint) {
  const Diagnostic d{"some-code", Severity::Warning, {9, 13}, "what is wrong", "what to do"};
  EXPECT_EQ(render(d, "f.kif", SourceMap("(role a)\n(rool b)\n")),
            "f.kif:2:1: warning: what is wrong [some-code]\n"
            "    2 | (rool b)\n"
            "      | ^~~~\n"
            "      = hint: what to do\n");
  EXPECT_EQ(render({"c", Severity::Error, {}, "all of it", ""}, "f", SourceMap("text")), "f: error: all of it [c]\n");
}

TEST(SourceMap, CountsCharactersAndShortensLongLines) {
  EXPECT_EQ(render({"c", Severity::Note, {7, 11}, "m", ""}, "f", SourceMap("(\xc3\xa9\xc3\xa9 \t\xc3\xa8\xc3\xa8)")),
            "f:1:8: note: m [c]\n    1 | (\xc3\xa9\xc3\xa9  \xc3\xa8\xc3\xa8)\n      |      ^~\n");
  const std::string wide(1000, 'x');
  const std::string shown = render({"c", Severity::Note, {500, 501}, "m", ""}, "f", SourceMap(wide));
  EXPECT_LT(shown.size(), 400U);
}

}  // namespace
}  // namespace agon::gdl
