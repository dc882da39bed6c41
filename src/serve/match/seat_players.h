// The game manager's side of the GGP protocol, for the programs of one match: START, PLAY, STOP and ABORT, in scrambled words if
// the match says so. What goes wrong becomes a fault of that seat.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/match_record.h"
#include "protocol/message.h"
#include "protocol/scramble.h"
#include "serve/json_fwd.h"
#include "serve/match/instant_player.h"
#include "serve/match/log/fault.h"
#include "serve/match/log/spec.h"
#include "serve/player/player_link.h"
#include "serve/sheets/sheet_kit.h"

namespace agon::serve {

// Makes the link of a seat, or says why there is none. `on_thought` gets Thought as JSON, in the words of the rules that the player
// got.
using MakeLink = std::function<Result<std::unique_ptr<PlayerLink>>(const Seat& seat, std::function<void(Json)> on_thought)>;

class SeatPlayers {
 public:
  using Deadline = std::chrono::steady_clock::time_point;
  using OnThought = std::function<void(std::size_t role, Json thought)>;

  SeatPlayers(const MatchSpec& spec, SharedKit kit, MakeLink make_link, OnThought on_thought);

  [[nodiscard]] bool program(std::size_t role) const { return built_in(role) || spec_.seats[role].kind == Seat::Kind::Remote; }
  // A strategy in a process of its own.
  [[nodiscard]] bool built_in(std::size_t role) const {
    return spec_.seats[role].kind == Seat::Kind::Strategy && instant(role) == InstantPlayer::None;
  }
  // A strategy that is no program: the server makes its moves.
  [[nodiscard]] InstantPlayer instant(std::size_t role) const { return seats_[role].instant; }
  // It answers, as far as is known.
  [[nodiscard]] bool alive(std::size_t role) const { return seats_[role].link != nullptr && !seats_[role].gone; }

  // START. `history` is what was played before (after a restart of the server or a take-back): built-in players are told, remote
  // ones remember, and are not started twice. Returns what went wrong.
  [[nodiscard]] asio::awaitable<std::optional<Fault>> start(std::size_t role, const std::vector<game::MatchStep>& history,
                                                            Deadline deadline);

  struct Answer {
    std::optional<std::string> move;  // in the words of the original rules
    std::optional<Fault> fault;
  };
  // PLAY. `step` counts from 0; `last` is null in the first.
  [[nodiscard]] asio::awaitable<Answer> ask(std::size_t role, std::size_t step, const game::MatchStep* last, Deadline deadline);
  // STOP, or ABORT without a last step: told, and not waited for longer than the deadline.
  [[nodiscard]] asio::awaitable<void> finish(std::size_t role, std::size_t step, const game::MatchStep* last, Deadline deadline);
  // Lets a built-in player go; the next start makes a new one.
  void drop(std::size_t role);

 private:
  struct SeatState {
    std::shared_ptr<PlayerLink> link;
    bool gone = false;  // died, or said that it was busy: not asked any more
    std::string why;
    InstantPlayer instant = InstantPlayer::None;
  };
  [[nodiscard]] protocol::LastStep last_step(std::size_t role, std::size_t step, const game::MatchStep* last) const;
  [[nodiscard]] std::string outward(const std::string& term) const;
  [[nodiscard]] std::string rules_text() const;
  [[nodiscard]] Result<std::unique_ptr<PlayerLink>> link_to(std::size_t role);
  [[nodiscard]] protocol::Message start_message(std::size_t role) const;
  [[nodiscard]] protocol::Message play_message(std::size_t role, std::size_t step, const game::MatchStep* last) const;
  [[nodiscard]] protocol::Message last_message(std::size_t role, std::size_t step, const game::MatchStep* last) const;
  [[nodiscard]] std::vector<protocol::Play> past(std::size_t role, const std::vector<game::MatchStep>& history) const;
  [[nodiscard]] Answer absent(std::size_t role) const;
  [[nodiscard]] Answer understand(std::size_t role, const Result<protocol::Reply>& reply);
  std::optional<Fault> give_up(std::size_t role, const char* kind, const char* said, const std::string& why);
  Fault fail(std::size_t role, const Error& error);

  const MatchSpec& spec_;
  SharedKit kit_;
  MakeLink make_link_;
  OnThought on_thought_;
  std::unique_ptr<protocol::Scrambler> scrambler_;
  std::vector<SeatState> seats_;
};

}  // namespace agon::serve
