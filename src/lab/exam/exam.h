// An exam: positions of library games in which it is proved which moves are best. One player sits it alone and is through in
// minutes, where a rating needs opponents and hundreds of games.
//
// Best means sure: a best move forces the highest goal that can be forced against everybody else, and every other move gives some
// of that away. For two players whose goals have a constant sum this is the usual value of the game; with more players, or with
// moves made at once, it asks for nothing that needs the others' help. Games of chance are left out.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace agon::lab::exam {

// What a position asks of a player. The names are those of the file.
enum class Kind : std::uint8_t {
  Tactics,       // lines and captures on a board
  Connection,    // of two edges
  Race,          // to the far side
  Counting,      // who runs out of moves, or of heaps
  Endgame,       // the last moves of a long game
  Puzzle,        // one player: a wrong move puts the goal out of reach
  Simultaneous,  // a move that is right whatever the others do at the same time
  Multiplayer,   // three players and more
  Trap,          // the move that does best in random play is a mistake
};
inline constexpr Kind kKinds[] = {Kind::Tactics, Kind::Connection,   Kind::Race,        Kind::Counting, Kind::Endgame,
                                  Kind::Puzzle,  Kind::Simultaneous, Kind::Multiplayer, Kind::Trap};

[[nodiscard]] constexpr const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::Tactics: return "tactics";
    case Kind::Connection: return "connection";
    case Kind::Race: return "race";
    case Kind::Counting: return "counting";
    case Kind::Endgame: return "endgame";
    case Kind::Puzzle: return "puzzle";
    case Kind::Simultaneous: return "simultaneous";
    case Kind::Multiplayer: return "multiplayer";
    case Kind::Trap: return "trap";
  }
  return "";
}

// By how much a tree search has to think, plain up to 3 and with everything it has from there on; measure.h.
inline constexpr int kEasiest = 1, kHardest = 4;

struct Position {
  std::string id;    // stable: scores of two exams are compared by it
  std::string game;  // library name
  Kind kind = Kind::Tactics;
  int difficulty = kEasiest;
  std::string role;                                    // who is asked
  std::vector<std::vector<std::string>> moves;         // joint moves so far, in role order, in prefix form
  std::vector<std::string> best;                       // the proved answers
  int goal = 100;                                      // what they force
  std::vector<std::pair<std::string, double>> values;  // of all moves under everybody's best play, where that is known
  std::string proof;                                   // which solvers said so
};

struct Exam {
  static constexpr const char* kSchema = "agon.exam/1";
  std::vector<Position> positions;
};

}  // namespace agon::lab::exam
