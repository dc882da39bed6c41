#include "serve/match/match.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "serve/errors.h"
#include "serve/json.h"
#include "serve/match/log/match_event.h"

namespace agon::serve {

Match::Match(MatchSpec spec, SharedKit kit, MatchServices& services, MatchTokens tokens)
    : spec_(std::move(spec)),
      tokens_(std::move(tokens)),
      kit_(std::move(kit)),
      services_(services),
      arbiter_(services.io, services.workers, kit_, people_of(spec_), services.limits.arbiter),
      writer_(services.io, services.store),
      log_(spec_.seats.size()),
      votes_(
          spec_, kit_, services, log_,
          [this](std::size_t role, Json thought) { channel_.publish_thought(role, std::move(thought)); },
          [this] {
            services_.changed(spec_.id);
            channel_.publish_seats();
          }),
      intake_(spec_, log_, votes_.ballot(), arbiter_, writer_),
      view_(spec_, *kit_, log_, votes_.ballot(), votes_.clock()),
      channel_(spec_, log_, votes_, view_, arbiter_, services) {
  spec_.rules = {};  // the sheet has them, and a copy for each match would be one more
}

void Match::enter(Outlook outlook) {
  votes_.ballot().open(log_.size(), outlook.legal);
  outlook_ = std::move(outlook);
}

asio::awaitable<Status> Match::store_creation(SharedEvents more) {
  auto describe = [spec = spec_, kit = kit_, more = std::move(more)]() mutable {
    spec.rules = kit->rules.text();
    Write write = write_of(created_event(spec));
    if (more) write.events.insert(write.events.end(), more->begin(), more->end());
    return write;
  };
  Write write = co_await on_workers(services_.workers, std::move(describe));
  write.row = channel_.row();
  const bool stored = co_await writer_.write(std::move(write));
  co_return stored ? done() : Status(store_refused("The match could not be stored."));
}

asio::awaitable<void> Match::resume(SharedEvents events, std::chrono::milliseconds time) {
  auto rebuild = [events = std::move(events), time](Arbiter& arbiter) { return replay(*events, arbiter, time); };
  Replay past = co_await arbiter_.ask(std::move(rebuild));
  log_ = std::move(past.log);
  enter(std::move(past.outlook));
  votes_.ballot().restore(past.moves);
}

asio::awaitable<void> Match::run() {
  const std::shared_ptr<Match> self = shared_from_this();
  std::string broken;
  try {
    if (!votes_.ballot().opened()) co_await resume(std::make_shared<const std::vector<Event>>());
    co_await play_on();
  } catch (const LimitReached& limit) {
    broken = fmt::format("the match was ended: {}", limit.what());
  } catch (const std::bad_alloc&) {
    broken = "the rules need more memory than there is";
  } catch (const std::exception& problem) {
    spdlog::error("match {}: {}", spec_.id, problem.what());
    broken = "something went wrong in the server; its log says what";
  }
  if (!broken.empty() && !over()) co_await end(State::Aborted, broken);
}

asio::awaitable<void> Match::play_on() {
  const VoteCollector::Owner self = shared_from_this();
  if (!votes_.may_begin_at_rest()) co_await votes_.start_players(self);
  log_.start();
  services_.changed(spec_.id);
  channel_.publish_seats();
  while (!votes_.suspended()) {
    std::string reason = reason_to_end();
    if (!reason.empty() || votes_.must_wake()) co_await tell_step();
    if (!reason.empty()) {
      const State how = outlook_.terminal && !votes_.abort_request() ? State::Ended : State::Aborted;
      co_await end(how, std::move(reason));
      co_return;
    }
    if (votes_.must_wake()) {
      co_await votes_.start_players(self);
      continue;  // much may have happened meanwhile
    }
    votes_.ask(self);
    if (step_untold_) co_await tell_step();
    else if (votes_.ballot().anybody_waiting()) channel_.publish(view_.clock_message());
    const bool complete = co_await votes_.gather();
    if (complete) co_await make_step();
    else if (const std::optional<std::size_t> to = votes_.take_back_request()) co_await take_back_to(*to);
  }
}

std::string Match::reason_to_end() const {
  if (votes_.abort_request()) return *votes_.abort_request();
  if (outlook_.terminal) return "the game is over";
  if (outlook_.stuck) return fmt::format("{} has no legal move", spec_.roles[*outlook_.stuck]);
  if (log_.size() >= services_.limits.most_steps) return fmt::format("no end after {} steps", log_.size());
  return {};
}

asio::awaitable<void> Match::make_step() {
  auto play = [choices = votes_.ballot().choices()](Arbiter& arbiter) {
    arbiter.play(choices);
    return outlook_of(arbiter);
  };
  LoggedStep step = votes_.ballot().close(now_ms());
  Outlook outlook = co_await arbiter_.ask(std::move(play));
  step.played.percepts = outlook.perceived;
  Write write = write_of(step_event(spec_.id, log_.size(), step));
  co_await writer_.write_surely(std::move(write), votes_.suspended());
  if (votes_.suspended()) co_return;
  log_.append(std::move(step));
  enter(std::move(outlook));
  step_untold_ = true;
}

asio::awaitable<void> Match::tell_step() {
  if (std::exchange(step_untold_, false)) co_await channel_.publish_position(MatchChannel::News::Step);
}

asio::awaitable<void> Match::take_back_to(std::size_t step) {
  votes_.withdraw();
  Write write = write_of(take_back_event(spec_.id, step));
  co_await writer_.write_surely(std::move(write), votes_.suspended());
  auto go_back = [step](Arbiter& arbiter) {
    arbiter.take_back(step);
    return outlook_of(arbiter);
  };
  Outlook outlook = co_await arbiter_.ask(std::move(go_back));
  log_.take_back(step);
  enter(std::move(outlook));
  co_await channel_.publish_position(MatchChannel::News::TakeBack);
  votes_.drop_players();
  const VoteCollector::Owner self = shared_from_this();
  co_await votes_.start_players(self);
}

asio::awaitable<void> Match::end(State state, std::string why) {
  votes_.withdraw();
  Ending ending{state, std::move(why), {}, now_ms()};
  if (state == State::Ended) ending.goals = outlook_.goals;
  log_.end(ending);
  Write write = write_of(end_event(spec_.id, ending));
  write.row = channel_.row();
  co_await writer_.write_surely(std::move(write), votes_.suspended());
  channel_.publish(view_.end_message());
  services_.changed(spec_.id);
  co_await votes_.finish();
  if (kit_->info().hidden) co_await channel_.publish_view();  // now everybody may see everything
}

asio::awaitable<Status> Match::submit(std::size_t role, std::size_t step, std::string move) {
  const std::shared_ptr<Match> self = shared_from_this();
  Status accepted = co_await intake_.submit(role, step, std::move(move));
  if (accepted) votes_.notify();
  co_return accepted;
}

Status Match::abort(std::string why) {
  if (over()) return conflict("The match is over already.");
  votes_.request_abort(std::move(why));
  return done();
}

std::vector<std::uint32_t> Match::roles_of(const std::vector<std::string>& tokens) const { return serve::roles_of(spec_, tokens); }
Json Match::summary() const { return channel_.summary(); }
asio::awaitable<Text> Match::view(std::vector<std::uint32_t> roles) { return channel_.view(std::move(roles)); }
asio::awaitable<Result<std::string>> Match::position(std::size_t step, std::vector<std::uint32_t> roles) {
  return channel_.position(step, std::move(roles));
}
asio::awaitable<Result<std::string>> Match::legal(LegalQuery query, std::optional<std::size_t> step,
                                                  std::vector<std::uint32_t> roles) {
  return channel_.legal(std::move(query), step, std::move(roles));
}

}  // namespace agon::serve
