// A server is killed in mid-write, again and again: whatever it had acknowledged is there when the store is opened next.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "base/rng.h"
#include "base/test_folder.h"
#include "serve/store/store.h"

namespace agon::serve {
namespace {

// Appends steps until it is killed, each with the row that counts them, and reports every commit. Never returns.
[[noreturn]] void write_until_killed(const std::string& path, const std::string& match, int report) {
  Result<std::unique_ptr<Store>> store = Store::open(path);
  if (!store) ::_exit(3);
  for (std::int64_t i = 0;; ++i) {
    const std::string count = std::to_string(i + 1);
    (*store)->append({.events = {{0, match, "step", std::string(static_cast<std::size_t>(i % 500), 'x'), i}},
                      .row = MatchRow{match, 1, std::nullopt, "running", count},
                      .tournament = {}},
                     [report, i](const std::optional<Error>& error) {
                       if (error || ::write(report, &i, sizeof i) != sizeof i) ::_exit(4);
                     });
    if (i % 100 == 99) (*store)->flush();  // batches of all sizes
  }
}

// Reads acknowledged steps until the pipe is closed; how many there were.
std::int64_t acknowledged(int pipe, std::int64_t seen) {
  std::int64_t step = 0;
  while (::read(pipe, &step, sizeof step) == sizeof step) {
    EXPECT_EQ(step, seen) << "acknowledged in order";
    ++seen;
  }
  return seen;
}

TEST(StoreCrash, WhatWasAcknowledgedSurvivesBeingKilled) {
  const TestFolder folder;
  const std::string path = folder.file("store");
  Rng rng(1);
  std::int64_t total = 0;
  for (int round = 0; round < 20; ++round) {
    const std::string match = "m" + std::to_string(round);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(ends[0]);
      write_until_killed(path, match, ends[1]);
    }
    ::close(ends[1]);
    std::int64_t first = 0;
    EXPECT_EQ(::read(ends[0], &first, sizeof first), static_cast<ssize_t>(sizeof first)) << "it was killed before it had written";
    std::this_thread::sleep_for(std::chrono::microseconds(rng.below(30'000)));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it ended by itself with " << WEXITSTATUS(status);
    const std::int64_t count = acknowledged(ends[0], 1);
    ::close(ends[0]);
    total += count;

    Result<std::unique_ptr<Store>> store = Store::open(path);
    ASSERT_TRUE(store) << store.error().diagnostics[0].message;
    const auto events = (*store)->events(match);
    ASSERT_TRUE(events);
    EXPECT_GE(static_cast<std::int64_t>(events->size()), count);
    for (std::size_t i = 0; i < events->size(); ++i) EXPECT_EQ((*events)[i].at, static_cast<std::int64_t>(i));
    const auto row = (*store)->match(match);
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->summary, std::to_string(events->size())) << "row and events are of one transaction";
    EXPECT_EQ((*store)->unfinished()->size(), static_cast<std::size_t>(round) + 1);
  }
  EXPECT_GT(total, 100);
}

}  // namespace
}  // namespace agon::serve
