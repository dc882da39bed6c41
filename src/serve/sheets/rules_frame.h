// The wire format between the server and its rules workers: length-prefixed frames with a line in front.
//
// A question is `walk 20000 182` (what, milliseconds, bytes), a newline and that many bytes, the body of the request. An answer is
// `200 4711 ready` (HTTP status, bytes) in the same way, the body of the response; `leaving` in place of `ready` says that the
// worker ends after it, because it has used up its memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agon::serve {

struct QuestionHead {
  std::string what;
  std::chrono::milliseconds time{0};
  std::size_t bytes = 0;
};

struct AnswerHead {
  int status = 0;
  std::size_t bytes = 0;
  bool leaving = false;
};

// With the newline.
[[nodiscard]] std::string to_line(const QuestionHead& head);
[[nodiscard]] std::string to_line(const AnswerHead& head);

// Without the newline; nothing for a line that is none.
[[nodiscard]] std::optional<QuestionHead> read_question_head(std::string_view line);
[[nodiscard]] std::optional<AnswerHead> read_answer_head(std::string_view line);

}  // namespace agon::serve
