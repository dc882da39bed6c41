#include "engines/lanes/lane_stream.h"

#include <algorithm>
#include <bit>

namespace agon::engines::lanes {

LaneStream::LaneStream(const LaneCode& code, std::size_t lanes, std::uint64_t seed)
    : seed_(seed), words_(code.words()), groups_(std::max<std::size_t>(1, (lanes + 63) / 64)) {
  const std::size_t count = (groups_ + words_ - 1) / words_;
  for (std::size_t r = 0; r < count; ++r) runners_.emplace_back(code, seed, r * words_, false);
  busy_.resize(count * words_);
  tickets_.resize(busy_.size() * 64);
  ended_.resize(words_);
  constexpr std::size_t kOperations = 200'000;
  between_ = std::max<std::size_t>(1, kOperations / std::max<std::size_t>(1, code.program.operations.size() * count));
}

void LaneStream::start(const StateWords& state, std::uint32_t ticket, std::uint32_t count) {
  waiting_.insert(waiting_.end(), count, Start{&state, ticket});
}

// Queued starts take free lanes. The lanes of a group are loaded together: one by one costs far more. Each load begins a new random
// stream, so that idle groups can be skipped and all widths play the same.
void LaneStream::fill() {
  constexpr int kWorthIt = 16;
  for (unsigned group = 0; group < groups_ && !waiting_.empty(); ++group) {
    std::uint64_t lanes = ~busy_[group];
    if (std::popcount(lanes) < kWorthIt) continue;
    std::array<const StateWords*, 64> states{};
    std::uint64_t taken = 0;
    for (; lanes != 0 && !waiting_.empty(); lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      states[lane] = waiting_.front().state;
      tickets_[group * 64 + lane] = waiting_.front().ticket;
      waiting_.pop_front();
      taken |= std::uint64_t{1} << lane;
      ++open_;
    }
    busy_[group] |= taken;
    runners_[group / words_].enter(group % words_, taken, states, seed_, streams_++);
  }
}

void LaneStream::drop() {
  std::ranges::fill(busy_, 0);
  waiting_.clear();
  open_ = 0;
}

void LaneStream::play(std::size_t most_open, BatchResult& result, const std::function<bool()>& stop) {
  for (std::size_t pass = 1; open() > most_open; ++pass) {
    if (pass % between_ == 0 && stop && stop()) break;
    if (!waiting_.empty()) fill();
    for (std::size_t r = 0; r < runners_.size(); ++r) {
      const std::span<std::uint64_t> busy = std::span(busy_).subspan(r * words_, words_);
      if (std::all_of(busy.begin(), busy.end(), [](std::uint64_t lanes) { return lanes == 0; })) continue;
      if (!runners_[r].advance(busy, ended_, result.states)) continue;
      for (unsigned w = 0; w < words_; ++w) {
        for (std::uint64_t bits = ended_[w]; bits != 0; bits &= bits - 1) {
          const unsigned lane = w * 64 + static_cast<unsigned>(std::countr_zero(bits));
          runners_[r].add_goals(lane, tickets_[r * words_ * 64 + lane], result);
          --open_;
        }
        busy[w] &= ~ended_[w];
      }
    }
  }
}

}  // namespace agon::engines::lanes
