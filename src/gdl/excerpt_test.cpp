#include "gdl/excerpt.h"

#include <gtest/gtest.h>

#include <string>

namespace agon::gdl {
namespace {

Diagnostics findings_of(const std::string& severities) {
  Diagnostics list;
  for (const char c : severities) {
    const Severity severity = c == 'e' ? Severity::Error : (c == 'w' ? Severity::Warning : Severity::Note);
    list.push_back({std::string(1, c) + std::to_string(list.size()), severity, {}, "", ""});
  }
  return list;
}

std::string shown_codes(const Excerpt& excerpt) {
  std::string text;
  for (const Diagnostic& d : excerpt.shown) text += d.code + " ";
  return text + "+" + std::to_string(excerpt.left_out);
}

TEST(Excerpt, ShowsAllOfAShortList) { EXPECT_EQ(shown_codes(excerpt_of(findings_of("new"), 3)), "n0 e1 w2 +0"); }

TEST(Excerpt, KeepsTheWorstInTheirOrder) {
  EXPECT_EQ(shown_codes(excerpt_of(findings_of("nnweenwe"), 4)), "w2 e3 e4 e7 +4");
  EXPECT_EQ(shown_codes(excerpt_of(findings_of("eee"), 2)), "e0 e1 +1");
  EXPECT_EQ(shown_codes(excerpt_of(findings_of("nn"), 0)), "+2");
}

}  // namespace
}  // namespace agon::gdl
