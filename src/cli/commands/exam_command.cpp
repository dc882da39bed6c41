// `agon exam`: a strength benchmark without an opponent: test positions with proved best moves.
#include "base/file.h"
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "lab/exam/exam_file.h"
#include "lab/exam/exam_report.h"
#include "lab/exam/make/make_exam.h"
#include "lab/exam/run_exam.h"
#include "play/strategy/players.h"

namespace agon::cli {
namespace {

namespace exam = lab::exam;

constexpr const char* kExamSections = R"(Positions
  Positions of library games in which solvers have proved the best moves: those that force the highest goal that can be forced, while
  every other move gives some of it away. A new player is brought to each position and asked for one move. There is neither an opponent
  nor chance, so two players can be compared on the same positions.

  kinds         tactics, connection, race, counting (who runs out of moves), endgame, puzzle (one player), simultaneous (best against all
                simultaneous moves of the others), multiplayer, trap (random playouts prefer another move)
  difficulty    1: plain UCT finds it in 200 iterations, 2: in 3000, 3: not even then, 4: neither does mcts(lanes, iterations=30000)

Scoring
  An answer is right if it is one of the proved moves. Late answers (--time), and those of a strategy that refuses the game, are wrong.
  Intervals are Wilson score intervals of 95 % over positions; with --repeat a position counts with its share of right answers.
  Strategies with a number of iterations score the same on every run and machine; with a clock, compare on one machine.)";

constexpr const char* kMakeSections = R"(Method
  Matches are played by a weak search with blunders. From their ends backwards, proof-number search looks for positions in which it can
  separate the best moves from all others; puzzles are followed along solutions. A position is kept if the best moves are few (at most a
  third of all, half in puzzles) and do not end the game at once, and if a second solver, alpha-beta or backward induction, finds the same
  moves. A source of kind 'trap' keeps only positions in which random playouts prefer another move, a source with 'hard = true' only those
  of difficulty 4. Among the candidates of a kind, difficulties are balanced. Limits are numbers of states, not seconds: a seed and a recipe
  determine the exam.

Recipe
  schema = "agon.exam-recipe/1"
  [[source]]
  game = "hex-5x5"
  kind = "connection"
  positions = 3)";

struct ExamArguments {
  std::string strategy = "auto";
  std::string file;
  double time = 0;
  std::uint32_t repeat = 1;
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

void run(const ExamArguments& arguments, Context& context) {
  if (const Status known = play::check_strategy(arguments.strategy); !known)
    return context.fail(known.error(), arguments.strategy, arguments.strategy);
  const Result<exam::Exam> loaded = exam::load_exam(exam::exam_path(arguments.file));
  if (!loaded) return context.fail(loaded.error());
  exam::ExamOptions options;
  options.strategy = arguments.strategy;
  options.time = std::chrono::milliseconds(static_cast<long long>(arguments.time * 1000));
  options.repeat = arguments.repeat;
  options.seed = arguments.seed;
  options.threads = arguments.threads;
  options.limits = context.limits();
  options.games_folder = context.games_folder;
  const Result<exam::ExamResult> result = [&] {
    Progress bar("exam", loaded->positions.size() * options.repeat);
    options.on_answer = [&](const exam::Asked& asked) {
      bar.note(asked.position->id);
      bar.advance();
      if (context.json) print_json(to_json(asked));
    };
    return exam::run_exam(*loaded, options);
  }();
  if (!result) return context.fail(result.error());
  if (context.json) print_json(to_json(*result, options));
  else fmt::print("{}", to_text(*result, options));
}

struct MakeArguments {
  std::string recipe;
  std::string kind;
  std::string out;
  exam::CandidateOptions search;
  unsigned threads = 1;
};

std::string remark(const MakeArguments& arguments) {
  return fmt::format(
      "Positions with proved best moves, for 'agon exam'; 'agon exam make --help' says how they were found. Made by\n"
      "  agon exam make --recipe {}{} --seed {} --matches {} --proof-states {} --check-states {}\n"
      "Add positions rather than change them: scores are compared by their names.",
      arguments.recipe.empty() ? "exam/recipe.toml" : arguments.recipe, arguments.kind.empty() ? "" : " --kind " + arguments.kind,
      arguments.search.seed, arguments.search.matches, arguments.search.proof_states, arguments.search.check_states);
}

void make(const MakeArguments& arguments, Context& context) {
  Result<exam::Recipe> recipe = exam::load_recipe(arguments.recipe);
  if (!recipe) return context.fail(recipe.error());
  if (!arguments.kind.empty())
    std::erase_if(recipe->sources, [&](const exam::Source& source) { return to_string(source.kind) != arguments.kind; });
  if (recipe->sources.empty())
    return context.fail(
        bad_input("no-sources", fmt::format("the recipe has no source of kind '{}'", arguments.kind), "leave out --kind"));
  exam::MakeOptions options;
  options.search = arguments.search;
  options.search.limits = context.limits();
  options.threads = arguments.threads;
  options.games_folder = context.games_folder;
  const Result<exam::Exam> made = [&] {
    Progress bar("exam make", recipe->sources.size());
    options.on_source = [&](const exam::Source& source, std::size_t candidates) {
      bar.note(fmt::format("{}: {} candidates", source.game, candidates));
      bar.advance();
      if (context.json)
        print_json({{"schema", "agon.exam-source/1"},
                    {"game", source.game},
                    {"kind", to_string(source.kind)},
                    {"candidates", candidates}});
    };
    return exam::make_exam(*recipe, options);
  }();
  if (!made) return context.fail(made.error());
  if (made->positions.empty())
    return context.fail(limit_reached("no-positions", "no position was found and proved",
                                      "raise --matches or --proof-states, or try another seed"));
  const std::string text = to_toml(*made, remark(arguments));
  if (arguments.out.empty()) {
    fmt::print("{}", text);
  } else if (const Status written = write_file(arguments.out, text); !written) {
    context.fail(written.error());
  }
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const exam::Kind kind : exam::kKinds) names.emplace_back(to_string(kind));
  return names;
}

void add_make_command(Command exam_command, Context& context) {
  auto arguments = std::make_shared<MakeArguments>();
  const Command command = exam_command.subcommand("make", "Make an exam: find positions and prove their best moves");
  command.option("--recipe", arguments->recipe, "games and kinds of positions").show_default("exam/recipe.toml").type_name("FILE");
  command.option("--kind", arguments->kind, "only the sources of this kind").one_of(kind_names());
  command.option("--out", arguments->out, "file for the positions").show_default("standard output").type_name("FILE");
  command.option("-s,--seed", arguments->search.seed, "seed of the matches; another seed makes another exam").show_default();
  command.option("--matches", arguments->search.matches, "maximum number of matches of each source").show_default();
  command.option("--proof-states", arguments->search.proof_states, "states that a proof may expand").show_default();
  command.option("--check-states", arguments->search.check_states, "states that the second solver may expand").show_default();
  command.option("--threads", arguments->threads, "number of sources processed concurrently").show_default().range(1, 1024);
  add_common_options(command, context);
  add_limit_options(command, context);
  command.section(kMakeSections);
  command.examples({{"agon exam make --seed 1 --out positions.toml", "a new exam from exam/recipe.toml"},
                    {"agon exam make --kind race --matches 2 --threads 2", "one kind only, to standard output"}});
  command.callback([arguments, &context] { make(*arguments, context); });
}

}  // namespace

void add_exam_command(Command app, Context& context) {
  auto arguments = std::make_shared<ExamArguments>();
  const Command command = app.subcommand("exam", "Score a strategy on positions with proved best moves, by kind and difficulty");
  command.argument("strategy", arguments->strategy, "strategy to examine").type_name("STRATEGY").show_default();
  command.option("--time", arguments->time, "seconds for each position")
      .show_default("the limit of the strategy, or one")
      .type_name("S")
      .range(0.001, 86'400.0);
  command.option("--repeat", arguments->repeat, "number of times that each position is asked, with different seeds")
      .show_default()
      .range(1, 10'000);
  command.option("-s,--seed", arguments->seed, "seed of all random choices").show_default();
  command.option("--threads", arguments->threads, "threads of the player").show_default().range(1, 1024);
  command.option("--file", arguments->file, "exam to take").show_default("exam/positions.toml").type_name("FILE");
  add_common_options(command, context);
  add_limit_options(command, context);
  add_make_command(command, context);
  command.section(kExamSections);
  command.examples({{"agon exam", "auto, a second for each position"},
                    {"agon exam 'mcts(iterations=2000)'", "the same score every time"},
                    {"agon exam 'mcts(lanes)' --time 0.2 --repeat 5", "each position five times"},
                    {"agon exam auto --json | jq 'select(.right == false) | .id'", "which positions it failed"},
                    {"agon exam make --seed 1 --out positions.toml", "a new exam from exam/recipe.toml"}});
  command.callback([command, arguments, &context] {
    if (!command.chosen()) run(*arguments, context);
  });
}

}  // namespace agon::cli
