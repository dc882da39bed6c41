// A text as KIF forms: names, variables and lists, each with its place. Messages, replies and scrambled terms all start here.
//
// The forms stay flat: a row of tokens in which every parenthesis knows its partner. Nothing recurses, so no nesting can overrun
// the stack, and the exact text of a form is at hand, which START needs because it carries a whole rule sheet. (The reader of rule
// sheets in gdl/ refuses what messages use freely: empty lists and lists of lists.)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gdl/lexer.h"

namespace agon::play::protocol {

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

  // What was sent, and where. The second form of each closes a range on one level.
  [[nodiscard]] std::string_view written(Form first, Form last) const;
  [[nodiscard]] Span span(Form first, Form last) const;
  // The names and variables in a form, as they were sent.
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

// The forms of a list that somebody may have put into parentheses once too often: (((a b) (c d))) is read as ((a b) (c d)). A
// single list that starts with a name stays, because it is a form itself: ((mark 1 2)) is a list of one move.
[[nodiscard]] std::vector<Forms::Form> parts_without_extra_parentheses(const Forms& forms, Forms::Form list);

// KIF without comments and line ends: the tokens as written, with single blanks. The text must be readable KIF.
[[nodiscard]] std::string one_line(std::string_view kif);

// A short printable piece of anything, for error messages and logs.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = 40);

}  // namespace agon::play::protocol
