#include "base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/file.h"
#include "base/test_folder.h"

namespace agon {
namespace {

int exit_code_of(pid_t process) {
  int status = -1;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Runs what it is given in a process of its own.
template <class Body>
pid_t forked(Body body) {
  const pid_t process = fork();
  if (process == 0) {
    body();
    _exit(0);
  }
  return process;
}

TEST(SpawnProcess, TheChildHasItsStandardFilesAlone) {
  const TestFolder folder;
  std::array<int, 2> leaky{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, leaky.data()), 0);  // as a library opens it, without close-on-exec
  pid_t pid = -1;
  const int failed = spawn_process(
      {.arguments = {"/bin/sh", "-c", "ls /proc/$$/fd"}, .output = {.path = folder.file("files")}, .error = {.descriptor = 2}},
      pid);
  ASSERT_EQ(failed, 0);
  EXPECT_EQ(exit_code_of(pid), 0);
  EXPECT_EQ(*read_file(folder.file("files")), "0\n1\n2\n");
  for (const int end : leaky) close(end);
}

TEST(SpawnProcess, WhatCannotBeStartedHasAReason) {
  pid_t pid = 7;
  EXPECT_EQ(spawn_process({.arguments = {"/no/such/program"}}, pid), ENOENT);
  EXPECT_EQ(pid, -1);
}

TEST(SpawnProcess, TheSpawnerIsNamedToTheChild) {
  const TestFolder folder;
  pid_t pid = -1;
  ASSERT_EQ(spawn_process({.arguments = {"/bin/sh", "-c", "echo $AGON_SPAWNER"}, .output = {.path = folder.file("name")}}, pid), 0);
  EXPECT_EQ(exit_code_of(pid), 0);
  EXPECT_EQ(*read_file(folder.file("name")), std::to_string(getpid()) + "\n");
}

// The child holds the writing end of a pipe, which is closed when it has ended.
TEST(EndWithParent, TheChildOfAKilledProcessIsKilled) {
  std::array<int, 2> alive{};
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(alive.data()), 0);
  ASSERT_EQ(pipe(ready.data()), 0);
  const pid_t parent = forked([&] {
    const pid_t self = getpid();
    forked([&] {
      end_with_parent(self);
      static_cast<void>(!write(ready[1], "!", 1));
      for (;;) pause();
    });
    for (;;) pause();
  });
  close(alive[1]);
  char said = 0;
  ASSERT_EQ(read(ready[0], &said, 1), 1);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  pollfd ended{alive[0], POLLIN, 0};
  EXPECT_EQ(poll(&ended, 1, 10'000), 1) << "the child of a killed process runs on";
  for (const int file : {alive[0], ready[0], ready[1]}) close(file);
}

TEST(EndWithParent, AProcessWhoseParentIsGoneEndsAtOnce) {
  EXPECT_EQ(exit_code_of(forked([] { end_with_parent(getppid() + 1); })), 1);
  EXPECT_EQ(exit_code_of(forked([] {
              setenv("AGON_SPAWNER", "1", 1);
              end_with_spawner();
            })),
            1);
  EXPECT_EQ(exit_code_of(forked([] { end_with_spawner(); })), 0) << "a process that nobody spawned must go on";
}

TEST(CloseInheritedFiles, KeepsWhatItIsTold) {
  std::array<int, 2> one{};
  std::array<int, 2> two{};
  ASSERT_EQ(pipe(one.data()), 0);
  ASSERT_EQ(pipe(two.data()), 0);
  const pid_t child = forked([&] {
    close_inherited_files({two[0], one[0]});
    const auto open = [](int file) { return fcntl(file, F_GETFD) >= 0; };
    _exit(open(0) && open(2) && open(one[0]) && !open(one[1]) && open(two[0]) && !open(two[1]) ? 0 : 1);
  });
  EXPECT_EQ(exit_code_of(child), 0);
  for (const int file : {one[0], one[1], two[0], two[1]}) close(file);
}

}  // namespace
}  // namespace agon
