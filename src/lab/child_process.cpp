#include "lab/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/process.h"

namespace agon::lab {
namespace {

// Sanitizers reserve terabytes, so there it would stop everything.
void limit_memory([[maybe_unused]] std::size_t bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (bytes == 0) return;
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_DATA, &limit);
#endif
}

void pin_to(const std::vector<int>& cores) {
  if (cores.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  sched_setaffinity(0, sizeof set, &set);
}

// A signal for the whole group (a terminal's interrupt) is the parent's to answer: a child that died of it first would look like a
// crash. Whatever ends the parent ends the child, which has no other file of its parent than its own two pipes.
void depend_on(pid_t parent, int in, int out) {
  end_with_parent(parent);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  close_inherited_files({in, out});
}

bool write_all(int out, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(out, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace

ChildProcess::ChildProcess(const Body& body, const Options& options) {
  int request[2] = {-1, -1};
  int reply[2] = {-1, -1};
  if (pipe2(request, O_CLOEXEC) != 0 || pipe2(reply, O_CLOEXEC) != 0) {
    problem_ = fmt::format("no pipe: {}", std::strerror(errno));
    for (const int end : request) close(end);
    return;
  }
  std::fflush(nullptr);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    depend_on(parent, request[0], reply[1]);
    limit_memory(options.memory_bytes);
    pin_to(options.cores);
    // An exception that nobody caught is a crash of the child, and must not unwind into a copy of the parent.
    [&]() noexcept { body(request[0], reply[1]); }();
    _exit(0);
  }
  if (pid_ < 0) problem_ = fmt::format("no process: {}", std::strerror(errno));
  close(request[0]);
  close(reply[1]);
  to_ = request[1];
  from_ = reply[0];
}

ChildProcess::~ChildProcess() {
  kill();
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
}

bool ChildProcess::send(std::string_view line) {
  if (!running()) return false;
  // A write into a dead process must not kill this one.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  const bool sent = write_line(to_, std::string(line));
  sigaction(SIGPIPE, &before, nullptr);
  return sent;
}

ChildProcess::Heard ChildProcess::receive(std::string& line, int milliseconds) {
  const auto take = [&] {
    const std::size_t end = unread_.find('\n');
    if (end == std::string::npos) return false;
    line.assign(unread_, 0, end);
    unread_.erase(0, end + 1);
    return true;
  };
  if (take()) return Heard::Line;
  pollfd ready{from_, POLLIN, 0};
  if (poll(&ready, 1, milliseconds) <= 0) return Heard::Nothing;
  char buffer[65536];
  const ssize_t n = read(from_, buffer, sizeof buffer);
  if (n < 0 && errno == EINTR) return Heard::Nothing;
  if (n <= 0) return Heard::End;
  unread_.append(buffer, static_cast<std::size_t>(n));
  return take() ? Heard::Line : Heard::Nothing;
}

void ChildProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

std::string ChildProcess::cause_of_death() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return "killed, probably for want of memory";
  if (WIFSIGNALED(status)) return fmt::format("crashed: {}", strsignal(WTERMSIG(status)));
  return fmt::format("ended with code {}", WEXITSTATUS(status));
}

bool write_line(int out, std::string line) {
  line += '\n';
  return write_all(out, line);
}

std::vector<int> available_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
  }
  return cores;
}

}  // namespace agon::lab
