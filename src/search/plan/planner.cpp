#include "search/plan/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "search/plan/beam.h"
#include "search/plan/best_first.h"
#include "search/plan/depth_first.h"
#include "search/plan/fewest_ways.h"
#include "search/plan/nested.h"
#include "search/plan/satisfiability.h"
#include "search/with_engine.h"

namespace agon::search::plan {
namespace {

template <game::Engine E>
class Planner final : public FullInformationSearcher {
 public:
  Planner(std::shared_ptr<const E> engine, const PlanOptions& options)
      : options_(options), task_(std::move(engine), options.seed, options_.symmetry.get()) {}

  void restart() override {
    drop_strategies();
    task_.root = task_.engine->initial_state(task_.scratch);
    task_.best = Incumbent(task_.best.target());
    exhausted_ = false;
  }

  void follow(std::span<const Choice> choices) override {
    AGON_ASSERT(choices.size() == 1);
    game::MoveBuffer legal;
    task_.legal(task_.root, legal);
    AGON_ASSERT(choices[0].index() < legal.size());
    const MoveId move = legal[choices[0].index()];
    task_.engine->apply(task_.scratch, task_.root, std::span(&move, 1));
    // A proof that nothing is better holds as long as the best line is followed.
    const bool on_line = !task_.best.choices().empty() && task_.best.choices().front() == choices[0].value;
    exhausted_ = exhausted_ && on_line;
    task_.best.advance(choices[0].value);
    drop_strategies();
  }

  [[nodiscard]] bool goes_on() const override { return true; }
  Thought think(RoleId role, const Budget& budget) override {
    AGON_ASSERT(role == RoleId{0});
    const Clock::time_point start = Clock::now();
    task_.effort = Effort(budget);
    std::uint64_t rounds = 0;
    try {
      while (!task_.best.solved() && !exhausted_ && rounds < budget.iterations && work_round()) ++rounds;
    } catch (const Interrupted&) {
    }
    Thought thought = describe();
    thought.iterations = rounds;
    thought.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return thought;
  }

 private:
  struct Worker {
    std::unique_ptr<Strategy> strategy;
    std::uint64_t share = 1;  // one part of a slice in so many
    std::uint64_t done = 0;   // of the slice, before an interruption
  };

  // Everybody works for a while; false if nobody can. Goes on where an interruption left off: a player with short thoughts shall
  // not always hear the same strategy.
  bool work_round() {
    if (!hired_) hire();
    for (; turn_ < workers_.size(); ++turn_) {
      if (!workers_[turn_].strategy) continue;
      if (task_.effort.budget.stopped() || task_.effort.budget.late()) throw Interrupted{};
      work(workers_[turn_]);
      if (task_.best.solved() || exhausted_) return true;
    }
    turn_ = 0;
    slice_ = std::min(slice_ + slice_ / 2, options_.slice_states * kMostGrowth);
    return std::any_of(workers_.begin(), workers_.end(), [](const Worker& worker) { return worker.strategy != nullptr; });
  }

  void work(Worker& worker) {
    const std::uint64_t slice = std::max<std::uint64_t>(slice_ / worker.share, 1);
    const std::uint64_t before = task_.effort.states;
    try {
      const Strategy::Status status = worker.strategy->work(slice - std::min(worker.done, slice - 1));
      exhausted_ = exhausted_ || status == Strategy::Status::Exhausted;
      if (status != Strategy::Status::Working) worker.strategy.reset();  // its memory is of use to nobody
      worker.done = 0;
    } catch (const Interrupted&) {
      worker.done += task_.effort.states - before;
      if (worker.done >= slice) {
        worker.done = 0;
        ++turn_;
      }
      throw;
    }
  }

  // The quick ones first: nested rollouts always have a line to offer.
  void hire() {
    const std::size_t memory = options_.memory_bytes / kMostStrategies;
    const auto add = [&](bool wanted, std::uint64_t share, auto make) {
      if (wanted) workers_.push_back({make(), share, 0});
    };
    add(options_.nested, 1, [&] { return std::make_unique<Nested<E>>(task_, options_.seed); });
    add(options_.breadth_first, 1, [&] { return std::make_unique<BestFirst<E>>(task_, Promise::Breadth, memory); });
    add(options_.novelty, 1, [&] { return std::make_unique<BestFirst<E>>(task_, Promise::Width, memory); });
    add(options_.depth_first, 1, [&] { return std::make_unique<DepthFirst<E>>(task_, ChildOrder::AsListed, memory); });
    add(options_.depth_first, 1, [&] { return std::make_unique<DepthFirst<E>>(task_, ChildOrder::FewestMoves, memory); });
    // A relaxed distance costs many times what making a state does.
    add(options_.beam, Progress<E>::kHasDistance ? 8 : 1, [&] { return std::make_unique<Beam<E>>(task_, options_.seed, memory); });
    if constexpr (Progress<E>::kHasDistance) {
      add(options_.relaxed, 8, [&] { return std::make_unique<BestFirst<E>>(task_, Promise::Distance, memory); });
      add(options_.depth_first, 1, [&] { return std::make_unique<FewestWays>(task_, memory); });
      add(options_.satisfiability && Satisfiability::applies(task_.engine->circuit()), 1,
          [&] { return std::make_unique<Satisfiability>(task_, options_.seed, memory); });
    }
    slice_ = options_.slice_states;
    hired_ = true;
  }
  void drop_strategies() {
    workers_.clear();
    turn_ = 0;
    hired_ = false;
  }

  Thought describe() {
    game::MoveBuffer legal;
    task_.legal(task_.root, legal);
    const double low = task_.best.found() ? task_.best.goal() : 0;
    const double high = exhausted_ ? low : task_.best.target();
    Thought thought;
    thought.moves.resize(legal.size());
    for (MoveThought& move : thought.moves) move.high = high;
    if (!task_.best.choices().empty()) {
      thought.choice = Choice{task_.best.choices().front()};
      thought.moves[thought.choice.index()] = {1, low, low, high};
    }
    thought.value = thought.low = {low};
    thought.high = {high};
    for (const std::uint32_t choice : task_.best.choices()) thought.line.push_back({Choice{choice}});
    thought.states = task_.effort.states;
    thought.nodes = task_.effort.nodes;
    thought.depth = task_.effort.depth;
    thought.note = !task_.best.found() ? "no complete line yet"
                                       : fmt::format("{} moves to {}, by {}{}", task_.best.choices().size(), task_.best.goal(),
                                                     task_.best.found_by(), exhausted_ ? "; nothing is better" : "");
    return thought;
  }

  static constexpr std::size_t kMostStrategies = 9;
  static constexpr std::uint64_t kMostGrowth = 32;  // of a slice

  PlanOptions options_;
  Task<E> task_;
  std::vector<Worker> workers_;
  std::uint64_t slice_ = 0;
  std::size_t turn_ = 0;
  bool hired_ = false;
  bool exhausted_ = false;
};

}  // namespace

Result<std::unique_ptr<Searcher>> make_planner(const game::AnyEngine& engine, const PlanOptions& options) {
  if (engine.info().role_count() != 1 || engine.info().random) {
    return bad_input("not-a-puzzle", "planning is for one player and no chance", "use mcts or minimax");
  }
  return with_engine(engine, [&](const auto& inside) -> Result<std::unique_ptr<Searcher>> {
    using E = std::remove_cvref_t<decltype(*inside)>;
    return std::unique_ptr<Searcher>(std::make_unique<Planner<E>>(inside, options));
  });
}

}  // namespace agon::search::plan
