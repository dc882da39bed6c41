// `agon replay`: a recorded match again, on any engine, with every step compared.
#include "base/hash.h"
#include "cli/commands/commands.h"
#include "cli/engines.h"
#include "play/referee/replay.h"

namespace agon::cli {
namespace {

struct ReplayArguments {
  std::string record;
  std::string game;
  std::string engine = "prover";
};

void run(const ReplayArguments& arguments, Context& context) {
  context.start_budget(kLongCommand);
  const Result<std::string> text = read_file(arguments.record, context.max_bytes);
  if (!text) return context.fail(text.error());
  const Result<game::MatchRecord> record = game::match_record_from_json(*text);
  if (!record) return context.fail(record.error(), arguments.record);
  std::optional<gdl::Rules> rules;
  if (!arguments.game.empty()) {
    rules = context.load(arguments.game);
    if (!rules) return;
  } else {
    Result<gdl::Rules> own = gdl::read_text(record->rules_text, record->game, context.read_options());
    if (!own) return context.fail(own.error(), arguments.record, record->rules_text);
    rules = std::move(*own);
  }
  const bool same_rules = content_id(rules->text()) == record->rules_id;
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, context.limits());
  if (!engine) return context.fail(engine.error(), record->game);
  const play::ReplayReport report = play::replay(*engine, *record);
  if (context.json) {
    Json json{{"schema", "agon.replay/1"}, {"game", record->game},    {"engine", engine->name()},
              {"steps", report.steps},     {"agrees", report.agrees}, {"same_rules", same_rules}};
    if (!report.agrees) json["disagreement"] = report.disagreement;
    print_json(json);
  } else {
    fmt::print("{}: {} of {} steps replayed, {}\n", record->game, report.steps, record->steps.size(),
               report.agrees ? "all as recorded" : report.disagreement);
    if (!same_rules) fmt::print("  (the rules differ from those of the record)\n");
  }
  if (!report.agrees) context.worsen(kNegative);
}

}  // namespace

void add_replay_command(Command app, Context& context) {
  auto arguments = std::make_shared<ReplayArguments>();
  const Command command = app.subcommand("replay", "Replay a match record and compare every step with it");
  command
      .argument("record", arguments->record,
                "match record of 'agon match --record', 'agon playout --record' or 'agon lockstep --out'")
      .required()
      .type_name("FILE");
  command.option("--game", arguments->game, "rules to replay on, instead of those inside the record").type_name("GAME");
  command.option("-e,--engine", arguments->engine, "engine to replay on").show_default();
  add_common_options(command, context);
  add_limit_options(command, context, kLongCommand);
  command.examples(
      {{"agon playout tictactoe --record match.json", "writes a record"},
       {"agon replay match.json", "on the rules inside it"},
       {"agon replay match.json --engine circuit --game tictactoe", "on another engine, and the rules of the library"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
