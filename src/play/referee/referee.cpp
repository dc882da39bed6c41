#include "play/referee/referee.h"

#include "base/hash.h"

namespace agon::play {
namespace {

search::Clock::time_point deadline_of(std::chrono::milliseconds clock) {
  return clock.count() > 0 ? search::Clock::now() + clock : search::Clock::time_point::max();
}

// Asks one player; late and illegal answers and failures become a random legal move.
Choice ask(Player& player, RoleId role, int step, std::uint32_t legal, std::vector<std::string> moves, const MatchOptions& options,
           Rng& rng, MoveEvent& event) {
  event.step = step;
  event.role = role;
  if (options.on_turn) options.on_turn(event);
  const search::Clock::time_point start = search::Clock::now();
  const Turn turn{.step = step, .legal = legal, .deadline = deadline_of(options.clock.play), .moves = std::move(moves)};
  Choice choice;
  try {
    choice = player.choose(turn);
    event.illegal = choice.value >= legal;
  } catch (const std::exception& problem) {
    event.error = problem.what();
  }
  const search::Clock::time_point end = search::Clock::now();
  event.asked = false;
  event.seconds = std::chrono::duration<double>(end - start).count();
  event.late = end > turn.deadline;
  event.thought = player.thought();
  if (options.on_turn) options.on_turn(event);
  return event.late || event.illegal || !event.error.empty() ? Choice{rng.below(legal)} : choice;
}

const char* fault_kind(const MoveEvent& event) {
  if (!event.error.empty()) return "dead";
  if (event.late) return "late";
  return event.illegal ? "illegal" : nullptr;
}

template <class MoveText>
std::optional<game::MatchThought> recorded(const search::Thought* thought, RoleId role, MoveText&& move_text) {
  if (thought == nullptr || role.index() >= thought->value.size()) return std::nullopt;
  return game::MatchThought{thought->value[role.index()], thought->iterations, move_text(thought->choice)};
}

// Every value that the rules give each role in a last state, if that is not one between 0 and 100 for everybody but chance.
std::vector<std::vector<int>> odd_goal_values(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch,
                                              const game::AnyState& state) {
  std::vector<std::vector<int>> values(engine.info().role_count());
  bool odd = false;
  for (std::uint32_t r = 0; r < values.size(); ++r) {
    engine.goal_values(scratch, state, RoleId{r}, values[r]);
    const bool good = values[r].size() == 1 && values[r].front() >= 0 && values[r].front() <= 100;
    odd = odd || (!good && engine.info().random != RoleId{r});
  }
  return odd ? values : std::vector<std::vector<int>>();
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
  const auto in_seconds = [](std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); };
  if (options.clock.start.count() > 0 || options.clock.play.count() > 0)
    record.clocks = {in_seconds(options.clock.start), in_seconds(options.clock.play)};

  auto scratch = engine.make_scratch();
  game::AnyState state = engine.initial_state(scratch);
  Rng chance(mix(options.seed, 0x636861636e6365ULL));
  Rng substitute(mix(options.seed, 0x7375627374ULL));
  game::TermBuffer terms;
  std::vector<game::MoveBuffer> legal(roles);
  game::JointChoice choices(roles);
  const auto text = [&](TermId id) { return engine.terms().text(id); };

  // A player that fails to take an observation is counted and stays in the match.
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
    game::MatchStep entry;
    for (std::uint32_t r = 0; r < roles && record.end.empty(); ++r) {
      const auto count = static_cast<std::uint32_t>(legal[r].size());
      MoveEvent event;
      if (info.random == RoleId{r}) {
        choices[r] = Choice{chance.below(count)};
      } else {
        std::vector<std::string> moves;
        if (info.hidden) {
          for (const MoveId move : legal[r]) moves.push_back(text(engine.move_term(RoleId{r}, move)));
        }
        choices[r] = ask(*players[r], RoleId{r}, step, count, std::move(moves), options, substitute, event);
      }
      joint[r] = legal[r][choices[r].index()];
      if (const char* const kind = fault_kind(event))
        entry.faults.push_back({r, kind, "", text(engine.move_term(RoleId{r}, joint[r])), event.error});
      if (!options.record_thinking) continue;
      const auto move_text = [&](Choice c) {
        return c.index() < count ? text(engine.move_term(RoleId{r}, legal[r][c.index()])) : std::string();
      };
      entry.seconds.push_back(info.random == RoleId{r} ? std::nullopt : std::optional(event.seconds));
      entry.thoughts.push_back(recorded(event.thought, RoleId{r}, move_text));
    }
    if (!record.end.empty()) {
      if (options.watch) options.watch({step, &engine, &scratch, &state, nullptr, nullptr});
      break;
    }
    if (options.watch) options.watch({step, &engine, &scratch, &state, &legal, &joint});
    for (std::uint32_t r = 0; r < roles; ++r) {
      entry.moves.push_back(text(engine.move_term(RoleId{r}, joint[r])));
    }
    std::vector<game::Observation> seen;
    for (std::uint32_t r = 0; r < roles; ++r) {
      seen.push_back(game::observe(engine, scratch, state, joint, choices, RoleId{r}));
      if (info.hidden) entry.percepts.push_back(game::percept_texts(engine, scratch, state, joint, RoleId{r}));
    }
    record.steps.push_back(std::move(entry));
    engine.apply(scratch, state, joint);
    for (std::uint32_t r = 0; r < roles; ++r) tell(r, step, [&](Player& player) { player.observe(seen[r]); });
  }
  if (record.finished) {
    for (std::uint32_t r = 0; r < roles; ++r) record.goals.push_back(engine.goal(scratch, state, RoleId{r}));
    record.goal_values = odd_goal_values(engine, scratch, state);
  }
  engine.fluents(state, terms);
  record.final_state = game::text_set_hash(engine.terms(), terms);
  return record;
}

}  // namespace agon::play
