// The layout tree of the pretty-printer. Each syntax turns its tokens into pieces; one writer lays them out. Private to the
// formatter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gdl/read/lexer.h"

namespace agon::gdl {

struct Piece {
  enum class Kind : std::uint8_t {
    Text,   // never broken: a fact, a condition
    Block,  // a rule, or a connective of conditions: on one line or on several
    Comment,
  };
  Kind kind = Kind::Text;
  std::string text;           // Text and Comment: as written; Block: the whole on one line, comments left out
  std::string open, close;    // Block: what stands before and behind the parts
  std::vector<Piece> parts;   // Block
  bool rule = false;          // a Block that takes a line for each condition if there are several
  bool same_line = false;     // nothing but blanks between the token before it and this one; a comment is then a trailing one
  bool blank_before = false;  // an empty line before it
  Span span;                  // in the source
};

[[nodiscard]] std::vector<Piece> kif_pieces(std::string_view text);
[[nodiscard]] std::vector<Piece> infix_pieces(std::string_view text);
[[nodiscard]] std::string write(const std::vector<Piece>& pieces);

// The tokens of a text, comments included, with the white space between them.
class TokenStream {
 public:
  TokenStream(std::string_view text, LexResult lexed) : text_(text), tokens_(std::move(lexed.tokens)) {}

  [[nodiscard]] const Token& peek() const { return tokens_[next_]; }
  // The next token that is not a comment, or the one `ahead` of it.
  [[nodiscard]] const Token& peek_code(std::size_t ahead = 0) const;
  const Token& take() { return tokens_[next_ + 1 < tokens_.size() ? next_++ : next_]; }
  [[nodiscard]] bool at(Token::Kind kind) const { return peek().kind == kind; }
  [[nodiscard]] std::string written(const Token& token) const {
    return std::string(text_.substr(token.span.begin, token.span.end - token.span.begin));
  }

  // An empty piece of this kind at the next token, with its place on the lines filled in.
  [[nodiscard]] Piece start(Piece::Kind kind) const;
  Piece take_comment();
  // Takes the next token, and moves the comments before it into `comments`; they are then not trailing ones.
  const Token& take_code(std::vector<Piece>& comments);

 private:
  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
};

// Appends a piece that had comments inside: they go before it, in its place on the lines.
void append(std::vector<Piece>& to, std::vector<Piece> comments, Piece piece);
// Appends a block. A trailing comment of its last part goes behind it, so that the block can close on that line.
void append_block(std::vector<Piece>& to, std::vector<Piece> comments, Piece block);

}  // namespace agon::gdl
