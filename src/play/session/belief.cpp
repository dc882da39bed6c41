#include "play/session/belief.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "play/replay.h"

namespace agon::play {

using search::Clock;

namespace {

constexpr int kLongestPlayout = 500;
constexpr std::chrono::milliseconds kReportEvery{250};

// One move for each role at random, the own one given. False if a role has none.
bool complete_joint(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, const game::AnyState& state, Rng& rng,
                    game::MoveBuffer& legal, std::vector<MoveId>& joint, std::optional<std::pair<RoleId, MoveId>> own = {}) {
  joint.clear();
  for (std::uint32_t r = 0; r < engine.info().role_count(); ++r) {
    if (own && own->first == RoleId{r}) {
      joint.push_back(own->second);
      continue;
    }
    engine.legal_moves(scratch, state, RoleId{r}, legal);
    if (legal.empty()) return false;
    joint.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return true;
}

}  // namespace

std::vector<std::string> percept_set(std::vector<std::string> percepts) {
  std::ranges::sort(percepts);
  percepts.erase(std::unique(percepts.begin(), percepts.end()), percepts.end());
  return percepts;
}

Belief::Belief(game::AnyEngine engine, RoleId role, const BeliefOptions& options)
    : engine_(std::move(engine)), role_(role), options_(options), rng_(options.seed), scratch_(engine_.make_scratch()) {
  states_ = std::make_shared<const States>(1, engine_.initial_state(scratch_));  // the beginning is known to everybody
}

bool Belief::observe(Experience experience, Clock::time_point deadline) {
  match_.push_back(std::move(experience));
  States next = filtered(*states_, match_.back(), deadline);
  if (next.empty()) next = replayed(deadline);
  const bool explained = !next.empty();
  if (!explained) next = guessed(*states_, match_.back().move);
  if (!next.empty()) states_ = std::make_shared<const States>(std::move(next));
  return explained;
}

States Belief::filtered(const States& from, const Experience& experience, Clock::time_point deadline) {
  States next;
  const std::size_t most = std::max(options_.states, from.size()) * options_.tries_per_state;
  // Every state gets its turn before any gets a second one, so that none dies out by chance alone.
  for (std::size_t tries = 0; tries < most && next.size() < options_.states; ++tries) {
    if (tries % 16 == 0 && Clock::now() >= deadline) break;
    const game::AnyState& state = from[tries % from.size()];
    if (engine_.is_terminal(scratch_, state) || !draw_joint(state, experience.move) || !sees_the_same(state, experience.percepts))
      continue;
    next.push_back(state);
    engine_.apply(scratch_, next.back(), joint_);
  }
  return next;
}

States Belief::replayed(Clock::time_point deadline) {
  States states;
  while (states.empty() && Clock::now() < deadline) {
    states.assign(1, engine_.initial_state(scratch_));
    for (const Experience& experience : match_) {
      states = filtered(states, experience, deadline);
      if (states.empty()) break;
    }
  }
  return states;
}

States Belief::guessed(const States& from, const std::string& move) {
  States next;
  for (const game::AnyState& state : from) {
    if (engine_.is_terminal(scratch_, state)) continue;
    if (!draw_joint(state, move) && !complete_joint(engine_, scratch_, state, rng_, legal_, joint_)) continue;
    next.push_back(state);
    engine_.apply(scratch_, next.back(), joint_);
  }
  return next;
}

bool Belief::draw_joint(const game::AnyState& state, const std::string& move) {
  engine_.legal_moves(scratch_, state, role_, legal_);
  const MoveId* const own = find_move(engine_, role_, legal_, move);
  return own != nullptr && complete_joint(engine_, scratch_, state, rng_, legal_, joint_, std::pair(role_, *own));
}

bool Belief::sees_the_same(const game::AnyState& state, const std::vector<std::string>& percepts) {
  engine_.percepts(scratch_, state, joint_, role_, terms_);
  if (terms_.size() < percepts.size()) return false;
  std::vector<std::string> seen;
  for (const TermId term : terms_) seen.push_back(engine_.terms().text(term));
  return percept_set(std::move(seen)) == percepts;
}

std::vector<std::string> Belief::legal() {
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

bool Belief::terminal() {
  return std::ranges::all_of(*states_, [this](const game::AnyState& state) { return engine_.is_terminal(scratch_, state); });
}

namespace {

// Playouts of one question.
class Sampler {
 public:
  explicit Sampler(const SamplingQuestion& question)
      : question_(question),
        engine_(question.engine),
        scratch_(engine_.make_scratch()),
        rng_(question.seed),
        sums_(question.legal.size(), std::vector<double>(engine_.info().role_count())) {
    thought_.moves.resize(question.legal.size());
  }

  search::Thought run(const search::Budget& budget) {
    const Clock::time_point start = Clock::now();
    Clock::time_point report = start + kReportEvery;
    while (thought_.iterations < budget.iterations && thought_.states < budget.states && !budget.stopped() && !budget.late()) {
      const game::AnyState& state = question_.states[thought_.iterations / sums_.size() % question_.states.size()];
      playout(state, thought_.iterations % sums_.size());
      ++thought_.iterations;
      thought_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      if (!question_.on_thought || Clock::now() < report) continue;
      conclude();
      question_.on_thought(thought_);
      report = Clock::now() + kReportEvery;
    }
    conclude();
    return std::move(thought_);
  }

 private:
  void playout(game::AnyState state, std::size_t move) {
    if (engine_.is_terminal(scratch_, state)) return;
    engine_.legal_moves(scratch_, state, question_.role, legal_);
    const MoveId* const own = find_move(engine_, question_.role, legal_, question_.legal[move]);
    if (own == nullptr) return;
    std::optional<std::pair<RoleId, MoveId>> given(std::in_place, question_.role, *own);
    for (std::uint32_t depth = 1; depth <= kLongestPlayout; ++depth) {
      if (!complete_joint(engine_, scratch_, state, rng_, legal_, joint_, given)) return;
      given.reset();
      engine_.apply(scratch_, state, joint_);
      ++thought_.states;
      thought_.depth = std::max(thought_.depth, depth);
      if (!engine_.is_terminal(scratch_, state)) continue;
      for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r)
        sums_[move][r] += std::max(engine_.goal(scratch_, state, RoleId{r}), 0);
      ++thought_.moves[move].visits;
      return;
    }
  }

  void conclude() {
    const auto mean = [this](std::size_t move, std::size_t role) {
      return thought_.moves[move].visits == 0 ? 0 : sums_[move][role] / static_cast<double>(thought_.moves[move].visits);
    };
    for (std::size_t m = 0; m < sums_.size(); ++m) thought_.moves[m].value = mean(m, question_.role.index());
    const auto best = std::ranges::max_element(thought_.moves, {}, &search::MoveThought::value);
    thought_.choice = static_cast<std::uint32_t>(best - thought_.moves.begin());
    const std::size_t roles = engine_.info().role_count();
    thought_.value.resize(roles);
    for (std::size_t r = 0; r < roles; ++r) thought_.value[r] = mean(thought_.choice, r);
    thought_.low.assign(roles, 0);
    thought_.high.assign(roles, 100);
    thought_.note = fmt::format("by sampling: {} states that agree with what was seen", question_.states.size());
  }

  const SamplingQuestion& question_;
  const game::AnyEngine& engine_;
  game::AnyEngine::Scratch scratch_;
  Rng rng_;
  std::vector<std::vector<double>> sums_;  // of goals, per move and role
  search::Thought thought_;
  game::MoveBuffer legal_;
  std::vector<MoveId> joint_;
};

}  // namespace

search::Thought choose_by_sampling(const SamplingQuestion& question, const search::Budget& budget) {
  return Sampler(question).run(budget);
}

}  // namespace agon::play
