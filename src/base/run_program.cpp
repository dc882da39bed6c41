#include "base/run_program.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/process.h"

namespace agon {
namespace {

constexpr int kPollMilliseconds = 20;

// An anonymous file in memory: neither side waits for the other, whatever the length of the text.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  [[nodiscard]] int descriptor() const { return descriptor_; }

  bool write_all(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = write(descriptor_, text.data(), text.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return lseek(descriptor_, 0, SEEK_SET) == 0;
  }
  [[nodiscard]] std::string read_all() const {
    std::string text;
    char buffer[65536];
    for (;;) {
      const ssize_t n = pread(descriptor_, buffer, sizeof buffer, static_cast<off_t>(text.size()));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return text;
      text.append(buffer, static_cast<std::size_t>(n));
    }
  }

 private:
  int descriptor_;
};

double seconds_of(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

}  // namespace

std::optional<std::string> find_program(std::string_view name) {
  const char* const path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  while (!folders.empty()) {
    const std::size_t colon = std::min(folders.find(':'), folders.size());
    const std::string candidate = fmt::format("{}/{}", folders.substr(0, colon), name);
    if (colon > 0 && access(candidate.c_str(), X_OK) == 0) return candidate;
    folders.remove_prefix(std::min(colon + 1, folders.size()));
  }
  return std::nullopt;
}

Result<ProgramOutcome> run_program(const std::vector<std::string>& arguments, std::string_view input, const ProgramLimits& limits) {
  using Clock = std::chrono::steady_clock;
  MemoryFile in("input");
  MemoryFile out("output");
  MemoryFile err("error");
  const auto failed = [&](int error) {
    return bad_input("no-process", fmt::format("{} cannot be run: {}", arguments.front(), std::strerror(error)));
  };
  if (in.descriptor() < 0 || out.descriptor() < 0 || err.descriptor() < 0 || !in.write_all(input)) return failed(errno);
  pid_t pid = -1;
  const int error = spawn_process({.arguments = arguments,
                                   .input = {.descriptor = in.descriptor()},
                                   .output = {.descriptor = out.descriptor()},
                                   .error = {.descriptor = err.descriptor()}},
                                  pid);
  if (error != 0) return failed(error);
  if (limits.memory_bytes > 0) {
    const rlimit memory{limits.memory_bytes, limits.memory_bytes};
    prlimit(pid, RLIMIT_DATA, &memory, nullptr);
  }
  const auto deadline = limits.time.count() > 0 ? Clock::now() + limits.time : Clock::time_point::max();
  // It polls as ready when the process has ended. Without it (old kernels), the wait is a short sleep.
  const int ended = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  ProgramOutcome outcome;
  int status = 0;
  rusage usage{};
  for (;;) {
    pollfd ready{ended, POLLIN, 0};
    poll(&ready, ended >= 0 ? 1 : 0, kPollMilliseconds);
    const pid_t waited = wait4(pid, &status, WNOHANG, &usage);
    if (waited == pid || (waited < 0 && errno != EINTR)) break;
    const bool late = Clock::now() >= deadline;
    if (!late && !(limits.stop && limits.stop())) continue;
    outcome.end = late ? ProgramOutcome::End::OutOfTime : ProgramOutcome::End::Stopped;
    kill(-pid, SIGKILL);  // its whole group
    while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    break;
  }
  if (ended >= 0) close(ended);
  if (outcome.end == ProgramOutcome::End::Exited && WIFSIGNALED(status)) outcome.end = ProgramOutcome::End::Killed;
  outcome.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  outcome.output = out.read_all();
  outcome.complaints = err.read_all();
  outcome.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  outcome.peak_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  return outcome;
}

}  // namespace agon
