#include "serve/match/log/spec.h"

#include <algorithm>
#include <array>
#include <utility>

#include "serve/tokens.h"

namespace agon::serve {
namespace {

constexpr std::array<std::pair<Seat::Kind, const char*>, 5> kKinds{{{Seat::Kind::Person, "person"},
                                                                    {Seat::Kind::Strategy, "strategy"},
                                                                    {Seat::Kind::Remote, "remote"},
                                                                    {Seat::Kind::Random, "random"},
                                                                    {Seat::Kind::Record, "record"}}};

}  // namespace

const char* to_string(Seat::Kind kind) {
  for (const auto& [k, word] : kKinds) {
    if (k == kind) return word;
  }
  return "person";
}

std::optional<Seat::Kind> seat_kind(std::string_view word) {
  for (const auto& [kind, known] : kKinds) {
    if (word == known) return kind;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> roles_of(const MatchSpec& spec, const std::vector<std::string>& tokens) {
  std::vector<std::string> hashes;
  for (const std::string& token : tokens) hashes.push_back(token_hash(token));
  std::vector<std::uint32_t> roles;
  for (std::uint32_t r = 0; r < spec.seats.size(); ++r) {
    bool held = false;  // all tokens are compared, so that the time does not tell which of them fits
    for (const std::string& hash : hashes) held = same_token(hash, spec.seats[r].token_hash) || held;
    if (held) roles.push_back(r);
  }
  return roles;
}

MatchTokens give_tokens(MatchSpec& spec) {
  MatchTokens tokens{new_token(), std::vector<std::string>(spec.seats.size())};
  spec.owner_hash = token_hash(tokens.owner);
  for (std::size_t r = 0; r < spec.seats.size(); ++r) {
    if (spec.seats[r].kind != Seat::Kind::Person) continue;
    tokens.seats[r] = new_token();
    spec.seats[r].token_hash = token_hash(tokens.seats[r]);
  }
  return tokens;
}

std::vector<std::uint32_t> people_of(const MatchSpec& spec) {
  std::vector<std::uint32_t> roles;
  for (std::uint32_t r = 0; r < spec.seats.size(); ++r) {
    if (spec.seats[r].kind == Seat::Kind::Person) roles.push_back(r);
  }
  return roles;
}

}  // namespace agon::serve
