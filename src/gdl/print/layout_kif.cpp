// KIF tokens to layout pieces. The text has been parsed before, so the parentheses match.
#include <absl/container/flat_hash_set.h>

#include "gdl/print/layout.h"

namespace agon::gdl {
namespace {

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

class KifLayout {
 public:
  explicit KifLayout(std::string_view text) : tokens_(text, lex_kif(text, 1)) {}

  std::vector<Piece> run() {
    while (!tokens_.at(Kind::End)) {
      if (tokens_.at(Kind::Comment)) pieces_.push_back(tokens_.take_comment());
      else form();
    }
    return std::move(pieces_);
  }

 private:
  using Kind = Token::Kind;

  void form() {
    const std::string word = lower(tokens_.written(tokens_.peek_code(tokens_.at(Kind::Open) ? 1 : 0)));
    if (tokens_.at(Kind::Open) && (word == "<=" || word == ":-" || word == "=>")) return rule(word != "=>");
    Piece piece = tokens_.start(Piece::Kind::Text);
    std::vector<Piece> comments;
    const bool bare = !tokens_.at(Kind::Open);
    if (word == "include" || word == "use") libraries_.insert(lower(tokens_.written(tokens_.peek_code(bare ? 1 : 2))));
    piece.text = flat(comments, piece.span.end);
    int more = 0;  // forms that belong to a bare word: `include LIB RESOURCE`, `use LIB (...)`, `LIB (FUNCTION ...)`
    if (bare && (word == "include" || word == "use")) more = 2;
    else if (bare && libraries_.contains(word) && tokens_.peek_code().kind == Kind::Open) more = 1;
    for (; more > 0 && tokens_.peek_code().kind != Kind::End; --more) piece.text += ' ' + flat(comments, piece.span.end);
    append(pieces_, std::move(comments), std::move(piece));
  }

  void rule(bool head_first) {
    Piece block = tokens_.start(Piece::Kind::Block);
    block.rule = true;
    std::vector<Piece> comments;
    tokens_.take();
    block.open = '(' + tokens_.written(tokens_.take_code(comments));
    if (head_first) block.open += ' ' + flat(comments, block.span.end);
    finish(block);
    append_block(pieces_, std::move(comments), std::move(block));
  }

  // The parts up to the closing parenthesis.
  void finish(Piece& block) {
    block.text = block.open;
    block.close.assign(1, ')');
    while (!tokens_.at(Kind::Close)) {
      if (tokens_.at(Kind::Comment)) block.parts.push_back(tokens_.take_comment());
      else condition(block);
    }
    block.span.end = tokens_.take().span.end;
    block.text += ')';
  }

  void condition(Piece& parent) {
    const std::string word = tokens_.at(Kind::Open) ? lower(tokens_.written(tokens_.peek_code(1))) : "";
    std::vector<Piece> comments;
    if (word == "and" || word == "or" || word == "not") {
      Piece block = tokens_.start(Piece::Kind::Block);
      tokens_.take();
      block.open = '(' + tokens_.written(tokens_.take_code(comments));
      finish(block);
      parent.text += ' ' + block.text;
      return append_block(parent.parts, std::move(comments), std::move(block));
    }
    Piece piece = tokens_.start(Piece::Kind::Text);
    piece.text = flat(comments, piece.span.end);
    parent.text += ' ' + piece.text;
    append(parent.parts, std::move(comments), std::move(piece));
  }

  // The next term on one line; `end` becomes the place behind it.
  std::string flat(std::vector<Piece>& comments, std::uint32_t& end) {
    const Token& first = tokens_.take_code(comments);
    end = first.span.end;
    if (first.kind != Kind::Open) return tokens_.written(first);
    std::string text = "(";
    while (tokens_.peek_code().kind != Kind::Close) {
      if (text.size() > 1) text += ' ';
      text += flat(comments, end);
    }
    end = tokens_.take_code(comments).span.end;
    return text + ')';
  }

  TokenStream tokens_;
  std::vector<Piece> pieces_;
  absl::flat_hash_set<std::string> libraries_;
};

}  // namespace

std::vector<Piece> kif_pieces(std::string_view text) { return KifLayout(text).run(); }

}  // namespace agon::gdl
