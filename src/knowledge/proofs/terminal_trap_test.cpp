// Schiffel 2011, section 7: the step as printed does not exclude terminal states, and without that and without the turn as a lemma
// tic-tac-toe is not provably zero-sum. The steps that break it, counted one by one over all boards with one content for each cell.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "circuit/evaluator.h"
#include "circuit/word_algebra.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/proofs/sat_back_end.h"

namespace agon::knowledge::proofs {
namespace {

using circuit::StateFormula;

class Enumeration {
 public:
  Enumeration()
      : circuit_(*plain_circuit(*ground::ground(*gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/tictactoe.kif")),
                                std::chrono::seconds(20), std::size_t{1} << 30U)),
        program_(*circuit_->program),
        now_(*circuit_),
        next_(*circuit_) {
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      const std::string text = program_.terms->text(program_.fluents[f]);
      if (text.starts_with("(control")) {
        control_.push_back(f);
      } else {
        const auto cell = static_cast<std::size_t>(text[6] - '1') * 3 + static_cast<std::size_t>(text[8] - '1');
        contents_.at(cell).push_back(f);
      }
    }
  }

  // Steps from a state with a sum of 100, if it is terminal, to one with another; both have one content for each cell.
  std::size_t violations(bool both_in_control, bool terminal_too) {
    const StateFormula sum = StateFormula::implies(StateFormula::terminal(), StateFormula::goal_sum(100));
    std::size_t found = 0;
    for (int board = 0; board < 19683; ++board) {
      std::vector<std::uint32_t> cells;
      int rest = board;
      for (const auto& contents : contents_) {
        cells.push_back(contents[static_cast<std::size_t>(rest % 3)]);
        rest /= 3;
      }
      for (std::size_t turn = 0; turn < (both_in_control ? 1 : control_.size()); ++turn) {
        std::vector<std::uint32_t> state = cells;
        if (both_in_control) state.insert(state.end(), control_.begin(), control_.end());
        else state.push_back(control_[turn]);
        read(state);
        now_.read(state);
        if (!now_.holds(sum) || (!terminal_too && now_.holds(StateFormula::terminal()))) continue;
        found += broken_steps(sum);
      }
    }
    return found;
  }

 private:
  void read(const std::vector<std::uint32_t>& state) {
    for (std::size_t f = 0; f < program_.fluents.size(); ++f) evaluator_.set_fluent(f, 0);
    for (const std::uint32_t f : state) evaluator_.set_fluent(f, 1);
    evaluator_.evaluate_state();
  }

  std::vector<std::uint32_t> legal(std::size_t role) const {
    std::vector<std::uint32_t> moves;
    for (std::uint32_t m = program_.role_begin[role]; m < program_.role_begin[role + 1]; ++m) {
      if ((evaluator_.value(circuit_->legal[m]) & 1U) != 0) moves.push_back(m);
    }
    return moves;
  }

  std::size_t broken_steps(const StateFormula& sum) {
    std::size_t found = 0;
    for (const std::uint32_t first : legal(0)) {
      for (const std::uint32_t second : legal(1)) {
        for (std::size_t s = 0; s < circuit_->selectors.size(); ++s) {
          for (std::size_t leaf = 0; leaf < circuit_->selectors[s].leaves.size(); ++leaf) evaluator_.set_leaf(s, leaf, 0);
        }
        for (const std::uint32_t m : {first, second}) evaluator_.set_leaf(circuit_->moves[m].selector, circuit_->moves[m].leaf, 1);
        evaluator_.evaluate_moves();
        std::vector<std::uint32_t> after;
        std::size_t contents = 0;
        for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
          if ((evaluator_.value(circuit_->next[f]) & 1U) == 0) continue;
          after.push_back(f);
          contents += std::ranges::find(control_, f) == control_.end() ? 1 : 0;
        }
        if (contents != contents_.size()) continue;  // two marks in one cell
        next_.read(after);
        found += next_.holds(sum) ? 0 : 1;
      }
    }
    return found;
  }

  std::shared_ptr<const circuit::Circuit> circuit_;
  const ground::GroundProgram& program_;
  circuit::Evaluator evaluator_{*circuit_};
  circuit::StateReader now_, next_;
  std::vector<std::uint32_t> control_;
  std::array<std::vector<std::uint32_t>, 9> contents_;
};

TEST(TerminalTrap, StepsThatBreakTheZeroSumOfTicTacToe) {
  Enumeration enumeration;
  EXPECT_EQ(enumeration.violations(false, true), 1836U) << "one in control, terminal states allowed";
  EXPECT_EQ(enumeration.violations(false, false), 0U) << "terminal states excluded";
  EXPECT_EQ(enumeration.violations(true, false), 2700U) << "terminal states excluded, both in control";
}

}  // namespace
}  // namespace agon::knowledge::proofs
