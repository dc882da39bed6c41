// What a match is about: the game, the seats, the clocks. Settled when it is created, and the first event in its log.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/net.h"

namespace agon::serve {

struct Seat {
  enum class Kind : std::uint8_t { Person, Strategy, Remote, Random, Record };
  Kind kind = Kind::Person;
  std::string name;      // shown to people
  std::string strategy;  // of a built-in player
  std::string url;       // of a remote player: "host:port"
  std::string token;     // of a person
};

struct MatchSpec {
  std::string id;
  std::string game;   // library name, or empty
  std::string title;  // shown to people
  std::string rules;
  std::vector<std::string> roles;
  std::vector<Seat> seats;  // one for each role
  double start_clock = 0;   // seconds
  double play_clock = 0;    // 0: none
  bool casual = false;
  bool scramble = false;
  bool show_thoughts = false;
  std::uint64_t seed = 1;
  std::string owner;   // token
  std::string client;  // address of whoever created it, for limits
  std::int64_t created_at = 0;
};

[[nodiscard]] const char* to_string(Seat::Kind kind);
[[nodiscard]] std::optional<Seat::Kind> seat_kind(std::string_view word);

// For the log: everything, tokens too.
[[nodiscard]] Json to_json(const MatchSpec& spec);
// Throws Json::exception on what was not written by to_json.
[[nodiscard]] MatchSpec match_spec_from_json(const Json& json);

// The limits of an order that a page or a program sends.
struct OrderLimits {
  double most_clock = 86'400;
  std::size_t text = 200;  // of titles and names
  std::size_t strategy = 2'000;
};
// Reads agon.new_match/1 without the rules and roles, which the caller finds; seats are as given, in role order without random.
[[nodiscard]] Result<MatchSpec> read_order(const Json& order, const OrderLimits& limits = {});

}  // namespace agon::serve
