#include "belief/particle_filter.h"

#include <algorithm>
#include <map>

#include "belief/joint_draw.h"
#include "game/find_move.h"

namespace agon::belief {

using search::Clock;

ParticleFilter::ParticleFilter(game::AnyEngine engine, RoleId role, const ParticleOptions& options)
    : engine_(std::move(engine)), role_(role), options_(options), rng_(options.seed), scratch_(engine_.make_scratch()) {
  states_ = std::make_shared<const States>(1, engine_.initial_state(scratch_));  // the initial state is common knowledge
}

bool ParticleFilter::observe(game::Observation seen, Clock::time_point deadline) {
  match_.push_back(std::move(seen));
  States next = filtered(*states_, match_.back(), deadline);
  if (next.empty()) next = replayed(deadline);
  const bool explained = !next.empty();
  if (!explained) next = guessed(*states_, match_.back().move);
  if (!next.empty()) states_ = std::make_shared<const States>(std::move(next));
  return explained;
}

States ParticleFilter::filtered(const States& from, const game::Observation& seen, Clock::time_point deadline) {
  States next;
  const std::size_t most = std::max(options_.states, from.size()) * options_.tries_per_state;
  // Round robin: every state is tried once before any is tried again, so that none is lost by chance alone.
  for (std::size_t tries = 0; tries < most && next.size() < options_.states; ++tries) {
    if (tries % 16 == 0 && Clock::now() >= deadline) break;
    const game::AnyState& state = from[tries % from.size()];
    if (engine_.is_terminal(scratch_, state) || !draw_joint(state, seen.move) || !sees_the_same(state, seen.percepts)) continue;
    next.push_back(state);
    engine_.apply(scratch_, next.back(), joint_);
  }
  return next;
}

States ParticleFilter::replayed(Clock::time_point deadline) {
  States states;
  while (states.empty() && Clock::now() < deadline) {
    states.assign(1, engine_.initial_state(scratch_));
    for (const game::Observation& seen : match_) {
      states = filtered(states, seen, deadline);
      if (states.empty()) break;
    }
  }
  return states;
}

States ParticleFilter::guessed(const States& from, const std::string& move) {
  States next;
  for (const game::AnyState& state : from) {
    if (engine_.is_terminal(scratch_, state)) continue;
    if (!draw_joint(state, move) && !belief::draw_joint(engine_, scratch_, state, rng_, legal_, joint_)) continue;
    next.push_back(state);
    engine_.apply(scratch_, next.back(), joint_);
  }
  return next;
}

bool ParticleFilter::draw_joint(const game::AnyState& state, const std::string& move) {
  engine_.legal_moves(scratch_, state, role_, legal_);
  const MoveId* const own = game::find_move(engine_, role_, legal_, move);
  return own != nullptr && belief::draw_joint(engine_, scratch_, state, rng_, legal_, joint_, std::pair(role_, *own));
}

bool ParticleFilter::sees_the_same(const game::AnyState& state, const std::vector<std::string>& percepts) {
  engine_.percepts(scratch_, state, joint_, role_, terms_);
  if (terms_.size() < percepts.size()) return false;
  std::vector<std::string> seen;
  for (const TermId term : terms_) seen.push_back(engine_.terms().text(term));
  return game::Observation::of({}, std::move(seen)).percepts == percepts;
}

std::vector<std::string> ParticleFilter::legal() {
  std::map<std::vector<std::string>, std::size_t> votes;
  for (const game::AnyState& state : *states_) {
    engine_.legal_moves(scratch_, state, role_, legal_);
    std::vector<std::string> moves;
    for (const MoveId move : legal_) moves.push_back(engine_.terms().text(engine_.move_term(role_, move)));
    ++votes[std::move(moves)];
  }
  const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return most == votes.end() ? std::vector<std::string>{} : most->first;
}

bool ParticleFilter::terminal() {
  return std::ranges::all_of(*states_, [this](const game::AnyState& state) { return engine_.is_terminal(scratch_, state); });
}

}  // namespace agon::belief
