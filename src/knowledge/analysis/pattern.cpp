#include "knowledge/analysis/pattern.h"

namespace agon::knowledge {

std::optional<Pattern> common_pattern(const game::TermBank& terms, std::span<const TermId> all) {
  if (all.empty()) return std::nullopt;
  const game::TermBank::Node& first = terms.node(all.front());
  Pattern pattern{first.functor, first.arity, std::vector<bool>(first.arity, true), {first.args, first.args + first.arity}};
  for (const TermId term : all.subspan(1)) {
    const game::TermBank::Node& node = terms.node(term);
    if (node.functor != first.functor || node.arity != first.arity) return std::nullopt;
    for (std::uint32_t i = 0; i < node.arity; ++i) {
      if (node.args[i] != pattern.with[i]) pattern.fixed[i] = false;
    }
  }
  return pattern;
}

std::string to_string(const Pattern& pattern, const game::TermBank& terms, const char* open, const char* hide) {
  std::string text(terms.symbols().text(pattern.functor));
  if (pattern.arity == 0) return text;
  for (std::uint32_t i = 0; i < pattern.arity; ++i) {
    text += ' ';
    if (!pattern.fixed[i]) {
      text += open;
    } else {
      text += hide != nullptr ? std::string(hide) : terms.text(pattern.with[i]);
    }
  }
  return "(" + text + ")";
}

}  // namespace agon::knowledge
