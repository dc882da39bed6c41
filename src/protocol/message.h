// Messages from a game manager to a player, as values and as text. Independent of sockets and of the rules of a game.
//
//   (START id role (rules) startclock playclock)   (PLAY id moves)   (STOP id moves)   (ABORT id)
//   (INFO)   (PREVIEW (rules) previewclock)
//
// The forms are those of the AAAI competition (Genesereth, Love and Pell 2005), as Stanford's and Dresden's managers send them. In
// GDL-II (Thielscher 2010) each role gets its own move and its percepts: (PLAY id turn lastmove percepts). Parsing is liberal,
// because no two managers agree on letter case, blanks and parentheses; writing is exact.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "protocol/forms.h"

namespace agon::protocol {

// Moves, percepts and roles are canonical terms, written as TermBank::text and play::find_move do: `(mark 1 2)`, `noop`.

struct Start {
  std::string match_id;  // in the manager's letter case
  std::string role;
  std::string rules;  // the forms of the sheet as they were sent, with comments and line ends, without the list around them
  std::chrono::seconds start_clock{0};
  std::chrono::seconds play_clock{0};
  friend bool operator==(const Start&, const Start&) = default;
};

// The last step of a game with perfect information. Some managers count turns here too.
struct JointMove {
  std::optional<std::uint32_t> turn;
  std::vector<std::string> moves;  // in role order; empty (NIL) in the first PLAY
  friend bool operator==(const JointMove&, const JointMove&) = default;
};

// The last step as observed by one role of a GDL-II game.
struct Observation {
  std::uint32_t turn = 0;                // 0 in the first PLAY
  std::optional<std::string> last_move;  // what was played for this role, even if it asked for another; none (NIL) at turn 0
  std::vector<std::string> percepts;     // an empty list is information too
  friend bool operator==(const Observation&, const Observation&) = default;
};

// Dresden's first GDL-II manager sent (PLAY id percepts), which is parsed as a joint move: only the rules can tell the two apart.
using LastStep = std::variant<JointMove, Observation>;

struct Play {
  std::string match_id;
  LastStep last;
  friend bool operator==(const Play&, const Play&) = default;
};

struct Stop {
  std::string match_id;
  LastStep last;
  friend bool operator==(const Stop&, const Stop&) = default;
};

struct Abort {
  std::string match_id;
  friend bool operator==(const Abort&, const Abort&) = default;
};

struct Info {
  friend bool operator==(const Info&, const Info&) = default;
};

struct Preview {
  std::string rules;  // as in Start
  std::chrono::seconds clock{0};
  friend bool operator==(const Preview&, const Preview&) = default;
};

using Message = std::variant<Start, Play, Stop, Abort, Info, Preview>;

// Diagnostics have spans into `text`.
[[nodiscard]] Result<Message> parse_message(std::string_view text, const TextLimits& limits = {});

// One line; rules lose comments and line ends but keep their letter case (a path in an `include` needs it). Round trip: parsing the
// text gives the same message, up to the layout of the rules. Identifiers must be KIF names, rules readable KIF.
[[nodiscard]] std::string to_text(const Message& message);

}  // namespace agon::protocol
