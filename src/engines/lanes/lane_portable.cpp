#include "engines/lanes/lane_portable.h"

#include <array>
#include <utility>

#include "engines/lanes/lifetimes.h"

namespace agon::engines::lanes {
namespace {

// One function per truth table: the compiler finds the shortest form of each.
template <unsigned Truth>
void apply(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c, unsigned words) {
  for (unsigned w = 0; w < words; ++w) {
    const std::uint64_t x = a[w];
    const std::uint64_t y = b[w];
    const std::uint64_t z = c[w];
    std::uint64_t r = 0;
    if constexpr ((Truth & 1U) != 0) r |= ~x & ~y & ~z;
    if constexpr ((Truth & 2U) != 0) r |= x & ~y & ~z;
    if constexpr ((Truth & 4U) != 0) r |= ~x & y & ~z;
    if constexpr ((Truth & 8U) != 0) r |= x & y & ~z;
    if constexpr ((Truth & 16U) != 0) r |= ~x & ~y & z;
    if constexpr ((Truth & 32U) != 0) r |= x & ~y & z;
    if constexpr ((Truth & 64U) != 0) r |= ~x & y & z;
    if constexpr ((Truth & 128U) != 0) r |= x & y & z;
    out[w] = r;
  }
}
using Apply = void (*)(std::uint64_t*, const std::uint64_t*, const std::uint64_t*, const std::uint64_t*, unsigned);

template <std::size_t... T>
constexpr std::array<Apply, 256> make_table(std::index_sequence<T...>) {
  return {apply<T>...};
}
constexpr std::array<Apply, 256> kApply = make_table(std::make_index_sequence<256>());

}  // namespace

PortableCode::PortableCode(const LaneProgram& program, unsigned words) : words_(words) {
  // Linear scan over live ranges: a value keeps its slot from its definition to its last use. Slot 0 holds the constant.
  const Lifetimes lifetimes(program);
  std::vector<std::uint32_t> slot(program.homes.size(), 0);
  std::vector<std::uint32_t> free_slots;
  std::uint32_t slots = 1;
  const LaneLayout sketch(program, 0);
  const auto place = [&](Place home) {
    if (home.region == Region::State) return kState + home.index;
    if (home.region == Region::Next) return kNext + home.index;
    return sketch.fixed(home);
  };
  const auto location = [&](ValueId v) {
    return v != 0 && program.homes[v].region != Region::None ? place(program.homes[v]) : sketch.slots + slot[v];
  };
  std::vector<std::vector<ValueId>> dying(program.operations.size());
  for (ValueId v = 1; v < program.homes.size(); ++v) {
    if (program.homes[v].region == Region::None && lifetimes.begin[v] < lifetimes.begin[v + 1])
      dying[lifetimes.uses[lifetimes.begin[v + 1] - 1]].push_back(v);
  }
  for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
    const Operation& op = program.operations[i];
    Step step{op.kind};
    if (op.kind == Operation::Kind::Lut) {
      for (unsigned k = 0; k < 3; ++k) step.in[k] = location(op.in[k < op.inputs ? k : 0]);
      // A missing input repeats the first, so only rows that agree with it count: repeat the table instead.
      unsigned truth = op.truth;
      if (op.inputs < 3) truth |= truth << (1U << op.inputs);
      if (op.inputs < 2) truth |= truth << 4U;
      step.truth = static_cast<std::uint8_t>(truth);
    } else if (op.kind == Operation::Kind::Store || op.kind == Operation::Kind::LoopUpdate) {
      step.in[0] = location(op.in[0]);
      step.out = place(op.place);
    } else if (op.kind == Operation::Kind::LoopBegin) {
      step.in[0] = sketch.loop + op.in[0];
      step.in[1] = op.in[1];
    }
    for (const ValueId v : dying[i]) free_slots.push_back(slot[v]);
    if (op.kind == Operation::Kind::Lut || op.kind == Operation::Kind::Random) {
      if (free_slots.empty()) {
        slot[op.out] = slots++;
      } else {
        slot[op.out] = free_slots.back();
        free_slots.pop_back();
      }
      step.out = sketch.slots + slot[op.out];
      if (lifetimes.begin[op.out] == lifetimes.begin[op.out + 1])
        free_slots.push_back(slot[op.out]);  // random bits that nobody reads
    }
    steps_.push_back(step);
  }
  layout_ = LaneLayout(program, slots);
}

void PortableCode::step(LaneMemory& memory, unsigned present) const {
  const auto at = [&](std::uint32_t location) {
    if ((location & kNext) != 0) return memory.vector(layout_.state[1 - present] + (location & ~kNext));
    if ((location & kState) != 0) return memory.vector(layout_.state[present] + (location & ~kState));
    return memory.vector(location);
  };
  std::uint64_t* const changed = memory.vector(layout_.changed);
  std::size_t loop_begin = 0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    switch (step.kind) {
      case Operation::Kind::Lut: kApply[step.truth](at(step.out), at(step.in[0]), at(step.in[1]), at(step.in[2]), words_); break;
      case Operation::Kind::Random: {
        std::uint64_t* s0 = memory.vector(layout_.random);
        std::uint64_t* s1 = memory.vector(layout_.random + 1);
        std::uint64_t* out = at(step.out);
        for (unsigned w = 0; w < words_; ++w) out[w] = next_random(s0[w], s1[w]);
        break;
      }
      case Operation::Kind::Store: std::copy_n(at(step.in[0]), words_, at(step.out)); break;
      case Operation::Kind::LoopBegin:
        std::fill_n(memory.vector(step.in[0]), std::size_t{step.in[1]} * words_, 0);
        std::fill_n(changed, words_, 0);
        loop_begin = i;
        break;
      case Operation::Kind::LoopUpdate: {
        const std::uint64_t* in = at(step.in[0]);
        std::uint64_t* out = at(step.out);
        for (unsigned w = 0; w < words_; ++w) {
          changed[w] |= in[w] ^ out[w];
          out[w] = in[w];
        }
        break;
      }
      case Operation::Kind::LoopEnd: {
        std::uint64_t any = 0;
        for (unsigned w = 0; w < words_; ++w) any |= std::exchange(changed[w], 0);
        if (any != 0) i = loop_begin;
        break;
      }
    }
  }
}

}  // namespace agon::engines::lanes
