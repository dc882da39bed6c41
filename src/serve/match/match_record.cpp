#include "serve/match/match_record.h"

#include "serve/records/convert.h"
#include "serve/records/public_record.h"

namespace agon::serve {
namespace {

std::int64_t started_at(const MatchSpec& spec) { return spec.started_at > 0 ? spec.started_at : spec.created_at; }

}  // namespace

game::MatchRecord record_of(const MatchSpec& spec, const SheetKit& kit, const MatchLog& log) {
  game::MatchRecord record;
  record.game = spec.game.empty() ? spec.title : spec.game;
  record.rules_id = kit.id;
  record.rules_text = kit.rules.text();
  record.engine = kit.engine.name();
  if (log.over()) record.seed = spec.seed;  // before that it would foretell dice and cards
  record.roles = spec.roles;
  for (const Seat& seat : spec.seats) record.players.push_back(seat.kind == Seat::Kind::Strategy ? seat.strategy : seat.name);
  record.finished = log.state() == MatchState::Ended;
  record.end = record.finished ? "terminal" : (log.over() ? log.ending()->why : "still being played");
  if (log.over()) {
    for (const std::optional<int>& goal : log.ending()->goals) record.goals.push_back(goal.value_or(game::kNoGoal));
  }
  record.clocks = game::MatchClocks{spec.start_clock, spec.play_clock};
  record.started_at = started_at(spec);
  for (const SharedStep& shared : log.steps()) {
    const LoggedStep& logged = *shared;
    game::MatchStep step = logged.played;
    if (!kit.info().hidden) step.percepts.clear();
    if (!log.over()) step.thoughts.clear();  // an opponent could read them
    step.at = logged.at;
    for (const Fault& fault : logged.faults) step.faults.push_back({fault.role, fault.kind, fault.said, fault.played, fault.note});
    record.steps.push_back(std::move(step));
  }
  return record;
}

PublicMatch public_frame_of(const MatchSpec& spec, const MatchLog& log) {
  PublicMatch frame;
  frame.id = spec.id;
  frame.random_token = spec.id + "agon";  // no secret: it tells two matches of one name apart
  frame.start_time = started_at(spec);
  frame.clocks = {static_cast<int>(spec.start_clock), static_cast<int>(spec.play_clock), -1};
  frame.aborted = log.state() == MatchState::Aborted;
  frame.scrambled = spec.scramble;
  frame.state_times.push_back(started_at(spec));
  frame.errors.emplace_back(spec.roles.size(), "");
  for (const Seat& seat : spec.seats) frame.humans.push_back(seat.kind == Seat::Kind::Person);
  for (const SharedStep& step : log.steps()) {
    frame.state_times.push_back(step->at);
    std::vector<std::string> errors(spec.roles.size());
    for (const Fault& fault : step->faults) errors[fault.role] = public_error(fault.kind);  // the last one is that of the move
    frame.errors.push_back(std::move(errors));
  }
  return frame;
}

std::string own_record(const MatchSpec& spec, const MatchLog& log, Arbiter& arbiter) {
  game::MatchRecord record = record_of(spec, arbiter.kit(), log);
  record.final_state = arbiter.state_hash(log.size());
  return game::to_json(record, 1);
}

Result<std::string> public_record(const MatchSpec& spec, const MatchLog& log, Arbiter& arbiter) {
  PublicMatch frame = public_frame_of(spec, log);
  for (std::size_t s = 0; s <= log.size(); ++s) frame.states.push_back(arbiter.fluents(s));
  return to_public_record(with_record(std::move(frame), record_of(spec, arbiter.kit(), log)));
}

}  // namespace agon::serve
