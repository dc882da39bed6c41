#include "gdl/check/check_sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "gdl/print/printer.h"

namespace agon::gdl {
namespace {

constexpr std::size_t kMaxChain = 10;  // relations shown of a chain
constexpr std::size_t kMostOfOneCode = 1000;
constexpr std::uint32_t kKeywordWeight = 3;  // a keyword is known even to a sheet that never spells it right

bool number(const std::string& text) {
  long long value = 0;
  return parse_integer(text, value);
}

}  // namespace

Sheet::Sheet(const Rules& rules) : rules_(rules), graph_(rules), uses_(rules.symbols().size(), 0) {
  for (const Rule& rule : rules.rules()) heads_.insert(relation_of(rule.head));
  for (const External& external : rules.externals()) {
    for (const Term& function : external.functions) externals_.insert(relation_of(function));
    open_ended_ = open_ended_ || (external.included && external.functions.empty());
  }
  count_names();
  find_roles();
  line_starts_.push_back(0);
  for (std::uint32_t i = 0; i < rules.text().size(); ++i) {
    if (rules.text()[i] == '\n') line_starts_.push_back(i + 1);
  }
  find_stray_declarations();
}

void Sheet::count_names() {
  const auto count = [&](const Term& atom) {
    for_each_term(atom, [&](const Term& term) {
      if (term.variable) return;
      ++uses_[term.name.index()];
      if (&term != &atom) functors_.insert(relation_of(term));
    });
  };
  for (const Rule& rule : rules_.rules()) {
    count(rule.head);
    for (const Formula& formula : rule.body) for_each_leaf(formula, [&](const Formula& leaf) { count(leaf.atom); });
  }
  std::vector<WeightedName> frequent;
  for (std::uint32_t i = 0; i < uses_.size(); ++i) {
    const std::uint32_t weight = keyword(SymbolId{i}) ? std::max(uses_[i], kKeywordWeight) : uses_[i];
    if (weight > 1) frequent.push_back({SymbolId{i}, text(SymbolId{i}), weight});
  }
  frequent_ = SimilarNames(std::move(frequent));
}

void Sheet::find_roles() {
  for (const std::uint32_t i : rules_for(Keyword::Role)) {
    const Rule& rule = rules_.rules()[i];
    if (rule.fact() && rule.head.args.size() == 1 && rule.head.args[0].constant()) roles_.insert(rule.head.args[0].name);
    else roles_known_ = false;
  }
}

void Sheet::find_stray_declarations() {
  absl::flat_hash_set<SymbolId> asked;
  for (const Edge& edge : graph_.edges()) asked.insert(graph_.relation(edge.to).name);
  const auto pattern = [](const Term& term) {
    return !term.args.empty() && std::ranges::all_of(term.args, [](const Term& arg) { return arg.variable; });
  };
  const std::vector<Rule>& rules = rules_.rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Term& head = rules[i].head;
    if (!rules[i].fact() || asked.contains(head.name) || keyword(head.name)) continue;
    const Rule* after = i + 1 < rules.size() ? &rules[i + 1] : nullptr;
    const Term* function = head.args.size() == 1 && pattern(head.args[0]) ? &head.args[0] : nullptr;
    if (head.args.empty() && after != nullptr && after->fact() && pattern(after->head) && line(head.span) == line(after->span)) {
      function = &after->head;
      stray_.emplace(after, function);
    }
    if (function == nullptr) continue;
    stray_.emplace(&rules[i], function);
    externals_.insert(relation_of(*function));
  }
}

const Term* Sheet::stray_declaration(const Rule& rule) const {
  const auto found = stray_.find(&rule);
  return found == stray_.end() ? nullptr : found->second;
}

void Sheet::report(std::string_view code, Span span, std::string message, std::string hint) {
  const auto entry = std::ranges::find(check_codes(), code, [](const CheckCode& c) { return std::string_view(c.code); });
  AGON_ASSERT(entry != check_codes().end());
  if (++reported_[entry->code] > kMostOfOneCode) return;
  findings_.push_back({std::string(code), entry->severity, span, std::move(message), std::move(hint)});
}

Diagnostics Sheet::left_out() const {
  Diagnostics summaries;
  for (const CheckCode& entry : check_codes()) {
    const auto count = reported_.find(entry.code);
    if (count == reported_.end() || count->second <= kMostOfOneCode) continue;
    summaries.push_back({entry.code,
                         entry.severity,
                         {},
                         fmt::format("{} findings of this kind: only some of them are listed", count->second),
                         "mend some of them, and check again"});
  }
  return summaries;
}

std::vector<std::uint32_t> Sheet::rules_for(Keyword keyword) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < rules_.rules().size(); ++i) {
    if (is(rules_.rules()[i].head.name, keyword)) found.push_back(i);
  }
  return found;
}

int Sheet::keyword_arity(SymbolId name) const {
  if (name.value >= kKeywordCount) return -1;
  switch (static_cast<Keyword>(name.value)) {
    case Keyword::Role:
    case Keyword::Base: return 1;
    case Keyword::Init:
    case Keyword::True:
    case Keyword::Next: return real_time() ? 2 : 1;
    case Keyword::Legal:
    case Keyword::Does:
    case Keyword::Goal:
    case Keyword::Input:
    case Keyword::Sees:
    case Keyword::Distinct: return 2;
    case Keyword::Terminal: return 0;
    case Keyword::Expired: return real_time() ? 1 : -1;
    default: return -1;
  }
}

const Term* Sheet::fluent(const Term& atom) const {
  if (is(atom.name, Keyword::Expired)) return real_time() && atom.args.size() == 1 ? &atom.args[0] : nullptr;
  const bool holds_one = is(atom.name, Keyword::True) || is(atom.name, Keyword::Init) || is(atom.name, Keyword::Next);
  if (!holds_one || atom.args.size() != (real_time() ? 2U : 1U)) return nullptr;
  return &atom.args.back();
}

std::string Sheet::written(const Term& term) const {
  if (term.span.end <= term.span.begin || term.span.end > rules_.text().size()) return print_kif(term, rules_.symbols());
  std::string text;
  for (const char c : rules_.text().substr(term.span.begin, term.span.end - term.span.begin)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (c == ';' || text.size() > 60) return print_kif(term, rules_.symbols()).substr(0, 60);
    if (!blank) text += c;
    else if (!text.ends_with(' ')) text += ' ';
  }
  return text;
}

std::string Sheet::show(Relation relation) const {
  return text(relation.name).empty() ? fmt::format("a list of {}", relation.arity)
                                     : fmt::format("{}/{}", text(relation.name), relation.arity);
}

std::string Sheet::show_chain(std::span<const std::uint32_t> nodes) const {
  std::string text;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool gap = nodes.size() > kMaxChain && i == kMaxChain / 2;
    if (gap) i = nodes.size() - kMaxChain / 2;
    text += (i > 0 ? " -> " : "") + (gap ? std::string("... -> ") : "") + show(graph_.relation(nodes[i]));
  }
  return text;
}

std::uint32_t Sheet::line(Span span) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(line_starts_, span.begin) - line_starts_.begin());
}

Span Sheet::name_span(const Term& term) const {
  const std::string& source = rules_.text();
  std::uint32_t begin = term.span.begin;
  if (begin < source.size() && source[begin] == '(') ++begin;
  while (begin < term.span.end && (source[begin] == ' ' || source[begin] == '\t')) ++begin;
  const std::string& name = text(term.name);
  if (name.empty()) return term.span;
  const auto same = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); };
  if (begin + name.size() > term.span.end ||
      !std::equal(name.begin(), name.end(), source.begin() + begin, [&](char b, char a) { return same(a, b); })) {
    return term.span;
  }
  return {begin, begin + static_cast<std::uint32_t>(name.size())};
}

SimilarNames::Match Sheet::meant(const Term& term, bool atom) const {
  const std::string& name = text(term.name);
  if (term.variable || name.size() < 3 || number(name)) return {};
  const SimilarNames::Match match = frequent_.find(name, [&](SymbolId other) {
    if (text(other).size() < 3 || number(text(other))) return false;
    const Relation relation{other, relation_of(term).arity};
    if (!atom) return functors_.contains(relation) && !keyword(other);
    return keyword(other) ? keyword_arity(other) == static_cast<int>(relation.arity) : defined(relation);
  });
  return match.weight > uses(term.name) ? match : SimilarNames::Match{};
}

std::string Sheet::did_you_mean(const Term& term, bool atom) const {
  const SimilarNames::Match match = meant(term, atom);
  return match.weight == 0 ? "" : fmt::format("did you mean '{}'?", text(match.id));
}

}  // namespace agon::gdl
