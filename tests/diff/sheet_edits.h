// Edits of a rule sheet as text: with comments gone and white space made uniform, a rule can be named by writing it down.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace agon::tests {

// "(<= (a ?x) (b ?x)) (c)": no comments, one space between terms, none inside parentheses.
inline std::string uniform_sheet(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t end = text.find_first_of(c == ';' ? "\n" : " \t\r\n();", i + 1);
    const std::string_view token = text.substr(i, (end == std::string_view::npos ? text.size() : end) - i);
    const bool space = std::string_view(" \t\r\n").find(c) != std::string_view::npos;
    const std::string_view word = c == '(' || c == ')' ? text.substr(i, 1) : token;
    i += space ? 1 : word.size();
    if (space || c == ';') continue;
    if (!out.empty() && out.back() != '(' && c != ')') out += ' ';
    out += word;
  }
  return out;
}

// Every occurrence; there must be one, or the edit is about another sheet.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::invalid_argument("the sheet has no '" + std::string(from) + "'");
  for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  return text;
}

// A symbol, wherever it is a whole word.
inline std::string renamed(const std::string& text, std::string_view from, std::string_view to) {
  std::string out;
  constexpr std::string_view kEnds = " ()";
  for (std::size_t i = 0; i < text.size();) {
    const bool starts = i == 0 || kEnds.find(text[i - 1]) != std::string_view::npos;
    const bool word =
        starts && text.compare(i, from.size(), from) == 0 && kEnds.find(text[i + from.size()]) != std::string_view::npos;
    out += word ? to : std::string_view(text).substr(i, 1);
    i += word ? from.size() : 1;
  }
  return out;
}

// The statements that have these words around one more, such as all (init (cell ? blank)).
inline std::string without(std::string text, std::string_view begin, std::string_view end) {
  std::size_t removed = 0;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t last = text.find_first_of(" ()", at + begin.size());
    if (text.compare(last, end.size(), end) != 0) {
      at += begin.size();
      continue;
    }
    text.erase(at, last + end.size() - at);
    ++removed;
  }
  if (removed == 0) throw std::invalid_argument("the sheet has no '" + std::string(begin) + "'");
  return text;
}

// A condition (true (cell X blank)) with whatever X: PREFIX X SUFFIX becomes (empty X).
inline std::string with_empty_cells(std::string text) {
  constexpr std::string_view kPrefix = "(true (cell ", kSuffix = " blank))";
  for (std::size_t at = text.find(kPrefix); at != std::string::npos; at = text.find(kPrefix, at + 1)) {
    const std::size_t last = text.find_first_of(" ()", at + kPrefix.size());
    if (text.compare(last, kSuffix.size(), kSuffix) != 0) continue;
    const std::string cell = text.substr(at + kPrefix.size(), last - at - kPrefix.size());
    text.replace(at, last + kSuffix.size() - at, "(empty " + cell + ")");
  }
  return text + " (<= (empty ?x) (index ?x) (not (occupied ?x))) (<= (occupied ?x) (true (cell ?x ?p)))";
}

}  // namespace agon::tests
