// `agon rules-worker`: the process in which `agon serve` looks at rules of strangers; for no one else.
#include <malloc.h>
#include <sys/resource.h>

#include <iostream>

#include "cli/commands/commands.h"
#include "serve/player/stdio_player.h"
#include "serve/sheets/rules_worker.h"

namespace agon::cli {
namespace {

struct RulesWorkerArguments {
  std::size_t memory_limit_mib = 448;
  std::size_t rules_bytes = std::size_t{1} << 20U;
};

void run(const RulesWorkerArguments& arguments) {
  // One heap: each further one would reserve 64 MiB of the address space. No core file: they are large, and rules crash on purpose.
  mallopt(M_ARENA_MAX, 1);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  setpriority(PRIO_PROCESS, 0, 5);  // matches come first
  serve::become_child(arguments.memory_limit_mib << 20U);
  serve::RulesWorkerOptions options;
  options.memory_bytes = arguments.memory_limit_mib << 20U;
  options.sheets.rules_bytes = arguments.rules_bytes;
  serve::run_rules_worker(std::cin, stdout, options);
}

}  // namespace

void add_rules_worker_command(Command app, Context& /*context*/) {
  auto arguments = std::make_shared<RulesWorkerArguments>();
  const Command command = app.subcommand("rules-worker", "Answer questions of 'agon serve' about rules on standard input");
  command.option("--memory-limit", arguments->memory_limit_mib, "address space of the process in MiB").show_default();
  command.option("--rules-bytes", arguments->rules_bytes, "maximum size of a rule sheet").show_default();
  command.callback([arguments] { run(*arguments); });
}

}  // namespace agon::cli
