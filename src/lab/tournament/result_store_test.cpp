// What is on the disk after a kill, a full disk or a change of mind.
#include "lab/tournament/result_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/test_folder.h"

namespace agon::lab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const nlohmann::ordered_json kConfiguration{{"schema", "agon.tournament/2"}, {"seed", 7}, {"rounds", 2}};

GameResult game(std::uint64_t id) {
  GameResult result = blank_result({.id = id, .round = id / 2, .game = 0, .seats = {0, 1}, .seed = 100 + id}, "tictactoe");
  result.seats[0].goal = 100;
  result.seats[0].moves = 5;
  result.seats[1].seconds = 0.25;
  result.seats[1].late = 2;
  result.length = 7;
  result.finished = true;
  result.end = "terminal";
  return result;
}

class ResultStoreTest : public FolderTest {
 protected:
  [[nodiscard]] Result<ResultStore> open(const nlohmann::ordered_json& configuration = kConfiguration) const {
    return ResultStore::open(folder_.string(), configuration, {"random", "first-legal"}, {"rounds"}, belongs_);
  }
  [[nodiscard]] fs::path file() const { return folder_ / ResultStore::kFile; }
  [[nodiscard]] std::string content() const {
    std::ostringstream out;
    out << std::ifstream(file(), std::ios::binary).rdbuf();
    return out.str();
  }
  void fill(std::uint64_t games) const {
    auto store = open();
    ASSERT_TRUE(store);
    for (std::uint64_t id = 0; id < games; ++id) ASSERT_TRUE(store->append(game(id)));
  }
  void put(const std::string& text) const {
    fs::create_directories(folder_);
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << text;
  }
  static std::string message(const Result<ResultStore>& failed) { return failed.error().diagnostics.front().message; }

  ResultStore::Belongs belongs_ = [](const GameResult&) { return true; };
};

TEST_F(ResultStoreTest, ReadsWhatItWrote) {
  fill(3);
  const auto again = open();
  ASSERT_TRUE(again);
  ASSERT_EQ(again->earlier().size(), 3U);
  for (std::uint64_t id = 0; id < 3; ++id) EXPECT_EQ(again->earlier()[id], game(id));
}

TEST_F(ResultStoreTest, EveryLineSaysWhatItIs) {
  fill(1);
  std::istringstream lines(content());
  std::string header, line;
  std::getline(lines, header);
  std::getline(lines, line);
  EXPECT_EQ(nlohmann::json::parse(header)["schema"], "agon.tournament/2");
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["schema"], "agon.game-result/1");
  for (const char* field : {"id", "game", "seats", "strategies", "goals", "length", "seconds", "illegal", "late", "crashed", "end"})
    EXPECT_TRUE(json.contains(field)) << field;
  EXPECT_EQ(json["strategies"][1], "first-legal");
}

// Cut anywhere, the whole lines before the cut are there, and the file takes new ones.
TEST_F(ResultStoreTest, AHalfLineIsDropped) {
  fill(2);
  const std::string whole = content();
  const std::size_t first = whole.find('\n') + 1;
  const std::size_t second = whole.find('\n', first) + 1;
  for (std::size_t cut = 0; cut <= whole.size(); cut += 7) {
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << whole.substr(0, cut);
    auto store = open();
    ASSERT_TRUE(store) << cut;
    const std::size_t expected = cut >= whole.size() ? 2U : (cut >= second ? 1U : 0U);
    EXPECT_EQ(store->earlier().size(), expected) << cut;
    for (std::uint64_t id = expected; id < 2; ++id) ASSERT_TRUE(store->append(game(id)));
    EXPECT_EQ(content(), whole) << cut;
  }
}

TEST_F(ResultStoreTest, AnEmptiedLastLineIsDropped) {
  fill(2);
  std::ofstream(file(), std::ios::binary | std::ios::app) << std::string(40, '\0') << '\n';
  EXPECT_EQ(open()->earlier().size(), 2U);
}

TEST_F(ResultStoreTest, DamageInTheMiddleIsAnError) {
  fill(2);
  std::string text = content();
  text[text.find('\n') + 3] = '}';
  std::ofstream(file(), std::ios::binary | std::ios::trunc) << text;
  const auto store = open();
  ASSERT_FALSE(store);
  EXPECT_THAT(message(store), HasSubstr("games.jsonl:2"));
}

// Whole and well-formed, even at the end of the file, where half lines are dropped.
TEST_F(ResultStoreTest, AGameOfAnotherTournamentIsAnError) {
  fill(3);
  belongs_ = [](const GameResult& result) { return result.id < 2; };
  const auto store = open();
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().diagnostics.front().code, "damaged-store");
  EXPECT_THAT(message(store), HasSubstr("games.jsonl:4: this is no game of the tournament"));
  EXPECT_THAT(store.error().diagnostics.front().hint, HasSubstr("take the line out"));
}

TEST_F(ResultStoreTest, AFileThatIsNotOursIsNotTouched) {
  for (const char* text : {"my diary, without an end of line", "{\"schema\":\"agon.tournament/2\",\"seed\":8", " "}) {
    put(text);
    const auto store = open();
    ASSERT_FALSE(store) << text;
    EXPECT_EQ(store.error().diagnostics.front().code, "damaged-store");
    EXPECT_THAT(message(store), HasSubstr("this is no header of a tournament"));
    EXPECT_EQ(content(), text);
  }
}

TEST_F(ResultStoreTest, ATornHeaderIsWrittenAnew) {
  fill(1);
  const std::string whole = content();
  const std::string header = whole.substr(0, whole.find('\n'));
  for (const std::string& torn : {std::string(), header.substr(0, 9), header, std::string(header.size(), '\0')}) {
    put(torn);
    auto store = open();
    ASSERT_TRUE(store);
    ASSERT_TRUE(store->append(game(0)));
    EXPECT_EQ(content(), whole);
  }
}

TEST_F(ResultStoreTest, AnotherConfigurationIsRefused) {
  fill(1);
  auto other = kConfiguration;
  other["rounds"] = 5;
  EXPECT_TRUE(open(other));
  other["seed"] = 8;
  const auto refused = open(other);
  ASSERT_FALSE(refused);
  EXPECT_THAT(message(refused), HasSubstr("seed differs"));
  EXPECT_THAT(message(refused), testing::Not(HasSubstr("rounds")));
}

TEST_F(ResultStoreTest, AFullDiskIsAnErrorAndLosesNothing) {
  fill(1);
  auto store = open();
  ASSERT_TRUE(store);
  const std::string before = content();
  signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{before.size() + 50, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto written = store->append(game(1));
  setrlimit(RLIMIT_FSIZE, &limit);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().diagnostics.front().message, HasSubstr("cannot write"));
  EXPECT_EQ(content(), before);
}

TEST_F(ResultStoreTest, TwoRunsNeverShareAFolder) {
  fill(1);
  const auto mine = open();
  ASSERT_TRUE(mine);
  const pid_t other = fork();
  if (other == 0) _exit(open().ok() ? 1 : 0);
  int status = -1;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace agon::lab
