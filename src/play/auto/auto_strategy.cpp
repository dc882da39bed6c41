#include "play/auto/auto_strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/rng.h"
#include "belief/sampling_search.h"
#include "play/search_player.h"
#include "play/strategy/parts_strategy.h"
#include "search/mcts/make_mcts.h"
#include "search/minimax/constant_sum.h"
#include "search/minimax/minimax.h"
#include "search/plan/planner.h"

namespace agon::play {

using search::Clock;

Error hidden_information() {
  return bad_input("hidden-information", "this strategy sees the whole state, and in this game players do not",
                   "use auto, sampling or random");
}

namespace {

// Describes the trial matches between search on goals and search with playouts.
std::string tell(const GoalTrial& trial) {
  const DuelScore& score = *trial.score;
  const std::string result =
      fmt::format("{}:{}{}", score.wins, score.losses, score.draws > 0 ? fmt::format(", {} drawn", score.draws) : "");
  if (!trial.goals_are_better())
    return fmt::format(
        "unfinished states have goals, but a search that counts them was not better than playouts in trial matches ({})", result);
  return fmt::format(
      "goals of unfinished states tell who is ahead: a deepening search that counts them beat playouts in trial matches ({})",
      result);
}

std::string tell(const game::Fact<int>& sum, bool counts_goals) {
  if (sum.proved()) return "what one player wins the other loses (proved): proofs prune the tree";
  if (counts_goals) return "what one player wins the other loses (in random matches): each is searched as the enemy of the other";
  return "what one player wins the other loses (in random matches, and every end of the tree is checked): proofs prune the tree";
}

void choose_tree_search(const AutoFacts& facts, AutoChoice& choice) {
  if (facts.lanes) {
    choice.strategy = "mcts(lanes)";
    choice.reasons.emplace_back("several players: a tree search, with hundreds of playouts at the price of one");
  } else {
    choice.strategy = "mcts";
    choice.reasons.emplace_back("several players: a tree search, with playouts one at a time");
  }
}

}  // namespace

AutoChoice choose_strategy(const game::AnyEngine& engine, const AutoFacts& facts) {
  const game::GameInfo& info = engine.info();
  AutoChoice choice;
  choice.reasons.push_back(
      fmt::format("engine '{}'{}: the fastest there is by now", engine.name(), facts.lanes ? " with bit lanes" : ""));
  if (info.hidden) {
    choice.strategy = "sampling";
    choice.reasons.emplace_back(
        "players do not see everything: playouts from states that agree with what was seen (a particle filter)");
    return choice;
  }
  if (info.role_count() == 1) {
    choice.strategy = "plan";
    choice.reasons.emplace_back("one player: a line to the highest goal is looked for and then played to its end");
    return choice;
  }
  const bool counts_goals = facts.goals && facts.goals->goals_are_better();
  if (counts_goals) choice.strategy = facts.sum && !facts.sum->proved() ? "minimax(paranoid)" : "minimax";
  else choose_tree_search(facts, choice);
  if (facts.goals && facts.goals->score) choice.reasons.push_back(tell(*facts.goals));
  if (facts.sum) choice.reasons.push_back(tell(*facts.sum, counts_goals));
  return choice;
}

namespace {

enum class Budget : std::uint8_t { Time, Playouts };  // a budget of playouts demands a tree search, whatever goals are worth

// Where there are lanes there is a circuit.
AutoFacts inquire(GoalInquiry& inquiry, const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes,
                  Budget budget, Patience patience) {
  AutoFacts facts{.lanes = lanes != nullptr, .sum = {}, .goals = {}};
  if (!lanes || engine.info().hidden) return facts;
  facts.sum = inquiry.sum(engine, {lanes, &lanes->circuit()}, patience);
  if (budget == Budget::Time) facts.goals = inquiry.trial(engine, lanes, patience);
  return facts;
}

}  // namespace

Result<AutoChoice> explain_auto(GameKit& kit) {
  const Result<game::AnyEngine> engine = kit.best_engine();
  if (!engine) return engine.error();
  const Result<std::shared_ptr<const engines::Lanes>> lanes = kit.lanes();
  return choose_strategy(*engine, inquire(kit.goal_inquiry(), *engine, lanes ? *lanes : nullptr, Budget::Time, Patience::Wait));
}

namespace {

// Chooses again whenever the ladder has climbed.
class AutoPlayer final : public Player {
 public:
  AutoPlayer(std::shared_ptr<GameKit> kit, const PlayerSettings& settings, const ThinkingTime& thinking)
      : kit_(std::move(kit)), settings_(settings), thinking_(thinking), rng_(settings.seed) {}

  void supervise(const Supervision& supervision) override { supervision_ = supervision; }
  // The climb starts only now: engines that other players of the match have built need not be built again.
  void begin(RoleId role, const MatchClock& clock, Clock::time_point deadline) override {
    const Result<engines::Ladder*> ladder = kit_->ladder();
    if (!ladder) return;  // moves at random
    ladder_ = *ladder;
    wait(clock, deadline);
    rung_.clear();
    std::unique_ptr<search::Searcher> search = better();
    if (!search) return;  // moves at random: no memory for a search, say
    player_ = std::make_unique<SearchPlayer>(std::move(search), thinking_, [this] { return better(); });
    player_->supervise(supervision_);
    player_->begin(role, clock, deadline);
  }
  Choice choose(const Turn& turn) override { return player_ ? player_->choose(turn) : Choice{rng_.below(turn.legal)}; }
  void observe(const game::Observation& seen) override {
    if (player_) player_->observe(seen);
  }
  [[nodiscard]] const search::Thought* thought() const override { return player_ ? player_->thought() : nullptr; }

 private:
  // Without a clock, waits for the engines; with one, for half of it at most, and the rest warms the tree.
  void wait(const MatchClock& clock, Clock::time_point deadline) {
    if (deadline == Clock::time_point::max()) {
      while (!ladder_->wait_for(std::chrono::milliseconds(1000))) {
      }
      patience_ = Patience::Wait;
    } else if (clock.start.count() > 0) {
      // In slices, because the wait may be interrupted.
      constexpr std::chrono::milliseconds kPiece{50};
      const Clock::time_point end = Clock::now() + clock.start / 2;
      while (!(supervision_.stop && *supervision_.stop) && Clock::now() < end && !ladder_->wait_for(kPiece)) {
      }
    }
  }

  // A search on the highest rung reached since the last call, or null.
  std::unique_ptr<search::Searcher> better() {
    const game::AnyEngine engine = ladder_->best();
    const auto lanes = ladder_->lanes();
    facts_ = inquire(kit_->goal_inquiry(), engine, lanes, thinking_.iterations > 0 ? Budget::Playouts : Budget::Time, patience_);
    const std::string strategy = choose_strategy(engine, facts_).strategy;
    const std::string rung = fmt::format("{} {} {}", engine.name(), strategy, facts_.sum.has_value());
    if (rung == rung_) return nullptr;
    rung_ = rung;  // also if it fails: nothing will have changed by the next move
    Result<std::unique_ptr<search::Searcher>> search = make_search(strategy, engine, lanes);
    return search ? std::move(*search) : nullptr;
  }

  Result<std::unique_ptr<search::Searcher>> make_search(const std::string& strategy, const game::AnyEngine& engine,
                                                        const std::shared_ptr<const engines::Lanes>& lanes) const {
    if (strategy == "plan") return make_plan(engine);
    if (strategy == "sampling") {
      return std::unique_ptr<search::Searcher>(
          std::make_unique<belief::SamplingSearch>(engine, belief::ParticleOptions{.seed = settings_.seed}));
    }
    if (strategy.starts_with("minimax")) {
      search::minimax::MinimaxOptions options = goal_search(facts_.sum);
      options.table_bytes = std::min(options.table_bytes, settings_.memory_bytes);
      options.symmetry = kit_->symmetry(engine);
      return search::minimax::make_minimax(engine, options);
    }
    return make_tree(engine, strategy == "mcts(lanes)" ? lanes : nullptr);
  }

  Result<std::unique_ptr<search::Searcher>> make_plan(const game::AnyEngine& engine) const {
    search::plan::PlanOptions options;
    options.seed = settings_.seed;
    options.memory_bytes = settings_.memory_bytes;
    options.symmetry = kit_->symmetry(engine);
    return make_plan_search(engine, *kit_, options);
  }

  Result<std::unique_ptr<search::Searcher>> make_tree(const game::AnyEngine& engine,
                                                      const std::shared_ptr<const engines::Lanes>& lanes) const {
    search::mcts::Options options;
    options.lanes = lanes != nullptr;
    options.seed = settings_.seed;
    options.threads = settings_.threads;
    options.memory_bytes = settings_.memory_bytes;
    take_sum(facts_.sum, options);
    options.symmetry = kit_->symmetry(engine);
    return search::make_mcts(engine, lanes, options);
  }

  std::shared_ptr<GameKit> kit_;
  engines::Ladder* ladder_ = nullptr;
  PlayerSettings settings_;
  ThinkingTime thinking_;
  Supervision supervision_;
  Rng rng_;
  std::string rung_;  // in use
  AutoFacts facts_;
  Patience patience_ = Patience::Look;  // for a match with a clock
  std::unique_ptr<SearchPlayer> player_;
};

}  // namespace

Result<std::unique_ptr<Player>> make_auto_player(const std::shared_ptr<GameKit>& kit, const PlayerSettings& settings,
                                                 const ThinkingTime& thinking) {
  // The prover is the only engine that the ladder cannot do without.
  if (const Result<game::AnyEngine> prover = kit->engine("prover"); !prover) return prover.error();
  return std::unique_ptr<Player>(std::make_unique<AutoPlayer>(kit, settings, thinking));
}

}  // namespace agon::play
