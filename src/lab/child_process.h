// A function in a process of its own, talked to in lines of text: what it allocates is its own, and a crash, an overrun or a hang
// there is a reason here and not the end of the program.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::lab {

class ChildProcess {
 public:
  struct Options {
    std::size_t memory_bytes = 0;  // a last wall behind the accounting of whatever runs there; 0: none
    std::vector<int> cores;        // it may run on these only; empty: wherever its parent may
  };
  using Body = std::function<void(int in, int out)>;
  enum class Heard : std::uint8_t { Line, Nothing, End };

  // Forks; the body runs in the new process, which ends with it and never outlives its parent. The caller must be single-threaded.
  ChildProcess(const Body& body, const Options& options);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] bool running() const { return pid_ > 0; }
  [[nodiscard]] const std::string& problem() const { return problem_; }  // why there is no process
  [[nodiscard]] int readable() const { return from_; }                   // for poll()

  // False if nobody reads any more; the reason is learnt by receive().
  bool send(std::string_view line);
  // Waits at most so long; Nothing may also mean that a line has come in part.
  Heard receive(std::string& line, int milliseconds);
  void kill();
  // After Heard::End: how it ended, in words.
  [[nodiscard]] std::string cause_of_death();

 private:
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string unread_;
  std::string problem_;
};

// For the body: a whole line, whatever its length. False if the parent is gone.
bool write_line(int out, std::string line);

// The cores this process may use, ascending.
[[nodiscard]] std::vector<int> available_cores();

}  // namespace agon::lab
