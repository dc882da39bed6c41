// A parser of KIF forms (S-expressions): names, variables and lists, with spans. Messages, replies and scrambled terms use it.
//
// The forms stay flat: an array of tokens in which every parenthesis has the index of its partner. Nothing recurses, so no nesting
// can overflow the stack, and the exact text of a form is available, which START needs because it carries a whole rule sheet. (The
// parser of rule sheets in gdl/ rejects what messages use freely: empty lists and lists of lists.)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gdl/read/lexer.h"

namespace agon::protocol {

struct TextLimits {
  std::size_t bytes = std::size_t{4} << 20U;  // the largest sheets in circulation have 70 kB
  std::uint32_t depth = 1'000;                // nesting of parentheses, as in gdl::ReadOptions
};

// Views the text it was read from, which must outlive it.
class Forms {
 public:
  using Form = std::uint32_t;                                                // the index of its first token
  using Rename = std::function<std::string(const std::string& lower_case)>;  // what to write for a name

  [[nodiscard]] static Result<Forms> read(std::string_view text, const TextLimits& limits = {});

  [[nodiscard]] const std::vector<Form>& top() const { return top_; }  // the forms outside all parentheses
  [[nodiscard]] bool is_list(Form form) const { return tokens_[form].kind == gdl::Token::Kind::Open; }
  [[nodiscard]] bool is_name(Form form) const { return tokens_[form].kind == gdl::Token::Kind::Name; }
  [[nodiscard]] std::vector<Form> parts(Form list) const;
  [[nodiscard]] std::string name(Form form) const;  // in lower case; empty if the form is no name
  // A plain decimal number that is not negative.
  [[nodiscard]] std::optional<std::int64_t> number(Form form) const;

  // The source text and its span. The second form of each closes a range on one level.
  [[nodiscard]] std::string_view written(Form first, Form last) const;
  [[nodiscard]] Span span(Form first, Form last) const;
  // The names and variables in a form, as written.
  [[nodiscard]] std::vector<std::string> words(Form form) const;

  // As engines write terms: lower case, single blanks, no parentheses around a lone name.
  [[nodiscard]] std::string canonical(Form first, Form last, const Rename& rename = {}) const;
  // The canonical text of a ground term (a move, a percept, a role). `what` names it in the error.
  [[nodiscard]] Result<std::string> term(Form form, const char* what) const;

 private:
  [[nodiscard]] std::uint32_t last_token(Form form) const { return is_list(form) ? partner_[form] : form; }

  std::string_view text_;
  std::vector<gdl::Token> tokens_;      // without comments
  std::vector<std::uint32_t> partner_;  // of each parenthesis; of other tokens unused
  std::vector<Form> top_;
};

// The forms of a list with surplus parentheses around it: (((a b) (c d))) is read as ((a b) (c d)). A single list that starts with
// a name stays, because it is a form itself: ((mark 1 2)) is a list of one move.
[[nodiscard]] std::vector<Forms::Form> parts_without_extra_parentheses(const Forms& forms, Forms::Form list);

// KIF without comments and line ends: the tokens as written, with single blanks. The text must be readable KIF.
[[nodiscard]] std::string one_line(std::string_view kif);

// A short printable excerpt of any text, for error messages and logs.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = 40);

}  // namespace agon::protocol
