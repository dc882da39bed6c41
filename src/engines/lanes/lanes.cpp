#include "engines/lanes/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "engines/lanes/lane_stream.h"

namespace agon::engines {

using lanes::LaneCode;
using lanes::LaneProgram;
using lanes::LaneRunner;
using lanes::LaneStream;
using lanes::StartNumbers;

struct Lanes::Impl : LaneCode {};

std::string to_string(Isa isa) {
  switch (isa) {
    case Isa::Auto: return "auto";
    case Isa::Portable: return "portable";
    case Isa::Avx2: return "avx2";
    case Isa::Avx512: return "avx512";
  }
  return "?";
}

bool supported(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::Avx512) return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  if (isa == Isa::Avx2) return __builtin_cpu_supports("avx2") != 0;
#endif
  return isa == Isa::Auto || isa == Isa::Portable;
}

void PlayoutTotals::add(const PlayoutTotals& other) {
  const auto plus = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
    if (to.size() < from.size()) to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
  };
  playouts += other.playouts;
  cut += other.cut;
  states += other.states;
  passes += other.passes;
  plus(lengths, other.lengths);
  plus(made, other.made);
  if (goals.size() < other.goals.size()) goals.resize(other.goals.size());
  for (std::size_t r = 0; r < other.goals.size(); ++r) plus(goals[r], other.goals[r]);
  if (made_goals.size() < other.made_goals.size()) made_goals.resize(other.made_goals.size());
  for (std::size_t m = 0; m < other.made_goals.size(); ++m) plus(made_goals[m], other.made_goals[m]);
}

namespace {

// Compiles for the instruction set in code.options, at the width there; falls back to the portable path with a note.
void compile(LaneCode& code) {
  const auto translate = [&](bool three_inputs) {
    code.program = lanes::make_program(*code.circuit, {.three_inputs = three_inputs,
                                                       .weight_bits = code.options.weight_bits,
                                                       .move_statistics = code.options.move_statistics,
                                                       .max_steps = code.options.max_steps});
  };
  code.machine = nullptr;
  code.portable = nullptr;
  if (code.options.isa != Isa::Portable) {
    const bool avx512 = code.options.isa == Isa::Avx512;
    translate(avx512);
    auto machine = lanes::MachineCode::make(code.program, avx512, code.words());
    if (machine) {
      code.machine = *machine;
      return;
    }
    code.note = machine.error().diagnostics.front().message;
    code.options.isa = Isa::Portable;
  }
  translate(true);
  code.portable = std::make_shared<const lanes::PortableCode>(code.program, code.words());
}

// Throughput in lanes per second, over a few passes.
double measure(const LaneCode& code) {
  using Clock = std::chrono::steady_clock;
  constexpr double kTrial = 0.004;
  LaneRunner runner(code, 1, 0, false);
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const auto start = Clock::now();
    const std::uint64_t before = runner.totals().passes;
    double seconds = 0;
    runner.play_until([&] { return (seconds = std::chrono::duration<double>(Clock::now() - start).count()) >= kTrial; });
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::max(best, static_cast<double>(runner.totals().passes - before) / seconds);
  }
  return best;
}

// A small program stays in the L1 cache at any width; there the widest wins and need not be measured.
constexpr std::size_t kSmallProgram = 20'000;

}  // namespace

Result<std::shared_ptr<const Lanes>> Lanes::create(std::shared_ptr<const circuit::Circuit> circuit, const LanesOptions& options) {
  auto impl = std::make_shared<Impl>();
  impl->circuit = std::move(circuit);
  impl->options = options;
  if (options.isa != Isa::Auto && !supported(options.isa)) {
    impl->note = fmt::format("this machine has no {}", to_string(options.isa));
    impl->options.isa = Isa::Auto;
  }
  if (impl->options.isa == Isa::Auto)
    impl->options.isa = supported(Isa::Avx512) ? Isa::Avx512 : supported(Isa::Avx2) ? Isa::Avx2 : Isa::Portable;
  if (options.weight_bits > 8) return bad_input("weight-bits", "weights have at most 8 bits", "use 1 to 8");
  if (options.max_steps == 0 || options.max_steps > (1U << 24U))
    return bad_input("max-steps", "a playout may have 1 to 16,777,216 steps", "give a number in that range");
  for (const auto& goals : impl->circuit->goals) {
    auto& values = impl->goal_values.emplace_back();
    for (const circuit::GoalLit& goal : goals) values.push_back(std::max(0, goal.value));  // below 0 is no goal, which counts 0
  }
  const auto allowed = [&](unsigned width) {
    switch (impl->options.isa) {
      case Isa::Avx512: return width == 256 || width == 512;
      case Isa::Avx2: return width == 256;
      default: return width == 64 || width == 128 || width == 256 || width == 512;
    }
  };
  if (options.width != 0 && !allowed(options.width)) {
    if (options.width != 64 && options.width != 128 && options.width != 256 && options.width != 512)
      return bad_input("width", fmt::format("{} lanes are not possible", options.width), "use 64, 128, 256 or 512");
    impl->note = fmt::format("{} has no {} lanes", to_string(impl->options.isa), options.width);
    impl->options.isa = Isa::Portable;
  }
  try {
    impl->options.width = options.width != 0 ? options.width : impl->options.isa == Isa::Avx2 ? 256 : 512;
    compile(*impl);
    const bool large = impl->program.operations.size() > kSmallProgram;
    if (options.width == 0 && large && impl->options.isa == Isa::Avx512) {
      auto narrow = std::make_shared<Impl>(*impl);
      narrow->options.width = 256;
      compile(*narrow);
      if (measure(*narrow) > measure(*impl)) impl = narrow;
    }
  } catch (const LimitReached& limit) {
    return limit.error();
  } catch (const std::bad_alloc&) {
    return limit_reached("lanes-memory", "the machine has no memory left for the lanes", "the game plays on a lower engine");
  }
  return std::shared_ptr<const Lanes>(new Lanes(std::move(impl)));
}

Lanes::~Lanes() = default;

const circuit::Circuit& Lanes::circuit() const { return *impl_->circuit; }
const LanesOptions& Lanes::options() const { return impl_->options; }
const std::string& Lanes::note() const { return impl_->note; }
std::size_t Lanes::code_bytes() const { return impl_->machine ? impl_->machine->bytes() : impl_->portable->bytes(); }
std::size_t Lanes::operations() const { return impl_->program.operations.size(); }
std::size_t Lanes::memory_bytes() const { return std::size_t{impl_->layout().total} * impl_->words() * 8; }
const std::vector<int>& Lanes::goal_values(RoleId role) const { return impl_->goal_values[role.index()]; }

namespace {

// Runs work(thread) on `threads` threads and adds up what they return, in order.
template <class Work>
PlayoutTotals in_parallel(unsigned threads, Work&& work) {
  threads = std::max(1U, threads);
  std::vector<PlayoutTotals> parts(threads);
  std::vector<std::thread> pool;
  for (unsigned t = 1; t < threads; ++t) pool.emplace_back([&, t] { parts[t] = work(t); });
  parts[0] = work(0);
  for (std::thread& thread : pool) thread.join();
  for (unsigned t = 1; t < threads; ++t) parts[0].add(parts[t]);
  return std::move(parts[0]);
}

}  // namespace

PlayoutTotals Lanes::playouts(std::uint64_t groups, std::uint32_t per_lane, std::uint64_t seed, unsigned threads,
                              bool lengths) const {
  const std::uint64_t blocks = (groups + impl_->words() - 1) / impl_->words();
  std::atomic<std::uint64_t> next{0};
  return in_parallel(threads, [&](unsigned) {
    PlayoutTotals totals;
    for (std::uint64_t block; (block = next.fetch_add(1)) < blocks;) {
      LaneRunner runner(*impl_, seed, block * impl_->words(), lengths);
      const std::uint64_t mine = std::min<std::uint64_t>(impl_->words(), groups - block * impl_->words());
      runner.play_quota(per_lane, static_cast<unsigned>(mine));
      totals.add(runner.totals());
    }
    return totals;
  });
}

PlayoutTotals Lanes::playouts_for(std::chrono::duration<double> time, std::uint64_t seed, unsigned threads, bool lengths) const {
  const auto end = std::chrono::steady_clock::now() + time;
  return in_parallel(threads, [&](unsigned t) {
    LaneRunner runner(*impl_, seed, std::uint64_t{t} * impl_->words(), lengths);
    runner.play_until([&] { return std::chrono::steady_clock::now() >= end; });
    return runner.totals();
  });
}

namespace {

// Large enough to keep the lanes of a group busy, small enough to leave work for other groups; the same on every machine.
StartNumbers number_starts(std::span<const StateWords> starts, std::uint32_t count) {
  StartNumbers numbers{starts, count, 64};
  numbers.share = std::clamp<std::uint64_t>(numbers.total() / 8, 64, 1024) / 64 * 64;
  return numbers;
}

}  // namespace

BatchResult Lanes::batch(std::span<const StateWords> starts, std::uint32_t count, std::uint64_t seed, unsigned threads) const {
  const std::size_t roles = impl_->goal_values.size();
  const StartNumbers numbers = number_starts(starts, count);
  const std::uint64_t groups = numbers.groups();
  BatchResult result;
  result.clear(starts.size(), roles);
  std::atomic<std::uint64_t> next{0};
  std::mutex mutex;
  in_parallel(threads, [&](unsigned) {
    BatchResult mine;
    mine.clear(starts.size(), roles);
    LaneRunner runner(*impl_, seed, 0, false);
    for (std::uint64_t group; (group = next.fetch_add(impl_->words())) < groups;) {
      runner.reseed(seed, group);
      runner.play_starts(numbers, group, mine);
    }
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < mine.playouts.size(); ++i) result.playouts[i] += mine.playouts[i];
    for (std::size_t i = 0; i < mine.cut.size(); ++i) result.cut[i] += mine.cut[i];
    for (std::size_t i = 0; i < mine.goal_sums.size(); ++i) result.goal_sums[i] += mine.goal_sums[i];
    result.states += mine.states;
    return PlayoutTotals{};
  });
  return result;
}

struct Lanes::Stream::Work {
  Work(std::shared_ptr<const Lanes> l, std::size_t count, std::uint64_t seed)
      : lanes(std::move(l)), stream(*lanes->impl_, count, seed) {}
  std::shared_ptr<const Lanes> lanes;
  LaneStream stream;
};
Lanes::Stream::Stream(std::shared_ptr<const Lanes> lanes, std::size_t count, std::uint64_t seed)
    : work_(std::make_unique<Work>(std::move(lanes), count, seed)) {}
Lanes::Stream::Stream(Stream&&) noexcept = default;
Lanes::Stream& Lanes::Stream::operator=(Stream&&) noexcept = default;
Lanes::Stream::~Stream() = default;
std::size_t Lanes::Stream::lanes() const { return work_->stream.lanes(); }
std::size_t Lanes::Stream::open() const { return work_->stream.open(); }
void Lanes::Stream::start(const StateWords& state, std::uint32_t ticket, std::uint32_t count) {
  work_->stream.start(state, ticket, count);
}
void Lanes::Stream::play(std::size_t most_open, BatchResult& result, const std::function<bool()>& stop) {
  work_->stream.play(most_open, result, stop);
}
void Lanes::Stream::drop() { work_->stream.drop(); }

Result<std::shared_ptr<const Lanes>> Lanes::with_weights(std::span<const std::uint32_t> per_move) const {
  const circuit::Circuit& circuit = *impl_->circuit;
  const unsigned bits = impl_->options.weight_bits;
  if (bits == 0) return bad_input("no-weights", "these lanes choose uniformly", "create them with weight_bits");
  if (per_move.size() != circuit.moves.size())
    return bad_input("weights", "there must be one weight for each move of the program", "");
  auto impl = std::make_shared<Impl>(*impl_);
  std::vector<std::uint32_t> first(circuit.selectors.size());
  std::uint32_t leaves = 0;
  for (std::size_t s = 0; s < circuit.selectors.size(); ++s) {
    first[s] = leaves;
    leaves += static_cast<std::uint32_t>(circuit.selectors[s].leaves.size());
  }
  impl->weights.assign(std::size_t{leaves} * bits, 0);
  for (std::size_t m = 0; m < per_move.size(); ++m) {
    const circuit::MoveInput& input = circuit.moves[m];
    if (input.leaf == circuit::MoveInput::kForced) continue;
    for (unsigned b = 0; b < bits; ++b)
      impl->weights[(std::size_t{first[input.selector]} + input.leaf) * bits + b] =
          ((per_move[m] >> b) & 1U) != 0 ? ~std::uint64_t{0} : 0;
  }
  return std::shared_ptr<const Lanes>(new Lanes(std::move(impl)));
}

}  // namespace agon::engines
