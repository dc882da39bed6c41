// The fastest public GDL engine we know for a sheet, states a second of random playouts on one thread, measured on this kind of
// machine (x86-64 servers with AVX-512). The sheets are those of the public repositories, named as there; `library` is the
// library's sheet of the same game, whose rules may be written differently.
#pragma once

#include <optional>
#include <string_view>

namespace agon::lab {

struct PublishedSpeed {
  const char* sheet;
  const char* library;  // "" where there is none
  double states_per_second;
  bool at_most = false;  // the engine gave no more than this
};

inline constexpr PublishedSpeed kPublishedSpeeds[] = {
    {"ticTacToe", "tictactoe", 2.8e6},
    {"connectFour", "connectfour", 2.9e6},
    {"breakthrough", "breakthrough", 1.7e6},
    {"checkers", "checkers-scored", 0.77e6},
    {"reversi", "othello", 0.13e6},
    {"knightThrough", "knightthrough", 1.6e6},
    {"gomoku_15x15", "gomoku", 2.1e6},
    {"pentago", "pentago", 1.0e6},
    {"speedChess", "", 0.56e6},
    {"skirmish", "skirmish", 0.17e6},
    {"hex", "hex", 0.14e6},
    {"chineseCheckers6", "chinese-checkers-6", 1.4e6},
    {"nineBoardTicTacToe", "tictactoe-nine-board", 0.9e6},
    {"chess", "chess", 53},
    {"linesOfAction", "lines-of-action", 60, true},
    {"shogi_ctk", "", 5900},
};

// By the name of the sheet without folder and ending.
[[nodiscard]] inline const PublishedSpeed* published_speed(std::string_view name) {
  for (const PublishedSpeed& speed : kPublishedSpeeds) {
    if (name == speed.sheet || name == speed.library) return &speed;
  }
  return nullptr;
}

}  // namespace agon::lab
