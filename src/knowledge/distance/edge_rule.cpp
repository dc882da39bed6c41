#include "knowledge/distance/edge_rule.h"

#include <algorithm>

namespace agon::knowledge {

std::string to_string(EdgeRule rule) {
  switch (rule.kind) {
    case EdgeRule::Kind::Similarity: return "similarity";
    case EdgeRule::Kind::Carry:
      return rule.argument == EdgeRule::kNone ? "carry" : "carry argument " + std::to_string(rule.argument + 1);
    case EdgeRule::Kind::Hardest: return "hardest";
  }
  return "similarity";
}

std::uint32_t similarity(const game::TermBank& terms, TermId a, TermId b) {
  const game::TermBank::Node& x = terms.node(a);
  const game::TermBank::Node& y = terms.node(b);
  if (x.functor != y.functor || x.arity != y.arity) return 0;
  if (x.arity == 0) return 1;
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < x.arity; ++i) sum += similarity(terms, x.args[i], y.args[i]);
  return sum;
}

std::uint64_t EdgeScore::operator()(std::uint32_t source, std::uint32_t fluent) const {
  const game::TermBank& terms = *program_.terms;
  const TermId from = program_.fluents[source];
  const TermId to = program_.fluents[fluent];
  const std::uint64_t alike = std::min<std::uint32_t>(similarity(terms, from, to), 0xffff);
  if (rule_.kind == EdgeRule::Kind::Similarity) return 1 + alike;
  const std::uint64_t hard = hardness_.empty() ? 0 : hardness_[source];
  if (rule_.kind == EdgeRule::Kind::Hardest) return 1 + (hard << 16U | alike);
  const game::TermBank::Node& x = terms.node(from);
  const game::TermBank::Node& y = terms.node(to);
  const bool same_kind = x.functor == y.functor && x.arity == y.arity;
  const bool carried = same_kind && rule_.argument < x.arity && x.args[rule_.argument] == y.args[rule_.argument];
  const std::uint64_t kind = carried ? 2 : same_kind ? 1 : 0;
  return 1 + (kind << 32U | hard << 16U | alike);
}

}  // namespace agon::knowledge
