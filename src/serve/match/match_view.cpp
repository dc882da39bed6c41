// What a match tells: summaries, views, steps. The other half of match.h.
#include <algorithm>

#include "serve/match/match.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

template <class T>
Json optionals(const std::vector<std::optional<T>>& values) {
  Json list = Json::array();
  for (const std::optional<T>& value : values) list.push_back(value ? Json(*value) : Json(nullptr));
  return list;
}

}  // namespace

std::vector<std::uint32_t> Match::roles_of(const std::vector<std::string>& tokens) const {
  std::vector<std::uint32_t> roles;
  for (std::uint32_t r = 0; r < spec_.seats.size(); ++r) {
    bool held = false;
    for (const std::string& token : tokens) held = same_token(token, spec_.seats[r].token) || held;
    if (held) roles.push_back(r);
  }
  return roles;
}

Audience Match::audience_of(std::vector<std::uint32_t> roles) const {
  return open_to_all() ? Audience{{}, true} : Audience{std::move(roles), false};
}

Json Match::seats_json() const {
  Json seats = Json::array();
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    const Seat& seat = spec_.seats[r];
    const bool connected = seat.kind == Seat::Kind::Person ? watchers_.holds(static_cast<std::uint32_t>(r))
                                                           : (!players_->program(r) || over() || resting() || players_->alive(r));
    seats.push_back({{"role", spec_.roles[r]},
                     {"kind", to_string(seat.kind)},
                     {"name", seat.name},
                     {"connected", connected},
                     {"faults", fault_counts_[r]}});
  }
  return seats;
}

Json Match::summary() const {
  return {{"id", spec_.id},
          {"game", spec_.game},
          {"title", spec_.title},
          {"roles", spec_.roles},
          {"seats", seats_json()},
          {"state", to_string(state_)},
          {"step", history_.size()},
          {"goals", state_ == State::Ended ? optionals(final_goals_) : Json(nullptr)},
          {"end", end_},
          {"created_at", spec_.created_at},
          {"ended_at", ended_at_ ? Json(*ended_at_) : Json(nullptr)},
          {"watchers", watchers_.without_seat()},
          {"casual", spec_.casual},
          {"show_thoughts", spec_.show_thoughts},
          {"start_clock", spec_.start_clock},
          {"play_clock", spec_.play_clock},
          {"hidden", kit_->info().hidden},
          {"scrambled", spec_.scramble}};
}

Json Match::clock_json() const {
  if (over() || state_ == State::Starting) return nullptr;
  // A program is asked even where it has no choice; nobody waits for that.
  Json waiting = Json::array();
  for (std::size_t r = 0; r < waiting_.size(); ++r) waiting.push_back(waiting_[r] && r < now_.legal.size() && now_.legal[r].size() > 1);
  return {{"waiting", std::move(waiting)}, {"since", since_}, {"until", until_ ? Json(*until_) : Json(nullptr)}};
}

Json Match::history_json(const Step& step, std::size_t number, const Audience& audience) const {
  Json moves = Json::array(), percepts = Json::array(), faults = Json::array();
  for (std::uint32_t r = 0; r < step.played.moves.size(); ++r) {
    const bool own = audience.all || std::find(audience.roles.begin(), audience.roles.end(), r) != audience.roles.end();
    moves.push_back(own ? Json(step.played.moves[r]) : Json(nullptr));
    percepts.push_back(own && r < step.played.percepts.size() ? Json(step.played.percepts[r]) : Json(nullptr));
  }
  for (const Fault& fault : step.faults) {
    Json json = to_json(fault);
    const bool own = audience.all || std::find(audience.roles.begin(), audience.roles.end(), fault.role) != audience.roles.end();
    if (!own) json["said"] = json["played"] = "";
    faults.push_back(std::move(json));
  }
  return {{"step", number},
          {"moves", std::move(moves)},
          {"percepts", std::move(percepts)},
          {"faults", std::move(faults)},
          {"values", audience.all ? optionals(step.values) : Json::array()},
          {"at", step.at}};
}

Json Match::histories_json(const Audience& audience) const {
  Json list = Json::array();
  for (std::size_t s = 0; s < history_.size(); ++s) list.push_back(history_json(history_[s], s, audience));
  return list;
}

asio::awaitable<Json> Match::view(std::vector<std::uint32_t> roles) {
  const Audience audience = audience_of(roles);
  // The match may go on while the arbiter works; a view must not mix two moments.
  for (;;) {
    const std::uint64_t generation = generation_;
    const std::size_t step = history_.size();
    auto look = [audience, step](Arbiter& arbiter) { return arbiter.position(std::min(step, arbiter.step()), audience, true); };
    Json position = co_await with_arbiter(std::move(look));
    if (step != history_.size() || generation != generation_) continue;
    co_return view_json(roles, audience, std::move(position));
  }
}

Json Match::view_json(const std::vector<std::uint32_t>& roles, const Audience& audience, Json position) const {
  Json json = summary();
  json["schema"] = "agon.match_view/1";
  json["rules_id"] = kit_->id;
  json["rules"] = spec_.rules;
  json["structure"] = kit_->structure_json;
  json["hint"] = spec_.game.empty() ? Json(nullptr) : services_.hint_of(spec_.game);
  json["viewer"] = roles;
  json["history"] = histories_json(audience);
  json["position"] = std::move(position);
  json["clock"] = clock_json();
  return json;
}

asio::awaitable<Result<Json>> Match::position(std::size_t step, std::vector<std::uint32_t> roles) {
  const Audience audience = audience_of(std::move(roles));
  auto look = [audience, step](Arbiter& arbiter) -> Result<Json> {
    if (step > arbiter.step()) return bad_input("not-found", "The match has not come that far.");
    return arbiter.position(step, audience, false);
  };
  co_return co_await with_arbiter(std::move(look));
}

asio::awaitable<std::map<Audience, Json>> Match::positions() {
  std::vector<Audience> audiences = watchers_.audiences(open_to_all());
  std::map<Audience, Json> shown;
  if (audiences.empty()) co_return shown;
  auto look = [audiences = std::move(audiences)](Arbiter& arbiter) {
    std::map<Audience, Json> all;
    for (const Audience& audience : audiences) all.emplace(audience, arbiter.position(arbiter.step(), audience, true));
    return all;
  };
  co_return co_await with_arbiter(std::move(look));
}

asio::awaitable<void> Match::tell_step() {
  if (watchers_.empty()) co_return;
  const std::map<Audience, Json> shown = co_await positions();
  tell_step_to(shown);
}

void Match::tell_step_to(const std::map<Audience, Json>& shown) {
  const std::size_t number = history_.size() - 1;
  const Json clock = clock_json();
  watchers_.tell(open_to_all(), [&](const Audience& audience) -> Text {
    const auto position = shown.find(audience);
    if (position == shown.end()) return nullptr;  // came in the meantime, and gets a whole view of its own
    return to_text(Json{{"type", "step"},
                        {"match", spec_.id},
                        {"history", history_json(history_.back(), number, audience)},
                        {"position", position->second},
                        {"clock", clock}});
  });
}

void Match::tell_take_back(const std::map<Audience, Json>& shown) {
  watchers_.tell(open_to_all(), [&](const Audience& audience) -> Text {
    const auto position = shown.find(audience);
    if (position == shown.end()) return nullptr;  // came in the meantime, and gets a whole view of its own
    return to_text(Json{{"type", "takeback"},
                        {"match", spec_.id},
                        {"history", histories_json(audience)},
                        {"position", position->second},
                        {"clock", clock_json()}});
  });
}

Json Match::end_event() const {
  return {{"state", to_string(state_)}, {"end", end_}, {"goals", state_ == State::Ended ? optionals(final_goals_) : Json(nullptr)}};
}

void Match::tell_end() {
  Json message{{"type", "ended"}, {"match", spec_.id}};
  message.update(end_event());
  message["ended_at"] = *ended_at_;
  tell_all(message);
}

void Match::tell_clock() { tell_all({{"type", "clock"}, {"match", spec_.id}, {"clock", clock_json()}}); }

void Match::tell_all(const Json& json) {
  if (watchers_.empty()) return;
  const Text text = to_text(json);
  watchers_.tell(true, [&](const Audience&) { return text; });
}

void Match::tell_seats() {
  tell_all({{"type", "seats"}, {"match", spec_.id}, {"seats", seats_json()}, {"watchers", watchers_.without_seat()}});
}

void Match::on_thought(std::size_t role, Json thought) {
  if (over()) return;
  if (const auto value = thought.find("value"); value != thought.end() && value->is_array() && role < value->size() && (*value)[role].is_number() &&
                                                role < values_.size())
    values_[role] = (*value)[role].get<double>();
  if (!spec_.show_thoughts || !open_to_all()) return;
  tell_all({{"type", "thought"}, {"match", spec_.id}, {"role", role}, {"step", history_.size()}, {"thought", std::move(thought)}});
}

void Match::watch(const std::shared_ptr<Watcher>& watcher, std::vector<std::uint32_t> roles) {
  watchers_.add(watcher, std::move(roles));
  services_.changed(spec_.id);
  tell_seats();
}

void Match::unwatch(const Watcher* watcher) {
  watchers_.remove(watcher);
  services_.changed(spec_.id);
  tell_seats();
}

}  // namespace agon::serve
