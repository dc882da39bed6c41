// A whole reproduction from the command line, with settings so small that its figures mean nothing: the way from the description to
// the report is what is tested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/test_folder.h"

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

// Replaces everything from `[quick]` to the first table behind it.
std::string with_quick(std::string text, const std::string& quick) {
  const std::size_t begin = text.find("[quick]");
  const std::size_t end = text.find("[[", begin);
  return text.replace(begin, end - begin, "[quick]\n" + quick + "\n");
}

TEST(Reproduce, WritesAReportInAllForms) {
  const agon::TestFolder own;
  const fs::path& folder = own.path();
  std::ofstream(folder / "giga13-updates.toml") << with_quick(
      read(fs::path(AGON_SOURCE_DIR) / "experiments" / "giga13-updates.toml"),
      "seconds = 0.01\nrounds = 1\nmatches = 2\nwin_games = 10\nboards = [\"7x6\", \"10x8\"]\nflips = 2000\nlockstep_matches = 1\n"
      "ablation_games = [\"connectfour-7x6\"]");
  const std::string command = std::string("timeout 120 ") + AGON_BINARY +
                              " reproduce giga13-updates --quick --json --experiments '" + folder.string() + "' --out '" +
                              (folder / "out").string() + "' > '" + (folder / "lines").string() + "'";
  const int status = std::system(command.c_str());  // NOLINT: one call, no other thread
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_LE(WEXITSTATUS(status), 1);  // some checks need longer measurements than these
  std::istringstream lines(read(folder / "lines"));
  std::size_t checks = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json["schema"] != "agon.reproduction-check/2") continue;
    ++checks;
    // So few flips and matches answer nothing; what needs no budget is answered.
    if (json["check"] == "model-is-right" || json["check"] == "agrees-with-resolution") {
      EXPECT_EQ(json["state"], "not measured");
      EXPECT_FALSE(json["spent"].empty());
    }
    if (json["check"] == "heap-only-in-recursion") {
      EXPECT_EQ(json["state"], "holds");
    }
  }
  EXPECT_EQ(checks, 12U);
  for (const char* name : {"report.txt", "report.jsonl", "report.html", "playouts.csv", "run.jsonl"})
    EXPECT_GT(fs::file_size(folder / "out" / name), 100U) << name;
}

}  // namespace
