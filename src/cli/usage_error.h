// The message about a command line that cannot be parsed: what is wrong, the nearest name that there is, and where help is found.
#pragma once

#include <string>
#include <vector>

namespace agon::cli {

struct UsageProblem {
  std::string command;  // "exam make", the innermost one that was named; empty for the program itself
  std::string message;
  std::vector<std::string> unread;  // words that were not expected
  std::vector<std::string> known;   // names that could have been meant
};

[[nodiscard]] std::string usage_error(const UsageProblem& problem);

}  // namespace agon::cli
