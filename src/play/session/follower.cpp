#include "play/session/follower.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/limits.h"
#include "engines/prover/prover.h"
#include "game/find_move.h"
#include "game/read_term.h"

namespace agon::play {

using protocol::JointMove;
using protocol::LastStep;
using search::Clock;

namespace {

constexpr std::size_t kMostBridges = 4096;  // joint moves tried for a step that never arrived

std::optional<std::uint32_t> turn_of(const LastStep& last) {
  if (const auto* joint = std::get_if<JointMove>(&last)) return joint->turn;
  return std::get<protocol::Observation>(last).turn;
}

// Nothing has been played yet, as far as the message tells. In a game with hidden information it may also mean that there were no
// percepts.
bool empty(const LastStep& last) {
  if (const auto* joint = std::get_if<JointMove>(&last)) return joint->moves.empty();
  const auto& seen = std::get<protocol::Observation>(last);
  return !seen.last_move && seen.percepts.empty();
}

const std::vector<std::string>& terms_of(const LastStep& last) {
  if (const auto* joint = std::get_if<JointMove>(&last)) return joint->moves;
  return std::get<protocol::Observation>(last).percepts;  // everybody sees the joint move where nothing is hidden
}

}  // namespace

Follower::Follower(game::AnyEngine engine, RoleId role, std::uint64_t seed)
    : engine_(std::move(engine)), role_(role), scratch_(engine_.make_scratch()) {
  if (engine_.info().hidden) {
    belief_.emplace(engine_, role, belief::ParticleOptions{.seed = seed});
  } else {
    states_.push_back(engine_.initial_state(scratch_));
  }
}

Followed Follower::follow(const LastStep& last, bool again, Clock::time_point deadline) {
  const std::optional<std::uint32_t> turn = turn_of(last);
  const std::vector<std::string>& terms = terms_of(last);
  Followed followed;
  followed.step = turn ? step_by_turn(*turn, empty(last)) : hidden() ? step_by_percepts(terms, again) : step_by_moves(terms, again);
  if (followed.step < step_) {
    followed.kind = Followed::Kind::Older;
    followed.note = fmt::format("step {} again, but the match stands at step {}", followed.step, step_);
    return followed;
  }
  if (hidden()) {
    const auto* told = std::get_if<protocol::Observation>(&last);
    const std::string own = told != nullptr && told->last_move ? *told->last_move : std::string();
    observe(game::Observation::of(own, terms), followed, deadline);
  } else {
    take(terms, followed);
  }
  return followed;
}

// Turns are counted from 0, but a manager that starts at 1 is understood too.
int Follower::step_by_turn(std::uint32_t turn, bool first) {
  if (!first_turn_) first_turn_ = first ? turn : 0;
  return static_cast<int>(turn) - static_cast<int>(*first_turn_);
}

// Without a number only the moves tell. A joint move may well be played twice in a row, so equal moves are a repetition only if
// they could not be the next step: they are not legal now, or they have another move for us than our answer.
int Follower::step_by_moves(const std::vector<std::string>& moves, bool again) {
  if (moves.empty()) return 0;
  if (step_ == 0 || moves != last_moves_) return step_ + 1;
  const std::string* const ours = answer(step_);
  if (again || ours == nullptr) return step_;
  const bool ours_in_it = role_.index() < moves.size() && moves[role_.index()] == *ours;
  return ours_in_it && (blind_ || read(states_.back(), moves)) ? step_ + 1 : step_;
}

// Percepts may recur; only a message that came twice before it was answered is known to be a repetition.
int Follower::step_by_percepts(const std::vector<std::string>& percepts, bool again) const {
  const bool begins = step_ == 0 && percepts.empty() && answer(0) == nullptr;
  return again || begins ? step_ : step_ + 1;
}

void Follower::observe(game::Observation seen, Followed& followed, Clock::time_point deadline) {
  if (followed.step == step_) return;
  const std::string* const ours = answer(step_);
  followed.kind = Followed::Kind::Next;
  followed.replaced = ours != nullptr && !seen.move.empty() && seen.move != *ours;
  if (seen.move.empty() && ours != nullptr) seen.move = *ours;
  if (followed.step > step_ + 1) {
    followed.kind = Followed::Kind::Lost;
    followed.note = fmt::format("steps {} to {} never arrived; what happened in them stays unknown", step_ + 1, followed.step - 1);
  }
  legal_.reset();
  step_ = followed.step;
  match_.push_back(seen);
  followed.steps.push_back(seen);
  if (!belief_->observe(std::move(seen), deadline)) {
    followed.kind = Followed::Kind::Lost;
    followed.note = "no state was found that explains what was seen; going on with a guess";
  }
}

void Follower::take(const std::vector<std::string>& moves, Followed& followed) {
  if (followed.step == step_ && (step_ == 0 || moves == last_moves_)) return;
  if (!blind_) {
    try {
      return take_listed(moves, followed);
    } catch (const LimitReached& limit) {
      followed.note = fmt::format("legal moves can no longer be listed ({}): following the moves as they are told", limit.what());
      blind_ = true;
    }
  }
  take_blindly(moves, followed);
}

// Without a look at the legal moves: the manager knows what was played.
void Follower::take_blindly(const std::vector<std::string>& moves, Followed& followed) {
  const auto prover = engine_.as<engines::Prover>();
  std::vector<MoveId> joint;
  for (const std::string& move : moves) {
    if (const std::optional<TermId> term = game::read_term(engine_.terms(), move)) joint.push_back(MoveId{term->value});
  }
  if (!prover || followed.step != step_ + 1 || joint.size() != engine_.info().role_count()) {
    followed.kind = Followed::Kind::Lost;
    return;
  }
  const std::string* const ours = answer(step_);
  followed.kind = Followed::Kind::Next;
  followed.replaced = ours != nullptr && moves[role_.index()] != *ours;
  game::AnyState next = states_.back();
  engine_.apply(scratch_, next, joint);
  states_.push_back(std::move(next));
  last_moves_ = moves;
  legal_.reset();
  ++step_;
}

void Follower::take_listed(const std::vector<std::string>& moves, Followed& followed) {
  if (const auto choices = followed.step == step_ + 1 ? read(states_.back(), moves) : std::nullopt) {
    const std::string* const ours = answer(step_);
    followed.kind = Followed::Kind::Next;
    followed.replaced = ours != nullptr && moves[role_.index()] != *ours;
    followed.steps.push_back(game::Observation::of(*choices));
    advance(*choices, moves);
    return;
  }
  if (followed.step > step_ && take_missing(moves, followed)) return;
  if (take_correction(moves, followed)) return;
  followed.kind = Followed::Kind::Lost;
  followed.note = fmt::format("({}) is no joint move of the position at step {}",
                              protocol::excerpt(fmt::format("{}", fmt::join(moves, " "))), step_);
}

bool Follower::take_missing(const std::vector<std::string>& moves, Followed& followed) {
  const auto missing = bridge(moves);
  if (!missing) return false;
  advance(*missing, {});
  const auto choices = read(states_.back(), moves);
  followed.kind = Followed::Kind::Bridged;
  followed.steps = {game::Observation::of(*missing), game::Observation::of(*choices)};
  followed.note = fmt::format("step {} never arrived; it was guessed", step_);
  advance(*choices, moves);
  return true;
}

bool Follower::take_correction(const std::vector<std::string>& moves, Followed& followed) {
  if (step_ == 0) return false;
  const auto choices = read(states_[states_.size() - 2], moves);
  if (!choices) return false;
  take_back();
  advance(*choices, moves);
  followed.kind = Followed::Kind::Corrected;
  followed.note = fmt::format("step {} was told again with other moves", step_);
  return true;
}

std::optional<game::JointChoice> Follower::read(const game::AnyState& state, const std::vector<std::string>& moves) {
  if (moves.size() != engine_.info().role_count() || engine_.is_terminal(scratch_, state)) return std::nullopt;
  game::JointChoice choices;
  game::MoveBuffer legal;
  for (std::uint32_t r = 0; r < moves.size(); ++r) {
    engine_.legal_moves(scratch_, state, RoleId{r}, legal);
    const MoveId* const move = game::find_move(engine_, RoleId{r}, legal, moves[r]);
    if (move == nullptr) return std::nullopt;
    choices.push_back(Choice{static_cast<std::uint32_t>(move - legal.data())});
  }
  return choices;
}

// The first joint move after which `moves` are legal, preferably one with our own answer.
std::optional<game::JointChoice> Follower::bridge(const std::vector<std::string>& moves) {
  if (engine_.is_terminal(scratch_, states_.back())) return std::nullopt;
  const std::vector<game::MoveBuffer> all = legal_of_all(states_.back());
  if (std::ranges::any_of(all, [](const game::MoveBuffer& some) { return some.empty(); })) return std::nullopt;
  const std::string* const ours = answer(step_);
  std::optional<game::JointChoice> found;
  game::JointChoice choices(all.size());
  for (std::size_t tried = 0; tried < kMostBridges; ++tried) {
    const MoveId own = all[role_.index()][choices[role_.index()].index()];
    const bool as_answered = ours == nullptr || engine_.terms().text(engine_.move_term(role_, own)) == *ours;
    if ((as_answered || !found) && read(after(states_.back(), choices), moves)) {
      if (as_answered) return choices;
      found = choices;
    }
    std::size_t role = 0;
    while (role < choices.size() && ++choices[role].value == all[role].size()) choices[role++] = Choice{0};
    if (role == choices.size()) break;
  }
  return found;
}

void Follower::advance(const game::JointChoice& choices, const std::vector<std::string>& moves) {
  states_.push_back(after(states_.back(), choices));
  match_.push_back(game::Observation::of(choices));
  last_moves_ = moves;
  legal_.reset();
  ++step_;
}

void Follower::take_back() {
  states_.pop_back();
  match_.pop_back();
  if (answers_.size() > static_cast<std::size_t>(step_)) answers_.resize(static_cast<std::size_t>(step_));
  legal_.reset();
  --step_;
}

game::AnyState Follower::after(const game::AnyState& state, const game::JointChoice& choices) {
  const std::vector<game::MoveBuffer> all = legal_of_all(state);
  std::vector<MoveId> joint;
  for (std::size_t r = 0; r < choices.size(); ++r) joint.push_back(all[r][choices[r].index()]);
  game::AnyState next = state;
  engine_.apply(scratch_, next, joint);
  return next;
}

std::vector<game::MoveBuffer> Follower::legal_of_all(const game::AnyState& state) {
  std::vector<game::MoveBuffer> all(engine_.info().role_count());
  for (std::uint32_t r = 0; r < all.size(); ++r) engine_.legal_moves(scratch_, state, RoleId{r}, all[r]);
  return all;
}

bool Follower::terminal() { return hidden() ? belief_->terminal() : engine_.is_terminal(scratch_, states_.back()); }

const std::vector<std::string>& Follower::legal() {
  if (legal_) return *legal_;
  if (hidden()) return legal_.emplace(belief_->legal());
  game::MoveBuffer moves;
  engine_.legal_moves(scratch_, states_.back(), role_, moves);
  legal_.emplace();
  for (const MoveId move : moves) legal_->push_back(engine_.terms().text(engine_.move_term(role_, move)));
  return *legal_;
}

std::optional<std::string> Follower::any_legal(Clock::time_point deadline) {
  const auto prover = engine_.as<engines::Prover>();
  if (!prover) {
    const std::vector<std::string>& moves = legal();
    return moves.empty() ? std::nullopt : std::optional(moves.front());
  }
  engines::Prover::Scratch scratch = prover->make_scratch();
  engines::Prover::State state;
  game::assign_state(state, game::bytes_of(hidden() ? belief_->states()->front() : states_.back()));
  const std::optional<MoveId> move = prover->any_legal_move(scratch, state, role_, deadline);
  if (!move) return std::nullopt;
  return engine_.terms().text(engine_.move_term(role_, *move));
}

std::optional<std::vector<int>> Follower::goals() {
  if (hidden() || !terminal()) return std::nullopt;
  std::vector<int> goals;
  for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r)
    goals.push_back(engine_.goal(scratch_, states_.back(), RoleId{r}));
  return goals;
}

void Follower::answered(std::string move) {
  const auto at = static_cast<std::size_t>(step_);
  if (answers_.size() <= at) answers_.resize(at + 1);
  answers_[at] = std::move(move);
}

const std::string* Follower::answer(int step) const {
  const auto at = static_cast<std::size_t>(step);
  return at < answers_.size() && answers_[at] ? &*answers_[at] : nullptr;
}

}  // namespace agon::play
