#include "protocol/reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace agon::protocol {
namespace {

using Form = Forms::Form;

constexpr std::size_t kLongestUnknown = 200;
constexpr std::array<const char*, 4> kWords = {"ready", "busy", "done", "aborted"};  // in the order of Word

bool only_dots(const std::string& name) { return !name.empty() && name.find_first_not_of('.') == std::string::npos; }

// The forms of a reply, without the dots that some players end it with.
std::vector<Form> sentence(const Forms& forms) {
  std::vector<Form> parts = forms.top();
  while (!parts.empty() && only_dots(forms.name(parts.back()))) parts.pop_back();
  return parts;
}

std::string without_dots(std::string text) {
  while (text.ends_with('.')) text.pop_back();
  return text;
}

bool remark(const Forms& forms, Form form) {
  if (!forms.is_list(form)) return false;
  const std::vector<Form> parts = forms.parts(form);
  return !parts.empty() && (forms.name(parts[0]) == "explanation" || forms.name(parts[0]) == "taunt");
}

Result<Reply> read_move(const Forms& forms) {
  constexpr const char* kHint = "answer with one of the legal moves, for example (mark 1 2)";
  std::vector<Form> parts = sentence(forms);
  // Remarks that players add, with dots before and after them.
  while (parts.size() > 1 && (remark(forms, parts.back()) || only_dots(forms.name(parts.back())))) parts.pop_back();
  if (parts.empty()) return bad_input("empty-reply", "the answer is empty where a move is expected", kHint);
  for (const Form part : parts) {
    const Result<std::string> term = forms.term(part, "a move");
    if (!term) return term.error();
  }
  if (parts.size() > 1) {
    if (forms.is_list(parts[0])) {
      return bad_input("not-one-move", "the answer goes on behind the move", kHint, forms.span(parts[1], parts.back()));
    }
    // mark 1 2: the parentheses were forgotten.
    std::string words = forms.canonical(parts.front(), parts.back());
    if (forms.is_name(parts.back())) words = without_dots(std::move(words));
    return Reply(Move{fmt::format("({})", words)});
  }
  while (forms.is_list(parts[0])) {
    const std::vector<Form> inner = forms.parts(parts[0]);
    if (inner.size() != 1 || !forms.is_list(inner[0])) break;
    parts = inner;
  }
  std::string move = forms.canonical(parts[0], parts[0]);
  if (move.front() != '(') move = without_dots(std::move(move));
  if (move.empty()) return bad_input("empty-reply", "the answer is empty where a move is expected", kHint);
  return Reply(Move{std::move(move)});
}

// Only words, so that whatever was read can be written again: no parentheses, no comments.
std::string value_of(const Forms& forms, const std::vector<Form>& pair) {
  std::string value;
  for (std::size_t i = 1; i < pair.size(); ++i) {
    for (const std::string& word : forms.words(pair[i])) value += (value.empty() ? "" : " ") + word;
  }
  return value;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

bool plain_word(const std::string& text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return std::ranges::all_of(text, allowed);
}

Reply read_info(const Forms& forms, const Unknown& otherwise) {
  const std::vector<Form> parts = sentence(forms);
  if (parts.size() != 1) return otherwise;
  PlayerInfo info;
  const std::string word = without_dots(forms.canonical(parts[0], parts[0]));
  if (plain_word(word)) info.status = word;
  if (forms.is_list(parts[0])) {
    for (const Form form : parts_without_extra_parentheses(forms, parts[0])) {
      if (!forms.is_list(form)) continue;
      const std::vector<Form> pair = forms.parts(form);
      if (pair.size() < 2 || !forms.is_name(pair[0])) continue;
      const std::string key = forms.name(pair[0]);
      const std::string value = value_of(forms, pair);
      if (value.empty()) continue;
      if (key == "name") info.name = value;
      else if (key == "status") info.status = lower_case(value);
      else info.more.emplace_back(key, value);
    }
  }
  return info == PlayerInfo{} ? Reply(otherwise) : Reply(info);
}

Reply read_word(const Forms& forms, const Unknown& otherwise) {
  const std::vector<Form> parts = sentence(forms);
  if (parts.size() != 1) return otherwise;
  const std::string word = without_dots(forms.canonical(parts[0], parts[0]));
  const auto* const found = std::ranges::find(kWords, word);
  return found == kWords.end() ? Reply(otherwise) : Reply(static_cast<Word>(found - kWords.begin()));
}

// A name that a person chose must not break the form it stands in.
std::string plain(std::string_view value) {
  std::string out;
  for (const char c : value) {
    const bool blank = static_cast<unsigned char>(c) <= 0x20 || c == 0x7f;
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : (c == '(' || c == ')' || c == ';' ? '_' : c);
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

class ReplyWriter {
 public:
  std::string operator()(Word word) const { return kWords[static_cast<std::size_t>(word)]; }
  std::string operator()(const Move& move) const { return move.term; }
  std::string operator()(const Unknown& unknown) const { return unknown.text; }
  std::string operator()(const PlayerInfo& info) const {
    std::vector<std::string> pairs;
    const auto add = [&](std::string_view key, const std::string& value) {
      if (const std::string words = plain(value); !words.empty()) pairs.push_back(fmt::format("({} {})", key, words));
    };
    add("name", info.name);
    add("status", info.status);
    for (const auto& [key, value] : info.more) add(key, value);
    return fmt::format("({})", fmt::join(pairs, " "));
  }
};

}  // namespace

Result<Reply> parse_reply(std::string_view text, Question question, const TextLimits& limits) {
  const Result<Forms> forms = Forms::read(text, limits);
  if (question == Question::Play) {
    if (!forms) return forms.error();
    return read_move(*forms);
  }
  const Unknown otherwise{excerpt(text, kLongestUnknown)};
  if (!forms) return Reply(otherwise);
  return question == Question::Info ? read_info(*forms, otherwise) : read_word(*forms, otherwise);
}

std::string to_text(const Reply& reply) { return std::visit(ReplyWriter{}, reply); }

}  // namespace agon::protocol
