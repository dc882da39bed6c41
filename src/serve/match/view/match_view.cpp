#include "serve/match/view/match_view.h"

#include <algorithm>

#include "serve/json.h"
#include "serve/json_text.h"
#include "serve/match/log/fault_json.h"
#include "serve/match/log/match_event.h"

namespace agon::serve {
namespace {

bool sees(const Audience& audience, std::size_t role) {
  return audience.all || std::find(audience.roles.begin(), audience.roles.end(), role) != audience.roles.end();
}

}  // namespace

Audience MatchView::audience_of(std::vector<std::uint32_t> roles) const {
  return open_to_all() ? Audience{{}, true} : Audience{std::move(roles), false};
}

Json MatchView::seats(const Presence& presence) const {
  Json seats = Json::array();
  for (std::size_t r = 0; r < spec_.seats.size(); ++r)
    seats.push_back({{"role", spec_.roles[r]},
                     {"kind", to_string(spec_.seats[r].kind)},
                     {"name", spec_.seats[r].name},
                     {"connected", static_cast<bool>(presence.connected[r])},
                     {"faults", log_.faults(r)}});
  return seats;
}

Json MatchView::queue_place(const Presence& presence) const {
  return presence.queue_place > 0 && !log_.over() ? Json(presence.queue_place) : Json(nullptr);
}

Json MatchView::summary(const Presence& presence) const {
  const std::optional<Ending>& ending = log_.ending();
  return {{"id", spec_.id},
          {"game", spec_.game},
          {"title", spec_.title},
          {"roles", spec_.roles},
          {"seats", seats(presence)},
          {"state", to_string(log_.state())},
          {"step", log_.size()},
          {"goals", log_.state() == MatchState::Ended ? nullable_list(ending->goals) : Json(nullptr)},
          {"end", ending ? ending->why : ""},
          {"created_at", spec_.created_at},
          {"ended_at", ending ? Json(ending->at) : Json(nullptr)},
          {"watchers", presence.watchers},
          {"queue_place", queue_place(presence)},
          {"casual", spec_.casual},
          {"show_thoughts", spec_.show_thoughts},
          {"start_clock", spec_.start_clock},
          {"play_clock", spec_.play_clock},
          {"hidden", kit_.info().hidden},
          {"scrambled", spec_.scramble}};
}

Json MatchView::clock() const {
  if (log_.state() != MatchState::Running) return nullptr;
  // A program is asked even where it has no choice; nobody waits for that.
  Json waiting = Json::array();
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) waiting.push_back(ballot_.waiting(r) && ballot_.has_choice(r));
  return {{"waiting", std::move(waiting)}, {"since", clock_.since}, {"until", clock_.until ? Json(*clock_.until) : Json(nullptr)}};
}

Json step_json(std::size_t number, const LoggedStep& step, const Audience& audience) {
  Json moves = Json::array(), percepts = Json::array(), faults = Json::array();
  for (std::size_t r = 0; r < step.played.moves.size(); ++r) {
    const bool own = sees(audience, r);
    moves.push_back(own ? Json(step.played.moves[r]) : Json(nullptr));
    percepts.push_back(own && r < step.played.percepts.size() ? Json(step.played.percepts[r]) : Json(nullptr));
  }
  for (const Fault& fault : step.faults) {
    Json json = to_json(fault);
    if (!sees(audience, fault.role)) json["said"] = json["played"] = "";
    faults.push_back(std::move(json));
  }
  return {{"step", number},
          {"moves", std::move(moves)},
          {"percepts", std::move(percepts)},
          {"faults", std::move(faults)},
          {"values", audience.all ? nullable_list(expected_goals(step)) : Json::array()},
          {"at", step.at}};
}

std::string history_text(const History& history, const Audience& audience) {
  std::string text = "[";
  for (std::size_t s = 0; s < history.size(); ++s) {
    if (s > 0) text += ',';
    text += dumped(step_json(s, *history[s], audience));
  }
  text += ']';
  return text;
}

std::string MatchView::match(JsonObjectText begun, const std::vector<std::uint32_t>& roles, const Presence& presence) const {
  return begun.add_fields(summary(presence))
      .add("schema", "agon.match_view/1")
      .add("rules_id", kit_.id)
      .add("viewer", roles)
      .add("clock", clock())
      .finish();
}

Json MatchView::message(const char* type) const { return {{"type", type}, {"match", spec_.id}}; }

JsonObjectText MatchView::message_head(const char* type) const { return JsonObjectText(message(type)); }

std::string MatchView::with_clock(JsonObjectText begun) const { return begun.add("clock", clock()).finish(); }

Json MatchView::clock_message() const {
  Json json = message("clock");
  json["clock"] = clock();
  return json;
}

Json MatchView::seats_message(const Presence& presence) const {
  Json json = message("seats");
  json["seats"] = seats(presence);
  json["watchers"] = presence.watchers;
  json["queue_place"] = queue_place(presence);
  return json;
}

Json MatchView::thought_message(std::size_t role, Json thought) const {
  Json json = message("thought");
  json["role"] = role;
  json["step"] = log_.size();
  json["thought"] = std::move(thought);
  return json;
}

Json MatchView::end_message() const {
  Json json = message("ended");
  json.update(to_json(*log_.ending()));
  json["ended_at"] = log_.ending()->at;
  return json;
}

}  // namespace agon::serve
