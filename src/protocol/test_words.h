// Generators of random terms and layouts, for the property tests of this folder.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.h"
#include "gdl/read/lexer.h"

namespace agon::protocol {

inline std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

inline std::string random_word(Rng& rng) {
  constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz0123456789+-*_<>=.'\"{}[]/!";
  std::string word(1, static_cast<char>('a' + rng.below(26)));
  for (std::uint32_t i = rng.below(6); i > 0; --i) word += kCharacters[rng.below(static_cast<std::uint32_t>(kCharacters.size()))];
  return word == "nil" || word.ends_with('.') ? "noop" : word;
}

// Canonical: a constant, or a name with one to three arguments.
inline std::string random_term(Rng& rng, int depth = 3) {
  if (depth == 0 || rng.below(2) == 0) return random_word(rng);
  std::string term = "(" + random_word(rng);
  for (std::uint32_t i = 1 + rng.below(3); i > 0; --i) term += " " + random_term(rng, depth - 1);
  return term + ")";
}

inline std::vector<std::string> random_terms(Rng& rng, std::uint32_t most) {
  std::vector<std::string> terms;
  for (std::uint32_t i = rng.below(most + 1); i > 0; --i) terms.push_back(random_term(rng));
  return terms;
}

// The same tokens with other blanks and letter case. Words that start with M keep theirs: match identifiers are case-sensitive.
inline std::string random_layout(Rng& rng, const std::string& text) {
  const auto blanks = [&] {
    constexpr const char* kBlanks[] = {" ", "\n", "\t\r\n", "   ", " ; a remark (\n"};
    return std::string(kBlanks[rng.below(5)]);
  };
  std::string out = rng.below(2) == 0 ? "" : blanks();
  for (const gdl::Token& token : gdl::lex_kif(text, 1).tokens) {
    std::string word = text.substr(token.span.begin, token.span.end - token.span.begin);
    const bool name = token.kind == gdl::Token::Kind::Name;
    for (char& c : word) {
      if (name && word[0] != 'M' && c >= 'a' && c <= 'z' && rng.below(2) == 0) c = static_cast<char>(c - 'a' + 'A');
    }
    out += word;
    if (name || rng.below(2) == 0) out += blanks();
  }
  return out;
}

}  // namespace agon::protocol
