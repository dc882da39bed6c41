// Handmade and random ground programs, for tests of incremental evaluation.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "ground/ground_program.h"

namespace agon::engines::updater {

using ground::AtomId;
using ground::GroundLiteral;
using ground::GroundProgram;

// All derived atoms are goals unless said otherwise, so that some question needs them.
class ProgramMaker {
 public:
  explicit ProgramMaker(std::uint32_t fluents) {
    program_.fluents.resize(fluents);
    program_.next.assign(fluents, ground::kNever);
    program_.atom_count = fluents;
    program_.goals.resize(1);
  }
  AtomId atom() { return program_.atom_count++; }
  static GroundLiteral yes(AtomId atom) { return GroundLiteral::of(atom, false); }
  static GroundLiteral no(AtomId atom) { return GroundLiteral::of(atom, true); }
  // A body that says an atom twice is kept once; one that contradicts itself is left out, as is an empty one.
  void rule(AtomId head, std::vector<GroundLiteral> body) {
    std::ranges::sort(body);
    body.erase(std::unique(body.begin(), body.end()), body.end());
    for (std::size_t i = 1; i < body.size(); ++i) {
      if (body[i].atom() == body[i - 1].atom()) return;
    }
    if (body.empty()) return;
    program_.heads.push_back(head);
    program_.literals.insert(program_.literals.end(), body.begin(), body.end());
    program_.rule_begin.push_back(program_.literals.size());
  }
  GroundProgram& program() { return program_; }
  std::shared_ptr<const GroundProgram> finish() {
    for (AtomId atom = static_cast<AtomId>(program_.base_count()); atom < program_.atom_count; ++atom) {
      program_.goals[0].push_back({static_cast<int>(atom), atom});
    }
    return share();
  }
  std::shared_ptr<const GroundProgram> share() { return std::make_shared<const GroundProgram>(std::move(program_)); }

 private:
  GroundProgram program_;
};

// Strata of a few atoms that may need each other in any way, and the negation of what lies below. With `spread`, every atom answers
// a random question; otherwise all are goals. Without `recursion`, atoms need earlier ones only.
inline std::shared_ptr<const GroundProgram> random_program(Rng& rng, bool recursion, bool spread) {
  const auto below = [&](std::size_t bound) { return rng.below(static_cast<std::uint32_t>(bound)); };
  const std::uint32_t fluents = 3 + below(8);
  ProgramMaker maker(fluents);
  const std::uint32_t strata = 1 + below(4);
  for (std::uint32_t s = 0; s < strata; ++s) {
    const std::uint32_t lower = maker.program().atom_count;
    const std::uint32_t atoms = 2 + below(9);
    for (std::uint32_t i = 0; i < atoms; ++i) maker.atom();
    const std::uint32_t rules = atoms + below(2 * atoms + 1);
    for (std::uint32_t i = 0; i < rules; ++i) {
      const AtomId head = lower + below(atoms);
      const std::uint32_t reach = recursion ? lower + atoms : head;  // may occur positively
      std::vector<GroundLiteral> body;
      for (std::uint32_t length = 1 + below(3); length > 0; --length) {
        if (below(4) == 0) body.push_back(ProgramMaker::no(below(lower)));
        else if (below(2) == 0 && reach > lower) body.push_back(ProgramMaker::yes(lower + below(reach - lower)));
        else body.push_back(ProgramMaker::yes(below(lower)));
      }
      maker.rule(head, std::move(body));
    }
  }
  if (!spread) return maker.finish();
  GroundProgram& program = maker.program();
  for (AtomId atom = fluents; atom < program.atom_count; ++atom) {
    switch (below(4)) {
      case 0: program.next[below(fluents)] = atom; break;
      case 1: program.goals[0].push_back({static_cast<int>(atom), atom}); break;
      case 2: program.sees.resize(1), program.sees[0].push_back({TermId{atom}, atom}); break;
      default: program.terminal = atom;
    }
  }
  return maker.share();
}

// Connect Four's check for a line on a board of any size, as in the paper: inarow(n, cell, direction) holds if n stones of a colour
// lie in the direction, starting at the cell; four of them make a winner.
struct LineCheck {
  std::uint32_t width;
  std::shared_ptr<const GroundProgram> program;
  AtomId winner[2]{};

  [[nodiscard]] AtomId cell(std::uint32_t x, std::uint32_t y, std::uint32_t colour) const { return 2 * (y * width + x) + colour; }

  LineCheck(std::uint32_t board_width, std::uint32_t height) : width(board_width) {
    ProgramMaker maker(2 * width * height);
    constexpr int kSteps[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      winner[colour] = maker.atom();
      for (const auto& step : kSteps) {
        const AtomId first = maker.program().atom_count;
        for (std::uint32_t i = 0; i < 4 * width * height; ++i) maker.atom();
        const auto inarow = [&](std::uint32_t n, std::uint32_t x, std::uint32_t y) { return first + 4 * (y * width + x) + n - 1; };
        for (std::uint32_t y = 0; y < height; ++y) {
          for (std::uint32_t x = 0; x < width; ++x) {
            const GroundLiteral here = ProgramMaker::yes(cell(x, y, colour));
            maker.rule(inarow(1, x, y), {here});
            maker.rule(winner[colour], {ProgramMaker::yes(inarow(4, x, y))});
            const std::uint32_t next_x = x + static_cast<std::uint32_t>(step[0]);
            const std::uint32_t next_y = y + static_cast<std::uint32_t>(step[1]);  // wraps round below 0, hence also out of bounds
            if (next_x >= width || next_y >= height) continue;
            for (std::uint32_t n = 2; n <= 4; ++n)
              maker.rule(inarow(n, x, y), {here, ProgramMaker::yes(inarow(n - 1, next_x, next_y))});
          }
        }
      }
    }
    program = maker.finish();
  }
};

}  // namespace agon::engines::updater
