#include "engines/updater/from_scratch.h"

#include <algorithm>
#include <numeric>

#include "base/scc.h"

namespace agon::engines::updater {

FromScratch::FromScratch(const ground::GroundProgram& program) : program_(program), order_(program.rule_count()) {
  std::vector<std::vector<std::uint32_t>> needs(program.atom_count);
  for (std::size_t r = 0; r < program.rule_count(); ++r) {
    for (const ground::GroundLiteral literal : program.body(r)) needs[program.heads[r]].push_back(literal.atom());
  }
  const agon::Components found = strongly_connected(needs);
  const auto component = [&](std::uint32_t rule) { return found.of[program.heads[rule]]; };
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::stable_sort(order_, {}, component);
  for (std::uint32_t i = 0; i < order_.size(); ++i) {
    if (i == 0 || component(order_[i]) != component(order_[i - 1])) {
      components_.push_back({i, i, found.cyclic[program.heads[order_[i]]]});
    }
    components_.back().end = i + 1;
  }
}

std::uint64_t FromScratch::evaluate(std::vector<std::uint8_t>& truth) const {
  std::uint64_t looked_at = 0;
  std::fill(truth.begin() + static_cast<std::ptrdiff_t>(program_.base_count()), truth.end(), 0);
  for (const Component& component : components_) {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t i = component.begin; i < component.end; ++i) {
        const std::uint32_t rule = order_[i];
        ++looked_at;
        if (truth[program_.heads[rule]] != 0) continue;
        const auto body = program_.body(rule);
        if (!std::ranges::all_of(body, [&](ground::GroundLiteral b) { return (truth[b.atom()] != 0) != b.negated(); })) continue;
        truth[program_.heads[rule]] = 1;
        again = component.cyclic;
      }
    }
  }
  return looked_at;
}

void evaluate_from_scratch(const ground::GroundProgram& program, std::vector<std::uint8_t>& truth) {
  (void)FromScratch(program).evaluate(truth);
}

}  // namespace agon::engines::updater
