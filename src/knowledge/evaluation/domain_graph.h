// The undirected domain graph: which values the arguments of relations and functions may take (Schiffel, section 5.2.1).
//
// Argument places and symbols are nodes; a symbol is tied to the places where it stands, places to each other where one variable of
// a rule stands at both. Connected components are domains. `distinct` ties nothing. The structure of a game for display
// (structure/evidence/rule_links.h) leaves the symbols out of its graph, so that a counter and a row are two domains although both
// contain a 1; orders and the printed figures need them.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gdl/rules.h"

namespace agon::knowledge::evaluation {

class DomainGraph {
 public:
  explicit DomainGraph(const gdl::Rules& rules);

  // The values of an argument (from 0) of a relation or function with this name and arity, by name: constants as they are written,
  // functions as step/1. Empty if the rules do not have it.
  [[nodiscard]] std::vector<std::string> values(const std::string& name, std::uint32_t arity, std::uint32_t argument) const;
  [[nodiscard]] bool same(const std::string& name, std::uint32_t arity, std::uint32_t first, std::uint32_t second) const;

 private:
  using NodeId = std::uint32_t;
  NodeId node(SymbolId symbol, std::size_t arity, std::size_t place);  // place 0: the symbol itself, else the argument + 1
  [[nodiscard]] NodeId find(const std::string& name, std::uint32_t arity, std::uint32_t argument) const;
  [[nodiscard]] NodeId root(NodeId id) const;
  void join(NodeId a, NodeId b);
  void read(const gdl::Term& term, absl::flat_hash_map<SymbolId, NodeId>& variables);
  void read(const gdl::Formula& formula, absl::flat_hash_map<SymbolId, NodeId>& variables);

  struct Symbol {
    SymbolId name;
    std::uint32_t arity = 0;
    NodeId node = 0;
  };
  const SymbolTable* symbols_;
  absl::flat_hash_map<std::uint64_t, absl::flat_hash_map<std::uint64_t, NodeId>> nodes_;  // by name and arity, then by place
  std::vector<NodeId> parent_;
  std::vector<Symbol> values_;  // constants and functions
};

}  // namespace agon::knowledge::evaluation
