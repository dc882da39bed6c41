#include "engines/workshop.h"

#include <algorithm>
#include <new>

namespace agon::engines {
namespace {

using Clock = std::chrono::steady_clock;

// Exceptions during construction become errors.
template <class T, class Make>
Result<T> guarded(Make&& make) {
  try {
    return make();
  } catch (const LimitReached& limit) {
    return limit.error();
  } catch (const std::bad_alloc&) {
    return limit_reached("out-of-memory", "the machine has no memory left", "");
  }
}

}  // namespace

Workshop::Workshop(gdl::Rules rules, const WorkshopOptions& options)
    : rules_(std::move(rules)), options_(options), table_(options.table != nullptr ? *options.table : standard_engines()) {
  for (const EngineKind& kind : table_.kinds()) engines_.try_emplace(kind.name);
}

std::chrono::milliseconds Workshop::left() const {
  if (options_.limits.time.count() == 0) return options_.limits.time;  // no limit
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(spent_.load()));
  return std::max(options_.limits.time - spent, std::chrono::milliseconds(1));
}

template <class T, class Make>
Result<T> Workshop::build(Make&& make) {
  const Clock::time_point start = Clock::now();
  Result<T> result = guarded<T>(make);
  spent_ += std::chrono::nanoseconds(Clock::now() - start).count();
  return result;
}

Result<std::shared_ptr<const ground::GroundProgram>> Workshop::ground() {
  return ground_.get([this] {
    return build<std::shared_ptr<const ground::GroundProgram>>([this] {
      ground::GroundOptions options{
          .time = left(), .memory_bytes = options_.limits.memory_bytes, .decompose = true, .progress = {}};
      options.progress = [this](const ground::Progress&) {
        if (stop_) throw LimitReached("stopped", "the engine is not wanted any more", "");
      };
      return ground::ground(rules_, options);
    });
  });
}

Result<std::shared_ptr<const circuit::Circuit>> Workshop::circuit() {
  return circuit_.get([this]() -> Result<std::shared_ptr<const circuit::Circuit>> {
    const auto program = ground();
    if (!program) return program.error();
    return build<std::shared_ptr<const circuit::Circuit>>([&] {
      circuit::BuildOptions options;
      options.passes = options_.passes;
      options.memory_bytes = options_.limits.memory_bytes;
      options.time = left();
      // Proofs come before the second construction, so they get only a part of the time.
      if (options.time.count() > 0) options.proof_time = std::min(options.proof_time, options.time / 4);
      options.stop = [this] { return stop_.load(); };
      return circuit::build(*program, options);
    });
  });
}

Result<std::shared_ptr<const Lanes>> Workshop::lanes() {
  return lanes_.get([this]() -> Result<std::shared_ptr<const Lanes>> {
    const auto built = circuit();
    if (!built) return built.error();
    return build<std::shared_ptr<const Lanes>>([&] { return Lanes::create(*built, options_.lanes); });
  });
}

Result<game::AnyEngine> Workshop::engine(const std::string& name) {
  const EngineKind* const kind = table_.find(name);
  if (kind == nullptr || !kind->steps()) return table_.unknown(name);
  return engines_.find(name)->second.get([&] { return guarded<game::AnyEngine>([&] { return kind->make(*this); }); });
}

Result<game::AnyEngine> Workshop::best_engine() {
  Result<game::AnyEngine> made = table_.unknown("auto");
  const std::vector<const EngineKind*> rungs = table_.ladder();
  for (auto rung = rungs.rbegin(); rung != rungs.rend() && !made; ++rung) {
    if ((*rung)->steps()) made = engine((*rung)->name);
  }
  return made;
}

std::optional<game::AnyEngine> Workshop::ready_engine(const std::string& name) const {
  const auto found = engines_.find(name);
  const auto* const there = found == engines_.end() ? nullptr : found->second.peek();
  return there != nullptr && there->ok() ? std::optional(**there) : std::nullopt;
}

std::shared_ptr<const circuit::Circuit> Workshop::ready_circuit() const {
  const auto* const there = circuit_.peek();
  return there != nullptr && there->ok() ? **there : nullptr;
}

std::shared_ptr<const Lanes> Workshop::ready_lanes() const {
  const auto* const there = lanes_.peek();
  return there != nullptr && there->ok() ? **there : nullptr;
}

}  // namespace agon::engines
