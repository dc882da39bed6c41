// One game at a time in a process of its own, on cores of its own. Whatever happens there, a result comes back: who crashed or
// hung has lost, and the next game gets a new process.
#pragma once

#include <memory>
#include <optional>

#include "lab/bench/alarm.h"
#include "lab/child_process.h"
#include "lab/match/game_worker.h"

namespace agon::lab {

struct Patience {
  double turn_seconds = 0;     // a turn that takes longer has hung; 0: none has
  double referee_seconds = 0;  // and everything else: building engines, answering about states
};

class GameJob {
 public:
  // `setup` must outlive the job. No other thread may exist when a game is started.
  GameJob(const WorkerSetup& setup, Patience patience, ChildProcess::Options process);

  // Fails if there can be no process. Precondition: not busy.
  [[nodiscard]] Status start(std::uint64_t id);
  [[nodiscard]] bool busy() const { return game_.has_value(); }
  [[nodiscard]] int readable() const { return process_->readable(); }  // for poll(), while busy
  // The end of the game, if it has come; otherwise also looks whether somebody hangs. Never waits.
  [[nodiscard]] std::optional<WorkerReply> collect();

 private:
  [[nodiscard]] std::optional<std::string> hung() const;
  [[nodiscard]] WorkerReply put_down(const std::string& reason);

  const WorkerSetup& setup_;
  Patience patience_;
  ChildProcess::Options options_;
  ThinkingPage page_;
  std::unique_ptr<ChildProcess> process_;
  std::optional<ScheduledGame> game_;
  Stopwatch watch_;
};

}  // namespace agon::lab
