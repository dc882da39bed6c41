// A child process with one socket for its standard input and output. It never outlives its owner and leaves no zombie behind, and
// nothing here blocks the event loop.
#pragma once

#include <sys/types.h>

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/net.h"

namespace agon::serve {

class ChildProcess {
 public:
  // The first argument is the path of the program.
  [[nodiscard]] static Result<std::shared_ptr<ChildProcess>> start(asio::io_context& io, const std::vector<std::string>& arguments);
  ~ChildProcess();  // kills and reaps
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // A socket and not a pipe: writing to a program that has died is an error there and not a signal.
  [[nodiscard]] asio::local::stream_protocol::socket& socket() { return socket_; }
  [[nodiscard]] pid_t pid() const { return pid_; }

  void kill();
  // Kills it, and reaps it when it has ended, without waiting here.
  static void let_go(std::shared_ptr<ChildProcess> child);
  // Waits until it has ended, and says how.
  static asio::awaitable<std::string> cause_of_death(std::shared_ptr<ChildProcess> child);

 private:
  ChildProcess(asio::io_context& io, pid_t pid, int socket, int handle);
  void reap(int options);

  pid_t pid_;
  bool reaped_ = false;
  int status_ = 0;
  asio::local::stream_protocol::socket socket_;
  asio::posix::stream_descriptor handle_;  // readable when it has ended
};

}  // namespace agon::serve
