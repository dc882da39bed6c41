#include "lab/experiments/mppa/team.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace agon::lab::experiments::mppa {
namespace {

constexpr std::size_t kCacheLine = 64;

// New threads for every job.
class RestartTeam final : public Team {
 public:
  explicit RestartTeam(unsigned size) : size_(size) {}
  void run(const Job& job) override {
    std::vector<std::thread> helpers;
    for (unsigned worker = 1; worker < size_; ++worker) helpers.emplace_back(job, worker);
    job(0);
    for (std::thread& helper : helpers) helper.join();
  }

 private:
  unsigned size_;
};

// Threads that sleep until they are told, and tell when they are done.
class ConditionTeam final : public Team {
 public:
  explicit ConditionTeam(unsigned size) {
    for (unsigned worker = 1; worker < size; ++worker) helpers_.emplace_back([this, worker] { work(worker); });
  }
  ~ConditionTeam() override {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    start_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
  }
  void run(const Job& job) override {
    {
      const std::lock_guard lock(mutex_);
      job_ = &job;
      left_ = helpers_.size();
      ++round_;
    }
    start_.notify_all();
    job(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return left_ == 0; });
  }

 private:
  void work(unsigned worker) {
    for (std::uint64_t seen = 0;;) {
      const Job* job = nullptr;
      {
        std::unique_lock lock(mutex_);
        start_.wait(lock, [&] { return over_ || round_ != seen; });
        if (over_) return;
        seen = round_;
        job = job_;
      }
      (*job)(worker);
      const std::lock_guard lock(mutex_);
      if (--left_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable start_, done_;
  const Job* job_ = nullptr;
  std::size_t left_ = 0;
  std::uint64_t round_ = 0;
  bool over_ = false;
  std::vector<std::thread> helpers_;
};

// Threads that look for work all the time and never step aside: what every primitive of the MPPA came down to.
class SpinTeam final : public Team {
 public:
  explicit SpinTeam(unsigned size) {
    for (unsigned worker = 1; worker < size; ++worker) helpers_.emplace_back([this, worker] { work(worker); });
  }
  ~SpinTeam() override {
    over_.store(true);
    round_.fetch_add(1, std::memory_order_release);
    for (std::thread& helper : helpers_) helper.join();
  }
  void run(const Job& job) override {
    job_ = &job;
    left_.store(helpers_.size(), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    job(0);
    while (left_.load(std::memory_order_acquire) != 0) {
    }
  }

 private:
  void work(unsigned worker) {
    for (std::uint64_t seen = 0;;) {
      std::uint64_t now = seen;
      while ((now = round_.load(std::memory_order_acquire)) == seen) {
      }
      seen = now;
      if (over_.load()) return;
      (*job_)(worker);
      left_.fetch_sub(1, std::memory_order_acq_rel);
    }
  }

  const Job* job_ = nullptr;
  std::atomic<bool> over_{false};
  alignas(kCacheLine) std::atomic<std::uint64_t> round_{0};
  alignas(kCacheLine) std::atomic<std::size_t> left_{0};
  std::vector<std::thread> helpers_;
};

// A mailbox for each worker, without locks, as the portals between the cores of a cluster. Workers look into it and step aside if
// there is nothing.
class QueueTeam final : public Team {
 public:
  explicit QueueTeam(unsigned size) : boxes_(size) {
    for (unsigned worker = 1; worker < size; ++worker) helpers_.emplace_back([this, worker] { work(worker); });
  }
  ~QueueTeam() override {
    for (std::size_t worker = 1; worker < boxes_.size(); ++worker) send(boxes_[worker].orders, &over_);
    for (std::thread& helper : helpers_) helper.join();
  }
  void run(const Job& job) override {
    for (std::size_t worker = 1; worker < boxes_.size(); ++worker) send(boxes_[worker].orders, &job);
    job(0);
    for (std::size_t worker = 1; worker < boxes_.size(); ++worker) receive(boxes_[worker].replies);
  }

 private:
  // Room for several messages; one writer, one reader.
  struct Queue {
    static constexpr std::size_t kRoom = 4;
    std::array<const Job*, kRoom> items{};
    alignas(kCacheLine) std::atomic<std::size_t> written{0};
    alignas(kCacheLine) std::atomic<std::size_t> read{0};
  };
  struct Box {
    Queue orders, replies;
  };
  static void send(Queue& queue, const Job* item) {
    const std::size_t at = queue.written.load(std::memory_order_relaxed);
    while (at - queue.read.load(std::memory_order_acquire) == Queue::kRoom) std::this_thread::yield();
    queue.items[at % Queue::kRoom] = item;
    queue.written.store(at + 1, std::memory_order_release);
  }
  static const Job* receive(Queue& queue) {
    const std::size_t at = queue.read.load(std::memory_order_relaxed);
    while (queue.written.load(std::memory_order_acquire) == at) std::this_thread::yield();
    const Job* item = queue.items[at % Queue::kRoom];
    queue.read.store(at + 1, std::memory_order_release);
    return item;
  }
  void work(unsigned worker) {
    for (;;) {
      const Job* job = receive(boxes_[worker].orders);
      if (job == &over_) return;
      (*job)(worker);
      send(boxes_[worker].replies, job);
    }
  }

  const Job over_ = [](unsigned) {};  // the message that ends a worker
  std::vector<Box> boxes_;
  std::vector<std::thread> helpers_;
};

}  // namespace

const char* to_string(ThreadMode mode) {
  switch (mode) {
    case ThreadMode::Restart: return "restart";
    case ThreadMode::ConditionVariable: return "condition variable";
    case ThreadMode::Spin: return "spin";
    case ThreadMode::Queue: return "lock-free queue";
  }
  return "";
}

std::unique_ptr<Team> make_team(ThreadMode mode, unsigned size) {
  switch (mode) {
    case ThreadMode::Restart: return std::make_unique<RestartTeam>(size);
    case ThreadMode::ConditionVariable: return std::make_unique<ConditionTeam>(size);
    case ThreadMode::Spin: return std::make_unique<SpinTeam>(size);
    case ThreadMode::Queue: return std::make_unique<QueueTeam>(size);
  }
  return nullptr;
}

}  // namespace agon::lab::experiments::mppa
