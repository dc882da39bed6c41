#include "serve/match/log/match_event.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/json_integer.h"
#include "serve/json.h"
#include "serve/match/log/fault_json.h"
#include "serve/match/log/spec_json.h"
#include "serve/net.h"
#include "serve/sheets/work_budget.h"

namespace agon::serve {
namespace {

Event event(const std::string& match, const char* kind, const Json& body, std::int64_t at) {
  return {0, match, kind, body.dump(-1, ' ', false, Json::error_handler_t::replace), at};
}

// Records may come from a later version, or from anybody.
std::string known_kind(const std::string& kind) {
  for (const char* const known : {"late", "illegal", "dead", "garbage", "busy"}) {
    if (kind == known) return kind;
  }
  return "garbage";
}

// `thoughts` came later than `values`, which are their first field.
std::vector<std::optional<game::MatchThought>> thoughts_from_json(const Json& body) {
  std::vector<std::optional<game::MatchThought>> thoughts;
  bool told = false;
  for (const std::optional<double>& value : nullable_list_from_json<double>(body.at("values"))) {
    thoughts.push_back(value ? std::optional(game::MatchThought{*value, 0, ""}) : std::nullopt);
    told = told || value.has_value();
  }
  if (!told) return {};
  if (const auto details = body.find("thoughts"); details != body.end() && details->size() == thoughts.size()) {
    for (std::size_t r = 0; r < thoughts.size(); ++r) {
      if (!thoughts[r] || !(*details)[r].is_object()) continue;
      thoughts[r]->visits = json_integer_or<std::uint64_t>((*details)[r], "visits", 0);
      thoughts[r]->best = (*details)[r].value("best", "");
    }
  }
  return thoughts;
}

Json thoughts_json(const std::vector<std::optional<game::MatchThought>>& thoughts) {
  Json list = Json::array();
  for (const std::optional<game::MatchThought>& thought : thoughts)
    list.push_back(thought ? Json{{"visits", thought->visits}, {"best", thought->best}} : Json(nullptr));
  return list;
}

void replay_step(const Json& body, std::int64_t at, Arbiter& arbiter, Replay& replay) {
  LoggedStep step;
  step.at = at;
  body.at("moves").get_to(step.played.moves);
  std::vector<std::size_t> choices;
  for (std::size_t r = 0; r < step.played.moves.size() && r < arbiter.roles(); ++r) {
    const std::optional<std::size_t> found = arbiter.find(r, step.played.moves[r]);
    if (!found) throw std::runtime_error(fmt::format("'{}' is not legal at step {}", step.played.moves[r], arbiter.step()));
    choices.push_back(*found);
    step.chose.push_back(arbiter.legal()[r].size() > 1 && !arbiter.kit().is_random(r));
  }
  if (choices.size() != arbiter.roles()) throw std::runtime_error("a step has too few moves");
  for (const Json& fault : body.at("faults")) {
    step.faults.push_back(fault_from_json(fault));
    replay.log.count_fault(step.faults.back().role);
  }
  step.played.thoughts = thoughts_from_json(body);
  arbiter.play(choices);
  step.played.percepts = arbiter.percepts(arbiter.step() - 1);
  replay.log.append(std::move(step));
  replay.moves.assign(arbiter.roles(), std::nullopt);
}

void replay_move(const Json& body, const Arbiter& arbiter, Replay& replay) {
  const std::size_t role = json_integer_at<std::size_t>(body, "role");
  // A move that lost the race against a clock or a take-back is in the log, and does not count.
  if (json_integer_at<std::size_t>(body, "step") != replay.log.size() || role >= arbiter.roles()) return;
  if (const std::optional<std::size_t> found = arbiter.find(role, body.at("move").get<std::string>())) replay.moves[role] = *found;
}

void replay_take_back(const Json& body, Arbiter& arbiter, Replay& replay) {
  const std::size_t to = json_integer_at<std::size_t>(body, "to");
  replay.log.take_back(to);
  arbiter.take_back(to);
  replay.moves.assign(arbiter.roles(), std::nullopt);
}

Ending ending_from_json(const Json& body, std::int64_t at) {
  Ending ending;
  ending.state = body.at("state") == "ended" ? MatchState::Ended : MatchState::Aborted;
  body.at("end").get_to(ending.why);
  if (body.at("goals").is_array()) ending.goals = nullable_list_from_json<int>(body.at("goals"));
  ending.at = at;
  return ending;
}

}  // namespace

Event created_event(const MatchSpec& spec) { return event(spec.id, "created", to_json(spec), now_ms()); }

Event move_event(const std::string& match, std::size_t role, std::size_t step, const std::string& move) {
  return event(match, "move", {{"role", role}, {"step", step}, {"move", move}}, now_ms());
}

Event step_event(const std::string& match, std::size_t number, const LoggedStep& step) {
  Json faults = Json::array();
  for (const Fault& fault : step.faults) faults.push_back(to_json(fault));
  Json body{{"step", number},
            {"moves", step.played.moves},
            {"faults", std::move(faults)},
            {"values", nullable_list(expected_goals(step))}};
  if (!step.played.thoughts.empty()) body["thoughts"] = thoughts_json(step.played.thoughts);
  return event(match, "step", body, step.at);
}

Event take_back_event(const std::string& match, std::size_t to) { return event(match, "takeback", {{"to", to}}, now_ms()); }

Event end_event(const std::string& match, const Ending& ending) { return event(match, "ended", to_json(ending), ending.at); }

Write write_of(Event event) {
  Write write;
  write.events.push_back(std::move(event));
  return write;
}

Json to_json(const Ending& ending) {
  return {{"state", to_string(ending.state)},
          {"end", ending.why},
          {"goals", ending.state == MatchState::Ended ? nullable_list(ending.goals) : Json(nullptr)}};
}

std::vector<Event> events_of(const game::MatchRecord& record, const std::string& match) {
  const std::int64_t at = now_ms();
  std::vector<Event> events;
  for (std::size_t s = 0; s < record.steps.size(); ++s) {
    LoggedStep step;
    step.played = record.steps[s];
    step.at = record.steps[s].at > 0 ? record.steps[s].at : at;
    for (const game::MatchFault& fault : record.steps[s].faults)
      step.faults.push_back({fault.role, known_kind(fault.kind), fault.said, fault.played, fault.note});
    events.push_back(step_event(match, s, step));
  }
  Ending ending{MatchState::Aborted, record.end, {}, at};
  if (record.finished) {
    ending.state = MatchState::Ended;
    ending.why = "the game is over";
    for (const int goal : record.goals) ending.goals.push_back(goal < 0 ? std::nullopt : std::optional(goal));
  }
  events.push_back(end_event(match, ending));
  return events;
}

Replay replay(const std::vector<Event>& events, Arbiter& arbiter, std::chrono::milliseconds time) {
  const WorkBudget budget(time);
  Replay replay{MatchLog(arbiter.roles()), std::vector<std::optional<std::size_t>>(arbiter.roles()), {}};
  for (const Event& event : events) {
    const Json body = Json::parse(event.body);
    if (event.kind == "step") replay_step(body, event.at, arbiter, replay);
    else if (event.kind == "move") replay_move(body, arbiter, replay);
    else if (event.kind == "takeback") replay_take_back(body, arbiter, replay);
    else if (event.kind == "ended") replay.log.end(ending_from_json(body, event.at));
    budget.check();
  }
  replay.outlook = outlook_of(arbiter);
  return replay;
}

}  // namespace agon::serve
