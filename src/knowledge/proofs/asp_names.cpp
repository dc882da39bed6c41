#include "knowledge/proofs/asp_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace agon::knowledge::proofs {
namespace {

bool identifier_tail(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

}  // namespace

std::string AspNames::name(SymbolId symbol) const {
  if (symbol.index() < symbols_.size() && identifier_tail(symbols_.text(symbol))) return "c_" + symbols_.text(symbol);
  return fmt::format("x{}", symbol.value);
}

std::string AspNames::symbol_of(std::string_view name) const {
  if (name.starts_with("c_")) return std::string(name.substr(2));
  std::uint32_t number = 0;
  if (name.starts_with("x")) std::from_chars(name.data() + 1, name.data() + name.size(), number);
  return number < symbols_.size() ? symbols_.text(SymbolId{number}) : std::string(name);
}

std::string AspNames::term(const gdl::Term& term) const {
  if (term.variable) return variable(term.name.value);
  std::string text = name(term.name);
  for (std::size_t i = 0; i < term.args.size(); ++i) text += (i == 0 ? "(" : ",") + this->term(term.args[i]);
  return term.args.empty() ? text : text + ")";
}

std::string AspNames::term(const game::TermBank& bank, TermId id) const {
  const game::TermBank::Node& node = bank.node(id);
  std::string text = name(node.functor);
  for (std::uint32_t i = 0; i < node.arity; ++i) text += (i == 0 ? "(" : ",") + term(bank, node.args[i]);
  return node.arity == 0 ? text : text + ")";
}

std::string AspNames::term(const game::TermBank& bank, const ground::Pattern& pattern) const {
  switch (pattern.kind) {
    case ground::Pattern::Kind::Variable: return variable(pattern.variable);
    case ground::Pattern::Kind::Constant: return term(bank, pattern.constant);
    case ground::Pattern::Kind::Compound: break;
  }
  std::string text = name(pattern.functor);
  for (std::size_t i = 0; i < pattern.args.size(); ++i) text += (i == 0 ? "(" : ",") + term(bank, pattern.args[i]);
  return text + ")";
}

std::string AspNames::kif_term(std::string_view text, std::size_t& at) const {
  const std::size_t begin = at;
  while (at < text.size() && text[at] != '(' && text[at] != ')' && text[at] != ',') ++at;
  const std::string head = symbol_of(text.substr(begin, at - begin));
  if (at >= text.size() || text[at] != '(') return head;
  std::string result = "(" + head;
  do {
    ++at;  // the parenthesis or a comma
    result += " " + kif_term(text, at);
  } while (at < text.size() && text[at] == ',');
  ++at;
  return result + ")";
}

std::string AspNames::kif(std::string_view asp) const {
  std::size_t at = 0;
  return kif_term(asp, at);
}

}  // namespace agon::knowledge::proofs
