#include "play/auto_strategy.h"

#include <fmt/format.h>

#include <future>

#include "base/background.h"
#include "base/rng.h"
#include "play/search_player.h"
#include "search/mcts/make_mcts.h"
#include "search/minimax/constant_sum.h"
#include "search/plan/planner.h"

namespace agon::play {

using search::Clock;

Error hidden_information() {
  return bad_input("hidden-information", "this strategy sees the whole state, and in this game players do not",
                   "use a strategy for hidden information, or random");
}

AutoChoice choose_strategy(const game::AnyEngine& engine, bool lanes, bool constant_sum) {
  const game::GameInfo& info = engine.info();
  AutoChoice choice;
  choice.reasons.push_back(fmt::format("engine '{}'{}: the fastest there is by now", engine.name(), lanes ? " with bit lanes" : ""));
  if (info.hidden) {
    choice.strategy = "random";
    choice.reasons.emplace_back("players do not see everything, and no search here reasons about what they know");
    return choice;
  }
  if (info.role_count() == 1) {
    choice.strategy = "plan";
    choice.reasons.emplace_back("one player: a line to the highest goal is looked for and then played to its end");
    return choice;
  }
  if (lanes) {
    choice.strategy = "mcts(lanes)";
    choice.reasons.emplace_back("several players: a tree search, with hundreds of playouts at the price of one");
  } else {
    choice.strategy = "mcts";
    choice.reasons.emplace_back("several players: a tree search, with playouts one at a time");
  }
  if (constant_sum) choice.reasons.emplace_back("what one player wins the other loses (proved): proofs prune the tree");
  return choice;
}

namespace {

// Chooses anew whenever the ladder has climbed.
class AutoPlayer final : public Player {
 public:
  AutoPlayer(std::shared_ptr<GameKit> kit, engines::Ladder& ladder, const PlayerSettings& settings, const ThinkingTime& thinking)
      : kit_(std::move(kit)), ladder_(ladder), settings_(settings), thinking_(thinking), rng_(settings.seed) {}

  void supervise(const Supervision& supervision) override { supervision_ = supervision; }
  void begin(RoleId role, const MatchClock& clock, Clock::time_point deadline) override {
    wait(clock, deadline);
    if (ladder_.best().info().hidden) return;  // moves at random
    std::unique_ptr<search::Searcher> search = better();
    player_ = std::make_unique<SearchPlayer>(std::move(search), thinking_, SearchPlayer::Slices::GoOn, [this] { return better(); });
    player_->supervise(supervision_);
    player_->begin(role, clock, deadline);
  }
  std::uint32_t choose(const Turn& turn) override { return player_ ? player_->choose(turn) : rng_.below(turn.legal); }
  void observe(std::span<const std::uint32_t> choices) override {
    if (player_) player_->observe(choices);
  }
  [[nodiscard]] const search::Thought* thought() const override { return player_ ? player_->thought() : nullptr; }

 private:
  // Without a clock nobody is in a hurry; with one, half of it goes to the engines at most, the rest warms the tree.
  void wait(const MatchClock& clock, Clock::time_point deadline) {
    if (deadline == Clock::time_point::max()) {
      while (!ladder_.wait_for(std::chrono::milliseconds(1000))) {
      }
      start_proof();
      if (proof_.valid()) proof_.wait();
    } else if (clock.start.count() > 0) {
      // In pieces, because somebody may have called it off.
      constexpr std::chrono::milliseconds kPiece{50};
      const Clock::time_point end = Clock::now() + clock.start / 2;
      while (!(supervision_.stop && *supervision_.stop) && Clock::now() < end && !ladder_.wait_for(kPiece)) {
      }
    }
  }

  // A search for the rung that was reached since the last time, or null.
  std::unique_ptr<search::Searcher> better() {
    const game::AnyEngine engine = ladder_.best();
    const auto lanes = ladder_.lanes();
    start_proof();
    if (proof_.valid() && proof_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) sum_ = proof_.get();
    const std::string strategy = choose_strategy(engine, lanes != nullptr, sum_.has_value()).strategy;
    const std::string rung = fmt::format("{} {} {}", engine.name(), strategy, sum_.has_value());
    if (rung == rung_) return nullptr;
    Result<std::unique_ptr<search::Searcher>> search = strategy == "plan" ? make_plan(engine) : make_tree(engine, strategy == "mcts(lanes)" ? lanes : nullptr);
    if (!search) return nullptr;
    rung_ = rung;
    return std::move(*search);
  }

  Result<std::unique_ptr<search::Searcher>> make_plan(const game::AnyEngine& engine) const {
    search::plan::PlanOptions options;
    options.seed = settings_.seed;
    options.memory_bytes = settings_.memory_bytes;
    return search::plan::make_planner(engine, options);
  }

  // Two players whose goals add up: worth knowing, but nobody waits for the proof while a clock runs.
  void start_proof() {
    const auto lanes = ladder_.lanes();
    const game::AnyEngine engine = ladder_.best();
    const game::GameInfo& info = engine.info();
    if (asked_ || !lanes || info.role_count() - (info.random ? 1 : 0) != 2) return;
    asked_ = true;
    proof_ = std::async(std::launch::async, [lanes, engine] {
      work_in_background();
      return search::minimax::proved_sum(engine, lanes->circuit());
    });
  }

  Result<std::unique_ptr<search::Searcher>> make_tree(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes) const {
    search::mcts::Options options;
    options.lanes = lanes != nullptr;
    options.seed = settings_.seed;
    options.threads = settings_.threads;
    options.memory_bytes = settings_.memory_bytes;
    if (sum_) options.constant_sum = *sum_ / 100.0;
    return search::make_mcts(engine, lanes, options);
  }

  std::shared_ptr<GameKit> kit_;
  engines::Ladder& ladder_;
  PlayerSettings settings_;
  ThinkingTime thinking_;
  Supervision supervision_;
  Rng rng_;
  std::string rung_;  // in use
  bool asked_ = false;
  std::future<std::optional<int>> proof_;
  std::optional<int> sum_;  // of the goals, once it is proved
  std::unique_ptr<SearchPlayer> player_;
};

}  // namespace

Result<std::unique_ptr<Player>> make_auto_player(const std::shared_ptr<GameKit>& kit, const PlayerSettings& settings,
                                                 const ThinkingTime& thinking) {
  Result<engines::Ladder*> ladder = kit->ladder();
  if (!ladder) return ladder.error();
  return std::unique_ptr<Player>(std::make_unique<AutoPlayer>(kit, **ladder, settings, thinking));
}

}  // namespace agon::play
