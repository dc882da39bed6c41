#include "lab/tournament/thinking_page.h"

#include <sys/mman.h>

#include <new>

namespace agon::lab {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

ThinkingPage::ThinkingPage() {
  void* memory = mmap(nullptr, sizeof(std::atomic<std::uint64_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  word_ = new (memory) std::atomic<std::uint64_t>(now() << kSeatBits);
}

ThinkingPage::~ThinkingPage() { munmap(word_, sizeof(std::atomic<std::uint64_t>)); }

std::optional<ThinkingPage::Turn> ThinkingPage::turn() const {
  const std::uint64_t word = word_->load(std::memory_order_relaxed);
  const auto seat = static_cast<std::uint32_t>(word & (kMaking - 1));
  if (seat == 0) return std::nullopt;
  return Turn{seat - 1, (word & kMaking) != 0, static_cast<double>(now() - (word >> kSeatBits)) / 1000};
}

double ThinkingPage::seconds_since_change() const {
  return static_cast<double>(now() - (word_->load(std::memory_order_relaxed) >> kSeatBits)) / 1000;
}

}  // namespace agon::lab
