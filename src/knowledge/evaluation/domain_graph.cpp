#include "knowledge/evaluation/domain_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace agon::knowledge::evaluation {
namespace {

constexpr std::uint32_t kNoNode = 0xffffffff;

std::uint64_t symbol_key(SymbolId symbol, std::size_t arity) { return (std::uint64_t{symbol.value} << 32U) | arity; }

}  // namespace

DomainGraph::DomainGraph(const gdl::Rules& rules) : symbols_(&rules.symbols()) {
  absl::flat_hash_map<SymbolId, NodeId> variables;
  for (const gdl::Rule& rule : rules.rules()) {
    variables.clear();
    read(rule.head, variables);
    for (const gdl::Formula& formula : rule.body) read(formula, variables);
  }
  // init, next and true are about the same fluents.
  const auto tie = [&](gdl::Keyword a, gdl::Keyword b, std::uint32_t arity) {
    for (std::uint32_t i = 0; i < arity; ++i) join(node(gdl::symbol(a), arity, i + 1), node(gdl::symbol(b), arity, i + 1));
  };
  tie(gdl::Keyword::True, gdl::Keyword::Init, 1);
  tie(gdl::Keyword::True, gdl::Keyword::Next, 1);
  tie(gdl::Keyword::Does, gdl::Keyword::Legal, 2);
}

DomainGraph::NodeId DomainGraph::node(SymbolId symbol, std::size_t arity, std::size_t place) {
  const auto [entry, fresh] = nodes_[symbol_key(symbol, arity)].emplace(place, static_cast<NodeId>(parent_.size()));
  if (fresh) parent_.push_back(entry->second);
  return entry->second;
}

DomainGraph::NodeId DomainGraph::root(NodeId id) const {
  while (parent_[id] != id) id = parent_[id];
  return id;
}

void DomainGraph::join(NodeId a, NodeId b) {
  a = root(a);
  b = root(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

void DomainGraph::read(const gdl::Term& term, absl::flat_hash_map<SymbolId, NodeId>& variables) {
  const std::size_t arity = term.args.size();
  for (std::size_t i = 0; i < arity; ++i) {
    const NodeId place = node(term.name, arity, i + 1);
    const gdl::Term& arg = term.args[i];
    if (arg.variable) {
      const auto [first, fresh] = variables.emplace(arg.name, place);
      if (!fresh) join(place, first->second);
      continue;
    }
    const NodeId symbol = node(arg.name, arg.args.size(), 0);
    if (std::ranges::find(values_, symbol, &Symbol::node) == values_.end())
      values_.push_back({arg.name, static_cast<std::uint32_t>(arg.args.size()), symbol});
    join(place, symbol);
    read(arg, variables);
  }
}

void DomainGraph::read(const gdl::Formula& formula, absl::flat_hash_map<SymbolId, NodeId>& variables) {
  if (formula.kind == gdl::Formula::Kind::Distinct) return;
  if (formula.kind == gdl::Formula::Kind::Atom) read(formula.atom, variables);
  for (const gdl::Formula& part : formula.parts) read(part, variables);
}

DomainGraph::NodeId DomainGraph::find(const std::string& name, std::uint32_t arity, std::uint32_t argument) const {
  const auto entry = nodes_.find(symbol_key(symbols_->find(name), arity));
  if (entry == nodes_.end()) return kNoNode;
  const auto place = entry->second.find(argument + 1);
  return place == entry->second.end() ? kNoNode : place->second;
}

std::vector<std::string> DomainGraph::values(const std::string& name, std::uint32_t arity, std::uint32_t argument) const {
  std::vector<std::string> found;
  const NodeId place = find(name, arity, argument);
  if (place == kNoNode) return found;
  for (const Symbol& symbol : values_) {
    if (root(symbol.node) != root(place)) continue;
    const std::string text = symbols_->text(symbol.name);
    found.push_back(symbol.arity == 0 ? text : fmt::format("{}/{}", text, symbol.arity));
  }
  std::ranges::sort(found);
  return found;
}

bool DomainGraph::same(const std::string& name, std::uint32_t arity, std::uint32_t first, std::uint32_t second) const {
  const NodeId a = find(name, arity, first), b = find(name, arity, second);
  return a != kNoNode && b != kNoNode && root(a) == root(b);
}

}  // namespace agon::knowledge::evaluation
