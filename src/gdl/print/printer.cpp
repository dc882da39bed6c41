#include "gdl/print/printer.h"

#include <algorithm>

namespace agon::gdl {
namespace {

// ---- prefix ----

void kif(const Term& term, const SymbolTable& symbols, std::string& out) {
  if (term.args.empty()) {
    if (term.variable) out += '?';
    out += symbols.text(term.name);
    return;
  }
  out += '(';
  out += symbols.text(term.name);
  const bool tuple = symbols.text(term.name).empty();
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    if (i > 0 || !tuple) out += ' ';
    const bool in_the_place_of_the_name = tuple && i == 0 && term.args[i].constant();
    if (in_the_place_of_the_name) out += '(' + symbols.text(term.args[i].name) + ')';
    else kif(term.args[i], symbols, out);
  }
  out += ')';
}

void kif(const Formula& formula, const SymbolTable& symbols, std::string& out) {
  switch (formula.kind) {
    case Formula::Kind::Atom:
    case Formula::Kind::Distinct: kif(formula.atom, symbols, out); return;
    case Formula::Kind::Not: out += "(not"; break;
    case Formula::Kind::And: out += "(and"; break;
    case Formula::Kind::Or: out += "(or"; break;
  }
  for (const Formula& part : formula.parts) {
    out += ' ';
    kif(part, symbols, out);
  }
  out += ')';
}

void kif(const External& external, const SymbolTable& symbols, std::string& out) {
  const std::string& library = symbols.text(external.library);
  if (external.included) out += "(include " + library + ' ' + symbols.text(external.resource) + ")\n";
  if (!external.prefix.empty()) {
    out += "(use " + library + " (";
    for (std::size_t i = 0; i < external.prefix.size(); ++i) out += (i > 0 ? " " : "") + symbols.text(external.prefix[i]);
    out += "))\n";
  }
  for (const Term& function : external.functions) {
    out += '(' + library + ' ';
    kif(function, symbols, out);
    out += ")\n";
  }
}

// Libraries first, unless a fact has the name of one: after the `include` it would parse as a declaration, so it goes before.
template <class Declarations, class OneRule>
void print_in_order(const Rules& rules, Declarations&& declarations, OneRule&& one_rule) {
  const auto confusing = [&](const Rule& rule) {
    return rule.fact() && std::ranges::any_of(rules.externals(), [&](const External& e) { return e.library == rule.head.name; });
  };
  const std::vector<Rule>& all = rules.rules();
  std::size_t first = rules.externals().empty() ? 0 : all.size();
  while (first > 0 && !confusing(all[first - 1])) --first;
  for (std::size_t i = 0; i < first; ++i) one_rule(all[i]);
  for (const External& external : rules.externals()) declarations(external);
  for (std::size_t i = first; i < all.size(); ++i) one_rule(all[i]);
}

// ---- infix ----

bool identifier(std::string_view text) {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto alnum = [&](char c) { return (c >= 'a' && c <= 'z') || capital(c) || (c >= '0' && c <= '9') || c == '_'; };
  if (text.empty() || text == "not" || text[0] == '_' || capital(text[0])) return false;
  for (const char c : text) {
    if (!alnum(c)) return false;
  }
  return true;
}

bool negative_number(std::string_view text) {
  return text.size() > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9' && identifier(text.substr(1));
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + '\'';
}

// A variable gets a capital letter (X), or is written as in KIF (?1), quoted if need be (?'x+y'): its name reads back as it was.
class InfixPrinter {
 public:
  explicit InfixPrinter(const SymbolTable& symbols) : symbols_(symbols) {}

  std::string rule(const Rule& rule) {
    std::string out;
    term(rule.head, out);
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      out += i == 0 ? " :- " : ", ";
      formula(rule.body[i], out, false);
    }
    return out + '.';
  }

  void term(const Term& t, std::string& out) {
    if (t.variable) variable(symbols_.text(t.name), out);
    else name(symbols_.text(t.name), out);
    if (t.args.empty()) return;
    out += '(';
    for (std::size_t i = 0; i < t.args.size(); ++i) {
      if (i > 0) out += ',';
      term(t.args[i], out);
    }
    out += ')';
  }

 private:
  static void name(const std::string& text, std::string& out) {
    if (identifier(text) || negative_number(text)) out += text;
    else out += quoted(text);
  }

  static void variable(const std::string& text, std::string& out) {
    const bool underscored = text.size() > 1 && text[0] == '_' && identifier(text.substr(1));
    if (underscored) {
      out += text;
    } else if (!identifier(text) && text != "not") {
      out += '?' + quoted(text);
    } else if (text[0] >= '0' && text[0] <= '9') {
      out += '?' + text;
    } else {
      out += static_cast<char>(text[0] - 'a' + 'A');
      out += text.substr(1);
    }
  }

  // Groups are (a, b) and (a ; b). A group of fewer than two parts has no such form: it is written as a term, or(a), and so is all
  // that it contains, which parses back as the same formula.
  void formula(const Formula& f, std::string& out, bool as_term) {
    if (f.kind == Formula::Kind::Atom || f.kind == Formula::Kind::Distinct) return term(f.atom, out);
    if (f.kind == Formula::Kind::Not && !as_term) {
      out += '~';
      return formula(f.parts.front(), out, false);
    }
    as_term = as_term || f.parts.size() < 2;
    if (as_term) out += f.kind == Formula::Kind::Not ? "not" : (f.kind == Formula::Kind::And ? "and" : "or");
    out += '(';
    for (std::size_t i = 0; i < f.parts.size(); ++i) {
      if (i > 0) out += as_term || f.kind == Formula::Kind::And ? ", " : " ; ";
      formula(f.parts[i], out, as_term);
    }
    out += ')';
  }

  const SymbolTable& symbols_;
};

}  // namespace

std::string print_kif(const Term& term, const SymbolTable& symbols) {
  std::string out;
  kif(term, symbols, out);
  return out;
}

std::string print_kif(const Formula& formula, const SymbolTable& symbols) {
  std::string out;
  kif(formula, symbols, out);
  return out;
}

std::string print_kif(const Rule& rule, const SymbolTable& symbols) {
  if (rule.fact()) return print_kif(rule.head, symbols);
  std::string out = "(<= ";
  kif(rule.head, symbols, out);
  for (const Formula& formula : rule.body) {
    out += ' ';
    kif(formula, symbols, out);
  }
  return out + ')';
}

std::string print_kif(const Rules& rules) {
  std::string out;
  print_in_order(
      rules, [&](const External& external) { kif(external, rules.symbols(), out); },
      [&](const Rule& rule) { out += print_kif(rule, rules.symbols()) + '\n'; });
  return out;
}

std::string print_infix(const Rule& rule, const SymbolTable& symbols) { return InfixPrinter(symbols).rule(rule); }

std::string print_infix(const Rules& rules) {
  InfixPrinter print(rules.symbols());
  std::string out;
  const auto line = [&](const Term& term) {
    print.term(term, out);
    out += ".\n";
  };
  const auto declarations = [&](const External& external) {
    const Term library{external.library, false, {}, {}};
    if (external.included) line({symbol(Keyword::Include), false, {library, {external.resource, false, {}, {}}}, {}});
    if (!external.prefix.empty()) {
      Term prefix{external.prefix.front(), false, {}, {}};
      for (std::size_t i = 1; i < external.prefix.size(); ++i) prefix.args.push_back({external.prefix[i], false, {}, {}});
      line({symbol(Keyword::Use), false, {library, prefix}, {}});
    }
    for (const Term& function : external.functions) line({external.library, false, {function}, {}});
  };
  print_in_order(rules, declarations, [&](const Rule& rule) { out += print.rule(rule) + '\n'; });
  return out;
}

}  // namespace agon::gdl
