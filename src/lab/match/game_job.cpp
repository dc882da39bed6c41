#include "lab/match/game_job.h"

#include <fmt/format.h>

namespace agon::lab {

GameJob::GameJob(const WorkerSetup& setup, Patience patience, ChildProcess::Options process)
    : setup_(setup), patience_(patience), options_(std::move(process)) {}

Status GameJob::start(std::uint64_t id) {
  page_.end_turn();
  if (!process_ || !process_->running())
    process_ = std::make_unique<ChildProcess>([this](int in, int out) { serve_games(setup_, page_, in, out); }, options_);
  if (!process_->running())
    return limit_reached("no-process", "cannot start a process to play in: " + process_->problem(), "use fewer --jobs");
  game_ = setup_.schedule[id];
  watch_ = {};
  process_->send(std::to_string(id));  // if it is dead already, collect() says why
  return done();
}

std::optional<WorkerReply> GameJob::collect() {
  std::string line;
  switch (process_->receive(line, 0)) {
    case ChildProcess::Heard::Line: {
      Result<WorkerReply> reply = read_reply(line);
      if (!reply) {
        process_->kill();
        return put_down(reply.error().diagnostics.front().message);
      }
      game_.reset();
      return std::move(*reply);
    }
    case ChildProcess::Heard::End: return put_down(process_->cause_of_death());
    case ChildProcess::Heard::Nothing: break;
  }
  const std::optional<std::string> reason = hung();
  if (!reason) return std::nullopt;
  process_->kill();
  return put_down(*reason);
}

std::optional<std::string> GameJob::hung() const {
  const auto turn = page_.turn();
  const bool thinking = turn && !turn->making;
  const double limit = thinking ? patience_.turn_seconds : patience_.referee_seconds;
  if (limit == 0 || page_.seconds_since_change() <= limit) return std::nullopt;
  return fmt::format("no answer within {:.0f} s", limit);
}

WorkerReply GameJob::put_down(const std::string& reason) {
  WorkerReply reply{blank_result(*game_, setup_.config->games[game_->game].name()), {}};
  reply.result.seconds = watch_.seconds();
  if (const auto turn = page_.turn()) forfeit(reply.result, turn->seat, reason);
  else fail(reply.result, reason);
  game_.reset();
  return reply;
}

}  // namespace agon::lab
