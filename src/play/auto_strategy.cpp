#include "play/auto_strategy.h"

#include <fmt/format.h>

#include "base/rng.h"
#include "play/search_player.h"
#include "search/mcts/make_mcts.h"

namespace agon::play {

using search::Clock;

Error hidden_information() {
  return bad_input("hidden-information", "this strategy sees the whole state, and in this game players do not",
                   "use a strategy for hidden information, or random");
}

AutoChoice choose_strategy(const game::AnyEngine& engine, bool lanes) {
  const game::GameInfo& info = engine.info();
  AutoChoice choice;
  if (info.hidden) {
    choice.strategy = "random";
    choice.reasons.emplace_back("players do not see everything, and no search here reasons about what they know");
    return choice;
  }
  if (lanes && info.role_count() > 1) {
    choice.strategy = "mcts(lanes)";
    choice.reasons.emplace_back("the rules fit into bit lanes: hundreds of playouts at the price of one");
    return choice;
  }
  choice.strategy = "mcts";
  choice.reasons.push_back(fmt::format("playouts one at a time on the engine '{}'", engine.name()));
  return choice;
}

namespace {

// Chooses anew whenever the ladder has climbed.
class AutoPlayer final : public Player {
 public:
  AutoPlayer(std::shared_ptr<GameKit> kit, engines::Ladder& ladder, const PlayerSettings& settings, const ThinkingTime& thinking)
      : kit_(std::move(kit)), ladder_(ladder), settings_(settings), thinking_(thinking), rng_(settings.seed) {}

  void begin(RoleId role, const MatchClock& clock, Clock::time_point deadline) override {
    wait(clock, deadline);
    if (ladder_.best().info().hidden) return;  // moves at random
    std::unique_ptr<search::Searcher> search = better();
    player_ = std::make_unique<SearchPlayer>(std::move(search), thinking_, [this] { return better(); });
    player_->begin(role, clock, deadline);
  }
  std::uint32_t choose(const Turn& turn) override { return player_ ? player_->choose(turn) : rng_.below(turn.legal); }
  void observe(std::span<const std::uint32_t> choices) override {
    if (player_) player_->observe(choices);
  }
  [[nodiscard]] const search::Thought* thought() const override { return player_ ? player_->thought() : nullptr; }

 private:
  // Without a clock nobody is in a hurry; with one, half of it goes to the engines at most, the rest warms the tree.
  void wait(const MatchClock& clock, Clock::time_point deadline) const {
    if (deadline == Clock::time_point::max()) {
      while (!ladder_.wait_for(std::chrono::milliseconds(1000))) {
      }
    } else if (clock.start.count() > 0) {
      ladder_.wait_for(clock.start / 2);
    }
  }

  std::unique_ptr<search::Searcher> better() {
    const game::AnyEngine engine = ladder_.best();
    const auto lanes = ladder_.lanes();
    const AutoChoice choice = choose_strategy(engine, lanes != nullptr);
    if (choice.strategy == strategy_ && engine.name() == engine_) return nullptr;
    const Result<Strategy> term = parse_strategy(choice.strategy);
    AGON_ASSERT(term);
    Result<MctsStrategy> made = read_mcts(*term, choice.strategy);
    AGON_ASSERT(made);
    search::mcts::Options options = made->search;
    options.seed = settings_.seed;
    options.threads = settings_.threads;
    options.memory_bytes = settings_.memory_bytes;
    Result<std::unique_ptr<search::Searcher>> search = search::make_mcts(engine, options.lanes ? lanes : nullptr, options);
    if (!search) return nullptr;
    strategy_ = choice.strategy;
    engine_ = engine.name();
    return std::move(*search);
  }

  std::shared_ptr<GameKit> kit_;
  engines::Ladder& ladder_;
  PlayerSettings settings_;
  ThinkingTime thinking_;
  Rng rng_;
  std::string strategy_, engine_;  // in use
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
