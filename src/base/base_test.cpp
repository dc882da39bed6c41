#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <mutex>
#include <thread>

#include "base/adaptive_spin_mutex.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json_integer.h"
#include "base/result.h"
#include "base/rng.h"
#include "base/scc.h"
#include "base/similar.h"
#include "base/symbols.h"
#include "base/test_folder.h"

namespace agon {
namespace {

TEST(Rng, OneSeedGivesOneStreamOnEveryMachine) {
  Rng rng(1);
  EXPECT_EQ(rng.next(), 0xb3f2af6d0fc710c5ULL);
  EXPECT_EQ(rng.next(), 0x853b559647364ceaULL);
}

TEST(Rng, BelowIsUniform) {
  Rng rng(42);
  std::array<int, 7> counts{};
  constexpr int kDraws = 70'000;
  for (int i = 0; i < kDraws; ++i) ++counts[rng.below(7)];
  double chi = 0;
  for (const int count : counts) chi += (count - kDraws / 7.0) * (count - kDraws / 7.0) / (kDraws / 7.0);
  EXPECT_LT(chi, 22.5);  // 6 degrees of freedom, p = 0.001; the seed is fixed
}

TEST(Hash, Fnv1aIsTheRecordedOne) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cULL);
}

TEST(Hash, ContentIdTellsTextsApart) {
  EXPECT_EQ(content_id("x"), content_id("x"));
  EXPECT_NE(content_id("x"), content_id("y"));
  EXPECT_TRUE(content_id("x").starts_with("xxh128:"));
}

TEST(Symbols, NumbersComeFirstAndByValue) {
  EXPECT_LT(compare_symbol_texts("9", "10"), 0);
  EXPECT_LT(compare_symbol_texts("10", "a"), 0);
  EXPECT_LT(compare_symbol_texts("a", "b"), 0);
  EXPECT_EQ(compare_symbol_texts("a", "a"), 0);
  EXPECT_GT(compare_symbol_texts("1000000000000000000000", "5"), 0);  // too long for a number: a name
}

TEST(Symbols, InternsOnce) {
  SymbolTable symbols;
  const SymbolId a = symbols.intern("cell");
  EXPECT_EQ(symbols.intern("cell"), a);
  EXPECT_EQ(symbols.find("cell"), a);
  EXPECT_EQ(symbols.find("other").index(), symbols.size());
}

TEST(Scc, FindsCyclesAndOrdersThem) {
  // 0 -> 1 <-> 2 -> 3 -> 3, 4 alone
  const Components found = strongly_connected({{1}, {2}, {1, 3}, {3}, {}});
  EXPECT_EQ(found.count, 4U);
  EXPECT_EQ(found.of[1], found.of[2]);
  EXPECT_GT(found.of[0], found.of[1]);
  EXPECT_GT(found.of[2], found.of[3]);
  EXPECT_EQ(found.cyclic, (std::vector<bool>{false, true, true, true, false}));
}

TEST(Scc, TakesAChainOfAMillion) {
  std::vector<std::vector<std::uint32_t>> chain(1'000'000);
  for (std::uint32_t i = 0; i + 1 < chain.size(); ++i) chain[i] = {i + 1};
  EXPECT_EQ(strongly_connected(chain).count, chain.size());
}

TEST(File, WritesWholeFilesAndReadsThemBack) {
  const TestFolder folder;
  const std::string path = folder.file("file");
  ASSERT_TRUE(write_file(path, "one"));
  ASSERT_TRUE(write_file(path, "two"));
  const Result<std::string> content = read_file(path);
  ASSERT_TRUE(content);
  EXPECT_EQ(*content, "two");
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  EXPECT_EQ(read_file(path, 2).error().diagnostics.front().code, "file-too-large");
  std::filesystem::remove(path);
  EXPECT_EQ(read_file(path).error().diagnostics.front().code, "no-such-file");
  EXPECT_EQ(read_file("/").error().diagnostics.front().code, "is-a-directory");
}

TEST(File, KnowsBeforehandWhatCannotBeWritten) {
  const TestFolder own;
  const std::filesystem::path& folder = own.path();
  const std::string file = (folder / "file").string();
  EXPECT_TRUE(can_write(file));
  EXPECT_TRUE(can_write("file-without-a-folder"));
  EXPECT_TRUE(std::filesystem::is_empty(folder));  // nothing was tried
  ASSERT_TRUE(write_file(file, "one"));
  EXPECT_TRUE(can_write(file));
  EXPECT_TRUE(can_write("/dev/null"));
  EXPECT_EQ(can_write(folder.string()).error().diagnostics.front().code, "cannot-write");
  EXPECT_FALSE(can_write((folder / "missing" / "file").string()));
  EXPECT_FALSE(can_write(file + "/below"));
  std::filesystem::permissions(folder, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_EQ(can_write(file).ok(), geteuid() == 0);  // nothing is closed to the superuser
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

TEST(AdaptiveSpinMutex, LetsOneInAtATime) {
  AdaptiveSpinMutex mutex;
  std::uint64_t count = 0;
  constexpr std::uint64_t kTimes = 100'000;
  const auto work = [&] {
    for (std::uint64_t i = 0; i < kTimes; ++i) {
      const std::lock_guard lock(mutex);
      ++count;
    }
  };
  std::thread other(work), third(work);
  work();
  other.join();
  third.join();
  EXPECT_EQ(count, 3 * kTimes);
}

TEST(Similar, CountsSlips) {
  EXPECT_EQ(edit_distance("chess", "chess"), 0U);
  EXPECT_EQ(edit_distance("chess", "ches"), 1U);
  EXPECT_EQ(edit_distance("chess", "hcess"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
}

TEST(Similar, FindsTheNearestName) {
  const std::vector<std::string> names{"rave", "grave", "ucb1"};
  EXPECT_EQ(nearest_name("garve", names, 2), "grave");  // not the first that is near enough
  EXPECT_EQ(nearest_name("rave", names, 0), "rave");
  EXPECT_EQ(nearest_name("minimax", names, 2), "");
  EXPECT_EQ(nearest_name(std::string(100'000'000, 'r'), names, 2), "");
}

TEST(JsonInteger, NeitherWrapsNorTruncates) {
  using nlohmann::json;
  EXPECT_EQ(json_integer<std::uint32_t>(json::parse("4294967295")), 4294967295U);
  EXPECT_EQ(json_integer<std::uint32_t>(json::parse("3.0")), 3U);
  EXPECT_EQ(json_integer<int>(json::parse("-7")), -7);
  for (const char* text : {"4294967296", "-1", "1.5", "1e300", "\"1\"", "null", "true", "[1]", "18446744073709551616"}) {
    EXPECT_FALSE(json_integer<std::uint32_t>(json::parse(text))) << text;
  }
  const json object = json::parse(R"({"role": 4294967296, "step": 2})");
  EXPECT_EQ(json_integer_at<std::size_t>(object, "step"), 2U);
  EXPECT_EQ(json_integer_or<int>(object, "missing", 5), 5);
  EXPECT_THROW((void)json_integer_at<std::uint32_t>(object, "role"), json::exception);
  EXPECT_THROW((void)json_integer_or<std::uint32_t>(object, "role", 0), json::exception);
  EXPECT_THROW((void)json_integer_at<int>(object, "missing"), json::exception);
}

}  // namespace
}  // namespace agon
