// A match as a record that others can replay: ours, or the form of spectator tools.
#include "serve/errors.h"
#include "serve/match/match.h"
#include "serve/records/convert.h"
#include "serve/records/public_record.h"

namespace agon::serve {
namespace {

struct Seen {
  std::vector<std::vector<std::string>> states;
  std::string last;
};

Error still_secret() { return forbidden("The record of a match with hidden information is given out when the match is over."); }

}  // namespace

game::MatchRecord Match::own_record() const {
  game::MatchRecord record;
  record.game = spec_.game.empty() ? spec_.title : spec_.game;
  record.rules_id = kit_->id;
  record.rules_text = spec_.rules;
  record.engine = kit_->engine.name();
  record.seed = spec_.seed;
  record.roles = spec_.roles;
  for (const Seat& seat : spec_.seats) record.players.push_back(seat.kind == Seat::Kind::Strategy ? seat.strategy : seat.name);
  record.finished = state_ == State::Ended;
  record.end = record.finished ? "terminal" : (over() ? end_ : "still being played");
  for (const std::optional<int>& goal : final_goals_) record.goals.push_back(goal.value_or(game::kNoGoal));
  for (const Step& step : history_)
    record.steps.push_back({step.played.moves, kit_->info().hidden ? step.played.percepts : std::vector<std::vector<std::string>>{}});
  return record;
}

PublicMatch Match::public_frame() const {
  PublicMatch frame;
  frame.id = spec_.id;
  frame.random_token = spec_.id + "agon";  // no secret: it tells two matches of one name apart
  frame.start_time = spec_.created_at;
  frame.clocks = {static_cast<int>(spec_.start_clock), static_cast<int>(spec_.play_clock), -1};
  frame.aborted = state_ == State::Aborted;
  frame.scrambled = spec_.scramble;
  frame.state_times.push_back(spec_.created_at);
  frame.errors.emplace_back(spec_.roles.size(), "");
  for (const Seat& seat : spec_.seats) frame.humans.push_back(seat.kind == Seat::Kind::Person);
  for (const Step& step : history_) {
    frame.state_times.push_back(step.at);
    std::vector<std::string> errors(spec_.roles.size());
    for (const Fault& fault : step.faults) {
      std::string& text = errors[fault.role];
      text += (text.empty() ? "" : "; ") + fault.kind + (fault.note.empty() ? "" : ": " + fault.note);
    }
    frame.errors.push_back(std::move(errors));
  }
  return frame;
}

asio::awaitable<Result<std::string>> Match::record(bool public_form) {
  if (!open_to_all()) co_return Result<std::string>(still_secret());
  game::MatchRecord record = own_record();
  PublicMatch frame = public_frame();
  const std::size_t steps = history_.size();
  auto look = [steps, public_form](Arbiter& arbiter) {
    Seen found;
    for (std::size_t s = 0; s <= steps && public_form; ++s) found.states.push_back(arbiter.fluents(s));
    found.last = arbiter.state_hash(steps);
    return found;
  };
  Seen seen = co_await with_arbiter(std::move(look));
  record.final_state = std::move(seen.last);
  if (!public_form) co_return Result<std::string>(game::to_json(record, 1));
  frame.states = std::move(seen.states);
  co_return to_public_record(with_record(std::move(frame), record));
}

}  // namespace agon::serve
