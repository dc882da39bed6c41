#include "lab/exam/make/rehearsal.h"

#include <iterator>

#include "base/hash.h"
#include "search/mcts/make_mcts.h"

namespace agon::lab::exam {
namespace {

constexpr double kBlunders = 0.15;                   // share of moves made without a thought
constexpr std::uint64_t kThoughts[] = {0, 30, 300};  // iterations, one for each match
constexpr std::size_t kMemory = std::size_t{128} << 20U;

}  // namespace

Result<Rehearsal> Rehearsal::start(const game::AnyEngine& engine, std::uint64_t seed) {
  search::mcts::Options options;
  options.seed = mix(seed, 1);
  options.memory_bytes = kMemory;
  Result<std::unique_ptr<search::Searcher>> search = search::make_mcts(engine, nullptr, options);
  if (!search) return search.error();
  return Rehearsal(engine, std::move(*search), seed);
}

Rehearsal::Rehearsal(const game::AnyEngine& engine, std::unique_ptr<search::Searcher> search, std::uint64_t seed)
    : engine_(engine),
      scratch_(engine.make_scratch()),
      state_(engine.initial_state(scratch_)),
      search_(std::move(search)),
      rng_(mix(seed, 2)),
      iterations_(kThoughts[rng_.below(std::size(kThoughts))]),
      legal_(engine.info().role_count()) {
  look();
}

void Rehearsal::look() {
  counts_.clear();
  if (engine_.is_terminal(scratch_, state_)) return;
  for (std::uint32_t r = 0; r < legal_.size(); ++r) {
    engine_.legal_moves(scratch_, state_, RoleId{r}, legal_[r]);
    counts_.push_back(static_cast<std::uint32_t>(legal_[r].size()));
    if (legal_[r].empty()) return counts_.clear();
  }
}

Choice Rehearsal::choose(RoleId role) {
  const std::uint32_t count = counts_[role.index()];
  if (count == 1) return Choice{0};
  if (iterations_ == 0 || rng_.unit() < kBlunders) return Choice{rng_.below(count)};
  search::Budget budget;
  budget.iterations = iterations_;
  return search_->think(role, budget).choice;
}

void Rehearsal::step() {
  game::JointChoice joint;
  for (std::uint32_t r = 0; r < counts_.size(); ++r) joint.push_back(choose(RoleId{r}));
  make(std::move(joint));
}

void Rehearsal::step(RoleId role, Choice choice) {
  game::JointChoice joint;
  for (std::uint32_t r = 0; r < counts_.size(); ++r) joint.push_back(RoleId{r} == role ? choice : choose(RoleId{r}));
  make(std::move(joint));
}

void Rehearsal::make(game::JointChoice joint) {
  std::vector<MoveId> moves;
  for (std::size_t r = 0; r < joint.size(); ++r) moves.push_back(legal_[r][joint[r].index()]);
  search_->advance(joint);
  engine_.apply(scratch_, state_, moves);
  line_.push_back(std::move(joint));
  look();
}

}  // namespace agon::lab::exam
