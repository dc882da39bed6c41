#include "serve/match/log/spec_json.h"

#include <fmt/format.h>

#include <cmath>

#include "base/json_integer.h"
#include "base/line_text.h"
#include "play/strategy/players.h"
#include "serve/json.h"
#include "serve/match/step/match_draws.h"

namespace agon::serve {
namespace {

Error bad_field(const std::string& field, const std::string& what) {
  return bad_input("bad-field", fmt::format("'{}' {}.", field, what), "schema/new_match.json describes the order of a match.");
}

Result<double> read_clock(const Json& order, const char* field, double most) {
  const double seconds = order.value(field, 0.0);
  if (!std::isfinite(seconds) || seconds < 0 || seconds > most)
    return bad_field(field, fmt::format("must be between 0 and {} seconds", most));
  return seconds;
}

// 0 or nothing: the server draws one.
Result<std::uint64_t> read_seed(const Json& order) {
  const auto seed = order.find("seed");
  if (seed == order.end()) return std::uint64_t{0};
  const bool whole = seed->is_number_integer() && (seed->is_number_unsigned() || seed->get<std::int64_t>() >= 0);
  if (!whole || seed->get<std::uint64_t>() > kLargestSeed)
    return bad_field("seed", fmt::format("must be a whole number between 0 and {}", kLargestSeed));
  return seed->get<std::uint64_t>();
}

Result<Seat> read_seat(const Json& json, const OrderLimits& limits) {
  if (!json.is_object()) return bad_field("seats", "must be a list of objects");
  Seat seat;
  const std::string kind = json.value("kind", "");
  const std::optional<Seat::Kind> known = seat_kind(kind);
  if (!known || *known == Seat::Kind::Random || *known == Seat::Kind::Record)
    return bad_field("kind", fmt::format("is '{}'; it must be person, strategy or remote", kind));
  seat.kind = *known;
  seat.name = line_text(json.value("name", ""));
  seat.strategy = json.value("strategy", "");
  seat.url = json.value("url", "");
  if (seat.name.size() > limits.text || seat.url.size() > limits.text)
    return bad_field("seats", "has a name or address that is too long");
  if (seat.kind == Seat::Kind::Strategy) {
    if (seat.strategy.empty()) seat.strategy = "auto";
    if (seat.strategy.size() > limits.strategy) return bad_field("strategy", "is too long");
    if (const Status good = play::check_strategy(seat.strategy); !good) return good.error();
    if (seat.name.empty()) seat.name = seat.strategy;
  }
  if (seat.kind == Seat::Kind::Remote && seat.url.empty()) return bad_field("url", "is missing: where is the remote player?");
  if (seat.name.empty()) seat.name = seat.kind == Seat::Kind::Remote ? seat.url : "a person";
  return seat;
}

}  // namespace

Json to_json(const MatchSpec& spec) {
  Json seats = Json::array();
  for (const Seat& seat : spec.seats)
    seats.push_back({{"kind", to_string(seat.kind)},
                     {"name", seat.name},
                     {"strategy", seat.strategy},
                     {"url", seat.url},
                     {"token_hash", seat.token_hash}});
  return {{"id", spec.id},
          {"game", spec.game},
          {"title", spec.title},
          {"rules", spec.rules},
          {"roles", spec.roles},
          {"seats", std::move(seats)},
          {"start_clock", spec.start_clock},
          {"play_clock", spec.play_clock},
          {"casual", spec.casual},
          {"scramble", spec.scramble},
          {"show_thoughts", spec.show_thoughts},
          {"seed", spec.seed},
          {"owner_hash", spec.owner_hash},
          {"client", spec.client},
          {"created_at", spec.created_at},
          {"started_at", spec.started_at}};
}

MatchSpec match_spec_from_json(const Json& json) {
  MatchSpec spec;
  json.at("id").get_to(spec.id);
  json.at("game").get_to(spec.game);
  json.at("title").get_to(spec.title);
  json.at("rules").get_to(spec.rules);
  json.at("roles").get_to(spec.roles);
  for (const Json& entry : json.at("seats")) {
    Seat seat;
    seat.kind = seat_kind(entry.at("kind").get<std::string>()).value_or(Seat::Kind::Record);
    entry.at("name").get_to(seat.name);
    entry.at("strategy").get_to(seat.strategy);
    entry.at("url").get_to(seat.url);
    entry.at("token_hash").get_to(seat.token_hash);
    spec.seats.push_back(std::move(seat));
  }
  json.at("start_clock").get_to(spec.start_clock);
  json.at("play_clock").get_to(spec.play_clock);
  json.at("casual").get_to(spec.casual);
  json.at("scramble").get_to(spec.scramble);
  json.at("show_thoughts").get_to(spec.show_thoughts);
  spec.seed = json_integer_at<std::uint64_t>(json, "seed");
  json.at("owner_hash").get_to(spec.owner_hash);
  json.at("client").get_to(spec.client);
  spec.created_at = json_integer_at<std::int64_t>(json, "created_at");
  spec.started_at = json_integer_or<std::int64_t>(json, "started_at", 0);
  return spec;
}

Result<MatchSpec> read_order(const Json& order, const OrderLimits& limits) {
  MatchSpec spec;
  spec.game = order.value("game", "");
  spec.title = line_text(order.value("title", ""));
  spec.rules = order.value("rules", "");
  if (spec.game.empty() == spec.rules.empty()) return bad_field("game", "or 'rules' must be given, and not both");
  if (spec.title.size() > limits.text || spec.game.size() > limits.text) return bad_field("title", "is too long");
  if (!order.contains("seats") || !order["seats"].is_array())
    return bad_field("seats", "must be a list, one for each role but random");
  if (order["seats"].size() > limits.seats) return bad_field("seats", fmt::format("must be at most {}", limits.seats));
  for (const Json& entry : order["seats"]) {
    Result<Seat> seat = read_seat(entry, limits);
    if (!seat) return seat.error();
    spec.seats.push_back(std::move(*seat));
  }
  const Result<double> start = read_clock(order, "start_clock", limits.most_clock);
  const Result<double> play = read_clock(order, "play_clock", limits.most_clock);
  if (!start) return start.error();
  if (!play) return play.error();
  spec.start_clock = *start;
  spec.play_clock = *play;
  spec.casual = order.value("casual", false);
  spec.scramble = order.value("scramble", false);
  spec.show_thoughts = order.value("show_thoughts", false);
  const Result<std::uint64_t> seed = read_seed(order);
  if (!seed) return seed.error();
  spec.seed = *seed;
  return spec;
}

}  // namespace agon::serve
