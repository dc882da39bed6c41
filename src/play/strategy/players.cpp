#include "play/strategy/players.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/rng.h"
#include "base/similar.h"
#include "belief/sampling_search.h"
#include "play/auto/auto_strategy.h"
#include "play/evaluation/flux_evaluation.h"
#include "play/search_player.h"
#include "play/strategy/mcts_strategy.h"
#include "play/strategy/nested_strategy.h"
#include "play/strategy/other_strategies.h"
#include "play/strategy/parts_strategy.h"
#include "search/mcts/make_mcts.h"
#include "search/mcts/make_nested.h"
#include "search/minimax/minimax.h"
#include "search/plan/planner.h"

namespace agon::play {
namespace {

class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : rng_(seed) {}
  Choice choose(const Turn& turn) override { return Choice{rng_.below(turn.legal)}; }

 private:
  Rng rng_;
};

class FirstLegalPlayer final : public Player {
 public:
  Choice choose(const Turn&) override { return Choice{0}; }
};

// Plays its first choices at random: two searches without randomness would play one game again and again.
class OpeningPlayer final : public Player {
 public:
  OpeningPlayer(std::unique_ptr<Player> inside, std::uint32_t choices, std::uint64_t seed)
      : inside_(std::move(inside)), left_(choices), rng_(seed) {}
  void supervise(const Supervision& supervision) override { inside_->supervise(supervision); }
  void begin(RoleId role, const MatchClock& clock, search::Clock::time_point deadline) override {
    inside_->begin(role, clock, deadline);
  }
  Choice choose(const Turn& turn) override {
    if (left_ == 0 || turn.legal < 2) return inside_->choose(turn);
    --left_;
    return Choice{rng_.below(turn.legal)};
  }
  void observe(const game::Observation& seen) override { inside_->observe(seen); }
  [[nodiscard]] const search::Thought* thought() const override { return inside_->thought(); }

 private:
  std::unique_ptr<Player> inside_;
  std::uint32_t left_;
  Rng rng_;
};

// Arguments of one strategy, checked; with a kit also the player.
struct Request {
  const Strategy& term;
  std::string_view text;
  const std::shared_ptr<GameKit>& kit;  // null: only check the text
  const PlayerSettings& settings;

  [[nodiscard]] EngineNames engines() const { return (kit ? kit->workshop().table() : engines::standard_engines()).for_players(); }
};
using Made = Result<std::unique_ptr<Player>>;

std::optional<Error> no_arguments(const Request& request) { return StrategyReader(request.term, request.text).finish(); }

Made make_random(const Request& request) {
  if (auto error = no_arguments(request)) return *error;
  return std::unique_ptr<Player>(std::make_unique<RandomPlayer>(request.settings.seed));
}

Made make_first_legal(const Request& request) {
  if (auto error = no_arguments(request)) return *error;
  return std::unique_ptr<Player>(std::make_unique<FirstLegalPlayer>());
}

Result<game::AnyEngine> engine_for(GameKit& kit, const std::string& name) {
  Result<game::AnyEngine> engine = name == "auto" ? kit.best_engine() : kit.engine(name);
  if (engine && engine->info().hidden) return hidden_information();
  return engine;
}

Result<std::unique_ptr<search::Searcher>> make_mcts_search(const MctsStrategy& strategy, GameKit& kit,
                                                           const PlayerSettings& settings) {
  const Result<game::AnyEngine> engine = engine_for(kit, strategy.engine);
  if (!engine) return engine.error();
  search::mcts::Options options = strategy.search;
  for (auto* const evaluation : {&options.playout.evaluation, &options.prior}) {
    if (const Status bound = bind_evaluation(*evaluation, kit); !bound) return bound.error();
  }
  options.seed = settings.seed;
  if (options.threads == 0) options.threads = settings.threads;
  if (options.memory_bytes == 0) options.memory_bytes = settings.memory_bytes;
  if (options.solver) take_sum(kit.goal_sum(), options);
  if (strategy.symmetry) options.symmetry = kit.symmetry(*engine);
  std::shared_ptr<const engines::Lanes> lanes;
  if (options.lanes) {
    Result<std::shared_ptr<const engines::Lanes>> made = kit.lanes();
    if (!made) return made.error();
    lanes = *made;
  }
  return search::make_mcts(*engine, lanes, options);
}

Made make_mcts(const Request& request) {
  const Result<MctsStrategy> strategy = read_mcts(request.term, request.text, request.engines());
  if (!strategy) return strategy.error();
  if (!request.kit) return std::unique_ptr<Player>();
  Result<std::unique_ptr<search::Searcher>> search = make_mcts_search(*strategy, *request.kit, request.settings);
  if (!search) return search.error();
  return std::unique_ptr<Player>(std::make_unique<SearchPlayer>(std::move(*search), strategy->thinking));
}

Made make_nmc(const Request& request) {
  Result<NestedStrategy> strategy = read_nested(request.term, request.text);
  if (!strategy) return strategy.error();
  if (!request.kit) return std::unique_ptr<Player>();
  const Result<game::AnyEngine> engine = request.kit->best_engine();
  if (!engine) return engine.error();
  if (engine->info().hidden) return hidden_information();
  strategy->search.seed = request.settings.seed;
  Result<std::unique_ptr<search::Searcher>> search = search::make_nested(*engine, strategy->search);
  if (!search) return search.error();
  return std::unique_ptr<Player>(std::make_unique<SearchPlayer>(std::move(*search), strategy->thinking));
}

Made make_minimax(const Request& request) {
  Result<MinimaxStrategy> strategy = read_minimax(request.term, request.text, request.engines());
  if (!strategy) return strategy.error();
  if (!request.kit) return std::unique_ptr<Player>();
  const Result<game::AnyEngine> engine = engine_for(*request.kit, strategy->engine);
  if (!engine) return engine.error();
  if (const Status bound = bind_evaluation(strategy->search.evaluation, *request.kit); !bound) return bound.error();
  if (const std::optional<int> sum = request.kit->constant_sum()) {
    strategy->search.constant_sum = search::minimax::ConstantSum::Proved;
    strategy->search.sum = *sum;
  }
  if (strategy->symmetry) strategy->search.symmetry = request.kit->symmetry(*engine);
  strategy->search.table_bytes = std::min(strategy->search.table_bytes, request.settings.memory_bytes);
  Result<std::unique_ptr<search::Searcher>> search = search::minimax::make_minimax(*engine, strategy->search);
  if (!search) return search.error();
  std::unique_ptr<Player> player = std::make_unique<SearchPlayer>(std::move(*search), strategy->thinking);
  if (strategy->opening == 0) return player;
  return std::unique_ptr<Player>(std::make_unique<OpeningPlayer>(std::move(player), strategy->opening, request.settings.seed));
}

// Fluxplayer: minimax(rule=ranked, evaluation=flux(mode=...)), with all arguments of minimax.
Made make_flux(const Request& request) {
  Strategy term = request.term;
  const auto place = [&](const char* key) { return std::ranges::find(term.arguments, key, &Strategy::Argument::key); };
  const auto word = [&](std::string name) { return Strategy{.name = std::move(name), .at = request.term.at, .arguments = {}}; };
  const auto mode = place("mode");
  if (place("evaluation") == term.arguments.end()) {
    Strategy evaluation = word("flux");
    if (mode != term.arguments.end()) {
      evaluation.arguments.push_back(*mode);
      term.arguments.erase(mode);
    }
    term.arguments.push_back({"evaluation", std::move(evaluation)});
  } else if (mode != term.arguments.end()) {
    StrategyReader reader(request.term, request.text);
    reader.fail(mode->value.at, "'mode' is of the evaluation that flux has by itself",
                "write evaluation=flux(mode=...), or leave out one");
    return *reader.finish();
  }
  if (place("rule") == term.arguments.end()) term.arguments.push_back({"rule", word("ranked")});
  return make_minimax({term, request.text, request.kit, request.settings});
}

Made make_plan(const Request& request) {
  Result<PlanStrategy> strategy = read_plan(request.term, request.text, request.engines());
  if (!strategy) return strategy.error();
  if (!request.kit) return std::unique_ptr<Player>();
  const Result<game::AnyEngine> engine = engine_for(*request.kit, strategy->engine);
  if (!engine) return engine.error();
  strategy->search.memory_bytes = request.settings.memory_bytes;
  strategy->search.seed = request.settings.seed;
  if (strategy->symmetry) strategy->search.symmetry = request.kit->symmetry(*engine);
  Result<std::unique_ptr<search::Searcher>> search = strategy->parts ? make_plan_search(*engine, *request.kit, strategy->search)
                                                                     : search::plan::make_planner(*engine, strategy->search);
  if (!search) return search.error();
  return std::unique_ptr<Player>(std::make_unique<SearchPlayer>(std::move(*search), strategy->thinking));
}

Made make_parts(const Request& request) {
  Result<PartsStrategy> strategy = read_parts(request.term, request.text);
  if (!strategy) return strategy.error();
  if (!request.kit) return std::unique_ptr<Player>();
  const Result<game::AnyEngine> engine = engine_for(*request.kit, "auto");
  if (!engine) return engine.error();
  strategy->search.seed = request.settings.seed;
  strategy->search.memory_bytes = request.settings.memory_bytes;
  std::unique_ptr<search::Searcher> tree = make_parts_tree(*request.kit, strategy->search);
  if (tree) return std::unique_ptr<Player>(std::make_unique<SearchPlayer>(std::move(tree), strategy->thinking));
  if (engine->info().role_count() != 1) {
    MctsStrategy plain;
    plain.search.lanes = request.kit->lanes().ok();
    Result<std::unique_ptr<search::Searcher>> search = make_mcts_search(plain, *request.kit, request.settings);
    if (!search) return search.error();
    return std::unique_ptr<Player>(std::make_unique<SearchPlayer>(std::move(*search), strategy->thinking));
  }
  const search::plan::PlanOptions options{.memory_bytes = request.settings.memory_bytes, .seed = request.settings.seed};
  Result<std::unique_ptr<search::Searcher>> search = make_plan_search(*engine, *request.kit, options);
  if (!search) return search.error();
  return std::unique_ptr<Player>(std::make_unique<SearchPlayer>(std::move(*search), strategy->thinking));
}

Made make_sampling(const Request& request) {
  Result<SamplingStrategy> strategy = read_sampling(request.term, request.text, request.engines());
  if (!strategy) return strategy.error();
  if (!request.kit) return std::unique_ptr<Player>();
  const Result<game::AnyEngine> engine =
      strategy->engine == "auto" ? request.kit->best_engine() : request.kit->engine(strategy->engine);
  if (!engine) return engine.error();
  if (!engine->info().hidden)
    return bad_input("no-hidden-information", "sampling is for games in which players do not see everything", "use auto or mcts");
  strategy->filter.seed = request.settings.seed;
  return std::unique_ptr<Player>(
      std::make_unique<SearchPlayer>(std::make_unique<belief::SamplingSearch>(*engine, strategy->filter), strategy->thinking));
}

Made make_auto(const Request& request) {
  StrategyReader reader(request.term, request.text);
  ThinkingTime thinking;
  read_thinking_time(reader, thinking);
  if (auto error = reader.finish()) return *error;
  if (!request.kit) return std::unique_ptr<Player>();
  return make_auto_player(request.kit, request.settings, thinking);
}

struct StrategyEntry {
  const char* name;
  Made (*make)(const Request&);
};
constexpr StrategyEntry kStrategies[] = {
    {"auto", make_auto},         {"mcts", make_mcts},     {"minimax", make_minimax},
    {"flux", make_flux},         {"plan", make_plan},     {"nmc", make_nmc},
    {"sampling", make_sampling}, {"random", make_random}, {"first-legal", make_first_legal},
    {"parts", make_parts},
};

Made make(const std::string& text, const std::shared_ptr<GameKit>& kit, const PlayerSettings& settings) {
  const Result<Strategy> term = parse_strategy(text);
  if (!term) return term.error();
  for (const StrategyEntry& entry : kStrategies) {
    if (term->name == entry.name) return entry.make({*term, text, kit, settings});
  }
  return bad_input("no-such-strategy", fmt::format("there is no strategy '{}'", term->name), suggest(term->name, strategy_names()));
}

}  // namespace

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const StrategyEntry& entry : kStrategies) names.emplace_back(entry.name);
  return names;
}

Status check_strategy(const std::string& strategy) {
  const Made made = make(strategy, nullptr, {});
  if (!made) return made.error();
  return done();
}

Result<std::unique_ptr<Player>> make_player(const std::string& strategy, const std::shared_ptr<GameKit>& kit,
                                            const PlayerSettings& settings) {
  return make(strategy, kit, settings);
}

}  // namespace agon::play
