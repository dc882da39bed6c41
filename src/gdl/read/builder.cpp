#include "gdl/read/builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::gdl {

SymbolId Builder::intern(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return symbols_->intern(lower);
}

SymbolId Builder::intern_as_written(const Term& term) {
  const std::string& lower = text(term.name);
  std::size_t begin = term.span.begin;
  while (begin < term.span.end && std::string_view("( \t\r\n'").find(source_[begin]) != std::string_view::npos) ++begin;
  const std::string_view written = source_.substr(begin, lower.size());
  return intern(written) == term.name ? symbols_->intern(written) : term.name;
}

void Builder::error(std::string code, Span span, std::string message, std::string hint) {
  if (gave_up()) return;  // one rule may have any number
  errors_.push_back({std::move(code), Severity::Error, span, std::move(message), std::move(hint)});
}

void Builder::errors(Diagnostics found) { std::ranges::move(found, std::back_inserter(errors_)); }

void Builder::add_rule(Rule rule) { rules_.push_back(std::move(rule)); }

bool Builder::known_library(SymbolId name) const { return libraries_.contains(name); }

External& Builder::library(SymbolId name, Span span) {
  const auto [known, fresh] = libraries_.emplace(name, externals_.size());
  if (!fresh) return externals_[known->second];
  externals_.push_back({.library = name, .resource = {}, .prefix = {}, .functions = {}, .span = span});
  return externals_.back();
}

bool Builder::add_external(const Term& atom) {
  const bool include = is(atom.name, Keyword::Include);
  const bool use = is(atom.name, Keyword::Use);
  if (!include && !use) {
    if (!known_library(atom.name) || atom.args.size() != 1 || atom.args[0].variable) return false;
    library(atom.name, atom.span).functions.push_back(atom.args[0]);
    return true;
  }
  // A resource is one word, a command prefix a list of them.
  const auto word = [](const Term& term) { return term.constant(); };
  const auto fits = [&](const Term& term) { return include ? word(term) : !term.variable && std::ranges::all_of(term.args, word); };
  if (atom.args.size() != 2 || !word(atom.args[0]) || !fits(atom.args[1])) {
    error("bad-external", atom.span,
          fmt::format("'{}' takes a library name and {}", include ? "include" : "use", include ? "a resource" : "a command prefix"),
          include ? "write (include NAME RESOURCE)" : "write (use NAME (COMMAND ...))");
    return true;
  }
  External& external = library(atom.args[0].name, atom.span);
  if (include) {
    external.included = true;
    external.resource = intern_as_written(atom.args[1]);
    return true;
  }
  external.prefix = {intern_as_written(atom.args[1])};
  for (const Term& part : atom.args[1].args) external.prefix.push_back(intern_as_written(part));
  return true;
}

Formula Builder::formula(Term atom) {
  Formula result;
  result.span = atom.span;
  if (atom.variable) {
    error("variable-as-formula", atom.span, fmt::format("the variable ?{} stands where a condition is expected", text(atom.name)),
          "write a relation with its arguments");
  }
  const auto connective = [&](Formula::Kind kind) {
    result.kind = kind;
    for (Term& arg : atom.args) result.parts.push_back(formula(std::move(arg)));
  };
  const std::size_t count = atom.args.size();
  if (is(atom.name, Keyword::And) && !atom.variable) {
    connective(Formula::Kind::And);
  } else if (is(atom.name, Keyword::Or) && !atom.variable) {
    if (count == 0) error("empty-or", atom.span, "'or' without alternatives", "remove it or give it alternatives");
    connective(Formula::Kind::Or);
  } else if (is(atom.name, Keyword::Not) && !atom.variable) {
    if (count != 1) {
      error("not-arity", atom.span, fmt::format("'not' takes one condition, here are {}", count),
            "write (not (and ...)) or one 'not' for each condition");
    }
    connective(Formula::Kind::Not);
  } else {
    if (is(atom.name, Keyword::Distinct) && !atom.variable) {
      if (count != 2) error("distinct-arity", atom.span, fmt::format("'distinct' takes two terms, here are {}", count));
      result.kind = Formula::Kind::Distinct;
    }
    result.atom = std::move(atom);
  }
  return result;
}

Result<Rules> Builder::finish(std::string name, std::string text) {
  if (errors_.empty() && rules_.empty()) {
    error("no-rules", {}, "there are no rules in this text", "a rule sheet starts with facts such as (role white)");
  }
  std::ranges::stable_sort(errors_, {}, [](const Diagnostic& d) { return d.span.begin; });
  if (!errors_.empty()) return Error{Error::Category::BadInput, std::move(errors_)};
  return Rules(std::move(name), std::move(text), symbols_, std::move(rules_), std::move(externals_));
}

}  // namespace agon::gdl
