#include "engines/lanes/lane_runner.h"

#include <algorithm>
#include <bit>

#include "base/rng.h"

namespace agon::engines::lanes {

LaneRunner::LaneRunner(const LaneCode& code, std::uint64_t seed, std::uint64_t first_group, bool lengths)
    : code_(code), words_(code.words()), memory_(code.layout(), words_), lengths_(lengths) {
  reseed(seed, first_group);
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

void LaneRunner::reseed(std::uint64_t seed, std::uint64_t first_group) {
  for (unsigned w = 0; w < words_; ++w) seed_group(w, seed, first_group + w);
}

void LaneRunner::seed_group(unsigned group, std::uint64_t seed, std::uint64_t stream) {
  Rng rng(seed * 0x9e3779b97f4a7c15ULL + stream);
  memory_.vector(code_.layout().random)[group] = rng.next() | 1U;
  memory_.vector(code_.layout().random + 1)[group] = rng.next();
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
      for (Word bits = counted[w]; bits != 0; bits &= bits - 1)
        ++totals_.lengths[length_of(w * 64 + static_cast<unsigned>(std::countr_zero(bits)))];
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

// Rows become columns: bit i of word k goes to bit k of word i (Warren, Hacker's Delight).
static void transpose(std::array<std::uint64_t, 64>& m) {
  std::uint64_t mask = 0x00000000ffffffffULL;
  for (unsigned j = 32; j != 0; j >>= 1U, mask ^= mask << j) {
    for (unsigned k = 0; k < 64; k = ((k | j) + 1) & ~j) {
      const std::uint64_t t = ((m[k] >> j) ^ m[k | j]) & mask;
      m[k] ^= t << j;
      m[k | j] ^= t;
    }
  }
}

// Puts states into lanes of a group, as their present state and as their next start state.
void LaneRunner::load_group(unsigned group, Word lanes, std::span<const StateWords* const> states) {
  const LaneLayout& layout = code_.layout();
  const StateWords* const one = states[static_cast<unsigned>(std::countr_zero(lanes))];
  Word same = 0;
  for (unsigned lane = 0; lane < 64; ++lane) same |= Word{states[lane] == one} << lane;
  std::array<Word, 64> block{};
  for (std::uint32_t first = 0; first < code_.program.fluents; first += 64) {
    if ((lanes & ~same) == 0) {
      for (unsigned i = 0; i < 64; ++i) block[i] = (((*one)[first / 64] >> i) & 1U) != 0 ? ~Word{0} : 0;
    } else {
      for (unsigned lane = 0; lane < 64; ++lane) block[lane] = states[lane] == nullptr ? 0 : (*states[lane])[first / 64];
      transpose(block);
    }
    const std::uint32_t end = std::min(code_.program.fluents - first, 64U);
    for (std::uint32_t i = 0; i < end; ++i) {
      for (const std::uint32_t region : {layout.state[present_], layout.start}) {
        Word& word = memory_.vector(region + first + i)[group];
        word = (word & ~lanes) | (block[i] & lanes);
      }
    }
  }
}

void LaneRunner::load_next(unsigned lane, const StateWords& state) {
  const Word bit = Word{1} << (lane % 64);
  for (std::uint32_t f = 0; f < code_.program.fluents; ++f) {
    Word& word = memory_.vector(code_.layout().start + f)[lane / 64];
    word = ((state[f / 64] >> (f % 64)) & 1U) != 0 ? word | bit : word & ~bit;
  }
}

void LaneRunner::play_starts(const StartNumbers& numbers, std::uint64_t first_group, BatchResult& result) {
  const LaneLayout& layout = code_.layout();
  // 1. Each lane has a run of numbers: `now` is being played, the last is before `end`.
  std::vector<std::uint64_t> now(std::size_t{words_} * 64), end(std::size_t{words_} * 64);
  std::vector<std::uint64_t> busy(words_, 0), counted(words_, 0);
  std::uint64_t open = 0;
  for (unsigned w = 0; w < words_; ++w) {
    const std::uint64_t begin = std::min((first_group + w) * numbers.share, numbers.total());
    const std::uint64_t stop = std::min(begin + numbers.share, numbers.total());
    std::array<const StateWords*, 64> states{};
    for (unsigned lane = 0; lane < 64 && begin < stop; ++lane) {
      const std::uint64_t from = begin + (stop - begin) * lane / 64;
      const std::uint64_t to = begin + (stop - begin) * (lane + 1) / 64;
      now[w * 64 + lane] = from;
      end[w * 64 + lane] = to;
      states[lane] = &numbers.states[std::min(from, stop - 1) / numbers.count];
      if (from < to) busy[w] |= Word{1} << lane;
    }
    if (begin == stop) continue;
    open += static_cast<unsigned>(std::popcount(busy[w]));
    load_group(w, ~Word{0}, states);
  }
  for (std::uint32_t b = 0; b < code_.program.length_bits; ++b) std::fill_n(memory_.vector(layout.length + b), words_, 0);
  // A lane that goes on with another start must find it when its game is over.
  const auto prepare_next = [&](unsigned lane) {
    if (now[lane] + 1 >= end[lane]) return;
    const std::uint64_t start = now[lane] / numbers.count;
    if (const std::uint64_t next = (now[lane] + 1) / numbers.count; next != start) load_next(lane, numbers.states[next]);
  };
  for (unsigned lane = 0; lane < words_ * 64; ++lane) prepare_next(lane);
  // 2. Until all runs are over.
  while (open > 0) {
    if (!advance(busy, counted, result.states)) continue;
    for (unsigned w = 0; w < words_; ++w) {
      for (Word bits = counted[w]; bits != 0; bits &= bits - 1) {
        const unsigned lane = w * 64 + static_cast<unsigned>(std::countr_zero(bits));
        add_goals(lane, now[lane] / numbers.count, result);
        if (++now[lane] < end[lane]) {
          prepare_next(lane);
        } else {
          busy[w] &= ~(Word{1} << (lane % 64));
          --open;
        }
      }
    }
  }
}

void LaneRunner::enter(unsigned group, Word lanes, std::span<const StateWords* const> states, std::uint64_t seed,
                       std::uint64_t stream) {
  seed_group(group, seed, stream);
  load_group(group, lanes, states);
  for (std::uint32_t b = 0; b < code_.program.length_bits; ++b) memory_.vector(code_.layout().length + b)[group] &= ~lanes;
}

bool LaneRunner::advance(std::span<const Word> busy, std::span<Word> ended, std::uint64_t& states) {
  step();
  totals_.passes += std::uint64_t{words_} * 64;
  Word any = 0;
  for (unsigned w = 0; w < words_; ++w) {
    ended[w] = output(LaneProgram::kOver)[w] & busy[w];
    any |= ended[w];
    states += static_cast<unsigned>(std::popcount(busy[w] & ~ended[w]));
  }
  return any != 0;
}

void LaneRunner::add_goals(unsigned lane, std::uint64_t start, BatchResult& result) {
  ++result.playouts[start];
  result.cut[start] += static_cast<std::uint32_t>((output(LaneProgram::kCut)[lane / 64] >> (lane % 64)) & 1U);
  for (std::size_t r = 0; r < result.roles; ++r) {
    for (std::uint32_t i = code_.program.goal_begin[r]; i < code_.program.goal_begin[r + 1]; ++i) {
      if (((output(i)[lane / 64] >> (lane % 64)) & 1U) == 0) continue;
      result.goal_sums[start * result.roles + r] +=
          static_cast<std::uint64_t>(code_.goal_values[r][i - code_.program.goal_begin[r]]);
    }
  }
}

}  // namespace agon::engines::lanes
