#include "gdl/check/similar_names.h"

#include <gtest/gtest.h>

#include <string>

namespace agon::gdl {
namespace {

TEST(SimilarNames, OneSlipApart) {
  for (const auto& [a, b] :
       {std::pair{"white", "whit"}, {"white", "whiite"}, {"white", "wbite"}, {"white", "hwite"}, {"white", "whiet"}, {"a", ""}}) {
    EXPECT_TRUE(one_slip_apart(a, b)) << a << ' ' << b;
    EXPECT_TRUE(one_slip_apart(b, a)) << a << ' ' << b;
  }
  for (const auto& [a, b] : {std::pair{"white", "white"}, {"white", "wh"}, {"white", "ethiw"}, {"abc", "cba"}, {"abcd", "badc"}}) {
    EXPECT_FALSE(one_slip_apart(a, b)) << a << ' ' << b;
  }
}

TEST(SimilarNames, FamiliesAreNoSlips) {
  EXPECT_TRUE(differ_only_in_digits("row1", "row12"));
  EXPECT_FALSE(differ_only_in_digits("row1", "raw1"));
}

TEST(SimilarNames, FindsTheHeaviestNeighbour) {
  const std::string texts[] = {"control", "contral", "x1", "x2", std::string(100, 'y')};
  std::vector<WeightedName> all;
  for (std::uint32_t i = 0; i < 5; ++i) all.push_back({SymbolId{i}, texts[i], i + 1});
  const SimilarNames names(std::move(all));
  const auto any = [](SymbolId) { return true; };
  EXPECT_EQ(names.find("contrl", any).id, SymbolId{1});
  EXPECT_EQ(names.find("contrl", [](SymbolId id) { return id.value == 0; }).id, SymbolId{0});
  EXPECT_EQ(names.find("x3", any).weight, 0U);
  EXPECT_EQ(names.find("contrary", any).weight, 0U);
  EXPECT_EQ(names.find(std::string(99, 'y'), any).weight, 0U);  // nobody types that by hand
}

// The index leaves out pairs of deleted digits; every other pair must still be found.
TEST(SimilarNames, FindsWhatComparingAllPairsFinds) {
  const std::string letters = "ab12";
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; texts[i].size() < 3; ++i) {
    for (const char letter : letters) texts.push_back(texts[i] + letter);
  }
  std::vector<WeightedName> all;
  for (std::uint32_t i = 0; i < texts.size(); ++i) all.push_back({SymbolId{i}, texts[i], 1});
  const SimilarNames names(std::move(all));
  for (const std::string& text : texts) {
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
      const bool similar = one_slip_apart(text, texts[i]) && !differ_only_in_digits(text, texts[i]);
      EXPECT_EQ(names.find(text, [&](SymbolId id) { return id.value == i; }).weight, similar ? 1U : 0U) << text << ' ' << texts[i];
    }
  }
}

}  // namespace
}  // namespace agon::gdl
