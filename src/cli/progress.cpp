#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace agon::cli {
using Clock = std::chrono::steady_clock;

Progress::Progress(std::string label, std::uint64_t total)
    : label_(std::move(label)), total_(total), terminal_(isatty(STDERR_FILENO) != 0), start_(Clock::now()), last_(start_) {}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::advance(std::uint64_t count) {
  done_ += count;
  if (!terminal_ || done_ < next_look_) return;
  // Look at the clock seldom: often enough for ten pictures a second, whatever a step costs.
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  next_look_ =
      done_ + std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(done_) / std::max(seconds, 0.001) / 10));
  if (seconds < 2 || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  draw();
}

void Progress::tick() {
  const auto now = Clock::now();
  if (!terminal_ || now - start_ < std::chrono::seconds(2) || now - last_ < std::chrono::milliseconds(500)) return;
  last_ = now;
  draw();
}

void Progress::draw() {
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  std::string bar;
  if (total_ > 0) {
    const double share = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
    const auto filled = static_cast<std::size_t>(share * 24);
    const double left = share > 0 ? seconds / share - seconds : 0;
    bar =
        fmt::format("[{}{}] {:3.0f} %, {:.0f} s left", std::string(filled, '#'), std::string(24 - filled, '.'), share * 100, left);
  } else {
    bar = fmt::format("{} in {:.0f} s", done_, seconds);
  }
  fmt::print(stderr, "\r\x1b[K{} {} {}", label_, bar, note_);
  std::fflush(stderr);
}

}  // namespace agon::cli
