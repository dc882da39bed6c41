#include "gdl/print/layout.h"

#include <algorithm>

namespace agon::gdl {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kIndent = 2;

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }));
}

bool holds_comment(const Piece& piece) {
  return piece.kind == Piece::Kind::Comment || std::ranges::any_of(piece.parts, holds_comment);
}

// One line is open at a time; a trailing comment is held back until the line is complete.
class Writer {
 public:
  std::string run(const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) top_level(piece);
    end_line();
    return std::move(out_);
  }

 private:
  using Kind = Piece::Kind;

  void top_level(const Piece& piece) {
    const bool trails = piece.kind == Kind::Comment && can_trail(piece);
    const bool joins = piece.kind == Kind::Text && piece.same_line && last_ == Kind::Text && waiting_.empty() &&
                       width(line_) + 1 + width(piece.text) <= kColumns;
    if (joins) {
      line_ += ' ' + piece.text;
    } else if (trails) {
      waiting_ = piece.text;
    } else {
      end_line();
      if (piece.blank_before && !out_.empty()) out_ += '\n';
      print(piece, 0, 0);
    }
    last_ = piece.kind;
  }

  // `closing`: how many characters must still follow on the last line.
  void print(const Piece& piece, std::size_t indent, std::size_t closing) {
    start_line(indent);
    if (piece.kind != Kind::Block) {
      line_ += piece.text;
      comment_line_ = piece.kind == Kind::Comment;
      return;
    }
    const bool long_rule = piece.rule && piece.parts.size() > 1;
    if (!long_rule && !holds_comment(piece) && indent + width(piece.text) + closing <= kColumns) {
      line_ += piece.text;
      return;
    }
    line_ += piece.open;
    for (std::size_t i = 0; i < piece.parts.size(); ++i) {
      const Piece& part = piece.parts[i];
      if (part.kind == Kind::Comment && can_trail(part)) waiting_ = part.text;
      else print(part, indent + kIndent, i + 1 == piece.parts.size() ? closing + piece.close.size() : 0);
    }
    if (comment_line_) start_line(indent);
    line_ += piece.close;
  }

  [[nodiscard]] bool can_trail(const Piece& comment) const {
    return comment.same_line && waiting_.empty() && !line_.empty() && !comment_line_;
  }
  void start_line(std::size_t indent) {
    end_line();
    line_.assign(indent, ' ');
  }
  void end_line() {
    if (line_.empty()) return;
    out_ += line_;
    if (!waiting_.empty()) out_ += "  " + waiting_;
    out_ += '\n';
    line_.clear();
    waiting_.clear();
    comment_line_ = false;
  }

  std::string out_;
  std::string line_;
  std::string waiting_;        // the trailing comment of the line
  bool comment_line_ = false;  // the line is a comment
  Kind last_ = Kind::Comment;
};

}  // namespace

std::string write(const std::vector<Piece>& pieces) { return Writer().run(pieces); }

const Token& TokenStream::peek_code(std::size_t ahead) const {
  std::size_t i = next_;
  for (;; ++i) {
    if (tokens_[i].kind == Token::Kind::End) return tokens_[i];
    if (tokens_[i].kind == Token::Kind::Comment) continue;
    if (ahead-- == 0) return tokens_[i];
  }
}

Piece TokenStream::start(Piece::Kind kind) const {
  Piece piece;
  piece.kind = kind;
  piece.span = peek().span;
  const std::uint32_t before = next_ == 0 ? 0 : tokens_[next_ - 1].span.end;
  const std::string_view gap = text_.substr(before, piece.span.begin - before);
  const auto lines = std::max(std::ranges::count(gap, '\n'), std::ranges::count(gap, '\r'));
  piece.same_line = next_ > 0 && lines == 0;
  piece.blank_before = lines > 1;
  return piece;
}

Piece TokenStream::take_comment() {
  Piece comment = start(Piece::Kind::Comment);
  comment.text = written(take());
  while (comment.text.ends_with(' ') || comment.text.ends_with('\t')) comment.text.pop_back();
  return comment;
}

const Token& TokenStream::take_code(std::vector<Piece>& comments) {
  while (at(Token::Kind::Comment)) {
    comments.push_back(take_comment());
    comments.back().same_line = false;
    comments.back().blank_before = false;
  }
  return take();
}

void append(std::vector<Piece>& to, std::vector<Piece> comments, Piece piece) {
  if (!comments.empty()) {
    comments.front().blank_before = piece.blank_before;
    piece.blank_before = false;
    piece.same_line = false;
  }
  std::ranges::move(comments, std::back_inserter(to));
  to.push_back(std::move(piece));
}

void append_block(std::vector<Piece>& to, std::vector<Piece> comments, Piece block) {
  std::vector<Piece> behind;
  while (!block.parts.empty() && block.parts.back().kind == Piece::Kind::Comment && block.parts.back().same_line) {
    behind.insert(behind.begin(), std::move(block.parts.back()));
    block.parts.pop_back();
  }
  append(to, std::move(comments), std::move(block));
  std::ranges::move(behind, std::back_inserter(to));
}

}  // namespace agon::gdl
