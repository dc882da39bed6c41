#include "play/strategy/strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "base/similar.h"

namespace agon::play {
namespace {

Error problem(std::string_view text, std::size_t at, const std::string& message, const std::string& hint) {
  return bad_input("bad-strategy", fmt::format("{}, at '{}' (column {} of \"{}\")", message, text.substr(at, 20), at + 1, text),
                   hint);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Strategy> run() {
    Result<Strategy> result = term(0);
    if (!result) return result;
    skip_space();
    if (at_ < text_.size()) return problem(text_, at_, "a strategy ends here", "remove the rest, or put it into the brackets");
    return result;
  }

 private:
  static constexpr int kDeepest = 20;

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  [[nodiscard]] bool accept(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string word() {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  std::string_view("._+-^").find(text_[at_]) != std::string_view::npos))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  Result<Strategy> term(int depth) {
    if (depth > kDeepest) return problem(text_, at_, "brackets are nested too deeply", "");
    Strategy result;
    skip_space();
    result.at = at_;
    result.name = word();
    if (result.name.empty()) return problem(text_, at_, "a name or number is missing", "for example mcts(time=1s)");
    if (!accept('(') || accept(')')) return result;
    do {
      skip_space();
      Strategy::Argument argument;
      const std::size_t begin = at_;
      const std::string key = word();
      if (!key.empty() && accept('=')) {
        argument.key = key;
      } else {
        at_ = begin;
      }
      Result<Strategy> value = term(depth + 1);
      if (!value) return value;
      argument.value = std::move(*value);
      result.arguments.push_back(std::move(argument));
    } while (accept(','));
    if (!accept(')')) return problem(text_, at_, "a bracket is not closed", "add ')'");
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<double> to_number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

Result<Strategy> parse_strategy(std::string_view text) { return Parser(text).run(); }

std::string to_string(const Strategy& strategy) {
  if (strategy.arguments.empty()) return strategy.name;
  std::vector<std::string> arguments;
  for (const Strategy::Argument& argument : strategy.arguments)
    arguments.push_back((argument.key.empty() ? "" : argument.key + "=") + to_string(argument.value));
  return fmt::format("{}({})", strategy.name, fmt::join(arguments, ", "));
}

const Strategy* StrategyReader::find(const char* key) {
  known_.emplace_back(key);
  const Strategy* found = nullptr;
  for (std::size_t i = 0; i < term_.arguments.size(); ++i) {
    if (term_.arguments[i].key != key) continue;
    if (found != nullptr) fail(term_.arguments[i].value.at, fmt::format("'{}' is given twice", key), "leave one out");
    used_[i] = true;
    found = &term_.arguments[i].value;
  }
  return found;
}

const Strategy* StrategyReader::term(const char* key) { return find(key); }

bool StrategyReader::given(std::string_view key) const {
  return std::any_of(term_.arguments.begin(), term_.arguments.end(), [&](const Strategy::Argument& argument) {
    return argument.key == key || (argument.key.empty() && argument.value.name == key);
  });
}

bool StrategyReader::is_bare(const Strategy& term) {
  if (term.arguments.empty()) return true;
  fail(term.at, fmt::format("'{}' has no settings", term.name), "leave out the brackets");
  return false;
}

void StrategyReader::number(const char* key, double& value, double least, double most, bool whole) {
  const Strategy* const found = find(key);
  if (found == nullptr) return;
  const std::optional<double> number = found->arguments.empty() ? to_number(found->name) : std::nullopt;
  if (!number || *number < least || *number > most || (whole && *number != std::floor(*number)))
    return fail(found->at, fmt::format("'{}' is a {}number from {} to {}", key, whole ? "whole " : "", least, most),
                fmt::format("for example {}={}", key, std::clamp(value, least, most)));
  value = *number;
}

void StrategyReader::first_number(double& value, double least, double most) {
  for (std::size_t i = 0; i < term_.arguments.size(); ++i) {
    const Strategy::Argument& argument = term_.arguments[i];
    if (!argument.key.empty() || used_[i]) continue;
    const std::optional<double> number = to_number(argument.value.name);
    if (!number || !is_bare(argument.value)) continue;
    used_[i] = true;
    if (*number < least || *number > most)
      return fail(argument.value.at, fmt::format("this is a number from {} to {}", least, most), "");
    value = *number;
    return;
  }
}

void StrategyReader::flag(const char* key, bool& value) {
  const Strategy* const found = find(key);
  if (found != nullptr) {
    const std::string& name = found->name;
    if (!is_bare(*found)) return;
    if (name == "yes" || name == "true" || name == "on" || name == "1") {
      value = true;
    } else if (name == "no" || name == "false" || name == "off" || name == "0") {
      value = false;
    } else {
      fail(found->at, fmt::format("'{}' is yes or no", key), "");
    }
  }
  bool seen = found != nullptr;
  for (std::size_t i = 0; i < term_.arguments.size(); ++i) {
    const Strategy& word = term_.arguments[i].value;
    if (!term_.arguments[i].key.empty() || word.name != key || !is_bare(word)) continue;
    used_[i] = true;
    if (seen) return fail(word.at, fmt::format("'{}' is given twice", key), "leave one out");
    value = seen = true;
  }
}

void StrategyReader::time(const char* key, std::optional<std::chrono::nanoseconds>& value) {
  const Strategy* const found = find(key);
  if (found == nullptr || !is_bare(*found)) return;
  double scale = 1e9;
  std::string digits = found->name;
  if (digits.ends_with("ms")) {
    scale = 1e6;
    digits.resize(digits.size() - 2);
  } else if (digits.ends_with('s')) {
    digits.pop_back();
  }
  const std::optional<double> number = to_number(digits);
  constexpr double kDay = 86'400;
  if (!number || *number <= 0 || *number * scale > kDay * 1e9)
    return fail(found->at, fmt::format("'{}' is a time from 1ms to a day", key),
                fmt::format("for example {}=0.5s or {}=100ms", key, key));
  value = std::chrono::nanoseconds(static_cast<std::int64_t>(*number * scale));
}

std::optional<std::size_t> StrategyReader::word(const Strategy& term, std::span<const char* const> words, const char* what) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (term.name == words[i]) return i;
  }
  fail(term.at, fmt::format("there is no {} '{}'", what, term.name),
       suggest(term.name, std::vector<std::string>(words.begin(), words.end())));
  return std::nullopt;
}

std::optional<std::size_t> StrategyReader::bare_word(const Strategy& term, std::span<const char* const> words, const char* what) {
  const std::optional<std::size_t> place = word(term, words, what);
  return place && is_bare(term) ? place : std::nullopt;
}

std::optional<std::size_t> StrategyReader::bare_word(const Strategy& term, std::span<const std::string> words, const char* what) {
  std::vector<const char*> texts;
  for (const std::string& word : words) texts.push_back(word.c_str());
  return bare_word(term, std::span<const char* const>(texts), what);
}

void StrategyReader::fail(std::size_t at, const std::string& message, const std::string& hint) {
  if (!error_) error_ = problem(text_, at, message, hint);
}

std::optional<Error> StrategyReader::finish() {
  for (std::size_t i = 0; i < used_.size() && !error_; ++i) {
    if (used_[i]) continue;
    const Strategy::Argument& argument = term_.arguments[i];
    const std::string& name = argument.key.empty() ? argument.value.name : argument.key;
    fail(argument.value.at, fmt::format("'{}' takes no '{}'", term_.name, name), suggest(name, known_));
  }
  return error_;
}

}  // namespace agon::play
