#include "serve/records/record_terms.h"

#include <fmt/format.h>

#include "protocol/forms.h"

namespace agon::serve {
namespace {

using protocol::excerpt;
using protocol::Forms;

constexpr std::uint32_t kTermDepth = 500;              // nesting of a term; games have a dozen at most
constexpr std::uint32_t kListDepth = kTermDepth + 10;  // so that every term fits into a list, with a `true` around it

// Forms allow a list where a term has its name; engines know no such terms.
Result<std::string> term_of(const Forms& forms, Forms::Form form, const char* what) {
  Result<std::string> term = forms.term(form, what);
  if (term && term->find("((") != std::string::npos) {
    return bad_input("nameless-term", fmt::format("'{}' in {} starts with a list", excerpt(*term), what),
                     "a term starts with a name: (name argument ...)");
  }
  return term;
}

// Whether the text behind a functor is one argument: no blank outside parentheses.
bool one_argument(std::string_view arguments) {
  int depth = 0;
  for (const char c : arguments) {
    if (c == ' ' && depth == 0) return false;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
  }
  return true;
}

}  // namespace

Result<std::string> read_term(std::string_view text, const char* what, std::size_t max_bytes) {
  const Result<Forms> forms = Forms::read(text, {.bytes = max_bytes, .depth = kTermDepth});
  if (!forms) return forms.error();
  if (forms->top().size() != 1) {
    return bad_input("not-one-term", fmt::format("'{}' is not one term, as {} should be", excerpt(text), what),
                     "write a name or (name argument ...)");
  }
  return term_of(*forms, forms->top()[0], what);
}

Result<std::vector<std::string>> read_terms(std::string_view text, const char* what, std::size_t max_bytes) {
  const Result<Forms> forms = Forms::read(text, {.bytes = max_bytes, .depth = kListDepth});
  if (!forms) return forms.error();
  if (forms->top().size() != 1 || !forms->is_list(forms->top()[0])) {
    return bad_input("not-a-list", fmt::format("'{}' is not a list of terms, as {} should be", excerpt(text), what),
                     "write ( (name argument ...) ... )");
  }
  std::vector<std::string> terms;
  for (const Forms::Form form : parts_without_extra_parentheses(*forms, forms->top()[0])) {
    Result<std::string> term = term_of(*forms, form, what);
    if (!term) return term.error();
    terms.push_back(std::move(*term));
  }
  return terms;
}

std::string without_true(std::string fluent) {
  constexpr std::string_view kTrue = "(true ";
  if (!fluent.starts_with(kTrue)) return fluent;
  const std::string_view inner = std::string_view(fluent).substr(kTrue.size(), fluent.size() - kTrue.size() - 1);
  return one_argument(inner) ? std::string(inner) : fluent;
}

std::string spaced(std::string_view canonical) {
  std::string out;
  out.reserve(canonical.size() + canonical.size() / 4);
  for (const char c : canonical) {
    if (c == ')') out += ' ';
    out += c;
    if (c == '(') out += ' ';
  }
  return out;
}

}  // namespace agon::serve
