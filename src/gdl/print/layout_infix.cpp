// Infix tokens to layout pieces. The text has been parsed before, so each clause ends with a period and the parentheses match.
#include "gdl/print/layout.h"

namespace agon::gdl {
namespace {

class InfixLayout {
 public:
  explicit InfixLayout(std::string_view text) : tokens_(text, lex_infix(text, 1)) {}

  std::vector<Piece> run() {
    while (!tokens_.at(Kind::End)) {
      if (tokens_.at(Kind::Comment)) pieces_.push_back(tokens_.take_comment());
      else clause();
    }
    return std::move(pieces_);
  }

 private:
  using Kind = Token::Kind;

  void clause() {
    Piece piece = tokens_.start(Piece::Kind::Text);
    std::vector<Piece> comments;
    piece.text = flat(comments);
    const Token& sign = tokens_.take_code(comments);
    piece.span.end = sign.span.end;
    if (sign.kind != Kind::If) {
      piece.text += '.';
      return append(pieces_, std::move(comments), std::move(piece));
    }
    piece.kind = Piece::Kind::Block;
    piece.rule = true;
    piece.open = piece.text + ' ' + tokens_.written(sign);
    piece.text = piece.open;
    piece.close = ".";
    while (!tokens_.at(Kind::Period)) {
      if (tokens_.at(Kind::Comment)) piece.parts.push_back(tokens_.take_comment());
      else condition(piece);
    }
    piece.span.end = tokens_.take().span.end;
    piece.text += '.';
    append_block(pieces_, std::move(comments), std::move(piece));
  }

  // A condition with the comma or semicolon after it; comments between the two go after them.
  void condition(Piece& clause) {
    std::vector<Piece> comments;
    Piece piece = tokens_.start(Piece::Kind::Text);
    piece.text = flat(comments);
    std::vector<Piece> behind;
    while (tokens_.at(Kind::Comment)) behind.push_back(tokens_.take_comment());
    if (tokens_.at(Kind::Comma)) piece.text += tokens_.peek().text == "," ? "," : ' ' + tokens_.written(tokens_.peek());
    else if (tokens_.at(Kind::Semicolon)) piece.text += ' ' + tokens_.written(tokens_.peek());
    if (!tokens_.at(Kind::Period)) tokens_.take();
    clause.text += ' ' + piece.text;
    append(clause.parts, std::move(comments), std::move(piece));
    for (Piece& comment : behind) clause.parts.push_back(std::move(comment));
  }

  // Tokens up to the end of a condition or head outside all parentheses, on one line. f(a,b) has no spaces, (a, b) has.
  std::string flat(std::vector<Piece>& comments) {
    std::string text;
    std::vector<bool> groups;  // for each open parenthesis, whether it holds conditions
    Kind last = Kind::End;
    bool negation = false;  // the last token was the word `not`
    for (;;) {
      const Kind kind = tokens_.peek_code().kind;
      const bool sign =
          kind == Kind::Period || kind == Kind::If || kind == Kind::Comma || kind == Kind::Semicolon || kind == Kind::End;
      if (sign && groups.empty()) return text;
      const Token& token = tokens_.take_code(comments);
      const std::string word = tokens_.written(token);
      switch (kind) {
        case Kind::Open:
          // Inside an argument list there are tuples and functions, no conditions.
          groups.push_back((groups.empty() || groups.back()) && (last != Kind::Name || negation));
          text += word;
          break;
        case Kind::Close:
          if (!groups.empty()) groups.pop_back();
          text += word;
          break;
        case Kind::Comma: text += !groups.back() ? word : (word == "," ? ", " : ' ' + word + ' '); break;
        case Kind::Semicolon:
        case Kind::Unequal: text += ' ' + word + ' '; break;
        default:
          if (last == Kind::Name || last == Kind::Variable) text += ' ';
          text += word;
          break;
      }
      const bool at_condition = groups.empty() || groups.back();
      negation = kind == Kind::Name && word == "not" && at_condition;
      last = kind;
    }
  }

  TokenStream tokens_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<Piece> infix_pieces(std::string_view text) { return InfixLayout(text).run(); }

}  // namespace agon::gdl
