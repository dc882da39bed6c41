#include "play/referee.h"

#include "base/hash.h"

namespace agon::play {
namespace {

search::Clock::time_point deadline_of(std::chrono::milliseconds clock) {
  return clock.count() > 0 ? search::Clock::now() + clock : search::Clock::time_point::max();
}

// Asks one player; what is late or illegal, and what fails, becomes a random legal move.
std::uint32_t ask(Player& player, RoleId role, int step, std::uint32_t legal, const MatchOptions& options, Rng& rng) {
  MoveEvent event;
  event.step = step;
  event.role = role;
  if (options.on_turn) options.on_turn(event);
  const search::Clock::time_point start = search::Clock::now();
  const Turn turn{step, legal, deadline_of(options.clock.play)};
  std::uint32_t choice = 0;
  try {
    choice = player.choose(turn);
    event.illegal = choice >= legal;
  } catch (const std::exception& problem) {
    event.error = problem.what();
  }
  const search::Clock::time_point end = search::Clock::now();
  event.asked = false;
  event.seconds = std::chrono::duration<double>(end - start).count();
  event.late = end > turn.deadline;
  event.thought = player.thought();
  if (options.on_turn) options.on_turn(event);
  return event.late || event.illegal || !event.error.empty() ? rng.below(legal) : choice;
}

}  // namespace

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
  Rng substitute(mix(options.seed, 0x7375627374ULL));
  game::TermBuffer terms;
  std::vector<game::MoveBuffer> legal(roles);
  std::vector<std::uint32_t> choices(roles);
  const auto text = [&](TermId id) { return engine.terms().text(id); };

  // A player that fails to listen is counted and stays in the match.
  const auto tell = [&](std::uint32_t r, int step, const auto& what) {
    if (info.random == RoleId{r}) return;
    try {
      what(*players[r]);
    } catch (const std::exception& problem) {
      MoveEvent event;
      event.step = step;
      event.role = RoleId{r};
      event.asked = false;
      event.error = problem.what();
      if (options.on_turn) options.on_turn(event);
    }
  };
  for (std::uint32_t r = 0; r < roles; ++r)
    tell(r, -1, [&](Player& player) { player.begin(RoleId{r}, options.clock, deadline_of(options.clock.start)); });
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
    }
    for (std::uint32_t r = 0; r < roles && record.end.empty(); ++r) {
      const auto count = static_cast<std::uint32_t>(legal[r].size());
      choices[r] = info.random == RoleId{r} ? chance.below(count) : ask(*players[r], RoleId{r}, step, count, options, substitute);
      joint[r] = legal[r][choices[r]];
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
    // In a game with hidden information the joint move is nobody's business; percepts are for strategies that reason about them.
    for (std::uint32_t r = 0; r < roles && !info.hidden; ++r) tell(r, step, [&](Player& player) { player.observe(choices); });
  }
  if (record.finished) {
    for (std::uint32_t r = 0; r < roles; ++r) record.goals.push_back(engine.goal(scratch, state, RoleId{r}));
  }
  engine.fluents(state, terms);
  record.final_state = game::text_set_hash(engine.terms(), terms);
  return record;
}

}  // namespace agon::play
