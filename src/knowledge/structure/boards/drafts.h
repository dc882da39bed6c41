// Groups families of fluents that share coordinates: squares, the pieces on them and the walls between them are one board.
#pragma once

#include <vector>

#include "knowledge/structure/evidence/readings.h"

namespace agon::knowledge::structure {

// A board before its layout.
struct Draft {
  // The source of the values on the axes: for the first member usually the ground program, for its marks random play.
  enum class Trust : std::uint8_t { Play, Ground };
  struct Member {
    std::uint32_t family = 0;
    std::vector<Coordinate> coordinates;  // one for each axis
    std::vector<Coordinate> targets;
    Measure measure;
    Trust trust = Trust::Play;
  };
  std::vector<Member> members;               // the main one first
  std::vector<std::vector<ValueId>> values;  // per axis, of all members, in canonical order
  std::uint32_t base_family = 0;             // the one the board was started with

  [[nodiscard]] std::size_t dimensions() const { return values.size(); }
  [[nodiscard]] const Member& base() const;
};

// Puts families on boards and rows. `taken[f]` says that family f has a place already; families that get one here are marked.
[[nodiscard]] std::vector<Draft> draft_boards(const Readings& readings, std::vector<bool>& taken);

}  // namespace agon::knowledge::structure
