// Relations that are used without being defined, or defined without being used.
#include <fmt/format.h>

#include <algorithm>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

// For each name of a relation that something defines: one of its arities.
absl::flat_hash_map<SymbolId, std::uint32_t> defined_arities(const Sheet& sheet) {
  absl::flat_hash_map<SymbolId, std::uint32_t> arities;
  for (const Rule& rule : sheet.rules().rules()) arities.try_emplace(rule.head.name, relation_of(rule.head).arity);
  for (const External& external : sheet.rules().externals()) {
    for (const Term& function : external.functions) arities.try_emplace(function.name, relation_of(function).arity);
  }
  return arities;
}

void check_undefined(Sheet& sheet) {
  const auto arities = defined_arities(sheet);
  const auto look = [&](const Term& atom, bool negated) {
    const Relation relation = relation_of(atom);
    const std::string& name = sheet.text(relation.name);
    const bool arrow = name.empty() || name == "<=" || name == ":-" || name == "=>";
    const bool optional = is(relation.name, Keyword::Base) || is(relation.name, Keyword::Input);  // other keywords: check_keywords
    if (sheet.defined(relation) || arrow || (sheet.keyword(relation.name) && !optional)) return;
    std::string hint = sheet.did_you_mean(atom, true);
    if (const auto other = arities.find(relation.name); other != arities.end()) {
      hint = fmt::format("{} is defined with {} argument{}", name, other->second, other->second == 1 ? "" : "s");
    }
    if (hint.empty()) hint = fmt::format("add rules or facts for {}, or remove the condition", name);
    sheet.report("undefined-relation", sheet.name_span(atom),
                 fmt::format("no rule defines {}, so this {}", sheet.show(relation),
                             negated ? "negated condition never fails" : "condition never holds"),
                 hint);
  };
  for (const Rule& rule : sheet.rules().rules()) {
    for (const Formula& formula : rule.body) for_each_atom(formula, false, look);
  }
}

// A relation that only its own recursion uses is unused as well.
void check_unused(Sheet& sheet) {
  const DependencyGraph& graph = sheet.graph();
  std::vector<bool> said(graph.size(), false);
  std::vector<bool> used(graph.size(), false);  // by component
  for (const Edge& edge : graph.edges()) {
    if (!graph.same_cycle(edge.from, edge.to)) used[graph.component(edge.to)] = true;
  }
  for (const Rule& rule : sheet.rules().rules()) {
    const Relation relation = relation_of(rule.head);
    const std::uint32_t node = graph.find(relation);
    if (sheet.keyword(relation.name) || relation.name.value < kKeywordCount || sheet.external(relation) ||
        sheet.text(relation.name).empty())
      continue;
    if (used[graph.component(node)] || said[node] || sheet.stray_declaration(rule) != nullptr) continue;
    said[node] = true;
    std::string hint = sheet.did_you_mean(rule.head, true);
    if (hint.empty()) hint = "remove it, or use it in a condition";
    sheet.report("unused-relation", sheet.name_span(rule.head), fmt::format("nothing uses the relation {}", sheet.show(relation)),
                 hint);
  }
}

}  // namespace

void check_definitions(Sheet& sheet) {
  if (sheet.open_ended()) return;
  check_undefined(sheet);
  check_unused(sheet);
}

}  // namespace agon::gdl
