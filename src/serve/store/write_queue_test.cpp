#include "serve/store/write_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <semaphore>

namespace agon::serve {
namespace {

using std::chrono_literals::operator""ms;
using testing::ElementsAre;

Write one_event(std::string body) { return {.events = {{0, "m", "step", std::move(body), 1}}, .row = {}, .tournament = {}}; }

// A disk that takes a transaction only when it is told to, and can be full.
struct SlowDisk {
  std::counting_semaphore<1000> go{0};
  std::counting_semaphore<1000> asked{0};
  std::atomic<bool> full = false;
  std::atomic<int> probes = 0;
  std::vector<std::vector<std::string>> transactions;  // the bodies in each

  std::optional<Error> commit(std::span<const Write> writes) {
    asked.release();
    go.acquire();
    if (full) return limit_reached("disk-full", "full");
    transactions.emplace_back();
    for (const Write& write : writes) transactions.back().push_back(write.events.at(0).body);
    return std::nullopt;
  }
  std::optional<Error> probe() {
    ++probes;
    return full ? std::optional(limit_reached("disk-full", "still full")) : std::nullopt;
  }
  std::unique_ptr<WriteQueue> queue(const QueueOptions& options = {}) {
    return std::make_unique<WriteQueue>(
        options, [this](std::span<const Write> writes) { return commit(writes); }, [this] { return probe(); });
  }
};

struct Answers {
  std::mutex mutex;
  std::vector<std::string> codes;  // "" for a commit
  WriteQueue::Done next() {
    return [this](const std::optional<Error>& error) {
      const std::lock_guard lock(mutex);
      codes.push_back(error ? error->diagnostics[0].code : "");
    };
  }
};

TEST(WriteQueue, WhatGathersDuringACommitIsOneTransaction) {
  SlowDisk disk;
  Answers answers;
  auto queue = disk.queue();
  queue->append(one_event("a"), answers.next());
  disk.asked.acquire();  // the first one is on its way, alone
  for (const char* body : {"b", "c", "d"}) queue->append(one_event(body), answers.next());
  disk.go.release(2);
  queue->flush();
  EXPECT_THAT(disk.transactions, ElementsAre(ElementsAre("a"), ElementsAre("b", "c", "d")));
  EXPECT_THAT(answers.codes, ElementsAre("", "", "", ""));
}

TEST(WriteQueue, ATransactionIsBounded) {
  SlowDisk disk;
  Answers answers;
  auto queue = disk.queue({.max_batch_bytes = 1000, .max_batch_writes = 2});
  queue->append(one_event("a"), answers.next());
  disk.asked.acquire();
  for (const std::string& body : {std::string("b"), std::string("c"), std::string("d"), std::string(2000, 'e')}) {
    queue->append(one_event(body), answers.next());
  }
  disk.go.release(4);
  queue->flush();
  EXPECT_THAT(disk.transactions,
              ElementsAre(ElementsAre("a"), ElementsAre("b", "c"), ElementsAre("d"), ElementsAre(std::string(2000, 'e'))));
}

TEST(WriteQueue, RefusesAtOnceWhatTheDiskCannotFollow) {
  SlowDisk disk;
  Answers answers;
  auto queue = disk.queue({.max_queued_bytes = 1000});
  queue->append(one_event(std::string(400, 'a')), answers.next());
  disk.asked.acquire();  // what is being committed counts as well
  queue->append(one_event(std::string(400, 'b')), answers.next());
  EXPECT_THAT(answers.codes, ElementsAre("disk-too-slow"));
  queue->append(one_event(std::string(2000, 'c')), answers.next());
  EXPECT_THAT(answers.codes, ElementsAre("disk-too-slow", "write-too-large"));
  disk.go.release(2);
  queue->flush();
  queue->append(one_event(std::string(400, 'd')), answers.next());
  queue->flush();
  EXPECT_THAT(answers.codes, ElementsAre("disk-too-slow", "write-too-large", "", ""));
}

TEST(WriteQueue, InTroubleEverythingIsRefusedUntilAProbeSucceeds) {
  SlowDisk disk;
  Answers answers;
  auto queue = disk.queue({.max_batch_writes = 1, .probe_every = 5ms});
  disk.full = true;
  queue->append(one_event("a"), answers.next());
  disk.asked.acquire();
  queue->append(one_event("b"), answers.next());  // would be the next transaction
  disk.go.release();
  queue->flush();
  EXPECT_THAT(answers.codes, ElementsAre("disk-full", "disk-full"));
  queue->append(one_event("c"), answers.next());  // at once
  EXPECT_EQ(answers.codes.size(), 3U);
  EXPECT_TRUE(queue->trouble());
  EXPECT_FALSE(disk.asked.try_acquire()) << "nothing but probes goes to a disk in trouble";

  while (disk.probes < 2) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(queue->trouble());
  disk.full = false;
  while (queue->trouble()) std::this_thread::sleep_for(1ms);
  disk.go.release();
  queue->append(one_event("d"), answers.next());
  queue->flush();
  EXPECT_THAT(disk.transactions, ElementsAre(ElementsAre("d")));
}

TEST(WriteQueue, WhoAppendsInAnswerToAFailureIsRefusedNotForgotten) {
  SlowDisk disk;
  disk.full = true;
  disk.go.release();
  std::promise<bool> refused;
  auto queue = disk.queue();
  queue->append(one_event("a"), [&](const std::optional<Error>&) {
    queue->append(one_event("b"), [&](const std::optional<Error>& error) { refused.set_value(error.has_value()); });
  });
  EXPECT_TRUE(refused.get_future().get());
}

TEST(WriteQueue, TheEndCommitsWhatIsQueued) {
  SlowDisk disk;
  Answers answers;
  auto queue = disk.queue({.max_batch_writes = 1});
  for (const char* body : {"a", "b", "c"}) queue->append(one_event(body), answers.next());
  disk.go.release(3);
  queue.reset();
  EXPECT_THAT(disk.transactions, ElementsAre(ElementsAre("a"), ElementsAre("b"), ElementsAre("c")));
  EXPECT_THAT(answers.codes, ElementsAre("", "", ""));
}

}  // namespace
}  // namespace agon::serve
