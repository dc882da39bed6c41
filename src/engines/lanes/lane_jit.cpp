#include "engines/lanes/lane_jit.h"

#include <asmjit/x86.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "engines/lanes/lifetimes.h"

namespace agon::engines::lanes {

namespace x86 = asmjit::x86;

struct MachineCode::Runtime {
  asmjit::JitRuntime jit;
};

MachineCode::~MachineCode() {
  if (step_ != nullptr) runtime_->jit.release(step_);
}

namespace {

constexpr std::uint32_t kNever = 0xffffffff;
constexpr int kNone = -1;

class ThrowOnError : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char* message, asmjit::BaseEmitter*) override {
    throw LimitReached("code-generation", fmt::format("code generation failed: {}", message), "the portable path is used instead");
  }
};

class Emitter {
 public:
  Emitter(const LaneProgram& program, bool avx512, unsigned words, asmjit::CodeHolder& code)
      : program_(program), avx512_(avx512), bytes_(words * 8), a_(&code), lifetimes_(program) {
    // Three registers hold the random stream and scratch; without AVX-512 one more holds all ones for complements.
    registers_ = avx512 ? 28 : 11;
    value_in_.assign(static_cast<std::size_t>(registers_), kNoValue);
    where_.assign(program.homes.size(), kNone);
    slot_.assign(program.homes.size(), kNever);
    at_.assign(lifetimes_.begin.begin(), lifetimes_.begin.end() - 1);
    layout_ = LaneLayout(program, 0);  // slots come last: their number is not known yet
  }

  LaneLayout run() {
    open_windows();
    load(s0(), fixed(layout_.random));
    load(s1(), fixed(layout_.random + 1));
    if (!avx512_) a_.vpcmpeqd(ones().ymm(), ones().ymm(), ones().ymm());
    for (now_ = 0; now_ < program_.operations.size(); ++now_) emit(program_.operations[now_]);
    save(fixed(layout_.random), s0());
    save(fixed(layout_.random + 1), s1());
    a_.vzeroupper();
    close_windows();
    a_.ret();
    return LaneLayout(program_, slot_count_);
  }

 private:
  static constexpr ValueId kNoValue = 0xffffffff;

  // ---- registers by number ----

  [[nodiscard]] x86::Vec reg(int i) const {
    return bytes_ == 64 ? x86::Vec(x86::zmm(static_cast<std::uint32_t>(i))) : x86::Vec(x86::ymm(static_cast<std::uint32_t>(i)));
  }
  [[nodiscard]] x86::Vec s0() const { return reg(avx512_ ? 28 : 11); }
  [[nodiscard]] x86::Vec s1() const { return reg(avx512_ ? 29 : 12); }
  [[nodiscard]] x86::Vec t0() const { return reg(avx512_ ? 30 : 13); }
  [[nodiscard]] x86::Vec t1() const { return reg(avx512_ ? 31 : 14); }
  [[nodiscard]] x86::Vec ones() const { return reg(15); }

  [[nodiscard]] x86::Mem fixed(std::uint32_t index) const { return memory(base_, index); }
  [[nodiscard]] x86::Mem memory(const x86::Gp& base, std::uint32_t index) const {
    for (const Window& window : windows_) {
      if (window.base == base && index - window.first < kWindow)
        return x86::Mem(window.middle,
                        (static_cast<std::int32_t>(index - window.first) - kHalf) * static_cast<std::int32_t>(bytes_), bytes_);
    }
    const std::uint64_t offset = std::uint64_t{index} * bytes_;
    if (offset > 0x7fffffff)
      throw LimitReached("code-generation", "the lanes of this game need more than 2 GiB", "the portable path is used instead");
    return x86::Mem(base, static_cast<std::int32_t>(offset), bytes_);
  }
  [[nodiscard]] x86::Mem home(Place place) const {
    if (place.region == Region::State) return memory(state_, place.index);
    if (place.region == Region::Next) return memory(next_, place.index);
    return fixed(layout_.fixed(place));
  }

  // ---- base registers ----
  // AVX-512 scales one-byte displacements by the vector size (disp8*N), so a base register reaches 256 vectors with short
  // instructions. A long program is bound by instruction fetch: checkers runs 4 % faster for being a sixth shorter.

  struct Window {
    x86::Gp base, middle;
    std::uint32_t first;
  };
  static constexpr std::uint32_t kWindow = 256;
  static constexpr std::int32_t kHalf = 128;
  static constexpr std::size_t kLongProgram = 2'000;

  void open_windows() {
    if (!avx512_ || program_.operations.size() <= kLongProgram) return;
    for (const x86::Gp& r : {x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15}) {
      a_.push(r);
      saved_.push_back(r);
    }
    std::vector<x86::Gp> free = saved_;
    free.insert(free.end(), {x86::rax, x86::rcx, x86::r8, x86::r9, x86::r10, x86::r11});
    const auto open = [&](const x86::Gp& base, std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t i = 0; i < count; ++i, first += kWindow) {
        a_.lea(free.back(), memory(base, first + kHalf));
        windows_.push_back({base, free.back(), first});
        free.pop_back();
      }
    };
    // Spill slots are used most; of the states, the pointers themselves reach the first half of a window.
    open(base_, layout_.slots, 10);
    open(state_, kHalf, 1);
    open(next_, kHalf, 1);
  }
  void close_windows() {
    for (; !saved_.empty(); saved_.pop_back()) a_.pop(saved_.back());
  }

  void load(const x86::Vec& to, const x86::Mem& from) { avx512_ ? a_.vmovdqa64(to, from) : a_.vmovdqa(to, from); }
  void save(const x86::Mem& to, const x86::Vec& from) { avx512_ ? a_.vmovdqa64(to, from) : a_.vmovdqa(to, from); }
  void copy(const x86::Vec& to, const x86::Vec& from) { avx512_ ? a_.vmovdqa64(to, from) : a_.vmovdqa(to, from); }

  template <class Source>
  void bit_and(const x86::Vec& to, const x86::Vec& a, const Source& b) {
    avx512_ ? a_.vpandq(to, a, b) : a_.vpand(to, a, b);
  }
  template <class Source>
  void and_not(const x86::Vec& to, const x86::Vec& not_a, const Source& b) {
    avx512_ ? a_.vpandnq(to, not_a, b) : a_.vpandn(to, not_a, b);
  }
  template <class Source>
  void bit_or(const x86::Vec& to, const x86::Vec& a, const Source& b) {
    avx512_ ? a_.vporq(to, a, b) : a_.vpor(to, a, b);
  }
  template <class Source>
  void bit_xor(const x86::Vec& to, const x86::Vec& a, const Source& b) {
    avx512_ ? a_.vpxorq(to, a, b) : a_.vpxor(to, a, b);
  }

  // ---- live ranges and spilling ----

  [[nodiscard]] std::uint32_t next_use(ValueId v) {
    while (at_[v] < lifetimes_.begin[v + 1] && lifetimes_.uses[at_[v]] < now_) ++at_[v];
    return at_[v] < lifetimes_.begin[v + 1] ? lifetimes_.uses[at_[v]] : kNever;
  }
  // The next use after the current operation.
  [[nodiscard]] std::uint32_t use_after(ValueId v) {
    std::uint32_t i = at_[v];
    while (i < lifetimes_.begin[v + 1] && lifetimes_.uses[i] <= now_) ++i;
    return i < lifetimes_.begin[v + 1] ? lifetimes_.uses[i] : kNever;
  }
  [[nodiscard]] bool in_memory(ValueId v) const { return program_.homes[v].region != Region::None || slot_[v] != kNever; }
  [[nodiscard]] x86::Mem place_of(ValueId v) const {
    if (program_.homes[v].region != Region::None) return home(program_.homes[v]);
    return fixed(layout_.slots + slot_[v]);
  }

  void spill(ValueId v) {
    if (in_memory(v)) return;
    if (free_slots_.empty()) {
      slot_[v] = slot_count_++;
    } else {
      slot_[v] = free_slots_.back();
      free_slots_.pop_back();
    }
    save(place_of(v), reg(where_[v]));
  }
  void drop(ValueId v) {
    if (where_[v] != kNone) value_in_[static_cast<std::size_t>(where_[v])] = kNoValue;
    where_[v] = kNone;
  }
  void release(ValueId v) {  // dead
    drop(v);
    if (slot_[v] != kNever) free_slots_.push_back(slot_[v]);
    slot_[v] = kNever;
  }

  // A free register, or one freed by Belady's rule; those in `keep` stay.
  int take(std::span<const int> keep) {
    int best = kNone;
    std::uint32_t farthest = 0;
    for (int r = 0; r < registers_; ++r) {
      const ValueId v = value_in_[static_cast<std::size_t>(r)];
      if (v == kNoValue) {
        if (std::find(keep.begin(), keep.end(), r) == keep.end()) return r;
        continue;
      }
      if (std::find(keep.begin(), keep.end(), r) != keep.end()) continue;
      const std::uint32_t next = next_use(v);
      if (best == kNone || next > farthest || (next == farthest && in_memory(v))) {
        best = r;
        farthest = next;
      }
    }
    const ValueId v = value_in_[static_cast<std::size_t>(best)];
    if (next_use(v) != kNever) spill(v);
    drop(v);
    return best;
  }
  void put(ValueId v, int r) {
    where_[v] = r;
    value_in_[static_cast<std::size_t>(r)] = v;
  }

  // ---- operations ----

  void emit(const Operation& op) {
    switch (op.kind) {
      case Operation::Kind::Lut: emit_lut(op); break;
      case Operation::Kind::Random: emit_random(op); break;
      case Operation::Kind::Store: emit_store(op); break;
      case Operation::Kind::LoopBegin: begin_loop(op); break;
      case Operation::Kind::LoopUpdate: update_loop(op); break;
      case Operation::Kind::LoopEnd: end_loop(); break;
    }
  }

  int into_register(ValueId v, std::span<const int> keep) {
    if (where_[v] != kNone) return where_[v];
    const int r = take(keep);
    if (v == 0) {
      bit_xor(reg(r), reg(r), reg(r));
    } else {
      load(reg(r), place_of(v));
    }
    put(v, r);
    return r;
  }
  void finish(const Operation& op, int result) {
    for (unsigned k = 0; k < op.inputs; ++k) {
      if (use_after(op.in[k]) == kNever) release(op.in[k]);
    }
    put(op.out, result);
    if (use_after(op.out) == kNever) release(op.out);
  }

  void emit_lut(const Operation& op) {
    if (op.inputs == 1) return emit_not(op);
    if (op.inputs == 2) return emit_two(op);
    emit_three(op);
  }

  void emit_not(const Operation& op) {
    const int a = into_register(op.in[0], {});
    const std::array<int, 1> keep{a};
    const bool last = use_after(op.in[0]) == kNever;
    const int result = last ? a : take(keep);
    if (avx512_) {
      a_.vpternlogq(reg(result), reg(a), reg(a), 0x55);
    } else {
      bit_xor(reg(result), reg(a), ones());
    }
    if (last) drop(op.in[0]);
    finish(op, result);
  }

  void emit_two(const Operation& op) {
    // a & ~b is the machine's and-not with its operands swapped.
    ValueId x = op.in[0];
    ValueId y = op.in[1];
    unsigned truth = op.truth;
    if (truth == 0b0010) {
      std::swap(x, y);
      truth = 0b0100;
    }
    // One operand may stay in memory; the complemented one must be in a register.
    if (truth != 0b0100 && where_[x] == kNone && where_[y] != kNone) std::swap(x, y);
    const int a = into_register(x, {});
    std::array<int, 2> keep{a, a};
    const bool y_in_memory = where_[y] == kNone && y != 0 && use_after(y) == kNever;
    int b = kNone;
    if (!y_in_memory) {
      b = into_register(y, keep);
      keep[1] = b;
    }
    int result = kNone;
    if (use_after(x) == kNever) {
      result = a;
      drop(x);
    } else if (b != kNone && use_after(y) == kNever) {
      result = b;
      drop(y);
    } else {
      result = take(keep);
    }
    const auto apply = [&](const auto& source) {
      switch (truth) {
        case 0b1000: bit_and(reg(result), reg(a), source); break;
        case 0b0100: and_not(reg(result), reg(a), source); break;
        case 0b1110: bit_or(reg(result), reg(a), source); break;
        case 0b0110: bit_xor(reg(result), reg(a), source); break;
        default: AGON_ASSERT(false);
      }
    };
    if (y_in_memory) {
      apply(place_of(y));
    } else {
      apply(reg(b));
    }
    finish(op, result);
  }

  void emit_three(const Operation& op) {
    // The instruction overwrites its first operand: preferably one that dies here, otherwise one that is loaded anyway.
    std::array<unsigned, 3> order{0, 1, 2};
    const auto cost = [&](unsigned k) {
      const ValueId v = op.in[k];
      const bool dies = use_after(v) == kNever;
      if (where_[v] != kNone) return dies ? 0 : 2;
      return 1;
    };
    std::ranges::stable_sort(order, [&](unsigned i, unsigned j) { return cost(i) < cost(j); });
    // The last may be read from memory.
    if (where_[op.in[order[1]]] == kNone && where_[op.in[order[2]]] != kNone) std::swap(order[1], order[2]);
    const ValueId x = op.in[order[0]];
    const ValueId y = op.in[order[1]];
    const ValueId z = op.in[order[2]];
    std::array<int, 3> keep{kNone, kNone, kNone};
    for (unsigned k = 0; k < 3; ++k) keep[k] = where_[op.in[k]];
    const int b = into_register(y, keep);
    std::array<int, 4> keep4{keep[0], keep[1], keep[2], b};
    const bool z_in_memory = where_[z] == kNone && z != 0 && use_after(z) == kNever;
    const int c = z_in_memory ? kNone : into_register(z, keep4);
    std::array<int, 5> keep5{keep[0], keep[1], keep[2], b, c};
    int result = kNone;
    if (where_[x] != kNone && use_after(x) == kNever) {
      result = where_[x];
      drop(x);
    } else {
      result = take(keep5);
      if (where_[x] != kNone) {
        copy(reg(result), reg(where_[x]));
      } else if (x == 0) {
        bit_xor(reg(result), reg(result), reg(result));
      } else {
        load(reg(result), place_of(x));
      }
    }
    unsigned imm = 0;
    for (unsigned row = 0; row < 8; ++row) {  // the machine's row: first operand is the highest bit
      unsigned index = 0;
      if ((row & 4U) != 0) index |= 1U << order[0];
      if ((row & 2U) != 0) index |= 1U << order[1];
      if ((row & 1U) != 0) index |= 1U << order[2];
      imm |= ((op.truth >> index) & 1U) << row;
    }
    if (z_in_memory) {
      a_.vpternlogq(reg(result), reg(b), place_of(z), imm);
    } else {
      a_.vpternlogq(reg(result), reg(b), reg(c), imm);
    }
    finish(op, result);
  }

  void emit_random(const Operation& op) {
    const int result = take({});
    // See next_random() in lane_memory.h.
    copy(t0(), s0());
    copy(s0(), s1());
    a_.vpsllq(t1(), t0(), 23);
    bit_xor(t0(), t0(), t1());
    a_.vpsrlq(t1(), t0(), 17);
    bit_xor(t0(), t0(), t1());
    a_.vpsrlq(t1(), s1(), 26);
    bit_xor(t1(), t1(), s1());
    bit_xor(s1(), t0(), t1());
    a_.vpaddq(reg(result), s1(), s0());
    finish(op, result);
  }

  void emit_store(const Operation& op) {
    const int a = into_register(op.in[0], {});
    save(home(op.place), reg(a));
    if (use_after(op.in[0]) == kNever) release(op.in[0]);
  }

  // ---- recursion: values cross the boundary of a loop in memory only ----

  void flush() {
    for (int r = 0; r < registers_; ++r) {
      const ValueId v = value_in_[static_cast<std::size_t>(r)];
      if (v == kNoValue) continue;
      if (use_after(v) != kNever) spill(v);
      drop(v);
    }
  }

  void begin_loop(const Operation& op) {
    flush();
    bit_xor(t0(), t0(), t0());
    for (std::uint32_t i = 0; i < op.in[1]; ++i) save(fixed(layout_.loop + op.in[0] + i), t0());
    again_ = a_.newLabel();
    a_.bind(again_);
    bit_xor(t0(), t0(), t0());
    save(fixed(layout_.changed), t0());
  }

  void update_loop(const Operation& op) {
    const int a = into_register(op.in[0], {});
    bit_xor(t0(), reg(a), home(op.place));
    bit_or(t0(), t0(), fixed(layout_.changed));
    save(fixed(layout_.changed), t0());
    save(home(op.place), reg(a));
    if (use_after(op.in[0]) == kNever) release(op.in[0]);
  }

  void end_loop() {
    flush();
    load(t0(), fixed(layout_.changed));
    if (avx512_) {
      a_.vptestmq(x86::k1, t0(), t0());
      a_.kortestw(x86::k1, x86::k1);
    } else {
      a_.vptest(t0(), t0());
    }
    a_.jnz(again_);
    // Values that only the loop needed are dead now.
    for (ValueId v = 1; v < slot_.size(); ++v) {
      if (slot_[v] != kNever && use_after(v) == kNever) release(v);
    }
  }

  const LaneProgram& program_;
  bool avx512_;
  unsigned bytes_;  // of a vector
  x86::Assembler a_;
  Lifetimes lifetimes_;
  LaneLayout layout_;
  x86::Gp state_ = x86::rdi, next_ = x86::rsi, base_ = x86::rdx;  // as they are handed over
  std::vector<Window> windows_;
  std::vector<x86::Gp> saved_;
  int registers_;
  std::vector<ValueId> value_in_;    // per register
  std::vector<int> where_;           // per value: register
  std::vector<std::uint32_t> slot_;  // per value: memory, if spilled
  std::vector<std::uint32_t> at_;    // per value: the next use to look at
  std::vector<std::uint32_t> free_slots_;
  std::uint32_t slot_count_ = 0;
  std::uint32_t now_ = 0;
  asmjit::Label again_;
};

}  // namespace

Result<std::shared_ptr<const MachineCode>> MachineCode::make(const LaneProgram& program, bool avx512, unsigned words) {
  std::shared_ptr<MachineCode> result(new MachineCode());
  result->runtime_ = std::make_unique<Runtime>();
  ThrowOnError on_error;
  asmjit::CodeHolder code;
  try {
    code.init(result->runtime_->jit.environment());
    code.setErrorHandler(&on_error);
    Emitter emitter(program, avx512, words, code);
    result->layout_ = emitter.run();
    if (result->runtime_->jit.add(&result->step_, &code) != asmjit::kErrorOk) {
      result->step_ = nullptr;
      return limit_reached("code-generation", "the machine does not let code be made at run time",
                           "the portable path is used instead");
    }
    result->bytes_ = code.codeSize();
  } catch (const LimitReached& limit) {
    return limit.error();
  }
  return std::shared_ptr<const MachineCode>(std::move(result));
}

}  // namespace agon::engines::lanes
