#include "cli/commands/commands.h"

int main(int argc, char** argv) { return agon::cli::run_app(argc, argv); }
