// Group commit. Writes gather while the last transaction waits for the disk, and all that have gathered go into the next one: a
// lone write is committed at once, and under load one wait for the disk serves hundreds. There is no timer to tune.
//
// Trouble (a full disk, say) is a state: everything is refused with its reason, what has gathered too, until a probe succeeds.
// So the log of a match never has a hole in it that its owner was not told about.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "base/result.h"
#include "serve/store/rows.h"

namespace agon::serve {

struct QueueOptions {
  std::size_t max_queued_bytes = std::size_t{64} << 20U;  // what may wait for the disk
  std::size_t max_batch_bytes = std::size_t{4} << 20U;    // of one transaction, so that none takes long
  std::size_t max_batch_writes = 1024;
  std::chrono::milliseconds probe_every{2000};  // in trouble
};

class WriteQueue {
 public:
  using Done = std::function<void(std::optional<Error>)>;
  using Commit = std::function<std::optional<Error>(std::span<const Write>)>;  // all of them or none
  using Probe = std::function<std::optional<Error>()>;                         // nothing: writes will work again

  // Both functions are called on the writer thread only.
  WriteQueue(const QueueOptions& options, Commit commit, Probe probe);
  // Commits what is queued first.
  ~WriteQueue();
  WriteQueue(const WriteQueue&) = delete;
  WriteQueue& operator=(const WriteQueue&) = delete;

  // `done` is called once: on the writer thread after the commit, or on this thread before append returns if the write is refused
  // at once. It must not throw. Accepted writes are committed in the order of the calls.
  void append(Write write, Done done);
  // Waits until everything appended before is committed or refused, and its `done` has returned. Not for use inside a `done`.
  void flush();
  // Why writes are refused at present, if they are.
  [[nodiscard]] std::optional<Error> trouble() const;

 private:
  struct Entry {
    Write write;
    Done done;
    std::size_t bytes;
  };
  struct Batch {
    std::vector<Write> writes;
    std::vector<Done> dones;
    std::size_t bytes = 0;
  };

  [[nodiscard]] std::optional<Error> refusal(std::size_t bytes) const;
  [[nodiscard]] Batch take_batch();
  void work();
  void finish(Batch batch, std::unique_lock<std::mutex>& lock);

  const QueueOptions options_;
  const Commit commit_;
  const Probe probe_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable work_to_do_;
  std::condition_variable batch_finished_;
  std::deque<Entry> queue_;
  std::size_t queued_bytes_ = 0;  // with the batch that is being committed
  std::uint64_t appended_ = 0;
  std::uint64_t finished_ = 0;
  std::optional<Error> trouble_;
  bool stopping_ = false;

  std::thread writer_;  // last: it uses all of the above
};

}  // namespace agon::serve
