// Text of help pages that is composed rather than written: examples, what is known about an option.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agon::cli {

struct Example {
  std::string command;  // as typed in a shell: "agon perft chess --depth 3"
  std::string what;     // beside it; may be empty
};

// "Examples:" and a line for each, what they do in one column.
[[nodiscard]] std::string examples_text(const std::vector<Example>& examples);

// "how deep to count (1..1000; default: 3)".
[[nodiscard]] std::string with_remarks(const std::string& help, const std::vector<std::string>& remarks);

[[nodiscard]] std::string first_line(std::string_view text);

}  // namespace agon::cli
