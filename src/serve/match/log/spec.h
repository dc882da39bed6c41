// The configuration of a match: the game, the seats, the clocks. Settled when it is created, and the first event in its log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::serve {

struct Seat {
  enum class Kind : std::uint8_t { Person, Strategy, Remote, Random, Record };
  Kind kind = Kind::Person;
  std::string name;        // shown to people
  std::string strategy;    // of a built-in player
  std::string url;         // of a remote player: "host:port"
  std::string token_hash;  // of a person; tokens.h
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
  std::string owner_hash;  // of the token of whoever created it
  std::string client;      // address of whoever created it, for limits
  std::int64_t created_at = 0;
  std::int64_t started_at = 0;  // of an imported match whose record says it; 0: when it was created
};

// The tokens themselves, for whoever creates a match; everything else knows their hashes only.
struct MatchTokens {
  std::string owner;
  std::vector<std::string> seats;  // one for each role; empty: not a person's
};

[[nodiscard]] const char* to_string(Seat::Kind kind);
[[nodiscard]] std::optional<Seat::Kind> seat_kind(std::string_view word);

// The seats whose tokens are among these, ascending.
[[nodiscard]] std::vector<std::uint32_t> roles_of(const MatchSpec& spec, const std::vector<std::string>& tokens);
// Makes tokens for the owner and for all people, and notes their hashes in `spec`.
[[nodiscard]] MatchTokens give_tokens(MatchSpec& spec);
// The seats that people hold, ascending.
[[nodiscard]] std::vector<std::uint32_t> people_of(const MatchSpec& spec);

}  // namespace agon::serve
