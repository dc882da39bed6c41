#include "serve/match/seat_players.h"

#include <cmath>

#include "gdl/print/printer.h"
#include "serve/json.h"
#include "serve/match/step/match_draws.h"

namespace agon::serve {

namespace {

// Without a clock of its own a match still has to tell remote players one. Built-in ones know that 0 means their own time.
constexpr std::chrono::seconds kUsualClock{10};

std::chrono::seconds told(double seconds, bool remote) {
  if (seconds > 0) return std::chrono::seconds(static_cast<long long>(std::ceil(seconds)));
  return remote ? kUsualClock : std::chrono::seconds(0);
}

// `(error ...)` to START: a player that says what it cannot play is not asked for moves.
std::string refusal_in(const protocol::Reply& reply) {
  const auto* const other = std::get_if<protocol::Unknown>(&reply);
  return other != nullptr && other->text.starts_with("(error") ? other->text : "";
}

// Thoughts of a player that got scrambled rules are in words that nobody here knows.
void unscramble_thought(Json& thought, const protocol::Scrambler& scrambler) {
  const auto back = [&](Json& move) {
    if (!move.is_string()) return;
    const Result<std::string> original = scrambler.unscramble(move.get<std::string>());
    move = original ? Json(*original) : Json(nullptr);
  };
  if (thought.contains("moves")) {
    for (Json& entry : thought["moves"]) back(entry["move"]);
  }
  if (thought.contains("line")) {
    for (Json& joint : thought["line"]) {
      for (Json& move : joint) back(move);
    }
  }
}

}  // namespace

SeatPlayers::SeatPlayers(const MatchSpec& spec, SharedKit kit, MakeLink make_link, OnThought on_thought)
    : spec_(spec),
      kit_(std::move(kit)),
      make_link_(std::move(make_link)),
      on_thought_(std::move(on_thought)),
      seats_(spec.seats.size()) {
  for (std::size_t r = 0; r < seats_.size(); ++r) {
    if (spec.seats[r].kind == Seat::Kind::Strategy) seats_[r].instant = instant_player(spec.seats[r].strategy);
  }
  if (spec.scramble)
    scrambler_ = std::make_unique<protocol::Scrambler>(kit_->rules, MatchDraws(spec.seed).word(MatchDraws::Purpose::Scramble));
}

std::string SeatPlayers::outward(const std::string& term) const {
  if (!scrambler_) return term;
  const Result<std::string> word = scrambler_->scramble(term);
  return word ? *word : term;
}

std::string SeatPlayers::rules_text() const { return scrambler_ ? scrambler_->rules() : gdl::print_kif(kit_->rules); }

protocol::LastStep SeatPlayers::last_step(std::size_t role, std::size_t step, const game::MatchStep* last) const {
  if (kit_->info().hidden) {
    protocol::Observation observation;
    observation.turn = static_cast<std::uint32_t>(step);
    if (last != nullptr) {
      observation.last_move = outward(last->moves[role]);
      for (const std::string& percept : last->percepts[role]) observation.percepts.push_back(outward(percept));
    }
    return observation;
  }
  protocol::JointMove joint;
  if (last != nullptr) {
    for (const std::string& move : last->moves) joint.moves.push_back(outward(move));
  }
  return joint;
}

Fault SeatPlayers::fail(std::size_t role, const Error& error) {
  const Diagnostic& first = error.diagnostics.front();
  Fault fault;
  fault.role = role;
  fault.kind = first.code == "player-late"                                           ? "late"
               : (first.code == "player-garbage" || first.code == "player-too-long") ? "garbage"
                                                                                     : "dead";
  fault.note = first.message;
  if (first.code == "player-died") {
    seats_[role].gone = true;
    seats_[role].why = first.message;
  }
  return fault;
}

// g++ 12 miscompiles some temporaries inside coroutines, so values are made in plain functions.
std::optional<Fault> SeatPlayers::give_up(std::size_t role, const char* kind, const char* said, const std::string& why) {
  seats_[role].gone = true;
  seats_[role].why = why;
  return Fault{role, kind, said, "", why};
}

Result<std::unique_ptr<PlayerLink>> SeatPlayers::link_to(std::size_t role) {
  return make_link_(spec_.seats[role], [this, role](Json json) {
    if (scrambler_) unscramble_thought(json, *scrambler_);
    on_thought_(role, std::move(json));
  });
}

protocol::Message SeatPlayers::start_message(std::size_t role) const {
  const bool remote = spec_.seats[role].kind == Seat::Kind::Remote;
  protocol::Start start;
  start.match_id = spec_.id;
  start.role = outward(kit_->info().roles[role]);
  start.rules = rules_text();
  start.start_clock = told(spec_.start_clock, remote);
  start.play_clock = told(spec_.play_clock, remote);
  return start;
}

std::vector<protocol::Play> SeatPlayers::past(std::size_t role, const std::vector<game::MatchStep>& history) const {
  std::vector<protocol::Play> steps;
  for (std::size_t s = 0; s < history.size(); ++s) steps.push_back({spec_.id, last_step(role, s + 1, &history[s])});
  return steps;
}

asio::awaitable<std::optional<Fault>> SeatPlayers::start(std::size_t role, const std::vector<game::MatchStep>& history,
                                                         Deadline deadline) {
  SeatState& seat = seats_[role];
  const bool remote = spec_.seats[role].kind == Seat::Kind::Remote;
  Result<std::unique_ptr<PlayerLink>> link = link_to(role);
  if (!link) {
    co_return give_up(role, "dead", "", link.error().diagnostics.front().message);
  }
  seat.link = std::move(*link);
  seat.gone = false;
  if (remote && !history.empty()) co_return std::nullopt;

  const protocol::Message start = start_message(role);
  const std::shared_ptr<PlayerLink> kept = seat.link;
  const Result<protocol::Reply> reply = co_await kept->ask(start, deadline);
  if (!reply) co_return fail(role, reply.error());
  if (const auto* word = std::get_if<protocol::Word>(&*reply); word != nullptr && *word == protocol::Word::Busy)
    co_return give_up(role, "busy", "busy", "it said that it was busy");
  if (const std::string refused = refusal_in(*reply); !refused.empty())
    co_return give_up(role, "dead", refused.c_str(), "it refused the match");
  if (history.empty()) co_return std::nullopt;
  const std::vector<protocol::Play> steps = past(role, history);
  const Status told_all = co_await kept->catch_up(steps, deadline);
  if (!told_all) co_return fail(role, told_all.error());
  co_return std::nullopt;
}

asio::awaitable<SeatPlayers::Answer> SeatPlayers::ask(std::size_t role, std::size_t step, const game::MatchStep* last,
                                                      Deadline deadline) {
  if (!alive(role)) co_return absent(role);
  const std::shared_ptr<PlayerLink> link = seats_[role].link;
  const protocol::Message question = play_message(role, step, last);
  const Result<protocol::Reply> reply = co_await link->ask(question, deadline);
  co_return understand(role, reply);
}

protocol::Message SeatPlayers::play_message(std::size_t role, std::size_t step, const game::MatchStep* last) const {
  return protocol::Play{spec_.id, last_step(role, step, last)};
}

SeatPlayers::Answer SeatPlayers::absent(std::size_t role) const {
  return {std::nullopt, Fault{role, "dead", "", "", seats_[role].why}};
}

SeatPlayers::Answer SeatPlayers::understand(std::size_t role, const Result<protocol::Reply>& reply) {
  if (!reply) return {std::nullopt, fail(role, reply.error())};
  const auto* move = std::get_if<protocol::Move>(&*reply);
  if (move == nullptr) return {std::nullopt, Fault{role, "garbage", protocol::to_text(*reply), "", "the answer is no move"}};
  if (!scrambler_) return {move->term, std::nullopt};
  const Result<std::string> original = scrambler_->unscramble(move->term);
  if (!original) return {std::nullopt, Fault{role, "illegal", move->term, "", original.error().diagnostics.front().message}};
  return {*original, std::nullopt};
}

asio::awaitable<void> SeatPlayers::finish(std::size_t role, std::size_t step, const game::MatchStep* last, Deadline deadline) {
  if (!alive(role)) co_return;
  const std::shared_ptr<PlayerLink> link = seats_[role].link;
  const protocol::Message goodbye = last_message(role, step, last);
  const Result<protocol::Reply> ignored = co_await link->ask(goodbye, deadline);  // what it answers changes nothing
  seats_[role].link.reset();
}

protocol::Message SeatPlayers::last_message(std::size_t role, std::size_t step, const game::MatchStep* last) const {
  if (last == nullptr) return protocol::Abort{spec_.id};
  return protocol::Stop{spec_.id, last_step(role, step, last)};
}

void SeatPlayers::drop(std::size_t role) {
  const InstantPlayer instant = seats_[role].instant;
  seats_[role] = {};
  seats_[role].instant = instant;
}

}  // namespace agon::serve
