#include "gdl/similar_names.h"

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
  SimilarNames names;
  const std::string texts[] = {"control", "contral", "x1", "x2", std::string(100, 'y')};
  for (std::uint32_t i = 0; i < 5; ++i) names.add(SymbolId{i}, texts[i], i + 1);
  const auto any = [](SymbolId) { return true; };
  EXPECT_EQ(names.find("contrl", any).id, SymbolId{1});
  EXPECT_EQ(names.find("contrl", [](SymbolId id) { return id.value == 0; }).id, SymbolId{0});
  EXPECT_EQ(names.find("x3", any).weight, 0U);
  EXPECT_EQ(names.find("contrary", any).weight, 0U);
  EXPECT_EQ(names.find(std::string(99, 'y'), any).weight, 0U);  // nobody types that by hand
}

}  // namespace
}  // namespace agon::gdl
