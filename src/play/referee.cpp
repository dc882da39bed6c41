#include "play/referee.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/hash.h"

namespace agon::play {
namespace {

class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : rng_(seed) {}
  std::size_t choose(std::span<const MoveId> legal) override { return rng_.below(static_cast<std::uint32_t>(legal.size())); }

 private:
  Rng rng_;
};

class FirstLegalPlayer final : public Player {
 public:
  std::size_t choose(std::span<const MoveId>) override { return 0; }
};

}  // namespace

std::vector<std::string> strategy_names() { return {"random", "first-legal"}; }

Result<std::unique_ptr<Player>> make_player(const std::string& strategy, std::uint64_t seed) {
  if (strategy == "random") return std::unique_ptr<Player>(std::make_unique<RandomPlayer>(seed));
  if (strategy == "first-legal") return std::unique_ptr<Player>(std::make_unique<FirstLegalPlayer>());
  return bad_input("no-such-strategy", fmt::format("there is no strategy '{}'", strategy),
                   fmt::format("choose one of: {}", fmt::join(strategy_names(), ", ")));
}

game::MatchRecord play_match(const game::AnyEngine& engine, const gdl::Rules& rules, const std::vector<std::string>& strategies,
                             std::span<const std::unique_ptr<Player>> players, const MatchOptions& options) {
  const game::GameInfo& info = engine.info();
  const std::size_t roles = info.role_count();
  game::MatchRecord record;
  record.game = rules.name();
  record.rules_text = rules.text();
  record.rules_id = content_id(rules.text());
  record.engine = engine.name();
  record.seed = options.seed;
  record.roles = info.roles;
  record.players = strategies;

  auto scratch = engine.make_scratch();
  game::AnyState state = engine.initial_state(scratch);
  Rng chance(mix(options.seed, 0x636861636e6365ULL));
  game::TermBuffer terms;
  std::vector<game::MoveBuffer> legal(roles);
  const auto text = [&](TermId id) { return engine.terms().text(id); };

  for (int step = 0;; ++step) {
    const bool terminal = engine.is_terminal(scratch, state);
    if (terminal || step >= options.max_steps) {
      record.finished = terminal;
      record.end = terminal ? "terminal" : "step limit";
      if (options.watch) options.watch({step, &engine, &scratch, &state, nullptr, nullptr});
      break;
    }
    std::vector<MoveId> joint(roles);
    for (std::uint32_t r = 0; r < roles && record.end.empty(); ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, legal[r]);
      if (legal[r].empty()) {
        record.end = "no legal move for " + info.roles[r];
        break;
      }
      const bool by_chance = info.random == RoleId{r};
      const std::size_t choice =
          by_chance ? chance.below(static_cast<std::uint32_t>(legal[r].size())) : players[r]->choose(legal[r]);
      joint[r] = legal[r][std::min(choice, legal[r].size() - 1)];
    }
    if (!record.end.empty()) {
      if (options.watch) options.watch({step, &engine, &scratch, &state, nullptr, nullptr});
      break;
    }
    if (options.watch) options.watch({step, &engine, &scratch, &state, &legal, &joint});
    game::MatchStep entry;
    for (std::uint32_t r = 0; r < roles; ++r) {
      entry.moves.push_back(text(engine.move_term(RoleId{r}, joint[r])));
      if (!info.hidden) continue;
      engine.percepts(scratch, state, joint, RoleId{r}, terms);
      std::vector<std::string> seen;
      for (const TermId percept : terms) seen.push_back(text(percept));
      entry.percepts.push_back(std::move(seen));
    }
    record.steps.push_back(std::move(entry));
    engine.apply(scratch, state, joint);
  }
  if (record.finished) {
    for (std::uint32_t r = 0; r < roles; ++r) record.goals.push_back(engine.goal(scratch, state, RoleId{r}));
  }
  engine.fluents(state, terms);
  record.final_state = game::text_set_hash(engine.terms(), terms);
  return record;
}

}  // namespace agon::play
