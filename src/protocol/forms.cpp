#include "protocol/forms.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/symbols.h"

namespace agon::protocol {
namespace {

using Kind = gdl::Token::Kind;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Appends a token with the blank that separates it from what stands before it.
void append(std::string& out, Kind kind, std::string_view text) {
  if (kind != Kind::Close && !out.empty() && out.back() != '(') out += ' ';
  if (kind == Kind::Variable) out += '?';
  out += text;
}

}  // namespace

Result<Forms> Forms::read(std::string_view text, const TextLimits& limits) {
  if (text.size() > std::min<std::size_t>(limits.bytes, 0x7fffffff)) {
    return bad_input("text-too-large", fmt::format("the text has {} bytes; the limit is {}", text.size(), limits.bytes),
                     "a message holds one rule sheet at most; is this something else?");
  }
  if (const std::size_t bad = gdl::first_invalid_utf8(text); bad != text.size()) {
    const auto place = static_cast<std::uint32_t>(bad);
    return bad_input("invalid-utf8", fmt::format("byte 0x{:02x} is not valid UTF-8", static_cast<unsigned char>(text[bad])),
                     "send plain text (ASCII or UTF-8)", {place, place + 1});
  }
  gdl::LexResult lexed = gdl::lex_kif(text, 1);
  if (!lexed.errors.empty()) return Error{Error::Category::BadInput, std::move(lexed.errors)};

  Forms forms;
  forms.text_ = text;
  forms.tokens_ = std::move(lexed.tokens);
  std::erase_if(forms.tokens_, [](const gdl::Token& token) { return token.kind == Kind::Comment || token.kind == Kind::End; });
  forms.partner_.resize(forms.tokens_.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < forms.tokens_.size(); ++i) {
    const gdl::Token& token = forms.tokens_[i];
    if (token.kind == Kind::Close) {
      if (open.empty()) {
        return bad_input("stray-parenthesis", "a closing parenthesis without an opening one", "remove it, or open it before",
                         token.span);
      }
      forms.partner_[i] = open.back();
      forms.partner_[open.back()] = i;
      open.pop_back();
      continue;
    }
    if (open.empty()) forms.top_.push_back(i);
    if (token.kind != Kind::Open) continue;
    if (open.size() >= limits.depth) {
      return bad_input("too-deep", fmt::format("parentheses are nested more than {} deep", limits.depth),
                       "no message needs this; is a closing parenthesis missing?", token.span);
    }
    open.push_back(i);
  }
  if (!open.empty()) {
    return bad_input("unclosed-parenthesis", "this parenthesis is never closed", "was the text cut short?",
                     forms.tokens_[open.back()].span);
  }
  return forms;
}

std::vector<Forms::Form> Forms::parts(Form list) const {
  std::vector<Form> found;
  for (std::uint32_t i = list + 1; i < partner_[list]; i = last_token(i) + 1) found.push_back(i);
  return found;
}

std::string Forms::name(Form form) const { return is_name(form) ? lower_case(tokens_[form].text) : std::string(); }

std::optional<std::int64_t> Forms::number(Form form) const {
  long long value = 0;
  if (!is_name(form) || !parse_integer(tokens_[form].text, value) || value < 0) return std::nullopt;
  return value;
}

Span Forms::span(Form first, Form last) const { return {tokens_[first].span.begin, tokens_[last_token(last)].span.end}; }

std::string_view Forms::written(Form first, Form last) const {
  const Span place = span(first, last);
  return text_.substr(place.begin, place.end - place.begin);
}

std::vector<std::string> Forms::words(Form form) const {
  std::vector<std::string> found;
  for (std::uint32_t i = form; i <= last_token(form); ++i) {
    if (tokens_[i].kind == Kind::Name) found.emplace_back(tokens_[i].text);
    if (tokens_[i].kind == Kind::Variable) found.push_back('?' + std::string(tokens_[i].text));
  }
  return found;
}

std::string Forms::canonical(Form first, Form last, const Rename& rename) const {
  const auto spelled = [&](Form form) { return rename ? rename(name(form)) : name(form); };
  std::string out;
  const std::uint32_t end = last_token(last) + 1;
  std::uint32_t after_opens = 0;  // where the row of opening parentheses that holds i ends
  for (std::uint32_t i = first; i < end; ++i) {
    if (!is_list(i)) {
      append(out, tokens_[i].kind, is_name(i) ? spelled(i) : lower_case(tokens_[i].text));
      continue;
    }
    if (i >= after_opens) {
      after_opens = i;
      while (is_list(after_opens)) ++after_opens;
    }
    // As many parentheses close after the name as open before it: they contain nothing else, and are dropped.
    const bool lone_name = is_name(after_opens) && partner_[i] == 2 * after_opens - i;
    append(out, lone_name ? Kind::Name : Kind::Open, lone_name ? spelled(after_opens) : "(");
    if (lone_name) i = partner_[i];
  }
  return out;
}

Result<std::string> Forms::term(Form form, const char* what) const {
  for (std::uint32_t i = form; i <= last_token(form); ++i) {
    if (tokens_[i].kind == Kind::Variable) {
      return bad_input("variable-in-term", fmt::format("the variable ?{} in {}", excerpt(tokens_[i].text), what),
                       "only rules have variables; write a constant", tokens_[i].span);
    }
    if (is_list(i) && partner_[i] == i + 1) {
      return bad_input("empty-list", fmt::format("an empty pair of parentheses in {}", what), "write (name argument ...)",
                       span(i, i));
    }
  }
  return canonical(form, form);
}

std::vector<Forms::Form> parts_without_extra_parentheses(const Forms& forms, Forms::Form list) {
  std::vector<Forms::Form> parts = forms.parts(list);
  while (parts.size() == 1 && forms.is_list(parts[0])) {
    std::vector<Forms::Form> inner = forms.parts(parts[0]);
    if (inner.empty() || !forms.is_list(inner[0])) break;
    parts = std::move(inner);
  }
  return parts;
}

std::string one_line(std::string_view kif) {
  std::string out;
  for (const gdl::Token& token : gdl::lex_kif(kif, 1).tokens) {
    if (token.kind != Kind::Comment && token.kind != Kind::End) append(out, token.kind, token.text);
  }
  return out;
}

std::string excerpt(std::string_view text, std::size_t most) {
  constexpr std::string_view kCut = "[...]";
  const bool cut = text.size() > most;
  std::string out(cut ? text.substr(0, most - kCut.size()) : text);
  for (char& c : out) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  return cut ? out.append(kCut) : out;
}

}  // namespace agon::protocol
