// Stratification and termination: no cycle through negation (Apt, Blair and Walker 1987), and in a rule for p with q on a common
// cycle, each argument of q is ground, an argument of the head, or made of variables that a condition outside the cycle binds (the
// recursion restriction of GDL).
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

constexpr int kMaxCyclesShown = 10;  // of one component; a knot of relations is not understood from more

// The shortest path from `from` to `to` inside their component.
std::string path(const Sheet& sheet, std::uint32_t from, std::uint32_t to) {
  const DependencyGraph& graph = sheet.graph();
  absl::flat_hash_map<std::uint32_t, std::uint32_t> parent{{from, from}};
  std::vector<std::uint32_t> open{from};
  for (std::size_t i = 0; i < open.size() && !parent.contains(to); ++i) {
    for (const std::uint32_t e : graph.out(open[i])) {
      const std::uint32_t next = graph.edges()[e].to;
      if (graph.same_cycle(next, from) && parent.emplace(next, open[i]).second) open.push_back(next);
    }
  }
  std::vector<std::uint32_t> nodes{to};
  while (nodes.back() != from) nodes.push_back(parent.at(nodes.back()));
  std::ranges::reverse(nodes);
  return sheet.show_chain(nodes);
}

void check_stratification(Sheet& sheet) {
  const DependencyGraph& graph = sheet.graph();
  absl::flat_hash_set<std::pair<std::uint32_t, std::uint32_t>> seen;
  absl::flat_hash_map<std::uint32_t, int> shown;
  for (const Edge& edge : graph.edges()) {
    if (!edge.negative || !graph.same_cycle(edge.from, edge.to) || !seen.emplace(edge.from, edge.to).second) continue;
    if (++shown[graph.component(edge.from)] > kMaxCyclesShown) continue;
    sheet.report("negative-cycle", edge.span,
                 fmt::format("{} depends on its own negation: {} -> not {}", sheet.show(graph.relation(edge.from)),
                             sheet.show(graph.relation(edge.from)), path(sheet, edge.to, edge.from)),
                 "break the cycle: define one of these relations without the others");
  }
}

class RecursionCheck {
 public:
  RecursionCheck(Sheet& sheet, const Rule& rule)
      : sheet_(sheet), rule_(rule), graph_(sheet.graph()), head_(graph_.find(relation_of(rule.head))) {}

  void run() {
    if (graph_.recursive(head_)) conjunction(rule_.body, {});
  }

 private:
  using Variables = absl::flat_hash_set<SymbolId>;

  [[nodiscard]] bool on_cycle(const Term& atom) const { return graph_.same_cycle(graph_.find(relation_of(atom)), head_); }

  // Variables that take finitely many values, because a condition outside the cycle binds them.
  Variables limits(const Formula& formula) const {
    Variables found;
    if (formula.kind == Formula::Kind::Atom && !on_cycle(formula.atom)) {
      for_each_term(formula.atom, [&](const Term& t) {
        if (t.variable) found.insert(t.name);
      });
    } else if (formula.kind == Formula::Kind::And) {
      for (const Formula& part : formula.parts) found.merge(limits(part));
    } else if (formula.kind == Formula::Kind::Or && !formula.parts.empty()) {
      found = limits(formula.parts.front());
      for (const Formula& part : std::span(formula.parts).subspan(1)) {
        const Variables other = limits(part);
        absl::erase_if(found, [&](SymbolId v) { return !other.contains(v); });
      }
    }
    return found;
  }

  void conjunction(std::span<const Formula> parts, Variables limited) {
    for (const Formula& part : parts) limited.merge(limits(part));
    for (const Formula& part : parts) {
      if (part.kind == Formula::Kind::Atom && on_cycle(part.atom)) call(part.atom, limited);
      if (part.kind == Formula::Kind::And) conjunction(part.parts, limited);
      if (part.kind != Formula::Kind::Or) continue;
      for (const Formula& branch : part.parts) conjunction({&branch, 1}, limited);
    }
  }

  void call(const Term& atom, const Variables& limited) {
    for (const Term& arg : atom.args) {
      if (std::ranges::find(rule_.head.args, arg) != rule_.head.args.end()) continue;
      const Term* loose = nullptr;
      for_each_term(arg, [&](const Term& t) {
        if (loose == nullptr && t.variable && !limited.contains(t.name)) loose = &t;
      });
      if (loose == nullptr) continue;
      const std::string shown = sheet_.written(arg);
      sheet_.report("unrestricted-recursion", arg.span,
                    fmt::format("{} calls {}, which leads back to it, with {}: neither ground, nor an argument of the head, nor "
                                "bound outside the cycle",
                                sheet_.show(relation_of(rule_.head)), sheet_.show(relation_of(atom)), shown),
                    fmt::format("add a condition on {} whose relation does not depend on {}", sheet_.written(*loose),
                                sheet_.show(relation_of(rule_.head))));
    }
  }

  Sheet& sheet_;
  const Rule& rule_;
  const DependencyGraph& graph_;
  std::uint32_t head_;
};

}  // namespace

void check_recursion(Sheet& sheet) {
  check_stratification(sheet);
  for (const Rule& rule : sheet.rules().rules()) RecursionCheck(sheet, rule).run();
}

}  // namespace agon::gdl
