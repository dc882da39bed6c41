// `agon search`: the search of a strategy in one position: move values, proven bounds, principal variation; live on a terminal.
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "cli/position.h"
#include "game/find_move.h"
#include "play/auto/auto_strategy.h"
#include "play/strategy/players.h"

namespace agon::cli {
namespace {

constexpr LimitScope kSearchScope{.of = LimitScope::Of::Command, .default_note = " more than --time"};

struct SearchArguments {
  std::string game;
  std::string strategy = "auto";
  std::vector<std::string> moves;
  std::string role;
  double seconds = 5;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::size_t memory_mib = 1024;
  std::size_t shown = 10;
  bool explain = false;
};

// The moves of the principal variation, as text.
std::vector<std::string> line_texts(const game::AnyEngine& engine, const std::vector<game::JointChoice>& played,
                                    const std::vector<game::JointChoice>& line) {
  Position position(engine);
  for (const auto& choices : played) position.apply(choices);
  std::vector<std::string> result;
  for (const auto& choices : line) {
    if (position.over()) break;
    std::vector<std::string> step;
    for (std::size_t r = 0; r < choices.size(); ++r) {
      if (position.legal()[r].size() > 1) step.push_back(position.text(r, choices[r]));
    }
    if (!step.empty()) result.push_back(fmt::format("{}", fmt::join(step, ";")));
    position.apply(choices);
  }
  return result;
}

Result<std::size_t> role_of(const SearchArguments& arguments, const game::GameInfo& info, const Position& position) {
  if (!arguments.role.empty()) {
    if (const std::optional<RoleId> role = game::find_role(info, arguments.role)) return role->index();
    return bad_input("no-such-role", fmt::format("there is no role '{}'", arguments.role),
                     fmt::format("roles: {}", fmt::join(info.roles, ", ")));
  }
  for (std::size_t r = 0; r < info.role_count(); ++r) {
    if (position.legal()[r].size() > 1 && info.random != RoleId{static_cast<std::uint32_t>(r)}) return r;
  }
  // Nobody has a choice: the first role whose only move is not a noop.
  for (std::size_t r = 0; r < info.role_count(); ++r) {
    if (position.text(r, Choice{0}) != "noop") return r;
  }
  return std::size_t{0};
}

// The first fields of every answer in JSON; with --explain the choice of 'auto' is one of them.
Json head_of(const SearchArguments& arguments, const std::optional<play::AutoChoice>& explained) {
  Json json{{"schema", "agon.search/1"}, {"game", arguments.game}, {"strategy", arguments.strategy}};
  if (explained) json["auto"] = {{"strategy", explained->strategy}, {"reasons", explained->reasons}};
  return json;
}

void print_thought(const SearchArguments& arguments, const game::AnyEngine& engine, const Position& position, std::size_t role,
                   const search::Thought& thought, const std::vector<std::string>& line, Json head, Context& context) {
  std::vector<std::uint32_t> order(thought.moves.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if ((a == thought.choice.value) != (b == thought.choice.value)) return a == thought.choice.value;
    return thought.moves[a].visits > thought.moves[b].visits;
  });
  if (context.json) {
    Json moves = Json::array();
    for (const std::uint32_t i : order) {
      const search::MoveThought& m = thought.moves[i];
      moves.push_back(
          {{"move", position.text(role, Choice{i})}, {"visits", m.visits}, {"value", m.value}, {"low", m.low}, {"high", m.high}});
    }
    head.update(Json{{"role", engine.info().roles[role]},
                     {"choice", position.text(role, thought.choice)},
                     {"value", thought.value},
                     {"low", thought.low},
                     {"high", thought.high},
                     {"proven", thought.proven()},
                     {"iterations", thought.iterations},
                     {"states", thought.states},
                     {"nodes", thought.nodes},
                     {"depth", thought.depth},
                     {"seconds", thought.seconds},
                     {"line", line},
                     {"moves", moves}});
    return print_json(head);
  }
  const gdl::Palette palette = context.palette(stdout);
  fmt::print("{}{}{} to move: {}{}{}\n", palette.note, engine.info().roles[role], palette.reset, palette.strong,
             position.text(role, thought.choice), palette.reset);
  for (std::size_t k = 0; k < std::min(order.size(), arguments.shown); ++k) {
    const search::MoveThought& m = thought.moves[order[k]];
    const std::string known = m.proven()                  ? "  proven"
                              : m.low > 0 || m.high < 100 ? fmt::format("  proven {:.0f}..{:.0f}", m.low, m.high)
                                                          : "";
    fmt::print("  {:<24} {:>12} visits  value {:6.2f}{}\n", position.text(role, Choice{order[k]}), m.visits, m.value, known);
  }
  if (order.size() > arguments.shown)
    fmt::print("  {}and {} more{}\n", palette.faint, order.size() - arguments.shown, palette.reset);
  if (!line.empty()) fmt::print("principal variation: {}\n", fmt::join(line, "  "));
  std::vector<std::string> values;
  for (std::size_t r = 0; r < thought.value.size(); ++r)
    values.push_back(fmt::format("{} {:.1f}{}", engine.info().roles[r], thought.value[r],
                                 r < thought.low.size() && thought.low[r] == thought.high[r] ? " (proven)" : ""));
  fmt::print("expected: {}\n{} iterations, {} states, {} nodes, depth {}, {:.2f} s\n", fmt::join(values, ", "), thought.iterations,
             thought.states, thought.nodes, thought.depth, thought.seconds);
  if (!thought.note.empty()) fmt::print("{}\n", thought.note);
}

// The state of the search as one line on the terminal, overwritten by the next one.
void show(const Position& position, std::size_t role, const search::Thought& thought) {
  fmt::print(stderr, "\r\033[K{:.1f} s  {}  value {:.1f}  {} iterations", thought.seconds, position.text(role, thought.choice),
             thought.value[role], thought.iterations);
}

void print_explanation(const play::AutoChoice& choice) {
  fmt::print("auto plays {}\n", choice.strategy);
  for (const std::string& reason : choice.reasons) fmt::print("  - {}\n", reason);
}

void run(const SearchArguments& arguments, Context& context) {
  LimitScope scope = kSearchScope;
  scope.seconds += arguments.seconds;
  context.start_budget(scope, arguments.memory_mib << 20U);
  std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const auto kit = std::make_shared<play::GameKit>(std::move(*rules), limits_to_build(context.limits(), arguments.seconds));
  // The prover first: it is there at once, and stays where the time runs out for a faster one.
  Result<game::AnyEngine> engine = kit->engine("prover");
  if (Result<game::AnyEngine> faster = kit->best_engine()) engine = std::move(faster);
  if (!engine) return context.fail(engine.error(), arguments.game);
  std::optional<play::AutoChoice> explained;
  if (arguments.explain) {
    const Result<play::AutoChoice> choice = play::explain_auto(*kit);
    if (!choice) return context.fail(choice.error(), arguments.game);
    explained = *choice;
    if (!context.json) print_explanation(*choice);
  }
  Position position(*engine);
  const Result<std::vector<game::JointChoice>> moves = position.play(arguments.moves);
  if (!moves) return context.fail(moves.error());
  const std::vector<game::JointChoice>& played = *moves;
  if (position.over()) return context.fail(bad_input("moves", "the match is over in this position", "leave some moves out"));
  const Result<std::size_t> role = role_of(arguments, engine->info(), position);
  if (!role) return context.fail(role.error());
  const Result<std::unique_ptr<play::Player>> player = play::make_player(
      arguments.strategy, kit, {.seed = arguments.seed, .threads = arguments.threads, .memory_bytes = arguments.memory_mib << 20U});
  if (!player) return context.fail(player.error(), arguments.strategy);
  const bool watched = !context.json && ::isatty(STDERR_FILENO) != 0;
  if (watched) (*player)->supervise({.on_thought = [&](const search::Thought& thought) { show(position, *role, thought); }});
  (*player)->begin(RoleId{static_cast<std::uint32_t>(*role)}, {}, search::Clock::time_point::max());
  for (const game::JointChoice& choices : played) (*player)->observe(game::Observation::of(choices));
  const std::chrono::duration<double> time(seconds_within(context.limits(), arguments.seconds));
  const auto end = search::Clock::now() + std::chrono::duration_cast<search::Clock::duration>(time);
  const auto legal = static_cast<std::uint32_t>(position.legal()[*role].size());
  // Asked once: a strategy may have limits of its own, which it would start again at a second question.
  const Choice choice =
      (*player)->choose({.step = static_cast<int>(played.size()), .legal = legal, .deadline = end, .all_of_it = true});
  if (watched) fmt::print(stderr, "\r\033[K");
  const search::Thought* const thought = (*player)->thought();
  Json head = head_of(arguments, explained);
  if (thought == nullptr) {
    const char* const why = legal == 1 ? "the only move" : "this strategy does not think";
    if (!context.json) return fmt::print("{}: {} ({})\n", engine->info().roles[*role], position.text(*role, choice), why);
    head["role"] = engine->info().roles[*role];
    head["choice"] = position.text(*role, choice);
    return print_json(head);
  }
  std::vector<std::string> line;
  try {
    line = line_texts(*engine, played, thought->line);
  } catch (const LimitReached&) {
    // The values are there; the line is left out where there is no time to follow it.
  }
  print_thought(arguments, *engine, position, *role, *thought, line, std::move(head), context);
}

}  // namespace

void add_search_command(Command app, Context& context) {
  auto arguments = std::make_shared<SearchArguments>();
  const Command command =
      app.subcommand("search", "Search one position: visits and values of moves, proven bounds, principal variation");
  add_game_argument(command, arguments->game);
  command
      .option("-p,--player", arguments->strategy,
              fmt::format("strategy, settings in parentheses: {}", fmt::join(play::strategy_names(), ", ")))
      .show_default()
      .type_name("STRATEGY");
  command.option("-m,--move", arguments->moves, "a step before the position; several roles as \"MOVE;MOVE\"; repeatable")
      .type_name("MOVES");
  command.option("-r,--role", arguments->role, "role to search for").show_default("the first that has a choice").type_name("ROLE");
  command.option("-t,--time", arguments->seconds, "seconds to search").show_default().range(0.01, 86'400.0);
  command.option("-s,--seed", arguments->seed, "seed of the search").show_default();
  command.option("--threads", arguments->threads, "threads of the search").show_default().range(1U, 256U);
  command.option("--search-memory", arguments->memory_mib, "memory of the search in MiB").show_default().range(1, 1 << 20);
  command.option("--show", arguments->shown, "number of moves to list").show_default();
  command.flag("--explain", arguments->explain, "print which strategy 'auto' picks for this game, and why");
  add_common_options(command, context);
  add_limit_options(command, context, kSearchScope);
  command.examples({{"agon search connectfour", "search the initial state for five seconds"},
                    {"agon search tictactoe -m \"(mark 1 1)\" -m \"(mark 2 2)\"", "after two moves"},
                    {"agon search breakthrough -p \"mcts(select=rave, time=2s)\"", "with another strategy"},
                    {"agon search othello --explain", "which strategy 'auto' picks, and why"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
