#include "gdl/print/formatter.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

#include "base/assert.h"
#include "gdl/print/layout.h"
#include "gdl/print/printer.h"

namespace agon::gdl {
namespace {

// The error of a text that does not parse; a text without rules can be formatted all the same.
Status readable(std::string_view text, Syntax syntax) {
  Result<Rules> rules = read_text(std::string(text), "", {.syntax = syntax});
  if (rules || rules.error().diagnostics.front().code == "no-rules") return done();
  return rules.error();
}

Result<std::string> lay_out(std::string_view text, Syntax syntax) {
  if (Status good = readable(text, syntax); !good) return good.error();
  return write(syntax == Syntax::Infix ? infix_pieces(text) : kif_pieces(text));
}

// ---- from one syntax to the other ----

// The author's spelling of a name, made to start with a small letter as infix names must: isCard, whiteKing for WhiteKing, noop for
// NOOP.
std::string decapitalised(std::string_view written, const std::string& lower) {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string text(written);
  if (!capital(text[0])) return text;
  if (text.size() < 2 || capital(text[1])) return lower;
  text[0] = lower[0];
  return text;
}

// The symbols of a sheet, spelt as at their first occurrence. Printing goes by id, so the table can be exchanged.
SymbolTable as_written(const Rules& rules, Syntax syntax) {
  absl::flat_hash_map<std::string, std::string> spelling;
  const LexResult lexed = syntax == Syntax::Infix ? lex_infix(rules.text(), 1) : lex_kif(rules.text(), 1);
  for (const Token& token : lexed.tokens) {
    if (token.kind != Token::Kind::Name && token.kind != Token::Kind::Variable) continue;
    std::string lower(token.text);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    spelling.try_emplace(lower, decapitalised(token.text, lower));
  }
  SymbolTable table;
  for (std::uint32_t i = 0; i < rules.symbols().size(); ++i) {
    const std::string& name = rules.symbols().text(SymbolId{i});
    const auto found = spelling.find(name);
    const bool fresh = found != spelling.end() && i >= kKeywordCount && table.find(found->second).index() == table.size() &&
                       (found->second == name || rules.symbols().find(found->second).index() == rules.symbols().size());
    table.intern(fresh ? found->second : name);
  }
  return table;
}

// One form at a time, in the order of the text: a rule, or the declaration of a library.
class FormConverter {
 public:
  FormConverter(const Rules& rules, Syntax from, Syntax to)
      : rules_(rules), symbols_(as_written(rules, from)), from_(from), to_(to) {}

  std::string convert(const Piece& form) {
    if (next_ < rules_.rules().size() && rules_.rules()[next_].span.begin == form.span.begin) return rule(rules_.rules()[next_++]);
    return declaration(form.text);
  }

 private:
  std::string rule(const Rule& rule) const {
    if (to_ == Syntax::Infix) return print_infix(rule, symbols_);
    const std::string text = print_kif(rule, symbols_);
    return rule.fact() && rule.head.constant() ? '(' + text + ')' : text;  // a bare name might go with what follows
  }

  // Read alone, a bare function declaration would be two facts, and an `include` no rules at all; hence the parentheses and the
  // last fact, which comes out as the last line.
  [[nodiscard]] std::string declaration(std::string text) const {
    const bool bare = from_ == Syntax::Kif && !text.starts_with('(');
    text = (bare ? '(' + text + ')' : text) + (from_ == Syntax::Kif ? "\nlast" : "\nlast.");
    const Result<Rules> alone = read_text(std::move(text), "", {.syntax = from_});
    AGON_ASSERT(alone.ok());
    std::string out = to_ == Syntax::Infix ? print_infix(*alone) : print_kif(*alone);
    out.erase(out.rfind("\nlast"));
    return out;
  }

  const Rules& rules_;
  SymbolTable symbols_;
  Syntax from_;
  Syntax to_;
  std::size_t next_ = 0;
};

// `;; text` and `%% text`; a block comment becomes one comment a line.
std::string convert_comment(std::string_view text, Syntax to) {
  const std::string mark = to == Syntax::Infix ? "%" : ";";
  std::string out;
  if (!text.starts_with("/*")) {
    const bool slashes = text.starts_with("//");
    const std::size_t marks = slashes ? 2 : std::min(text.find_first_not_of(text[0]), text.size());
    for (std::size_t i = 0; i < (slashes ? 1 : marks); ++i) out += mark;
    return out += text.substr(marks);
  }
  text = text.substr(2, text.size() - 4);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.remove_suffix(1);
    if (!line.empty()) out += (out.empty() ? "" : "\n") + mark + ' ' + std::string(line);
  }
  return out.empty() ? mark : out;
}

void collect_comments(const Piece& piece, std::vector<std::string>& out, Syntax to) {
  if (piece.kind == Piece::Kind::Comment) out.push_back(convert_comment(piece.text, to));
  for (const Piece& part : piece.parts) collect_comments(part, out, to);
}

}  // namespace

Result<std::string> format_kif(std::string_view text) { return lay_out(text, Syntax::Kif); }
Result<std::string> format_infix(std::string_view text) { return lay_out(text, Syntax::Infix); }

Result<std::string> format(std::string_view text, Syntax syntax) {
  return lay_out(text, syntax == Syntax::Auto ? guess_syntax(text) : syntax);
}

Result<std::string> convert(std::string_view text, Syntax from, Syntax to) {
  if (from == Syntax::Auto) from = guess_syntax(text);
  if (to == Syntax::Auto) to = from == Syntax::Kif ? Syntax::Infix : Syntax::Kif;
  if (from == to) return lay_out(text, from);
  const Result<Rules> rules = read_text(std::string(text), "", {.syntax = from});
  if (!rules) return rules.error();
  FormConverter forms(*rules, from, to);
  std::string out;
  bool after_comment = false;
  for (const Piece& piece : from == Syntax::Infix ? infix_pieces(text) : kif_pieces(text)) {
    const bool comment = piece.kind == Piece::Kind::Comment;
    std::vector<std::string> inside;
    if (!comment) collect_comments(piece, inside, to);
    const bool joined = piece.same_line && inside.empty() && !after_comment;
    if (!out.empty()) out += piece.blank_before ? "\n\n" : (joined ? " " : "\n");
    for (const std::string& line : inside) out += line + '\n';
    out += comment ? convert_comment(piece.text, to) : forms.convert(piece);
    after_comment = comment;
  }
  return write(to == Syntax::Infix ? infix_pieces(out) : kif_pieces(out));
}

}  // namespace agon::gdl
