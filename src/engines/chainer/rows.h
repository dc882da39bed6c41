// The unrolled inner loops of rows (script.h): a template instance for each number of conditions.
#pragma once

#include <array>
#include <cstdint>

#include "engines/chainer/script.h"

namespace agon::engines::chainer {

inline constexpr std::uint32_t kMaxPositive = 5;
inline constexpr std::uint32_t kMaxNegative = 3;
inline constexpr std::uint32_t kAnyChunk = 8;  // rows between two tests whether one has passed

template <std::uint32_t kPositive, std::uint32_t kNegative>
[[nodiscard]] std::uint32_t passes(const AtomId* row, const Flag* flags) {
  std::uint32_t result = 1;
  for (std::uint32_t i = 0; i < kPositive; ++i) result &= static_cast<std::uint32_t>(flags[row[i]]);
  for (std::uint32_t i = kPositive; i < kPositive + kNegative; ++i) result &= static_cast<std::uint32_t>(flags[row[i]]) ^ 1U;
  return result;
}

// Rows: conditions, head. Writes flags and the list.
template <std::uint32_t kPositive, std::uint32_t kNegative>
void run_listed(const Step& step, Flag* flags, AtomId* lists, std::uint32_t* counts) {
  constexpr std::uint32_t kTests = kPositive + kNegative;
  AtomId* out = lists + step.base;
  std::uint32_t count = counts[step.relation];
  for (const AtomId* row = step.rows; row != step.end; row += kTests + 1) {
    const AtomId head = row[kTests];
    const auto old = static_cast<std::uint32_t>(flags[head]);
    const std::uint32_t fresh = passes<kPositive, kNegative>(row, flags) & (old ^ 1U);
    out[count] = head;
    flags[head] = static_cast<Flag>(old | fresh);
    count += fresh;
  }
  counts[step.relation] = count;
}

// The same for flags only.
template <std::uint32_t kPositive, std::uint32_t kNegative>
void run_flags(const Step& step, Flag* flags, AtomId*, std::uint32_t*) {
  constexpr std::uint32_t kTests = kPositive + kNegative;
  for (const AtomId* row = step.rows; row != step.end; row += kTests + 1) {
    const AtomId head = row[kTests];
    flags[head] = static_cast<Flag>(static_cast<std::uint32_t>(flags[head]) | passes<kPositive, kNegative>(row, flags));
  }
}

// Groups of rows with one head: head, number of rows, conditions of each. Writing the head after each row would make the next row
// depend on that store.
template <std::uint32_t kPositive, std::uint32_t kNegative, bool kListed>
void run_any(const Step& step, Flag* flags, AtomId* lists, std::uint32_t* counts) {
  constexpr std::uint32_t kTests = kPositive + kNegative;
  for (const AtomId* row = step.rows; row != step.end;) {
    const AtomId head = row[0];
    const AtomId* const last = row + 2 + std::size_t{row[1]} * kTests;
    row += 2;
    std::uint32_t any = 0;
    while (row != last) {
      const AtomId* const stop = last - row > kAnyChunk * kTests ? row + kAnyChunk * kTests : last;
      for (; row != stop; row += kTests) any |= passes<kPositive, kNegative>(row, flags);
      if (any != 0) row = last;
    }
    const auto old = static_cast<std::uint32_t>(flags[head]);
    flags[head] = static_cast<Flag>(old | any);
    if constexpr (kListed) {
      lists[step.base + counts[step.relation]] = head;
      counts[step.relation] += any & (old ^ 1U);
    }
  }
}

// Rows by the instance of one condition, whose list is read: `begin` and the rows of each instance without that condition.
template <std::uint32_t kPositive, std::uint32_t kNegative, bool kListed>
void run_indexed(const Step& step, Flag* flags, AtomId* lists, std::uint32_t* counts) {
  constexpr std::uint32_t kTests = kPositive + kNegative;
  const AtomId* list = lists + step.index_base;
  const AtomId* const end = list + counts[step.index];
  AtomId* out = lists + step.base;
  std::uint32_t count = kListed ? counts[step.relation] : 0;
  for (; list != end; ++list) {
    const AtomId* begin = step.begin + (*list - step.index_base);
    const AtomId* const last = step.rows + begin[1];
    for (const AtomId* row = step.rows + begin[0]; row != last; row += kTests + 1) {
      const AtomId head = row[kTests];
      const auto old = static_cast<std::uint32_t>(flags[head]);
      const std::uint32_t pass = passes<kPositive, kNegative>(row, flags);
      flags[head] = static_cast<Flag>(old | pass);
      if constexpr (kListed) {
        out[count] = head;
        count += pass & (old ^ 1U);
      }
    }
  }
  if constexpr (kListed) counts[step.relation] = count;
}

struct Runs {
  Step::Run listed, flags, any_listed, any, indexed_listed, indexed;
};
template <std::uint32_t kPositive, std::uint32_t kNegative>
constexpr Runs runs() {
  return {run_listed<kPositive, kNegative>,     run_flags<kPositive, kNegative>,         run_any<kPositive, kNegative, true>,
          run_any<kPositive, kNegative, false>, run_indexed<kPositive, kNegative, true>, run_indexed<kPositive, kNegative, false>};
}
template <std::uint32_t kPositive>
constexpr std::array<Runs, kMaxNegative + 1> runs_with() {
  static_assert(kMaxNegative == 3);
  return {runs<kPositive, 0>(), runs<kPositive, 1>(), runs<kPositive, 2>(), runs<kPositive, 3>()};
}
inline constexpr std::array<std::array<Runs, kMaxNegative + 1>, kMaxPositive + 1> kRuns = {
    runs_with<0>(), runs_with<1>(), runs_with<2>(), runs_with<3>(), runs_with<4>(), runs_with<5>()};

}  // namespace agon::engines::chainer
