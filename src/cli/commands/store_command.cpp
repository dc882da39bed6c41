// `agon store`: checks and copies the store of a server.
#include "cli/commands/commands.h"
#include "serve/store/inspect.h"

namespace agon::cli {
namespace {

constexpr const char* kCheckSections = R"(What is checked
  The structure of the SQLite file, the checksum of every event (a hash chain for each match, so that missing events are found too), of
  every row of the lists, the number of all events, and whether the file is older than when a server used it last (a deleted -wal file,
  an old copy). Nothing is changed, and a server may use the store meanwhile. Exit code 1: something is damaged.)";

constexpr const char* kBackupSections = R"(Restoring
  Stop the server, put the copy where the store was, delete the files FILE-wal, FILE-shm and FILE.lock of the old store, and start the
  server again. Tournaments have a folder of their own, which is not part of the copy.)";

struct StoreArguments {
  std::string file, to;
};

void show(const serve::StoreReport& report, const char* schema, const std::string& file, Context& context) {
  if (!report.good()) context.worsen(kNegative);
  if (context.json) {
    Json findings = Json::array();
    for (const serve::StoreFinding& finding : report.findings)
      findings.push_back({{"match", finding.match}, {"problem", finding.problem}});
    return print_json({{"schema", schema},
                       {"file", file},
                       {"good", report.good()},
                       {"version", report.version},
                       {"commits", report.commits},
                       {"events", report.events},
                       {"matches", report.matches},
                       {"tournaments", report.tournaments},
                       {"findings", std::move(findings)}});
  }
  for (const serve::StoreFinding& finding : report.findings)
    fmt::print("{}{}\n", finding.match.empty() ? "" : finding.match + ": ", finding.problem);
  fmt::print("{}: {} events, {} matches, {} tournaments; {}\n", file, report.events, report.matches, report.tournaments,
             report.good() ? "all checksums fit" : fmt::format("{} finding(s)", report.findings.size()));
}

void add_check(Command app, const std::shared_ptr<StoreArguments>& arguments, Context& context) {
  const Command command = app.subcommand("check", "Verify every checksum of a store; exit code 1 if something is damaged");
  command.argument("file", arguments->file, "the store").required().type_name("FILE");
  add_common_options(command, context);
  command.section(kCheckSections);
  command.examples({{"agon store check ~/.local/share/agon/agon.db", "is everything as it was written?"},
                    {"agon store check agon.db --json", "for scripts: one object, exit code 0 or 1"}});
  command.callback([arguments, &context] {
    const Result<serve::StoreReport> report = serve::check_store(arguments->file);
    if (!report) return context.fail(report.error(), arguments->file);
    show(*report, "agon.store_check/1", arguments->file, context);
  });
}

void add_backup(Command app, const std::shared_ptr<StoreArguments>& arguments, Context& context) {
  const Command command = app.subcommand("backup", "Copy a store while its server runs, and check the copy");
  command.argument("from", arguments->file, "the store").required().type_name("FROM");
  command.argument("to", arguments->to, "the copy, a file that does not exist yet").required().type_name("TO");
  add_common_options(command, context);
  command.section(kBackupSections);
  command.examples({{"agon store backup agon.db copy.db", "everything up to this moment, in one file"},
                    {"agon store backup agon.db copy.db --json", "the same with a report for scripts"}});
  command.callback([arguments, &context] {
    const Result<serve::StoreReport> report = serve::back_up_store(arguments->file, arguments->to);
    if (!report) return context.fail(report.error(), arguments->file);
    show(*report, "agon.store_backup/1", arguments->to, context);
  });
}

}  // namespace

void add_store_command(Command app, Context& context) {
  auto arguments = std::make_shared<StoreArguments>();
  const Command command = app.subcommand("store", "Check the store of a server, or copy it while the server runs");
  add_check(command, arguments, context);
  add_backup(command, arguments, context);
  command.examples({{"agon store check agon.db", "verify every checksum"},
                    {"agon store backup agon.db copy.db", "copy it while the server runs"}});
  command.callback([command, &context] {
    if (!command.chosen())
      context.fail({Error::Category::Usage,
                    {{"no-command", Severity::Error, {}, "name what to do: check or backup", "see 'agon store --help'"}}});
  });
}

}  // namespace agon::cli
