#include "serve/match/step/ballot.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/line_text.h"
#include "serve/errors.h"

namespace agon::serve {
namespace {

// What a player said is shown to everybody and kept.
Fault without_tricks(Fault fault) {
  constexpr std::size_t kLongest = 1'000;
  fault.said = line_text(fault.said, kLongest);
  fault.note = line_text(fault.note, kLongest);
  return fault;
}

}  // namespace

void Ballot::open(std::size_t step, SharedLegalMoves legal) {
  step_ = step;
  legal_ = std::move(legal);
  votes_.assign(spec_.seats.size(), std::nullopt);
  asked_.assign(spec_.seats.size(), false);
  thoughts_.assign(spec_.seats.size(), std::nullopt);
}

void Ballot::restore(const std::vector<std::optional<std::size_t>>& choices) {
  for (std::size_t r = 0; r < choices.size(); ++r) {
    if (choices[r]) cast(r, *choices[r]);
  }
}

bool Ballot::anybody_waiting() const {
  for (std::size_t r = 0; r < votes_.size(); ++r) {
    if (waiting(r)) return true;
  }
  return false;
}

bool Ballot::complete() const {
  return std::all_of(votes_.begin(), votes_.end(), [](const std::optional<Vote>& vote) { return vote.has_value(); });
}

const Fault* Ballot::fault(std::size_t role) const { return votes_[role] && votes_[role]->fault ? &*votes_[role]->fault : nullptr; }

std::size_t Ballot::random_choice(std::size_t role, MatchDraws::Purpose purpose) {
  if (!draws_) draws_.emplace(spec_.seed);
  return draws_->below(legal(role).size(), purpose, step_, role);
}

void Ballot::ask(std::size_t role) {
  asked_[role] = true;
  thoughts_[role].reset();
}

void Ballot::draw(std::size_t role) { cast(role, random_choice(role, MatchDraws::Purpose::Chance)); }

void Ballot::answer(std::size_t role, const std::string& move) {
  const std::vector<std::string>& moves = legal(role);
  const auto found = std::find(moves.begin(), moves.end(), move);
  if (found != moves.end()) return cast(role, static_cast<std::size_t>(found - moves.begin()));
  // A move may be called busy; where none is, the player says that it has no time.
  if (move == "busy") return substitute(role, {role, "busy", move, "", "it said that it was busy"});
  substitute(role, {role, "illegal", move, "", "the move is not legal here"});
}

void Ballot::substitute(std::size_t role, Fault fault) {
  const std::size_t choice = random_choice(role, MatchDraws::Purpose::Substitute);
  fault.role = role;
  fault.played = legal(role)[choice];
  votes_[role] = Vote{choice, without_tricks(std::move(fault))};
}

void Ballot::note_start_fault(Fault fault) { start_faults_.push_back(without_tricks(std::move(fault))); }

void Ballot::substitute_late(std::size_t role) { substitute(role, {role, "late", "", "", "no move came in time"}); }

void Ballot::note_thought(std::size_t role, game::MatchThought thought) {
  if (role < asked_.size() && asked_[role]) thoughts_[role] = std::move(thought);
}

std::optional<Error> Ballot::refusal(std::size_t role, std::size_t step) const {
  if (step != step_)
    return conflict(fmt::format("Step {} is not being played: the match is at step {}.", step, step_), "Look at the board again.");
  if (role >= votes_.size() || spec_.seats[role].kind != Seat::Kind::Person)
    return forbidden("This seat is not played by a person.");
  return std::nullopt;
}

std::vector<std::size_t> Ballot::choices() const {
  std::vector<std::size_t> choices;
  for (const std::optional<Vote>& vote : votes_) choices.push_back(vote->choice);
  return choices;
}

LoggedStep Ballot::close(std::int64_t at) {
  LoggedStep step;
  step.at = at;
  step.faults = std::exchange(start_faults_, {});
  for (std::size_t r = 0; r < votes_.size(); ++r) {
    step.played.moves.push_back(legal(r)[votes_[r]->choice]);
    step.chose.push_back(has_choice(r) && spec_.seats[r].kind != Seat::Kind::Random);
    if (votes_[r]->fault) step.faults.push_back(*votes_[r]->fault);
  }
  const bool told = std::any_of(thoughts_.begin(), thoughts_.end(), [](const auto& thought) { return thought.has_value(); });
  if (told) step.played.thoughts = thoughts_;
  return step;
}

}  // namespace agon::serve
