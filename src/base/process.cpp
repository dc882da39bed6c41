#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <string_view>

extern "C" char** environ;

namespace agon {
namespace {

constexpr const char* kSpawner = "AGON_SPAWNER";  // the process that waits for this one
constexpr int kStandardFiles = 3;

void add_file(posix_spawn_file_actions_t& actions, int target, const ChildFile& file) {
  if (file.descriptor == target) return;  // inherited, and not closed below
  if (file.descriptor >= 0) {
    posix_spawn_file_actions_adddup2(&actions, file.descriptor, target);
    return;
  }
  const bool input = target == STDIN_FILENO;
  const int flags = input ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, target, file.path.empty() ? "/dev/null" : file.path.c_str(), flags, 0600);
}

// The environment of this process, with the name of the spawner.
std::vector<std::string> child_environment() {
  const std::string name = fmt::format("{}=", kSpawner);
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with(name)) entries.emplace_back(*entry);
  }
  entries.push_back(fmt::format("{}{}", name, getpid()));
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

int spawn_process(const SpawnOptions& options, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  add_file(actions, STDIN_FILENO, options.input);
  add_file(actions, STDOUT_FILENO, options.output);
  add_file(actions, STDERR_FILENO, options.error);
  posix_spawn_file_actions_addclosefrom_np(&actions, kStandardFiles);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words = options.arguments;
  std::vector<std::string> environment = child_environment();
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> variables = pointers_to(environment);
  const int failed = posix_spawn(&pid, arguments[0], &actions, &attributes, arguments.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) pid = -1;
  return failed;
}

void end_with_spawner() {
  const char* const text = std::getenv(kSpawner);
  if (text == nullptr) return;
  pid_t spawner = 0;
  std::from_chars(text, text + std::string_view(text).size(), spawner);
  unsetenv(kSpawner);  // what this one starts has another parent
  end_with_parent(spawner);
}

void end_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it ended before the signal was asked for
}

void close_inherited_files(std::vector<int> except) {
  std::ranges::sort(except);
  unsigned first = kStandardFiles;
  for (const int kept : except) {
    const auto number = static_cast<unsigned>(kept);
    if (number > first) close_range(first, number - 1, 0);
    first = std::max(first, number + 1);
  }
  close_range(first, UINT_MAX, 0);
}

void close_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

}  // namespace agon
