#include "cli/usage_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/similar.h"

namespace agon::cli {
namespace {

// The command that was being read: the innermost one that was named.
const CLI::App* innermost(const CLI::App* app) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return app;
}

std::vector<std::string> names_of(const CLI::App* app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app->get_subcommands([](const CLI::App*) { return true; })) names.push_back(command->get_name());
  for (const CLI::Option* option : app->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace

std::string usage_error(const CLI::App* app, const CLI::Error& problem) {
  const CLI::App* command = innermost(app);
  std::string text = fmt::format("{}: {}\n", command->get_name() == app->get_name() ? "agon" : "agon " + command->get_name(), problem.what());
  for (const std::string& unread : app->remaining(true)) {
    const std::string word = unread.substr(0, unread.find('='));
    const std::string name = nearest_name(word, names_of(command), std::max<std::size_t>(1, word.size() / 3));
    if (name.empty()) continue;
    text += fmt::format("Did you mean '{}'?\n", name);
    break;
  }
  return text + fmt::format("'agon{} --help' says what there is.\n", command == app ? "" : " " + command->get_name());
}

}  // namespace agon::cli
