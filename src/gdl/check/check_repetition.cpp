// Duplicate rules, and comparisons whose outcome is known statically.
#include <fmt/format.h>

#include <algorithm>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

// A canonical form: variables by order of appearance, so that renamed copies are equal.
class Shape {
 public:
  explicit Shape(const Rule& rule) {
    term(rule.head);
    for (const Formula& formula : rule.body) this->formula(formula);
  }
  [[nodiscard]] std::u32string take() { return std::move(text_); }

 private:
  void formula(const Formula& f) {
    text_ += static_cast<char32_t>(f.kind);
    text_ += static_cast<char32_t>(f.parts.size());
    if (f.parts.empty()) term(f.atom);
    for (const Formula& part : f.parts) formula(part);
  }
  void term(const Term& t) {
    const auto fresh = static_cast<std::uint32_t>(variables_.size());
    text_ += static_cast<char32_t>(t.variable ? 1 : 0);
    text_ += static_cast<char32_t>(t.variable ? variables_.emplace(t.name, fresh).first->second : t.name.value);
    text_ += static_cast<char32_t>(t.args.size());
    for (const Term& arg : t.args) term(arg);
  }
  std::u32string text_;
  absl::flat_hash_map<SymbolId, std::uint32_t> variables_;
};

void check_duplicates(Sheet& sheet) {
  absl::flat_hash_map<std::u32string, const Rule*> seen;
  for (const Rule& rule : sheet.rules().rules()) {
    const auto [first, fresh] = seen.emplace(Shape(rule).take(), &rule);
    if (fresh) continue;
    sheet.report("duplicate-rule", rule.span,
                 fmt::format("this repeats the {} at line {}", rule.fact() ? "fact" : "rule", sheet.line(first->second->span)),
                 "remove one of them");
  }
}

// Whether the two terms could be equal, each variable taken independently.
bool could_be_equal(const Term& a, const Term& b) {
  if (a.variable || b.variable) return true;
  return a.name == b.name && a.args.size() == b.args.size() &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), could_be_equal);
}

void check_distinct(Sheet& sheet, const Formula& formula) {
  if (formula.kind != Formula::Kind::Distinct || formula.atom.args.size() != 2) return;
  const Term& a = formula.atom.args[0];
  const Term& b = formula.atom.args[1];
  if (a == b) {
    sheet.report("distinct-never-true", formula.span, fmt::format("{} is never distinct from itself", sheet.written(a)),
                 "compare two different terms, or remove the condition");
  } else if (!could_be_equal(a, b)) {
    sheet.report("distinct-always-true", formula.span,
                 fmt::format("{} and {} are always distinct", sheet.written(a), sheet.written(b)), "remove the condition");
  }
}

}  // namespace

void check_repetition(Sheet& sheet) {
  check_duplicates(sheet);
  for (const Rule& rule : sheet.rules().rules()) {
    for (const Formula& formula : rule.body) for_each_leaf(formula, [&](const Formula& leaf) { check_distinct(sheet, leaf); });
  }
}

}  // namespace agon::gdl
