#include "belief/sampling_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "belief/joint_draw.h"
#include "game/find_move.h"

namespace agon::belief {

using search::Clock;

// Playouts of one position: round robin over the moves and over the states.
class SamplingSearch::Sampler {
 public:
  Sampler(const game::AnyEngine& engine, RoleId role, std::shared_ptr<const States> states, std::vector<std::string> legal,
          std::uint64_t seed)
      : engine_(engine),
        role_(role),
        states_(std::move(states)),
        legal_texts_(std::move(legal)),
        scratch_(engine_.make_scratch()),
        rng_(seed),
        sums_(legal_texts_.size(), std::vector<double>(engine_.info().role_count())) {
    thought_.moves.resize(legal_texts_.size());
  }

  // Continues where the last call ended; iterations and states are those of this call.
  search::Thought run(const search::Budget& budget) {
    const Clock::time_point start = Clock::now();
    thought_.iterations = thought_.states = 0;
    while (!sums_.empty() && thought_.iterations < budget.iterations && thought_.states < budget.states && !budget.stopped() &&
           !budget.late()) {
      playout((*states_)[turn_ / sums_.size() % states_->size()], turn_ % sums_.size());
      ++turn_;
      ++thought_.iterations;
    }
    thought_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    conclude();
    return thought_;
  }

 private:
  static constexpr std::uint32_t kLongestPlayout = 500;

  void playout(game::AnyState state, std::size_t move) {
    if (engine_.is_terminal(scratch_, state)) return;
    engine_.legal_moves(scratch_, state, role_, legal_);
    const MoveId* const own = game::find_move(engine_, role_, legal_, legal_texts_[move]);
    if (own == nullptr) return;
    std::optional<std::pair<RoleId, MoveId>> given(std::in_place, role_, *own);
    for (std::uint32_t depth = 1; depth <= kLongestPlayout; ++depth) {
      if (!draw_joint(engine_, scratch_, state, rng_, legal_, joint_, given)) return;
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

  [[nodiscard]] double mean(std::size_t move, std::size_t role) const {
    const std::uint64_t visits = thought_.moves[move].visits;
    return visits == 0 ? 0 : sums_[move][role] / static_cast<double>(visits);
  }

  void conclude() {
    const std::size_t roles = engine_.info().role_count();
    thought_.value.assign(roles, 0);
    thought_.low.assign(roles, 0);
    thought_.high.assign(roles, 100);
    thought_.note = fmt::format("by sampling: {} states that agree with what was seen", states_->size());
    if (sums_.empty()) return;
    for (std::size_t m = 0; m < sums_.size(); ++m) thought_.moves[m].value = mean(m, role_.index());
    const auto best = std::ranges::max_element(thought_.moves, {}, &search::MoveThought::value);
    thought_.choice = Choice{static_cast<std::uint32_t>(best - thought_.moves.begin())};
    for (std::size_t r = 0; r < roles; ++r) thought_.value[r] = mean(thought_.choice.index(), r);
  }

  const game::AnyEngine& engine_;
  RoleId role_;
  std::shared_ptr<const States> states_;
  std::vector<std::string> legal_texts_;
  game::AnyEngine::Scratch scratch_;
  Rng rng_;
  std::vector<std::vector<double>> sums_;  // of goals, per move and role
  std::uint64_t turn_ = 0;
  search::Thought thought_;
  game::MoveBuffer legal_;
  std::vector<MoveId> joint_;
};

SamplingSearch::SamplingSearch(game::AnyEngine engine, const ParticleOptions& options)
    : engine_(std::move(engine)), options_(options) {}
SamplingSearch::~SamplingSearch() = default;

void SamplingSearch::restart() {
  match_.clear();
  expected_.clear();
  filter_.reset();
  sampler_.reset();
  filtered_ = 0;
}

void SamplingSearch::observe(const game::Observation& seen) {
  match_.push_back(seen);
  expected_.clear();
  sampler_.reset();
}

void SamplingSearch::catch_up(RoleId role, Clock::time_point deadline) {
  if (!filter_ || role != role_) {
    role_ = role;
    filter_.emplace(engine_, role, options_);
    filtered_ = 0;
    sampler_.reset();
  }
  for (; filtered_ < match_.size(); ++filtered_) (void)filter_->observe(match_[filtered_], deadline);
}

search::Thought SamplingSearch::think(RoleId role, const search::Budget& budget) {
  constexpr Clock::duration kLongest = std::chrono::seconds(1);  // without a clock
  const Clock::time_point now = Clock::now();
  catch_up(role, now + (budget.deadline == Clock::time_point::max() ? kLongest : (budget.deadline - now) / 4));
  if (!sampler_) {
    std::vector<std::string> legal = expected_.empty() ? filter_->legal() : expected_;
    sampler_ = std::make_unique<Sampler>(engine_, role, filter_->states(), std::move(legal), mix(options_.seed, match_.size()));
  }
  return sampler_->run(budget);
}

}  // namespace agon::belief
