// Replies of a player. The same word means different things in reply to different messages (`done` may be the name of a move), so a
// reply is parsed together with the question it answers.
//
// START: ready, busy.  PLAY: a move.  STOP: done.  ABORT: aborted (or done).  PREVIEW: ready, busy (or done).
// INFO: ((name Agon) (status available)), or a bare word such as available or busy.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "protocol/forms.h"

namespace agon::protocol {

enum class Question : std::uint8_t { Start, Play, Stop, Abort, Info, Preview };

enum class Word : std::uint8_t { Ready, Busy, Done, Aborted };

struct Move {
  std::string term;  // canonical: `(mark 1 2)`
  friend bool operator==(const Move&, const Move&) = default;
};

struct PlayerInfo {
  std::string name;                                       // one or more words, or empty
  std::string status;                                     // `available` or `busy`; players also say `ready`, `nil` and other things
  std::vector<std::pair<std::string, std::string>> more;  // whatever else was told, such as a species

  [[nodiscard]] bool available() const { return status == "available" || status == "ready"; }
  friend bool operator==(const PlayerInfo&, const PlayerInfo&) = default;
};

// A reply of another kind. Managers go on regardless: only the move and `busy` change what they do.
struct Unknown {
  std::string text;  // an excerpt, printable
  friend bool operator==(const Unknown&, const Unknown&) = default;
};

using Reply = std::variant<Word, Move, PlayerInfo, Unknown>;

// Letter case, blanks, dots at the end, and surplus or missing parentheses do not matter; remarks after a move (`explanation`,
// `taunt`) are dropped. Fails only where a move is expected and the text is none; for other questions it returns Unknown at worst.
[[nodiscard]] Result<Reply> parse_reply(std::string_view text, Question question, const TextLimits& limits = {});

// Exactly what goes over the wire: one line, words in lower case.
[[nodiscard]] std::string to_text(const Reply& reply);

}  // namespace agon::protocol
