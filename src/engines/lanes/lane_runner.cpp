#include "engines/lanes/lane_runner.h"

#include <algorithm>
#include <bit>

#include "base/rng.h"

namespace agon::engines::lanes {

LaneRunner::LaneRunner(const LaneCode& code, std::uint64_t seed, std::uint64_t first_group, bool lengths)
    : code_(code), words_(code.words()), memory_(code.layout(), words_), lengths_(lengths) {
  for (unsigned w = 0; w < words_; ++w) {
    Rng rng(seed * 0x9e3779b97f4a7c15ULL + first_group + w);
    memory_.vector(code.layout().random)[w] = rng.next() | 1U;
    memory_.vector(code.layout().random + 1)[w] = rng.next();
  }
  for (std::size_t i = 0; i < code.weights.size(); ++i)
    std::fill_n(memory_.vector(code.layout().weight + static_cast<std::uint32_t>(i)), words_, code.weights[i]);
  totals_.goals.resize(code.goal_values.size());
  for (std::size_t r = 0; r < code.goal_values.size(); ++r) totals_.goals[r].resize(code.goal_values[r].size());
  if (lengths) totals_.lengths.resize(code.options.max_steps + 1);
  if (code.options.move_statistics) {
    totals_.made.resize(code.circuit->program->moves.size());
    totals_.made_goals.assign(totals_.made.size(), std::vector<std::uint64_t>(code.goal_values.size()));
  }
  reset();
}

// All lanes at the initial state, which is also what they take when a game is over.
void LaneRunner::reset() {
  const LaneLayout& layout = code_.layout();
  for (std::uint32_t f = 0; f < code_.program.fluents; ++f) {
    std::fill_n(memory_.vector(layout.state[present_] + f), words_, 0);
    std::fill_n(memory_.vector(layout.start + f), words_, 0);
  }
  for (const std::uint32_t f : code_.circuit->program->initial) {
    std::fill_n(memory_.vector(layout.state[present_] + f), words_, ~Word{0});
    std::fill_n(memory_.vector(layout.start + f), words_, ~Word{0});
  }
  for (std::uint32_t b = 0; b < code_.program.length_bits; ++b) std::fill_n(memory_.vector(layout.length + b), words_, 0);
  for (std::uint32_t i = 0; i < code_.program.played; ++i) std::fill_n(memory_.vector(layout.played + i), words_, 0);
}

void LaneRunner::step() {
  const LaneLayout& layout = code_.layout();
  if (lengths_) {
    old_length_.resize(std::size_t{code_.program.length_bits} * words_);
    std::copy_n(memory_.vector(layout.length), old_length_.size(), old_length_.begin());
  }
  if (code_.machine) {
    code_.machine->step()(memory_.vector(layout.state[present_]), memory_.vector(layout.state[1 - present_]), memory_.vector(0));
  } else {
    code_.portable->step(memory_, present_);
  }
  present_ = 1 - present_;
}

std::uint32_t LaneRunner::length_of(unsigned lane) {
  std::uint32_t length = 0;
  for (std::uint32_t b = 0; b < code_.program.length_bits; ++b)
    length |= static_cast<std::uint32_t>((old_length_[std::size_t{b} * words_ + lane / 64] >> (lane % 64)) & 1U) << b;
  return length;
}

// `counted`: lanes whose game ended in this pass and is to be counted.
void LaneRunner::account(std::span<const Word> counted) {
  Word any = 0;
  for (const Word word : counted) any |= word;
  if (any == 0) return;
  const auto count = [&](std::uint32_t index) {
    std::uint64_t n = 0;
    const Word* words = output(index);
    for (unsigned w = 0; w < words_; ++w) n += static_cast<unsigned>(std::popcount(words[w] & counted[w]));
    return n;
  };
  totals_.playouts += count(LaneProgram::kOver);
  totals_.cut += count(LaneProgram::kCut);
  for (std::size_t r = 0; r < totals_.goals.size(); ++r) {
    for (std::uint32_t i = code_.program.goal_begin[r]; i < code_.program.goal_begin[r + 1]; ++i)
      totals_.goals[r][i - code_.program.goal_begin[r]] += count(i);
  }
  if (lengths_) {
    for (unsigned w = 0; w < words_; ++w) {
      for (Word bits = counted[w]; bits != 0; bits &= bits - 1) ++totals_.lengths[length_of(w * 64 + static_cast<unsigned>(std::countr_zero(bits)))];
    }
  }
  if (code_.options.move_statistics) account_moves(counted);
}

void LaneRunner::account_moves(std::span<const Word> counted) {
  for (std::uint32_t m = 0; m < code_.program.played; ++m) {
    const Word* played = memory_.vector(code_.layout().played + m);
    for (unsigned w = 0; w < words_; ++w) {
      const Word mine = played[w] & counted[w];
      if (mine == 0) continue;
      totals_.made[m] += static_cast<unsigned>(std::popcount(mine));
      for (std::size_t r = 0; r < code_.goal_values.size(); ++r) {
        for (std::uint32_t i = code_.program.goal_begin[r]; i < code_.program.goal_begin[r + 1]; ++i) {
          const auto value = static_cast<std::uint64_t>(code_.goal_values[r][i - code_.program.goal_begin[r]]);
          totals_.made_goals[m][r] += value * static_cast<unsigned>(std::popcount(mine & output(i)[w]));
        }
      }
    }
  }
}

void LaneRunner::play_quota(std::uint32_t per_lane, unsigned groups) {
  const unsigned lanes = words_ * 64;
  std::vector<std::uint32_t> left(lanes, per_lane);
  std::vector<Word> busy(words_, 0);
  std::fill_n(busy.begin(), std::min(groups, words_), ~Word{0});
  std::vector<Word> counted(words_);
  std::uint64_t open = per_lane == 0 ? 0 : std::uint64_t{std::min(groups, words_)} * 64;
  while (open > 0) {
    step();
    Word any = 0;
    for (unsigned w = 0; w < words_; ++w) {
      counted[w] = output(LaneProgram::kOver)[w] & busy[w];
      any |= counted[w];
      totals_.states += static_cast<unsigned>(std::popcount(busy[w] & ~counted[w]));
    }
    totals_.passes += lanes;
    if (any == 0) continue;
    account(counted);
    for (unsigned w = 0; w < words_; ++w) {
      for (Word bits = counted[w]; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(bits));
        if (--left[w * 64 + lane] > 0) continue;
        busy[w] &= ~(Word{1} << lane);
        --open;
      }
    }
    if (code_.options.move_statistics) {
      for (std::uint32_t i = 0; i < code_.program.played; ++i) {
        for (unsigned w = 0; w < words_; ++w) memory_.vector(code_.layout().played + i)[w] &= ~output(LaneProgram::kOver)[w];
      }
    }
  }
}

void LaneRunner::play_until(const std::function<bool()>& stop) {
  const unsigned lanes = words_ * 64;
  std::vector<Word> counted(words_);
  const auto clear_played = [&] {
    if (!code_.options.move_statistics) return;
    for (std::uint32_t i = 0; i < code_.program.played; ++i) {
      for (unsigned w = 0; w < words_; ++w) memory_.vector(code_.layout().played + i)[w] &= ~output(LaneProgram::kOver)[w];
    }
  };
  // The clock is read every few thousand operations, whatever the size of a pass.
  const std::uint64_t between = std::max<std::uint64_t>(1, 200'000 / std::max<std::size_t>(1, code_.program.operations.size()));
  do {
    for (std::uint64_t i = 0; i < between; ++i) {
      step();
      const std::uint64_t before = totals_.playouts;
      std::copy_n(output(LaneProgram::kOver), words_, counted.begin());
      account(counted);
      totals_.states += lanes - (totals_.playouts - before);
      totals_.passes += lanes;
      clear_played();
    }
  } while (!stop());
  std::vector<Word> busy(words_, ~Word{0});
  for (bool open = true; open;) {
    step();
    open = false;
    for (unsigned w = 0; w < words_; ++w) {
      counted[w] = output(LaneProgram::kOver)[w] & busy[w];
      totals_.states += static_cast<unsigned>(std::popcount(busy[w] & ~counted[w]));
      busy[w] &= ~counted[w];
      open |= busy[w] != 0;
    }
    totals_.passes += lanes;
    account(counted);
    clear_played();
  }
}

// Puts a state into a lane: as its present state, or as the one it takes next.
void LaneRunner::load_start(unsigned lane, const StateWords& state, bool now) {
  const LaneLayout& layout = code_.layout();
  const std::uint32_t begin = now ? layout.state[present_] : layout.start;
  const Word bit = Word{1} << (lane % 64);
  for (std::uint32_t f = 0; f < code_.program.fluents; ++f) {
    Word& word = memory_.vector(begin + f)[lane / 64];
    word = ((state[f / 64] >> (f % 64)) & 1U) != 0 ? word | bit : word & ~bit;
  }
}

void LaneRunner::play_queues(std::vector<GroupQueue>& queues, const Ended& ended) {
  constexpr std::uint64_t kIdle = ~std::uint64_t{0};
  const unsigned lanes = words_ * 64;
  std::vector<std::uint64_t> playing(lanes, kIdle);
  std::vector<std::uint64_t> waiting(lanes, kIdle);  // what the lane takes when its game is over
  const auto draw = [&](unsigned lane) {
    if (lane / 64 >= queues.size()) return kIdle;
    GroupQueue& queue = queues[lane / 64];
    return queue.next < queue.end ? queue.next++ : kIdle;
  };
  const auto state_of = [&](unsigned lane, std::uint64_t start) -> const StateWords& {
    const GroupQueue& queue = queues[lane / 64];
    return (*queue.starts)[start / queue.count];
  };
  std::uint64_t open = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    playing[lane] = draw(lane);
    if (playing[lane] == kIdle) continue;
    ++open;
    load_start(lane, state_of(lane, playing[lane]), true);
  }
  for (unsigned lane = 0; lane < lanes; ++lane) {
    waiting[lane] = draw(lane);
    if (waiting[lane] != kIdle) load_start(lane, state_of(lane, waiting[lane]), false);
  }
  const std::size_t roles = code_.goal_values.size();
  std::vector<int> goals(roles);
  std::vector<Word> counted(words_);
  while (open > 0) {
    step();
    totals_.passes += lanes;
    for (unsigned w = 0; w < words_; ++w) {
      Word busy = 0;
      for (unsigned lane = 0; lane < 64; ++lane) busy |= Word{playing[w * 64 + lane] != kIdle} << lane;
      counted[w] = output(LaneProgram::kOver)[w] & busy;
      totals_.states += static_cast<unsigned>(std::popcount(busy & ~counted[w]));
    }
    account(counted);
    for (unsigned w = 0; w < words_; ++w) {
      for (Word bits = counted[w]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(bits));
        const unsigned lane = w * 64 + bit;
        for (std::size_t r = 0; r < roles; ++r) {
          goals[r] = game::kNoGoal;
          for (std::uint32_t i = code_.program.goal_begin[r]; i < code_.program.goal_begin[r + 1]; ++i) {
            if (((output(i)[w] >> bit) & 1U) != 0) goals[r] = code_.goal_values[r][i - code_.program.goal_begin[r]];
          }
        }
        ended(playing[lane], goals);
        playing[lane] = waiting[lane];
        if (playing[lane] == kIdle) --open;
        waiting[lane] = draw(lane);
        if (waiting[lane] != kIdle) load_start(lane, state_of(lane, waiting[lane]), false);
      }
    }
  }
}

}  // namespace agon::engines::lanes
