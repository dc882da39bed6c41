#include "protocol/message.h"

#include <fmt/format.h>

#include "base/similar.h"

namespace agon::protocol {
namespace {

using Form = Forms::Form;

constexpr std::int64_t kLongestClock = 1'000'000'000;  // seconds; in milliseconds it still fits everywhere
constexpr std::int64_t kLastTurn = 1'000'000'000;

const std::vector<std::string>& message_words() {
  static const std::vector<std::string> words = {"start", "play", "stop", "abort", "info", "preview"};
  return words;
}

class MessageReader {
 public:
  explicit MessageReader(const Forms& forms) : forms_(forms), parts_(forms.top()) {
    // The outermost parentheses may be missing or doubled.
    while (parts_.size() == 1 && forms.is_list(parts_[0])) parts_ = forms.parts(parts_[0]);
  }

  Result<Message> run() {
    if (parts_.empty() || !forms_.is_name(parts_[0])) {
      const Span place = parts_.empty() ? Span{} : forms_.span(parts_[0], parts_[0]);
      return bad_input("not-a-message", "a message starts with a word such as PLAY", "for example (PLAY match1 NIL)", place);
    }
    const std::string word = forms_.name(parts_[0]);
    if (word == "start") return start();
    if (word == "play") return step<Play>("(PLAY id moves), or (PLAY id turn lastmove percepts) in a GDL-II game");
    if (word == "stop") return step<Stop>("(STOP id moves), or (STOP id turn lastmove percepts) in a GDL-II game");
    if (word == "abort") return abort();
    if (word == "info") return info();
    if (word == "preview") return preview();
    return wrong("unknown-message", 0, fmt::format("there is no message '{}'", excerpt(word)),
                 suggest(excerpt(word), message_words()));
  }

 private:
  Result<Message> start() {
    constexpr const char* kForm = "(START id role (rules) startclock playclock)";
    if (parts_.size() < 6) return missing(kForm);
    Result<std::string> id = match_id();
    if (!id) return id.error();
    Result<std::string> role = forms_.term(parts_[2], "the role");
    if (!role) return role.error();
    // Rules in a list and two clocks; extensions after them are ignored. Some managers omit the list: then the clocks are the last
    // two forms, and all before them are rules.
    const bool listed = forms_.is_list(parts_[3]) && forms_.number(parts_[4]) && forms_.number(parts_[5]);
    const std::size_t first_clock = listed ? 4 : parts_.size() - 2;
    Result<std::string> sheet = rules(3, first_clock);
    if (!sheet) return sheet.error();
    const Result<std::chrono::seconds> start_clock = clock(first_clock);
    if (!start_clock) return start_clock.error();
    const Result<std::chrono::seconds> play_clock = clock(first_clock + 1);
    if (!play_clock) return play_clock.error();
    return Message(Start{std::move(*id), std::move(*role), std::move(*sheet), *start_clock, *play_clock});
  }

  // PLAY and STOP have the same arguments.
  template <class Step>
  Result<Message> step(const char* form) {
    if (parts_.size() < 3) return missing(form);
    if (parts_.size() > 5) return superfluous(5, form);
    Result<std::string> id = match_id();
    if (!id) return id.error();
    Result<LastStep> last = parts_.size() == 5 ? observation() : joint_move();
    if (!last) return last.error();
    return Message(Step{std::move(*id), std::move(*last)});
  }

  Result<LastStep> joint_move() {
    JointMove joint;
    if (parts_.size() == 4) {
      const Result<std::uint32_t> number = turn();
      if (!number) return number.error();
      joint.turn = *number;
    }
    Result<std::vector<std::string>> moves = terms(parts_.size() - 1, "a move");
    if (!moves) return moves.error();
    joint.moves = std::move(*moves);
    return LastStep(std::move(joint));
  }

  Result<LastStep> observation() {
    Observation seen;
    const Result<std::uint32_t> number = turn();
    if (!number) return number.error();
    seen.turn = *number;
    if (!nil(parts_[3])) {
      Result<std::string> move = forms_.term(parts_[3], "the last move");
      if (!move) return move.error();
      if (*move != "nil") seen.last_move = std::move(*move);  // (NIL) is NIL too
    }
    Result<std::vector<std::string>> percepts = terms(4, "a percept");
    if (!percepts) return percepts.error();
    seen.percepts = std::move(*percepts);
    return LastStep(std::move(seen));
  }

  Result<Message> abort() {
    constexpr const char* kForm = "(ABORT id)";
    if (parts_.size() < 2) return missing(kForm);
    if (parts_.size() > 2) return superfluous(2, kForm);
    Result<std::string> id = match_id();
    if (!id) return id.error();
    return Message(Abort{std::move(*id)});
  }

  Result<Message> info() {
    if (parts_.size() > 1) return superfluous(1, "(INFO)");
    return Message(Info{});
  }

  Result<Message> preview() {
    if (parts_.size() < 3) return missing("(PREVIEW (rules) previewclock)");
    const bool listed = forms_.is_list(parts_[1]) && forms_.number(parts_[2]);
    const std::size_t clock_at = listed ? 2 : parts_.size() - 1;
    Result<std::string> sheet = rules(1, clock_at);
    if (!sheet) return sheet.error();
    const Result<std::chrono::seconds> seconds = clock(clock_at);
    if (!seconds) return seconds.error();
    return Message(Preview{std::move(*sheet), *seconds});
  }

  Result<std::string> match_id() {
    if (!forms_.is_name(parts_[1])) return wrong("bad-match-id", 1, "a match is identified by one word", "for example match1");
    return std::string(forms_.written(parts_[1], parts_[1]));
  }

  // The sheet in parts_[begin .. end): one list of rules, or the rules themselves.
  Result<std::string> rules(std::size_t begin, std::size_t end) {
    std::vector<Form> sheet(parts_.begin() + static_cast<std::ptrdiff_t>(begin), parts_.begin() + static_cast<std::ptrdiff_t>(end));
    if (sheet.size() == 1 && forms_.is_list(sheet[0])) sheet = parts_without_extra_parentheses(forms_, sheet[0]);
    if (sheet.empty())
      return wrong("no-rules", begin, "there are no rules in this message", "send the rule sheet as a list of rules");
    return std::string(forms_.written(sheet.front(), sheet.back()));
  }

  Result<std::chrono::seconds> clock(std::size_t at) {
    const std::optional<std::int64_t> seconds = forms_.number(parts_[at]);
    if (!seconds || *seconds > kLongestClock) {
      return wrong("bad-clock", at, fmt::format("'{}' is no clock", excerpt(forms_.written(parts_[at], parts_[at]))),
                   fmt::format("a clock is a whole number of seconds from 0 to {}", kLongestClock));
    }
    return std::chrono::seconds(*seconds);
  }

  Result<std::uint32_t> turn() {
    const std::optional<std::int64_t> number = forms_.number(parts_[2]);
    if (!number || *number > kLastTurn) {
      return wrong("bad-turn", 2, fmt::format("'{}' is no turn number", excerpt(forms_.written(parts_[2], parts_[2]))),
                   "turns are counted from 0; moves go into one list: (PLAY id (move1 move2))");
    }
    return static_cast<std::uint32_t>(*number);
  }

  [[nodiscard]] bool nil(Form form) const {
    return forms_.name(form) == "nil" || (forms_.is_list(form) && forms_.parts(form).empty());
  }

  Result<std::vector<std::string>> terms(std::size_t at, const char* what) {
    std::vector<std::string> found;
    if (nil(parts_[at])) return found;
    if (!forms_.is_list(parts_[at])) {
      return wrong("not-a-list", at,
                   fmt::format("a list is expected here, not '{}'", excerpt(forms_.written(parts_[at], parts_[at]))),
                   fmt::format("write {} between parentheses with the others, or NIL if there are none", what));
    }
    for (const Form form : parts_without_extra_parentheses(forms_, parts_[at])) {
      Result<std::string> term = forms_.term(form, what);
      if (!term) return term.error();
      found.push_back(std::move(*term));
    }
    return found;
  }

  [[nodiscard]] Error wrong(const char* code, std::size_t at, std::string message, std::string hint) const {
    return bad_input(code, std::move(message), std::move(hint), forms_.span(parts_[at], parts_[at]));
  }
  [[nodiscard]] Error missing(const char* form) const {
    const std::string word = excerpt(forms_.written(parts_[0], parts_[0]));
    return bad_input("missing-argument", fmt::format("something is missing in this {} message", word),
                     fmt::format("the form is {}", form), forms_.span(parts_[0], parts_.back()));
  }
  [[nodiscard]] Error superfluous(std::size_t at, const char* form) const {
    return wrong("superfluous-argument", at,
                 fmt::format("'{}' is one thing too many", excerpt(forms_.written(parts_[at], parts_[at]))),
                 fmt::format("the form is {}", form));
  }

  const Forms& forms_;
  std::vector<Form> parts_;
};

class MessageWriter {
 public:
  std::string operator()(const Start& m) const {
    return fmt::format("(START {} {} {} {} {})", m.match_id, m.role, sheet(m.rules), m.start_clock.count(), m.play_clock.count());
  }
  std::string operator()(const Play& m) const { return fmt::format("(PLAY {} {})", m.match_id, std::visit(*this, m.last)); }
  std::string operator()(const Stop& m) const { return fmt::format("(STOP {} {})", m.match_id, std::visit(*this, m.last)); }
  std::string operator()(const Abort& m) const { return fmt::format("(ABORT {})", m.match_id); }
  std::string operator()(const Info&) const { return "(INFO)"; }
  std::string operator()(const Preview& m) const { return fmt::format("(PREVIEW {} {})", sheet(m.rules), m.clock.count()); }

  std::string operator()(const JointMove& joint) const {
    const std::string moves = joint.moves.empty() ? "NIL" : list(joint.moves);
    return joint.turn ? fmt::format("{} {}", *joint.turn, moves) : moves;
  }
  std::string operator()(const Observation& seen) const {
    // NIL belongs to the first message; later on it is a list, and seeing nothing is an empty one.
    const std::string percepts = seen.turn == 0 && seen.percepts.empty() ? "NIL" : list(seen.percepts);
    return fmt::format("{} {} {}", seen.turn, seen.last_move.value_or("NIL"), percepts);
  }

 private:
  // The line end closes a comment behind the last rule.
  static std::string sheet(const std::string& rules) { return one_line(fmt::format("({}\n)", rules)); }
  static std::string list(const std::vector<std::string>& terms) { return fmt::format("({})", fmt::join(terms, " ")); }
};

}  // namespace

Result<Message> parse_message(std::string_view text, const TextLimits& limits) {
  const Result<Forms> forms = Forms::read(text, limits);
  if (!forms) return forms.error();
  return MessageReader(*forms).run();
}

std::string to_text(const Message& message) { return std::visit(MessageWriter{}, message); }

}  // namespace agon::protocol
