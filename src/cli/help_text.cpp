#include "cli/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace agon::cli {

std::string examples_text(const std::vector<Example>& examples) {
  std::size_t width = 0;
  for (const Example& example : examples) {
    if (!example.what.empty()) width = std::max(width, example.command.size());
  }
  std::string text = "Examples:";
  for (const Example& example : examples) {
    if (example.what.empty()) text += "\n  " + example.command;
    else text += fmt::format("\n  {:<{}}  {}", example.command, width, example.what);
  }
  return text;
}

std::string with_remarks(const std::string& help, const std::vector<std::string>& remarks) {
  return remarks.empty() ? help : fmt::format("{} ({})", help, fmt::join(remarks, "; "));
}

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

}  // namespace agon::cli
