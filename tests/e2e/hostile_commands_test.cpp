// Limits are promises: every command that takes a rule sheet, on every hostile sheet, ends within its time and memory with an exit
// code that scripts can rely on. A part of the pairs by default; AGON_HOSTILE=all tries all of them, with sheets of a million
// rules.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/test_folder.h"
#include "tests/hostile_sheets.h"

namespace agon {
namespace {

// Only a program that hangs takes this long; the promise of the commands below is three seconds and a moment.
constexpr std::chrono::seconds kHung{60};
constexpr long kMostKiB = 1'200L * 1024;  // 512 for the command, 128 for a search, the program itself, and a margin
constexpr std::size_t kPart = 4;          // one pair in so many is tried by default

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMemoryCounts = false;  // most of it belongs to the sanitizer
#else
constexpr bool kMemoryCounts = true;
#endif

const char* const kCommands[] = {"check",
                                 "check --no-play --json",
                                 "fmt",
                                 "structure",
                                 "ground",
                                 "circuit --json",
                                 "perft -d 3",
                                 "perft -d 2 -e chainer --json",
                                 "playout -q",
                                 "search -t 2 --search-memory 128",
                                 "search -t 2 -p mcts --search-memory 128 --json",
                                 "lockstep --seconds-per-game 1"};

struct Ended {
  int code = -1;  // -1: by a signal
  bool hung = false;
  long peak_kib = 0;
};

Ended run_agon(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: execv takes them so
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    std::_Exit(127);
  }
  Ended ended;
  int status = 0;
  rusage usage{};
  const auto end = std::chrono::steady_clock::now() + kHung;
  while (::wait4(child, &status, WNOHANG, &usage) == 0) {
    if (!ended.hung && std::chrono::steady_clock::now() > end) {
      ended.hung = true;
      ::kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  ended.peak_kib = usage.ru_maxrss;
  return ended;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

TEST(HostileCommands, EndWithinTheirLimits) {
  const char* const wanted = std::getenv("AGON_HOSTILE");
  const bool all = wanted != nullptr && std::string(wanted) == "all";
  const TestFolder folder;
  std::size_t pair = 0;
  for (const hostile::HostileSheet& sheet : hostile::hostile_sheets(all ? 1'000'000 : 50'000)) {
    const std::string file = folder.file(sheet.name + ".kif");
    std::ofstream(file) << sheet.text;
    for (std::size_t c = 0; c < std::size(kCommands); ++c, ++pair) {
      if (!all && pair % kPart != (pair / std::size(kCommands)) % kPart) continue;  // others of the commands for each sheet
      std::vector<std::string> words = words_of(kCommands[c]);
      words.insert(words.begin(), AGON_BINARY);
      for (const char* const word : {"--time-limit", "3", "--memory", "512"}) words.emplace_back(word);
      words.push_back(file);
      SCOPED_TRACE(std::string(kCommands[c]) + " on " + sheet.name);
      const Ended ended = run_agon(words);
      EXPECT_FALSE(ended.hung);
      EXPECT_TRUE(ended.code == 0 || ended.code == 1 || ended.code == 3 || ended.code == 4) << ended.code;
      if (kMemoryCounts) {
        EXPECT_LT(ended.peak_kib, kMostKiB);
      }
    }
  }
}

}  // namespace
}  // namespace agon
