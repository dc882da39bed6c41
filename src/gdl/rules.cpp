#include "gdl/rules.h"

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "gdl/print/printer.h"

namespace agon::gdl {
namespace {

constexpr std::array<const char*, kKeywordCount> kKeywordTexts = {
    "role", "init",   "true",     "legal", "does", "next", "terminal", "goal",     "base",    "input",
    "sees", "random", "distinct", "not",   "and",  "or",   "expired",  "infinity", "include", "use"};

bool mentions_expired(const Formula& formula) {
  if (formula.kind == Formula::Kind::Atom) return is(formula.atom.name, Keyword::Expired) && formula.atom.args.size() == 1;
  return std::ranges::any_of(formula.parts, mentions_expired);
}

// How init, next and true are written: with a lifetime (rtGDL) or without one. The majority decides, so that one extra argument
// does not turn an ordinary sheet into a real-time one.
struct Timing {
  int timed = 0;
  int plain = 0;
  bool expired = false;

  void count(const Term& atom) {
    if (is(atom.name, Keyword::Init) || is(atom.name, Keyword::Next) || is(atom.name, Keyword::True)) {
      timed += static_cast<int>(atom.args.size() == 2);
      plain += static_cast<int>(atom.args.size() == 1);
    }
  }
  void count(const Formula& formula) {
    if (formula.kind == Formula::Kind::Atom) count(formula.atom);
    for (const Formula& part : formula.parts) count(part);
  }
  void count(const Rule& rule) {
    count(rule.head);
    for (const Formula& formula : rule.body) count(formula);
    expired = expired || std::ranges::any_of(rule.body, mentions_expired);
  }
  [[nodiscard]] bool real_time() const { return timed > plain || (expired && plain == 0); }
};

Dialect detect(const std::vector<Rule>& rules, const std::vector<External>& externals) {
  Dialect dialect;
  Timing timing;
  for (const Rule& rule : rules) {
    if (is(rule.head.name, Keyword::Sees)) dialect.hidden = true;
    if (is(rule.head.name, Keyword::Role) && rule.head.args.size() == 1 && is(rule.head.args[0].name, Keyword::Random)) {
      dialect.chance = true;
    }
    timing.count(rule);
  }
  dialect.real_time = timing.real_time();
  dialect.arithmetic = !externals.empty();
  return dialect;
}

}  // namespace

bool Term::ground() const {
  return !variable && std::ranges::all_of(args, [](const Term& arg) { return arg.ground(); });
}

std::string to_string(Dialect dialect) {
  std::string text = dialect.real_time ? "rtGDL" : "GDL";
  text += dialect.hidden || dialect.chance ? "-II" : (dialect.real_time ? "" : "-I");
  if (dialect.arithmetic) text += " with arithmetic";
  return text;
}

Rules::Rules(std::string name, std::string text, std::shared_ptr<const SymbolTable> symbols, std::vector<Rule> rules,
             std::vector<External> externals)
    : name_(std::move(name)),
      text_(std::move(text)),
      symbols_(std::move(symbols)),
      rules_(std::move(rules)),
      externals_(std::move(externals)),
      dialect_(detect(rules_, externals_)) {}

bool Rules::same_rules(const Rules& other) const {
  // Symbol numbers depend on the order of appearance, so the comparison goes through the canonical text.
  return print_kif(*this) == print_kif(other);
}

std::shared_ptr<SymbolTable> keyword_symbols() {
  auto symbols = std::make_shared<SymbolTable>();
  for (std::uint32_t i = 0; i < kKeywordCount; ++i) {
    const SymbolId id = symbols->intern(kKeywordTexts[i]);
    AGON_ASSERT(id.value == i);
  }
  return symbols;
}

}  // namespace agon::gdl
