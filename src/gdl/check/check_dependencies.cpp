// Forbidden dependencies: `init` must not depend on the state or the moves; `legal`, `terminal` and `goal` must not depend on the
// joint move. One backward search from the forbidden relations answers for all rules, and gives the chain to show.
#include <fmt/format.h>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

class Forbidden {
 public:
  Forbidden(const Sheet& sheet, std::initializer_list<Keyword> targets)
      : sheet_(sheet), graph_(sheet.graph()), step_(graph_.size(), kFar), distance_(graph_.size(), 0), near_(graph_.size(), 0) {
    std::vector<std::vector<std::uint32_t>> into(graph_.size());
    for (std::uint32_t e = 0; e < graph_.edges().size(); ++e) into[graph_.edges()[e].to].push_back(e);
    std::vector<std::uint32_t> open;
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
      for (const Keyword target : targets) {
        if (!is(graph_.relation(v).name, target)) continue;
        step_[v] = kHere;
        near_[v] = v;
        open.push_back(v);
      }
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (const std::uint32_t e : into[open[i]]) {
        const std::uint32_t from = graph_.edges()[e].from;
        if (step_[from] != kFar) continue;
        step_[from] = e;
        distance_[from] = distance_[open[i]] + 1;
        near_[from] = distance_[from] < kShownOfAnEnd ? from : near_[open[i]];
        open.push_back(from);
      }
    }
  }

  // visit(edge, chain) for each condition of a rule for `keyword` from which a target is reached.
  template <class Visit>
  void for_each_breach(Keyword keyword, Visit&& visit) const {
    for (const Edge& edge : graph_.edges()) {
      if (is(graph_.relation(edge.from).name, keyword) && step_[edge.to] != kFar) visit(edge, chain(edge));
    }
  }

 private:
  std::string chain(const Edge& edge) const {
    std::vector<std::uint32_t> nodes{edge.from, edge.to};
    while (step_[nodes.back()] != kHere) {
      const std::uint32_t next = graph_.edges()[step_[nodes.back()]].to;
      // The middle of a long chain is not shown, and not walked for each of many breaches.
      const bool gap = nodes.size() > kShownOfAnEnd && distance_[next] > kShownOfAnEnd;
      nodes.push_back(gap ? near_[next] : next);
    }
    return sheet_.show_chain(nodes);
  }

  static constexpr std::uint32_t kShownOfAnEnd = 5;  // relations; as in Sheet::show_chain
  static constexpr std::uint32_t kFar = ~0U;         // no target can be reached
  static constexpr std::uint32_t kHere = ~0U - 1;    // a target itself
  const Sheet& sheet_;
  const DependencyGraph& graph_;
  std::vector<std::uint32_t> step_;      // the edge that leads towards the nearest target
  std::vector<std::uint32_t> distance_;  // edges to that target
  std::vector<std::uint32_t> near_;      // the first relation on the way to it that is among the last ones shown
};

}  // namespace

void check_dependencies(Sheet& sheet) {
  const Forbidden later(sheet, {Keyword::True, Keyword::Does, Keyword::Legal, Keyword::Next, Keyword::Terminal, Keyword::Goal,
                                Keyword::Sees, Keyword::Expired});
  later.for_each_breach(Keyword::Init, [&](const Edge& edge, const std::string& chain) {
    sheet.report("init-depends-on-state", edge.span, fmt::format("the first state may not depend on what comes later: {}", chain),
                 "use only relations that hold throughout the game in rules for 'init'");
  });
  const Forbidden moves(sheet, {Keyword::Does});
  for (const Keyword keyword : {Keyword::Legal, Keyword::Terminal, Keyword::Goal}) {
    moves.for_each_breach(keyword, [&](const Edge& edge, const std::string& chain) {
      sheet.report("depends-on-does", edge.span,
                   fmt::format("'{}' may not depend on the moves being made: {}", sheet.text(symbol(keyword)), chain),
                   "keep what was done in a fluent with 'next', and ask for it with 'true'");
    });
  }
  if (sheet.real_time()) {
    const Forbidden events(sheet, {Keyword::Expired});
    events.for_each_breach(Keyword::Legal, [&](const Edge& edge, const std::string& chain) {
      sheet.report("legal-depends-on-expired", edge.span,
                   fmt::format("moves are looked up between events, when nothing has just expired: {}", chain),
                   "make a fluent with 'next' when the other one expires, and ask for that");
    });
  }
  const Forbidden state(sheet, {Keyword::True, Keyword::Does, Keyword::Next, Keyword::Init, Keyword::Expired});
  for (const Keyword keyword : {Keyword::Base, Keyword::Input}) {
    state.for_each_breach(keyword, [&](const Edge& edge, const std::string& chain) {
      sheet.report("base-depends-on-state", edge.span,
                   fmt::format("'{}' lists what is possible in the whole game and may not depend on a state: {}",
                               sheet.text(symbol(keyword)), chain),
                   "use only relations that hold throughout the game");
    });
  }
}

}  // namespace agon::gdl
