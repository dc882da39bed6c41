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

Json MatchView::step(std::size_t number, const Audience& audience) const {
  const LoggedStep& step = log_.steps()[number];
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

Json MatchView::history(const Audience& audience) const {
  Json list = Json::array();
  for (std::size_t s = 0; s < log_.size(); ++s) list.push_back(step(s, audience));
  return list;
}

std::string MatchView::match(const std::vector<std::uint32_t>& roles, const Audience& audience, const DrawnMatch& drawn,
                             const Json& hint, const Presence& presence) const {
  return JsonObjectText(summary(presence))
      .add("schema", "agon.match_view/1")
      .add("rules_id", kit_.id)
      .add_text("rules", drawn.rules)
      .add_text("structure", drawn.structure)
      .add("hint", hint)
      .add("viewer", roles)
      .add("history", history(audience))
      .add_text("position", drawn.position)
      .add("clock", clock())
      .finish();
}

Json MatchView::message(const char* type) const { return {{"type", type}, {"match", spec_.id}}; }

std::string MatchView::step_message(const Audience& audience, const std::string& position) const {
  return JsonObjectText(message("step"))
      .add("history", step(log_.size() - 1, audience))
      .add_text("position", position)
      .add("clock", clock())
      .finish();
}

std::string MatchView::take_back_message(const Audience& audience, const std::string& position) const {
  return JsonObjectText(message("takeback"))
      .add("history", history(audience))
      .add_text("position", position)
      .add("clock", clock())
      .finish();
}

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

std::string MatchView::match_message(const std::string& match) const {
  return JsonObjectText(message("match")).add_text("view", match).finish();
}

Json MatchView::end_message() const {
  Json json = message("ended");
  json.update(to_json(*log_.ending()));
  json["ended_at"] = log_.ending()->at;
  return json;
}

}  // namespace agon::serve
