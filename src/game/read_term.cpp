#include "game/read_term.h"

#include <vector>

namespace agon::game {
namespace {

// A compound whose parenthesis is open. An explicit stack: the text comes from outside, and may be deep.
struct OpenTerm {
  std::optional<SymbolId> functor;
  std::vector<TermId> arguments;
};

}  // namespace

std::optional<TermId> read_term(TermBank& terms, std::string_view text) {
  std::vector<OpenTerm> open;
  std::optional<TermId> whole;
  const auto add = [&](TermId term) {
    if (open.empty()) whole = term;
    else open.back().arguments.push_back(term);
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    if (whole) return std::nullopt;  // something stands behind the term
    if (text[at] == '(') {
      open.emplace_back();
      ++at;
    } else if (text[at] == ')') {
      if (open.empty() || !open.back().functor) return std::nullopt;
      const OpenTerm closed = std::move(open.back());
      open.pop_back();
      add(terms.intern(*closed.functor, closed.arguments));
      ++at;
    } else {
      const std::size_t end = std::min(text.find_first_of(" ()", at), text.size());
      const SymbolId word = terms.symbols().find(text.substr(at, end - at));
      if (word.index() >= terms.symbols().size()) return std::nullopt;
      if (!open.empty() && !open.back().functor) open.back().functor = word;
      else add(terms.constant(word));
      at = end;
    }
  }
  return open.empty() ? whole : std::nullopt;
}

}  // namespace agon::game
