// `agon lockstep`: differential testing: engines walk the same random matches, and every answer is compared.
#include <algorithm>
#include <filesystem>
#include <map>
#include <new>

#include "base/file.h"
#include "cli/commands/commands.h"
#include "cli/out_of_memory.h"
#include "cli/progress.h"
#include "lab/engine_set.h"
#include "lab/lanes_check.h"
#include "lab/lockstep.h"

namespace agon::cli {
namespace fs = std::filesystem;
namespace {

constexpr LimitScope kLockstepScope{.of = LimitScope::Of::Sheet, .default_note = " more than --seconds-per-game"};

struct LockstepArguments {
  std::vector<std::string> games;
  std::string engines = "all";
  std::string passes = "all";
  std::uint64_t steps = 1'000;
  int max_steps = 300;
  std::uint64_t seed = 1;
  double seconds = 10;
  std::string out;
};

// What became of one sheet.
struct Outcome {
  std::string name;
  std::string error;  // the sheet cannot be read, or nobody could play it
  std::vector<std::string> engines;
  std::vector<lab::Missing> missing;
  lab::LockstepReport walk;
  lab::LanesReport lanes;
  bool lanes_played = false;
  std::vector<std::string> traces;  // files

  [[nodiscard]] std::size_t disagreements() const { return walk.mismatches.size() + (lanes.what.empty() ? 0 : 1); }
};

struct LockstepTotals {
  std::uint64_t sheets = 0, agreeing = 0, steps = 0, matches = 0, disagreements = 0, errors = 0, playouts = 0;
  std::map<std::string, std::vector<lab::Missing>> missing;  // by engine; here Missing::engine is the sheet
  std::map<std::string, std::uint64_t> played;               // sheets by engine
};

// Games as they are; folders as the sheets in them; the whole library if nothing is given.
Result<std::vector<std::string>> expand(const std::vector<std::string>& games, const Context& context) {
  std::vector<std::string> result;
  if (games.empty()) {
    const auto all = context.library().all();
    if (!all) return all.error();
    for (const library::Facts& facts : *all) result.push_back(facts.name);
  }
  for (const std::string& game : games) {
    std::error_code error;
    if (!fs::is_directory(game, error)) {
      result.push_back(game);
      continue;
    }
    std::vector<std::string> sheets;
    for (const auto& entry : fs::directory_iterator(game, error)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".kif" || extension == ".gdl") sheets.push_back(entry.path().string());
    }
    if (error) return bad_input("cannot-read", fmt::format("cannot list '{}': {}", game, error.message()));
    std::ranges::sort(sheets);
    std::ranges::move(sheets, std::back_inserter(result));
  }
  if (result.empty()) return bad_input("no-sheets", "there are no rule sheets here", "sheets are files NAME.kif or NAME.gdl");
  return result;
}

void save_traces(const LockstepArguments& arguments, const gdl::Rules& rules, const lab::EngineSet& set, Outcome& outcome) {
  for (const lab::Mismatch& mismatch : outcome.walk.mismatches) {
    try {
      const game::MatchRecord record = lab::mismatch_record(set.engines.front(), rules, mismatch, arguments.seed);
      const fs::path path =
          fs::path(arguments.out) / fmt::format("{}-{}.trace", fs::path(outcome.name).stem().string(), mismatch.engine);
      const Status written = write_file(path.string(), game::to_json(record, 1) + "\n");
      if (written) outcome.traces.push_back(path.string());
      else outcome.error = written.error().diagnostics.front().message;
    } catch (const LimitReached& limit) {
      outcome.error = limit.what();
    }
  }
}

Outcome walk_sheet(const std::string& game, const LockstepArguments& arguments, const std::vector<std::string>& names,
                   const circuit::Passes& passes, Context& context) {
  LimitScope scope = kLockstepScope;
  scope.seconds += arguments.seconds;
  context.start_budget(scope);
  Outcome outcome;
  outcome.name = game;
  const Result<gdl::Rules> rules = context.library().load(game, context.read_options());
  if (!rules) {
    outcome.error = rules.error().diagnostics.front().message;
    return outcome;
  }
  const lab::EngineSet set = lab::make_engine_set(
      *rules, names, {.limits = limits_to_build(context.limits(), arguments.seconds), .passes = passes, .lanes_max_steps = 1'000});
  const double seconds = seconds_within(context.limits(), arguments.seconds);
  outcome.missing = set.missing;
  for (const game::AnyEngine& engine : set.engines) outcome.engines.push_back(engine.name());
  outcome.walk = lab::lockstep(set.engines, {.seed = arguments.seed,
                                             .states = arguments.steps,
                                             .max_steps = arguments.max_steps,
                                             .time = std::chrono::duration<double>(seconds)});
  for (const lab::Dropout& dropout : outcome.walk.dropouts) outcome.missing.push_back({dropout.engine, dropout.why});
  if (set.lanes) {
    const auto engine = engines::CircuitEngine::create(set.circuit);
    if (engine) {
      outcome.lanes =
          lab::check_lanes(*set.lanes, **engine, {.seed = arguments.seed, .time = std::chrono::duration<double>(seconds / 5)});
      outcome.lanes_played = true;
      outcome.engines.emplace_back("lanes");
    }
  }
  if (outcome.engines.empty()) outcome.error = "no engine can play it";
  if (!arguments.out.empty()) save_traces(arguments, *rules, set, outcome);
  return outcome;
}

// A sheet that needs too much is one that cannot be played; the others have a memory of their own.
Outcome walk_within_memory(const std::string& game, const LockstepArguments& arguments, const std::vector<std::string>& names,
                           const circuit::Passes& passes, Context& context) {
  try {
    return walk_sheet(game, arguments, names, passes, context);
  } catch (const std::bad_alloc&) {
    context.budget.reset();
    Outcome outcome;
    outcome.name = game;
    outcome.error = out_of_memory().diagnostics.front().message;
    return outcome;
  }
}

void show(const Outcome& outcome, const Context& context) {
  const lab::LockstepReport& walk = outcome.walk;
  if (context.json) {
    Json json{{"schema", "agon.lockstep/1"},
              {"sheet", outcome.name},
              {"engines", outcome.engines},
              {"matches", walk.matches},
              {"steps", walk.states},
              {"lanes_playouts", outcome.lanes.playouts},
              {"disagreements", outcome.disagreements()}};
    Json missing = Json::object();
    for (const lab::Missing& m : outcome.missing) missing[m.engine] = m.why;
    json["missing"] = std::move(missing);
    Json details = Json::array();
    for (std::size_t i = 0; i < walk.mismatches.size(); ++i) {
      const lab::Mismatch& m = walk.mismatches[i];
      details.push_back({{"engine", m.engine},
                         {"step", m.step()},
                         {"found_at_step", walk.found_at_step[i]},
                         {"what", m.what},
                         {"repeats", m.repeats}});
    }
    if (!outcome.lanes.what.empty()) details.push_back({{"engine", "lanes"}, {"what", outcome.lanes.what}});
    if (!details.empty()) json["details"] = std::move(details);
    if (!outcome.traces.empty()) json["traces"] = outcome.traces;
    if (!outcome.error.empty()) json["error"] = outcome.error;
    print_json(json);
    return;
  }
  const std::string name = fs::path(outcome.name).stem().string();
  if (!outcome.error.empty()) fmt::print("{:<34} error: {}\n", name, outcome.error);
  fmt::print("{:<34} {:>7} steps, {:>6} playouts, {} engines: {}\n", name, walk.states, outcome.lanes.playouts,
             outcome.engines.size(), outcome.disagreements() == 0 ? "agree" : fmt::format("{} disagree", outcome.disagreements()));
  for (std::size_t i = 0; i < walk.mismatches.size(); ++i) {
    const lab::Mismatch& m = walk.mismatches[i];
    fmt::print("  {} differs after {} moves (found after {}): {}{}\n", m.engine, m.step(), walk.found_at_step[i], m.what,
               m.repeats ? "" : " [depends on earlier questions]");
  }
  if (!outcome.lanes.what.empty()) fmt::print("  lanes differ {}\n", outcome.lanes.what);
  for (const std::string& trace : outcome.traces) fmt::print("  saved {}\n", trace);
  for (const lab::Missing& m : outcome.missing) fmt::print("  without {}: {}\n", m.engine, m.why);
}

void add(LockstepTotals& totals, const Outcome& outcome) {
  ++totals.sheets;
  totals.steps += outcome.walk.states;
  totals.matches += outcome.walk.matches;
  totals.playouts += outcome.lanes.playouts;
  totals.disagreements += outcome.disagreements();
  if (!outcome.error.empty()) ++totals.errors;
  else if (outcome.disagreements() == 0) ++totals.agreeing;
  for (const std::string& engine : outcome.engines) ++totals.played[engine];
  for (const lab::Missing& m : outcome.missing) totals.missing[m.engine].push_back({outcome.name, m.why});
}

void show(const LockstepTotals& totals, const Context& context) {
  if (context.json) {
    Json missing = Json::object();
    for (const auto& [engine, sheets] : totals.missing) {
      Json list = Json::object();
      for (const lab::Missing& m : sheets) list[m.engine] = m.why;
      missing[engine] = std::move(list);
    }
    print_json({{"schema", "agon.lockstep-total/1"},
                {"sheets", totals.sheets},
                {"agreeing", totals.agreeing},
                {"matches", totals.matches},
                {"steps", totals.steps},
                {"lanes_playouts", totals.playouts},
                {"disagreements", totals.disagreements},
                {"errors", totals.errors},
                {"played", totals.played},
                {"missing", missing}});
    return;
  }
  fmt::print("{} sheets, {} agree, {} matches, {} steps, {} lanes playouts, {} disagreements, {} errors\n", totals.sheets,
             totals.agreeing, totals.matches, totals.steps, totals.playouts, totals.disagreements, totals.errors);
  for (const auto& [engine, sheets] : totals.played) {
    const auto missing = totals.missing.find(engine);
    fmt::print("  {:<16} {:>4} sheets", engine, sheets);
    if (missing != totals.missing.end()) fmt::print(", {} not (or not to the end)", missing->second.size());
    fmt::print("\n");
  }
}

void run(const LockstepArguments& arguments, Context& context) {
  const Result<std::vector<std::string>> names = lab::parse_engine_set(arguments.engines);
  if (!names) return context.fail(names.error());
  const Result<circuit::Passes> passes = circuit::parse_passes(arguments.passes);
  if (!passes) return context.fail(passes.error());
  const Result<std::vector<std::string>> games = expand(arguments.games, context);
  if (!games) return context.fail(games.error());
  if (!arguments.out.empty()) {
    std::error_code error;
    fs::create_directories(arguments.out, error);
    if (error) return context.fail(bad_input("cannot-write", fmt::format("cannot make '{}': {}", arguments.out, error.message())));
  }
  LockstepTotals totals;
  {
    Progress progress("lockstep", games->size());
    for (const std::string& game : *games) {
      progress.note(fs::path(game).stem().string());
      const Outcome outcome = walk_within_memory(game, arguments, *names, *passes, context);
      show(outcome, context);
      std::fflush(stdout);
      add(totals, outcome);
      progress.advance();
    }
  }
  show(totals, context);
  if (totals.disagreements > 0) context.worsen(kNegative);
  if (totals.errors > 0) context.worsen(kBadInput);
}

}  // namespace

void add_lockstep_command(Command app, Context& context) {
  auto arguments = std::make_shared<LockstepArguments>();
  const Command command = app.subcommand("lockstep", "Run engines in lockstep over random matches and report every disagreement");
  command.details(
      "Differential testing: at every step the engines must agree on fluents, legal moves, percepts, termination and goals.\n"
      "A disagreement is shrunk to a short match before it is reported. Lanes, which play whole matches, are compared by\n"
      "length and goals of their playouts.\n"
      "Exit code: 0 agreement, 1 disagreements, 3 a sheet that no engine could play.");
  command.argument("games", arguments->games, "games, or folders of rule sheets")
      .show_default("the whole library")
      .type_name("GAME|DIR");
  command.option("--engines", arguments->engines, "'all', or names separated by commas; the first is the reference").show_default();
  command.option("--passes", arguments->passes, "passes of the circuit, as in 'agon circuit --use'").show_default();
  command.option("--steps", arguments->steps, "maximum number of states to compare in a game").show_default();
  command.option("--max-steps", arguments->max_steps, "leave a match after this number of steps").show_default();
  command.option("--seed", arguments->seed, "seed of the random play").show_default();
  command.option("--seconds-per-game", arguments->seconds, "time to compare a game, without that to build the engines")
      .show_default();
  command.option("--out", arguments->out, "folder for a match record (NAME.trace) of each disagreement, for 'agon replay'")
      .type_name("DIR");
  add_common_options(command, context);
  add_limit_options(command, context, kLockstepScope);
  command.examples({{"agon lockstep tictactoe connectfour", "all engines on two games"},
                    {"agon lockstep --engines prover,circuit --steps 200", "two engines on the whole library"},
                    {"agon lockstep corpus --out disagreements", "a folder of rule sheets, disagreements as files"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
