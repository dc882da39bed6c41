// `agon signature`: one hash of what all searches return, to show that a change changed no behaviour.
#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "lab/signature.h"

namespace agon::cli {
namespace {

constexpr const char* kSignatureDetails =
    R"(Every strategy searches a fixed set of positions with fixed seeds and counted effort; visits, values, proven bounds and principal
variations are hashed to one number. A refactoring leaves it alone; a commit that changes how a search behaves says so and updates
tests/signature/signature.txt, which a test compares.)";

void run(bool lines, Context& context) {
  const Result<lab::Signature> signature = [&] {
    Progress bar("signature", lab::signature_cases().size());
    return lab::search_signature(context.games_folder, [&](const lab::SignatureLine& line) {
      bar.note(line.what.text());
      bar.advance();
    });
  }();
  if (!signature) return context.fail(signature.error());
  if (context.json) {
    for (const lab::SignatureLine& line : signature->lines) {
      print_json({{"schema", "agon.signature/1"},
                  {"game", line.what.game},
                  {"strategy", line.what.strategy},
                  {"hash", fmt::format("{:016x}", line.hash)}});
    }
    print_json({{"schema", "agon.signature/1"}, {"signature", fmt::format("{:016x}", signature->number)}});
    return;
  }
  if (lines) {
    for (const lab::SignatureLine& line : signature->lines) fmt::print("{:016x}  {}\n", line.hash, line.what.text());
  }
  fmt::print("{:016x}\n", signature->number);
}

}  // namespace

void add_signature_command(Command app, Context& context) {
  auto lines = std::make_shared<bool>(false);
  const Command command =
      app.subcommand("signature", "Print a hash of what all searches return on fixed positions (regression test)");
  command.details(kSignatureDetails);
  command.flag("--lines", *lines, "print a hash for each position too");
  add_common_options(command, context);
  command.examples({{"agon signature", "the number"},
                    {"agon signature --lines", "a line for each position, to see which search changed"},
                    {"agon signature --lines > tests/signature/signature.txt", "update the expected answer of the test"}});
  command.callback([lines, &context] { run(*lines, context); });
}

}  // namespace agon::cli
