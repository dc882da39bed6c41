// Checks of the extensions. Real time (Kowalski and Kisielewicz 2015): a lifetime is a positive number or `infinity`. Arithmetic
// (Sheng): a library is included, then its functions are declared, once, and called in bodies.
#include <fmt/format.h>

#include <charconv>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

bool positive_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return error == std::errc{} && end == text.data() + text.size() && value > 0 && value < 1e300;
}

void check_lifetimes(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    for_each_atom(rule, [&](const Term& atom, bool, bool) {
      if (sheet.fluent(atom) == nullptr || atom.args.size() != 2 || atom.args[0].variable) return;
      const Term& lifetime = atom.args[0];
      if (lifetime.constant() && (is(lifetime.name, Keyword::Infinity) || positive_number(sheet.text(lifetime.name)))) return;
      sheet.report("bad-lifetime", lifetime.span,
                   fmt::format("the lifetime {} is neither a positive number nor 'infinity'", sheet.written(lifetime)),
                   "a fluent that has run out is asked for with 'expired'");
    });
  }
}

void check_libraries(Sheet& sheet) {
  absl::flat_hash_map<Relation, const Term*> declared;
  for (const External& external : sheet.rules().externals()) {
    const std::string& library = sheet.text(external.library);
    if (!external.included) {
      sheet.report("use-without-include", external.span, fmt::format("the library {} is used but not included", library),
                   fmt::format("add (include {} RESOURCE) before it", library));
    }
    for (const Term& function : external.functions) {
      const auto [first, fresh] = declared.emplace(relation_of(function), &function);
      if (fresh) continue;
      sheet.report("function-declared-twice", function.span,
                   fmt::format("the function {} is already declared at line {}", sheet.show(relation_of(function)),
                               sheet.line(first->second->span)),
                   "remove one of the two");
    }
  }
}

void check_undeclared(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    const Term* function = sheet.stray_declaration(rule);
    if (function == nullptr || function == &rule.head) continue;
    const std::string& library = sheet.text(rule.head.name);
    sheet.report("undeclared-library", sheet.name_span(rule.head),
                 fmt::format("{} declares the function {}, but no library of this name is included above", library,
                             sheet.show(relation_of(*function))),
                 fmt::format("add (include {} RESOURCE) before it", library));
  }
}

void check_external_heads(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    if (!sheet.external(relation_of(rule.head)) || sheet.stray_declaration(rule) != nullptr) continue;
    sheet.report(
        "external-in-head", sheet.name_span(rule.head),
        fmt::format("{} is declared as an outside function and cannot be defined by a rule", sheet.show(relation_of(rule.head))),
        "give the relation another name, or remove the declaration");
  }
}

}  // namespace

void check_dialects(Sheet& sheet) {
  if (sheet.real_time()) check_lifetimes(sheet);
  check_libraries(sheet);
  check_undeclared(sheet);
  check_external_heads(sheet);
}

}  // namespace agon::gdl
