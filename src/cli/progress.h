// A progress line on stderr for anything that takes longer than two seconds; silent when stderr is no terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace agon::cli {

// "45 s", "12 min", "3 h 20 min".
[[nodiscard]] std::string duration_text(double seconds);
// "[######..................]  25 %, 12 min left"; nothing is known about what is left before something is done.
[[nodiscard]] std::string bar_text(std::uint64_t done, std::uint64_t total, double seconds);

class Progress {
 public:
  // `total` 0 means unknown: a count is shown instead of a bar.
  Progress(std::string label, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t count = 1);
  void tick();  // nothing new, but the clock goes on
  void note(std::string text) { note_ = std::move(text); }

 private:
  void draw();

  std::string label_;
  std::string note_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::uint64_t next_look_ = 1;
  bool terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace agon::cli
