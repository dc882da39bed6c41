// `agon games`: the game library: list, search, facts of a game, and a recount of its published numbers.
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "cli/progress.h"
#include "game/perft.h"
#include "library/families.h"

namespace agon::cli {
namespace {

struct GamesArguments {
  std::string show;
  std::string search;
  bool verify = false;
  std::uint64_t verify_nodes = 20'000;
};

bool matches(const library::Facts& facts, const std::string& words) {
  std::string all = facts.name + ' ' + facts.title + ' ' + facts.summary + ' ' + facts.description + ' ' + facts.dialect;
  for (const std::string& tag : facts.tags) all += ' ' + tag;
  const auto lower = [](std::string s) {
    std::ranges::transform(s, s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return s;
  };
  return lower(all).find(lower(words)) != std::string::npos;
}

Json to_json(const library::Facts& facts) {
  Json json{{"schema", "agon.game/1"},
            {"name", facts.name},
            {"title", facts.title},
            {"summary", facts.summary},
            {"description", facts.description},
            {"dialect", facts.dialect},
            {"roles", facts.roles},
            {"tags", facts.tags},
            {"path", facts.path}};
  if (facts.mean_length) json["mean_length"] = *facts.mean_length;
  if (!facts.perft.nodes.empty()) {
    json["perft"] = {{"nodes", facts.perft.nodes},
                     {"terminals", facts.perft.terminals},
                     {"goal_sums", facts.perft.goal_sums},
                     {"source", facts.perft.source}};
  }
  if (!facts.value.empty()) json["value"] = {{"goals", facts.value}, {"source", facts.value_source}};
  return json;
}

void show_one(const library::Facts& facts, const Context& context) {
  if (context.json) return print_json(to_json(facts));
  const gdl::Palette c = context.palette(stdout);
  fmt::print("{}{}{} ({})\n{}\n", c.strong, facts.title, c.reset, facts.name,
             facts.description.empty() ? facts.summary : facts.description);
  const auto row = [&](std::string_view label, const std::string& value) {
    if (!value.empty()) fmt::print("  {}{:<12}{} {}\n", c.faint, label, c.reset, value);
  };
  row("roles", fmt::format("{}", fmt::join(facts.roles, ", ")));
  row("dialect", facts.dialect);
  row("tags", fmt::format("{}", fmt::join(facts.tags, ", ")));
  if (facts.mean_length) row("length", fmt::format("{} steps in random play", *facts.mean_length));
  if (!facts.perft.nodes.empty()) row("perft", fmt::format("{} ({})", fmt::join(facts.perft.nodes, ", "), facts.perft.source));
  if (!facts.value.empty()) row("value", fmt::format("{} ({})", fmt::join(facts.value, " : "), facts.value_source));
  row("rules", facts.path);
}

// Compares perft counts with those in the facts file, to the depth that stays within the node budget.
void verify_one(const library::Facts& facts, const GamesArguments& arguments, Context& context, Progress& progress) {
  if (facts.perft.nodes.empty()) return progress.advance();
  context.start_budget(kEachSheet);
  const std::optional<gdl::Rules> rules = context.load(facts.path);
  if (!rules) return;
  const Limits limits = context.limits();
  const Result<game::AnyEngine> engine = make_engine("prover", *rules, limits);
  if (!engine) return context.fail(engine.error(), facts.path);
  std::vector<std::string> wrong;
  if (engine->info().roles != facts.roles) wrong.emplace_back("the roles differ");
  int depth = 0;
  for (; depth < static_cast<int>(facts.perft.nodes.size()) &&
         facts.perft.nodes[static_cast<std::size_t>(depth)] <= arguments.verify_nodes;
       ++depth) {
    const auto at = static_cast<std::size_t>(depth);
    const game::PerftCount count = game::perft(*engine, depth + 1, [&] { context.check_budget(); });
    if (count.nodes != facts.perft.nodes[at])
      wrong.push_back(fmt::format("depth {}: {} nodes, facts say {}", depth + 1, count.nodes, facts.perft.nodes[at]));
    if (at < facts.perft.terminals.size() && count.terminals != facts.perft.terminals[at])
      wrong.push_back(fmt::format("depth {}: {} terminals, facts say {}", depth + 1, count.terminals, facts.perft.terminals[at]));
    if (at < facts.perft.goal_sums.size() && count.goal_sums != facts.perft.goal_sums[at])
      wrong.push_back(fmt::format("depth {}: goal sums {}, facts say {}", depth + 1, count.goal_sums, facts.perft.goal_sums[at]));
  }
  if (context.json) print_json({{"schema", "agon.facts-check/1"}, {"game", facts.name}, {"depth", depth}, {"wrong", wrong}});
  else
    fmt::print("{:<28} depth {:<2} {}\n", facts.name, depth, wrong.empty() ? "agrees" : fmt::format("{}", fmt::join(wrong, "; ")));
  if (!wrong.empty()) context.worsen(kNegative);
  progress.advance();
}

void run(const GamesArguments& arguments, Context& context) {
  const library::Library library = context.library();
  if (!arguments.show.empty() && !arguments.verify) {
    const Result<library::Facts> facts = library.facts(arguments.show);
    if (!facts) return context.fail(facts.error());
    return show_one(*facts, context);
  }
  Result<std::vector<library::Facts>> all = library.all();
  if (!all) return context.fail(all.error());
  std::erase_if(*all, [&](const library::Facts& facts) {
    return (!arguments.search.empty() && !matches(facts, arguments.search)) ||
           (!arguments.show.empty() && facts.name != arguments.show);
  });
  if (arguments.verify) {
    Progress progress("verify", all->size());
    for (const library::Facts& facts : *all) verify_one(facts, arguments, context, progress);
    return;
  }
  const gdl::Palette c = context.palette(stdout);
  for (const library::Facts& facts : *all) {
    if (context.json) print_json(to_json(facts));
    else fmt::print("{}{:<28}{} {}{:<10}{} {}\n", c.strong, facts.name, c.reset, c.faint, facts.dialect, c.reset, facts.summary);
  }
  if (!context.json) {
    fmt::print("{} games. 'agon games NAME' shows one, 'agon playout NAME' plays it.\n", all->size());
    fmt::print("Other sizes, made when named: {}\n", fmt::join(library::family_patterns(), ", "));
  }
  if (all->empty()) context.worsen(kNegative);
}

}  // namespace

void add_games_command(Command app, Context& context) {
  auto arguments = std::make_shared<GamesArguments>();
  const Command command = app.subcommand("games", "List and search the game library, show the facts of a game");
  command.argument("name", arguments->show, "show the facts of this game").type_name("NAME");
  command.option("--search", arguments->search, "only games with this word in name, summary, description or tags")
      .type_name("WORD");
  command.flag("--verify", arguments->verify, "compare perft counts with those in the facts files");
  command.option("--verify-nodes", arguments->verify_nodes, "with --verify: leave out depths with more nodes").show_default();
  add_common_options(command, context);
  add_limit_options(command, context, kEachSheet);
  command.examples({{"agon games", "the library, a line for each game"},
                    {"agon games chess", "roles, length, perft counts and their source"},
                    {"agon games --search hidden", "games with imperfect information; also: puzzle, simultaneous"},
                    {"agon games --verify tictactoe", "count again; exit code 1 where the facts are wrong"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
