#include "gdl/source_map.h"

#include <gtest/gtest.h>

namespace agon::gdl {
namespace {

TEST(SourceMap, LinesAndColumns) {
  EXPECT_EQ(place_of("ab\ncd", 0).line, 1U);
  EXPECT_EQ(place_of("ab\ncd", 4).line, 2U);
  EXPECT_EQ(place_of("ab\ncd", 4).column, 2U);
  EXPECT_EQ(place_of("ab", 99).column, 3U);  // behind the end is the end
}

TEST(SourceMap, RendersLineCaretAndHint) {
  const Diagnostic d{"some-code", Severity::Warning, {9, 13}, "what is wrong", "what to do"};
  EXPECT_EQ(render(d, "f.kif", "(role a)\n(rool b)\n"),
            "f.kif:2:1: warning: what is wrong [some-code]\n"
            "    2 | (rool b)\n"
            "      | ^~~~\n"
            "      = hint: what to do\n");
  EXPECT_EQ(render({"c", Severity::Error, {}, "all of it", ""}, "f", "text"), "f: error: all of it [c]\n");
}

TEST(SourceMap, CountsCharactersAndShortensLongLines) {
  EXPECT_EQ(render({"c", Severity::Note, {7, 11}, "m", ""}, "f", "(\xc3\xa9\xc3\xa9 \t\xc3\xa8\xc3\xa8)"),
            "f:1:8: note: m [c]\n    1 | (\xc3\xa9\xc3\xa9  \xc3\xa8\xc3\xa8)\n      |      ^~\n");
  const std::string wide(1000, 'x');
  const std::string shown = render({"c", Severity::Note, {500, 501}, "m", ""}, "f", wide);
  EXPECT_LT(shown.size(), 400U);
}

}  // namespace
}  // namespace agon::gdl
