#include "library/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/test_folder.h"
#include "library/families.h"

namespace agon::library {
namespace {

TEST(Library, GivesStrangersNoFiles) {
  const Library library(std::string(AGON_SOURCE_DIR) + "/games");
  const std::filesystem::path here = std::filesystem::current_path();
  const TestFolder own;
  const std::filesystem::path& folder = own.path();
  std::ofstream(folder / "diary") << "(role ann)";
  std::filesystem::current_path(folder);
  EXPECT_TRUE(library.sheet("diary"));
  EXPECT_FALSE(library.own_sheet("diary"));
  EXPECT_FALSE(library.has("diary"));
  EXPECT_FALSE(library.own_sheet((folder / "diary").string()));
  EXPECT_FALSE(library.own_sheet("../gdl/tictactoe"));
  EXPECT_TRUE(library.own_sheet("tictactoe"));
  EXPECT_TRUE(library.own_sheet("connectfour-9x5"));
  EXPECT_TRUE(library.has("connectfour-9x5"));
  std::ofstream(folder / "connectfour-9x5") << "(role ann)";  // names come before files for everybody
  EXPECT_EQ(library.sheet("connectfour-9x5")->path, "");
  EXPECT_THAT(library.meant("tictactoo"), testing::Contains("tictactoe"));
  std::filesystem::current_path(here);
}

TEST(Families, ReadSizesFromNames) {
  EXPECT_EQ(family_member("connectfour-10x8")->columns, 10);
  EXPECT_EQ(family_member("connectfour-10x8")->rows, 8);
  EXPECT_EQ(family_member("connectfour-suicide-5x4")->base, "connectfour-suicide");
  EXPECT_EQ(family_member("queens-20")->base, "queens-8");
  for (const char* name :
       {"connectfour", "connectfour-x", "connectfour-1x5", "connectfour-5x1000", "hex-3x4", "queens-", "nim-3x3"}) {
    EXPECT_FALSE(family_member(name)) << name;
  }
}

}  // namespace
}  // namespace agon::library
