#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace agon::cli {
using Clock = std::chrono::steady_clock;

std::string duration_text(double seconds) {
  if (std::lround(seconds) < 60) return fmt::format("{} s", std::lround(seconds));
  const long minutes = std::lround(seconds / 60);
  return minutes < 60 ? fmt::format("{} min", minutes) : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string bar_text(std::uint64_t done, std::uint64_t total, double seconds) {
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::size_t>(share * 24);
  const std::string left = done > 0 ? fmt::format(", {} left", duration_text(seconds / share - seconds)) : "";
  return fmt::format("[{}{}] {:3.0f} %{}", std::string(filled, '#'), std::string(24 - filled, '.'), share * 100, left);
}

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
  const std::string bar = total_ > 0 ? bar_text(done_, total_, seconds) : fmt::format("{} in {}", done_, duration_text(seconds));
  fmt::print(stderr, "\r\x1b[K{} {} {}", label_, bar, note_);
  std::fflush(stderr);
}

}  // namespace agon::cli
