#include "serve/sheets/drawings.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

// What is drawn must not depend on how busy the machine is.
const SheetLimits kUnhurried = [] {
  SheetLimits limits;
  limits.ground_time = limits.structure_time = std::chrono::minutes(5);
  return limits;
}();

class DrawingsTest : public testing::Test {
 protected:
  DrawingsTest() : store_(std::move(*Store::open(":memory:"))) {}

  [[nodiscard]] library::Sheet sheet(const std::string& name) const { return *library_.sheet(name); }

  library::Library library_{std::string(AGON_SOURCE_DIR) + "/games"};
  std::unique_ptr<Store> store_;
  SheetCache sheets_{kUnhurried};
  Drawings drawings_{sheets_, *store_};
};

TEST_F(DrawingsTest, AreKeptOnceMade) {
  const library::Sheet chosen = sheet("tictactoe");
  EXPECT_FALSE(drawings_.kept(content_id(chosen.text)));
  const Result<Json> made = drawings_.get(chosen);
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)["players"], 2);
  EXPECT_EQ((*made)["position"]["legal"], (Json{nullptr, nullptr}));
  EXPECT_EQ(drawings_.kept(content_id(chosen.text)), *made);
}

TEST_F(DrawingsTest, ThatCannotBeMadeSayWhy) {
  const Result<Json> made = drawings_.get({.name = "broken", .path = "", .text = "(role x"});
  ASSERT_FALSE(made);
  EXPECT_FALSE(made.error().diagnostics.front().message.empty());
}

// amazons-8x8 is too large for the first round, and is drawn nevertheless; what has no sheet is passed over.
TEST_F(DrawingsTest, PreparedInTheBackgroundAreTheSame) {
  const std::vector<std::string> names{"amazons-8x8", "no-such-game", "tictactoe"};
  drawings_.prepare(library_, names);
  drawings_.wait();
  SheetCache other_sheets(kUnhurried);
  const std::unique_ptr<Store> other_store = std::move(*Store::open(":memory:"));
  Drawings others(other_sheets, *other_store);
  for (const char* name : {"amazons-8x8", "tictactoe"}) {
    const std::optional<Json> prepared = drawings_.kept(content_id(sheet(name).text));
    ASSERT_TRUE(prepared) << name;
    EXPECT_EQ(*prepared, *others.get(sheet(name))) << name;
  }
}

TEST_F(DrawingsTest, AreGivenUpWithTheServer) {
  const std::string slow = "amazons";
  {
    Drawings short_lived(sheets_, *store_);
    short_lived.prepare(library_, {slow});
  }
  EXPECT_FALSE(drawings_.kept(content_id(sheet(slow).text)));
}

}  // namespace
}  // namespace agon::serve
