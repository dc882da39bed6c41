#include "cli/command_budget.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace agon::cli {
namespace {

// Sanitizers have shadow memory of their own and end the process where an allocation fails: there, stages account for themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kWall = false;
#else
constexpr bool kWall = true;
#endif

rlim_t data_limit() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_DATA, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

// The soft limit alone: it can be raised again.
void limit_data(rlim_t bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  (void)::setrlimit(RLIMIT_DATA, &limit);  // where it is refused, stages account for themselves
}

CommandBudget::Clock::time_point end_of(std::chrono::milliseconds time) {
  return time.count() > 0 ? CommandBudget::Clock::now() + time : CommandBudget::Clock::time_point::max();
}

}  // namespace

std::size_t data_bytes() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long total = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;  // pages; proc(5)
  const int read = std::fscanf(file, "%lu %lu %lu %lu %lu %lu", &total, &resident, &shared, &text, &library, &data);
  std::fclose(file);
  return read == 6 ? data * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

void take_memory_wall_down() { limit_data(RLIM_INFINITY); }

CommandBudget::CommandBudget(const Size& size, std::function<void(const Error&)> on_overrun)
    : size_(size), deadline_(end_of(size.time)), base_bytes_(data_bytes()), data_limit_before_(data_limit()) {
  if (size.time.count() > 0) watchdog_ = std::thread([this, report = std::move(on_overrun)] { watch(report); });
  const std::size_t wall = base_bytes_ + kProgramBytes + size.memory_bytes + size.search_bytes;
  if (kWall && base_bytes_ > 0) limit_data(std::min(wall, data_limit_before_));
}

CommandBudget::~CommandBudget() {
  limit_data(data_limit_before_);
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  over_.notify_all();
  if (watchdog_.joinable()) watchdog_.join();
}

void CommandBudget::watch(const std::function<void(const Error&)>& on_overrun) {
  {
    std::unique_lock lock(mutex_);
    if (over_.wait_until(lock, deadline_ + kGrace, [&] { return done_; })) return;
  }
  take_memory_wall_down();
  on_overrun(overrun());
}

Error CommandBudget::overrun() const {
  return limit_reached("out-of-time",
                       fmt::format("the command did not end within {} s", static_cast<double>(size_.time.count()) / 1000),
                       "raise the limit with --time-limit; 0 means none");
}

void CommandBudget::check() const {
  if (Clock::now() <= deadline_) return;
  const Error error = overrun();
  throw LimitReached(error.diagnostics.front().code, error.diagnostics.front().message, error.diagnostics.front().hint);
}

Limits CommandBudget::left() const {
  constexpr std::size_t kLeast = std::size_t{1} << 20U;
  Limits limits;
  limits.time = std::chrono::milliseconds(0);  // none
  if (size_.time.count() > 0) {
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
    limits.time = std::max(rest, std::chrono::milliseconds(1));
  }
  const std::size_t now = data_bytes();
  const std::size_t used = now > base_bytes_ ? now - base_bytes_ : 0;
  limits.memory_bytes = size_.memory_bytes > used + kLeast ? size_.memory_bytes - used : kLeast;
  return limits;
}

}  // namespace agon::cli
