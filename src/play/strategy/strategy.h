// The language of strategies: a name with arguments, which are names with arguments again.
//   mcts(select=rave(k=250), playout=nst(decay=0.6), time=2s)
// The same text works in commands, experiments and the web application. What the names mean is said in players.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace agon::play {

struct Strategy {
  struct Argument;
  std::string name;    // or a number, or a time such as 0.5s
  std::size_t at = 0;  // place in the text
  std::vector<Argument> arguments;
};
struct Strategy::Argument {
  std::string key;  // empty: a plain word such as `lanes`
  Strategy value;
};

[[nodiscard]] Result<Strategy> parse_strategy(std::string_view text);
[[nodiscard]] std::string to_string(const Strategy& strategy);

// Reads the arguments of one term and knows afterwards which of them nobody asked for. The first problem is kept.
class StrategyReader {
 public:
  StrategyReader(const Strategy& term, std::string_view text) : term_(term), text_(text), used_(term.arguments.size(), false) {}

  void number(const char* key, double& value, double least, double most) { number(key, value, least, most, false); }
  template <class Integer>
  void integer(const char* key, Integer& value, double least, double most) {
    auto wide = static_cast<double>(value);
    number(key, wide, least, most, true);
    value = static_cast<Integer>(wide);
  }
  void flag(const char* key, bool& value);  // yes, no, or the key alone
  void time(const char* key, std::optional<std::chrono::nanoseconds>& value);
  // The argument's term, or null.
  [[nodiscard]] const Strategy* term(const char* key);
  // One of these words, by its place; the problem names the nearest.
  [[nodiscard]] std::optional<std::size_t> word(const Strategy& term, std::span<const char* const> words, const char* what);
  // The same for a word that has no settings of its own.
  [[nodiscard]] std::optional<std::size_t> bare_word(const Strategy& term, std::span<const char* const> words, const char* what);
  [[nodiscard]] std::optional<std::size_t> bare_word(const Strategy& term, std::span<const std::string> words, const char* what);
  // Whether it is there, as a key or a plain word, for checks of what goes together.
  [[nodiscard]] bool given(std::string_view key) const;

  // A number without a key, as in static(0.6).
  void first_number(double& value, double least, double most);
  void fail(std::size_t at, const std::string& message, const std::string& hint);
  // The problem so far, or an argument that nobody asked for.
  [[nodiscard]] std::optional<Error> finish();
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  void take(std::optional<Error> error) {
    if (!error_) error_ = std::move(error);
  }

 private:
  void number(const char* key, double& value, double least, double most, bool whole);
  [[nodiscard]] const Strategy* find(const char* key);
  [[nodiscard]] bool is_bare(const Strategy& term);  // fails otherwise
  const Strategy& term_;
  std::string_view text_;
  std::vector<bool> used_;
  std::vector<std::string> known_;
  std::optional<Error> error_;
};

}  // namespace agon::play
