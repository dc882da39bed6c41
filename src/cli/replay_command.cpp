#include "cli/commands.h"
namespace agon::cli { void add_replay_command(CLI::App&, Context&) {} }
