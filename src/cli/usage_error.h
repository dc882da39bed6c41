// What to say when the command line cannot be read: CLI11's sentence, the nearest name that there is, and where help is found.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace agon::cli {

[[nodiscard]] std::string usage_error(const CLI::App* app, const CLI::Error& problem);

}  // namespace agon::cli
