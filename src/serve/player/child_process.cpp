#include "serve/player/child_process.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/redirect_error.hpp>
#include <cerrno>
#include <cstring>

#include "base/process.h"

namespace agon::serve {
namespace {

Error no_process(int code) {
  return bad_input("player-unreachable", fmt::format("the player's process could not be started: {}", std::strerror(code)));
}

std::string describe_death(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return "it was killed, probably for want of memory";
  if (WIFSIGNALED(status)) return fmt::format("it crashed: {}", strsignal(WTERMSIG(status)));
  return fmt::format("it ended with code {}", WEXITSTATUS(status));
}

}  // namespace

Result<std::shared_ptr<ChildProcess>> ChildProcess::start(asio::io_context& io, const std::vector<std::string>& arguments) {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return no_process(errno);
  pid_t pid = -1;
  const ChildFile socket{.descriptor = ends[1]};
  const int failed =
      spawn_process({.arguments = arguments, .input = socket, .output = socket, .error = {.descriptor = STDERR_FILENO}}, pid);
  close(ends[1]);
  if (failed != 0) {
    close(ends[0]);
    return no_process(failed);
  }
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (handle < 0) {
    const int code = errno;
    ::kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    close(ends[0]);
    return no_process(code);
  }
  return std::shared_ptr<ChildProcess>(new ChildProcess(io, pid, ends[0], handle));
}

ChildProcess::ChildProcess(asio::io_context& io, pid_t pid, int socket, int handle)
    : pid_(pid), socket_(io, asio::local::stream_protocol(), socket), handle_(io, handle) {}

ChildProcess::~ChildProcess() {
  kill();
  reap(0);
}

void ChildProcess::kill() {
  if (!reaped_) ::kill(pid_, SIGKILL);
}

void ChildProcess::reap(int options) {
  if (!reaped_ && waitpid(pid_, &status_, options) == pid_) reaped_ = true;
}

void ChildProcess::let_go(std::shared_ptr<ChildProcess> child) {
  child->kill();
  boost::system::error_code ignored;
  child->socket_.close(ignored);
  auto& io = child->handle_;
  asio::co_spawn(
      io.get_executor(), [child]() -> asio::awaitable<void> { (void)co_await cause_of_death(child); }, asio::detached);
}

asio::awaitable<std::string> ChildProcess::cause_of_death(std::shared_ptr<ChildProcess> child) {
  boost::system::error_code error;
  while (!child->reaped_ && !error) {
    child->reap(WNOHANG);
    if (!child->reaped_)
      co_await child->handle_.async_wait(asio::posix::descriptor_base::wait_read, asio::redirect_error(asio::use_awaitable, error));
  }
  co_return child->reaped_ ? describe_death(child->status_) : "it went away";
}

}  // namespace agon::serve
