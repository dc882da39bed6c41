// The abstract syntax tree of a rule sheet: terms, formulas and rules, each with its span in the text. All other representations
// start from it. It covers every dialect: GDL (Love et al. 2008), GDL-II (Thielscher 2010), the real-time extension (Kowalski and
// Kisielewicz 2015) and the arithmetic extension with `include` and `use` (Sheng); the dialects differ in keywords and arities, not
// in the shape of a rule.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/symbols.h"

namespace agon::gdl {

// A constant (no arguments), a compound term or a variable. An atom is a term whose name is a relation.
struct Term {
  SymbolId name;  // of a variable: its name without the question mark
  bool variable = false;
  std::vector<Term> args;
  Span span;

  [[nodiscard]] bool constant() const { return !variable && args.empty(); }
  [[nodiscard]] bool ground() const;
  // Equal up to the span.
  friend bool operator==(const Term& a, const Term& b) { return a.name == b.name && a.variable == b.variable && a.args == b.args; }
};

// A body formula. Atom: `atom` is set. Distinct: `atom` holds the two arguments. Not, And, Or: `parts`.
struct Formula {
  enum class Kind : std::uint8_t { Atom, Distinct, Not, And, Or };
  Kind kind = Kind::Atom;
  Term atom;
  std::vector<Formula> parts;
  Span span;

  friend bool operator==(const Formula& a, const Formula& b) { return a.kind == b.kind && a.atom == b.atom && a.parts == b.parts; }
};

// head <= body[0] and body[1] ...; a fact has an empty body.
struct Rule {
  Term head;
  std::vector<Formula> body;
  Span span;

  [[nodiscard]] bool fact() const { return body.empty(); }
  friend bool operator==(const Rule& a, const Rule& b) { return a.head == b.head && a.body == b.body; }
};

// `include LIB RESOURCE` names an external library, `use LIB (PREFIX...)` how it is started, and `LIB (FUNCTION ?a ?b)` declares
// one of its functions (arithmetic dialect).
struct External {
  SymbolId library;
  SymbolId resource;
  bool included = false;
  std::vector<SymbolId> prefix;
  std::vector<Term> functions;
  Span span;
};

struct Dialect {
  bool hidden = false;      // GDL-II: `sees`
  bool chance = false;      // GDL-II: a role named `random`
  bool real_time = false;   // rtGDL: `expired`, `infinity`, init/2, true/2, next/2
  bool arithmetic = false;  // `include`, `use`
  friend bool operator==(Dialect, Dialect) = default;
};
[[nodiscard]] std::string to_string(Dialect dialect);

// The reserved names, interned first and in this order, so that their ids are constants of the code.
enum class Keyword : std::uint32_t {
  Role,
  Init,
  True,
  Legal,
  Does,
  Next,
  Terminal,
  Goal,
  Base,
  Input,
  Sees,
  Random,
  Distinct,
  Not,
  And,
  Or,
  Expired,
  Infinity,
  Include,
  Use,
};
inline constexpr std::uint32_t kKeywordCount = 20;
[[nodiscard]] constexpr SymbolId symbol(Keyword keyword) { return SymbolId{static_cast<std::uint32_t>(keyword)}; }
[[nodiscard]] constexpr bool is(SymbolId id, Keyword keyword) { return id == symbol(keyword); }

// Immutable once built; share it by const reference.
class Rules {
 public:
  Rules(std::string name, std::string text, std::shared_ptr<const SymbolTable> symbols, std::vector<Rule> rules,
        std::vector<External> externals);

  [[nodiscard]] const std::string& name() const { return name_; }  // library name or path, for display
  [[nodiscard]] const std::string& text() const { return text_; }  // the source; spans point into it
  [[nodiscard]] const SymbolTable& symbols() const { return *symbols_; }
  [[nodiscard]] const std::shared_ptr<const SymbolTable>& shared_symbols() const { return symbols_; }
  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }
  [[nodiscard]] const std::vector<External>& externals() const { return externals_; }
  [[nodiscard]] Dialect dialect() const { return dialect_; }

  // The same rules in the same order (names, formulas, externals), whatever the layout of the text.
  [[nodiscard]] bool same_rules(const Rules& other) const;

 private:
  std::string name_;
  std::string text_;
  std::shared_ptr<const SymbolTable> symbols_;
  std::vector<Rule> rules_;
  std::vector<External> externals_;
  Dialect dialect_;
};

// A symbol table that holds the keywords and nothing else.
[[nodiscard]] std::shared_ptr<SymbolTable> keyword_symbols();

}  // namespace agon::gdl
