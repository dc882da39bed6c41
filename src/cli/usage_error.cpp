#include "cli/usage_error.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/similar.h"

namespace agon::cli {

std::string usage_error(const UsageProblem& problem) {
  const std::string command = problem.command.empty() ? "agon" : "agon " + problem.command;
  std::string text = fmt::format("{}: {}\n", command, problem.message);
  for (const std::string& unread : problem.unread) {
    const std::string word = unread.substr(0, unread.find('='));
    const std::string name = nearest_name(word, problem.known, std::max<std::size_t>(1, word.size() / 3));
    if (name.empty()) continue;
    text += fmt::format("Did you mean '{}'?\n", name);
    break;
  }
  return text + fmt::format("Run '{} --help' for usage.\n", command);
}

}  // namespace agon::cli
