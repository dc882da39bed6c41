#include "serve/sheets/rules_frame.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace agon::serve {
namespace {

// The three words of a line with single spaces.
std::optional<std::array<std::string_view, 3>> three_words(std::string_view line) {
  const std::size_t first = line.find(' ');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = line.find(' ', first + 1);
  if (second == std::string_view::npos || line.find(' ', second + 1) != std::string_view::npos) return std::nullopt;
  return std::array{line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)};
}

template <class Number>
bool read_whole(std::string_view word, Number& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size();
}

}  // namespace

std::string to_line(const QuestionHead& head) { return fmt::format("{} {} {}\n", head.what, head.time.count(), head.bytes); }

std::string to_line(const AnswerHead& head) {
  return fmt::format("{} {} {}\n", head.status, head.bytes, head.leaving ? "leaving" : "ready");
}

std::optional<QuestionHead> read_question_head(std::string_view line) {
  const auto words = three_words(line);
  std::int64_t milliseconds = 0;
  QuestionHead head;
  if (!words || !read_whole((*words)[1], milliseconds) || !read_whole((*words)[2], head.bytes)) return std::nullopt;
  head.what = (*words)[0];
  head.time = std::chrono::milliseconds(milliseconds);
  return head;
}

std::optional<AnswerHead> read_answer_head(std::string_view line) {
  const auto words = three_words(line);
  AnswerHead head;
  if (!words || !read_whole((*words)[0], head.status) || !read_whole((*words)[1], head.bytes)) return std::nullopt;
  if ((*words)[2] != "ready" && (*words)[2] != "leaving") return std::nullopt;
  head.leaving = (*words)[2] == "leaving";
  return head;
}

}  // namespace agon::serve
