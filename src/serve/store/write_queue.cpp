#include "serve/store/write_queue.h"

#include <fmt/format.h>

#include <utility>

#include "base/assert.h"

namespace agon::serve {
namespace {

// Roughly what a write takes in memory and on disk; the constants stand for row headers and small fields.
std::size_t size_of(const Write& write) {
  constexpr std::size_t kRow = 64;
  std::size_t bytes = kRow;
  for (const Event& event : write.events) bytes += kRow + event.match.size() + event.kind.size() + event.body.size();
  if (write.row) bytes += kRow + write.row->id.size() + write.row->state.size() + write.row->summary.size();
  if (write.tournament)
    bytes += kRow + write.tournament->id.size() + write.tournament->state.size() + write.tournament->body.size();
  return bytes;
}

}  // namespace

WriteQueue::WriteQueue(const QueueOptions& options, Commit commit, Probe probe)
    : options_(options), commit_(std::move(commit)), probe_(std::move(probe)), writer_([this] { work(); }) {}

WriteQueue::~WriteQueue() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_to_do_.notify_all();
  writer_.join();
}

std::optional<Error> WriteQueue::refusal(std::size_t bytes) const {
  if (trouble_) return trouble_;
  if (bytes > options_.max_queued_bytes) {
    return limit_reached("write-too-large", fmt::format("a write of {} bytes; the limit is {}", bytes, options_.max_queued_bytes),
                         "write it in parts");
  }
  if (queued_bytes_ + bytes > options_.max_queued_bytes) {
    return limit_reached("disk-too-slow", fmt::format("the disk does not keep up: {} bytes wait to be written", queued_bytes_),
                         "try again later, or give the store a faster disk");
  }
  return std::nullopt;
}

void WriteQueue::append(Write write, Done done) {
  const std::size_t bytes = size_of(write);
  std::optional<Error> refused;
  {
    const std::lock_guard lock(mutex_);
    refused = refusal(bytes);
    if (!refused) {
      queue_.push_back({std::move(write), std::move(done), bytes});
      queued_bytes_ += bytes;
      ++appended_;
    }
  }
  if (refused) return done(std::move(refused));
  work_to_do_.notify_one();
}

void WriteQueue::flush() {
  AGON_ASSERT(std::this_thread::get_id() != writer_.get_id());
  std::unique_lock lock(mutex_);
  batch_finished_.wait(lock, [&, ticket = appended_] { return finished_ >= ticket; });
}

std::optional<Error> WriteQueue::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

WriteQueue::Batch WriteQueue::take_batch() {
  Batch batch;
  while (!queue_.empty() && batch.writes.size() < options_.max_batch_writes) {
    Entry& next = queue_.front();
    if (!batch.writes.empty() && batch.bytes + next.bytes > options_.max_batch_bytes) break;
    batch.bytes += next.bytes;
    batch.writes.push_back(std::move(next.write));
    batch.dones.push_back(std::move(next.done));
    queue_.pop_front();
  }
  return batch;
}

// Called and left with the lock held; the commit and the callbacks run without it.
void WriteQueue::finish(Batch batch, std::unique_lock<std::mutex>& lock) {
  std::optional<Error> error = trouble_;
  lock.unlock();
  if (!error && (error = commit_(batch.writes))) {
    // Before anybody hears of it: who appends in answer to a failure is refused, not queued.
    const std::lock_guard trouble_lock(mutex_);
    trouble_ = error;
  }
  for (const Done& done : batch.dones) done(error);
  const std::size_t count = std::exchange(batch.dones, {}).size();  // what they hold goes while nothing is locked
  lock.lock();
  queued_bytes_ -= batch.bytes;
  finished_ += count;
  batch_finished_.notify_all();
}

void WriteQueue::work() {
  std::unique_lock lock(mutex_);
  const auto awake = [this] { return !queue_.empty() || stopping_; };
  while (true) {
    if (trouble_ && queue_.empty() && !stopping_) {
      if (work_to_do_.wait_for(lock, options_.probe_every, awake)) continue;
      lock.unlock();
      std::optional<Error> still = probe_();
      lock.lock();
      trouble_ = std::move(still);
      continue;
    }
    work_to_do_.wait(lock, awake);
    if (queue_.empty()) return;
    finish(take_batch(), lock);
  }
}

}  // namespace agon::serve
