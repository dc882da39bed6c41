// The evaluation on many games: how often random play leaves a wrong hypothesis about input arguments (Schiffel, section 5.2.3),
// and that h can be made of every game of the library whose ground program fits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "base/limits.h"
#include "engines/workshop.h"
#include "knowledge/evaluation/goal_evaluation.h"
#include "knowledge/evaluation/input_arguments.h"
#include "library/library.h"

namespace agon::knowledge::evaluation {
namespace {

constexpr const char* kGames[] = {"amazons-6x6",
                                  "ataxx-5x5",
                                  "battle",
                                  "blocker",
                                  "blocks-world",
                                  "breakthrough",
                                  "checkers-scored",
                                  "chinese-checkers-2",
                                  "chomp",
                                  "col",
                                  "connectfour",
                                  "dots-and-boxes",
                                  "eight-puzzle",
                                  "gomoku-9x9",
                                  "hanoi",
                                  "hex-5x5",
                                  "kalah",
                                  "knightthrough",
                                  "lights-out",
                                  "lines-of-action-6x6",
                                  "nim",
                                  "nine-mens-morris",
                                  "number-scrabble",
                                  "othello-6x6",
                                  "pawn-whopping",
                                  "peg-solitaire",
                                  "quarto",
                                  "race-track",
                                  "skirmish",
                                  "tictactoe"};

library::Library games() { return library::Library(std::string(AGON_SOURCE_DIR) + "/games"); }

TEST(InputArguments, TwoHundredStatesLeaveHardlyAnyWrongHypothesis) {
  constexpr std::uint32_t kStates = 100'000;
  for (const std::uint32_t confirmations : {5U, 200U}) {
    std::size_t all = 0, wrong = 0;
    for (const char* const name : kGames) {
      auto rules = games().load(name);
      ASSERT_TRUE(rules.ok()) << name;
      engines::Workshop workshop(std::move(*rules));
      const auto engine = workshop.best_engine();
      ASSERT_TRUE(engine.ok()) << name;
      const auto facts = input_arguments(*engine, {.seed = 3, .confirmations = confirmations});
      const auto refuted = refuted_inputs(*engine, facts, 17, kStates);
      all += facts.size();
      wrong += refuted.size();
      for (const auto& fact : refuted)
        fmt::print("  m = {}: {}: {}/{} was wrong\n", confirmations, name, fact.value.functor, fact.value.arity);
    }
    fmt::print("m = {}: {} of {} hypotheses of {} games refuted by {} further states of each\n", confirmations, wrong, all,
               std::size(kGames), kStates);
    if (confirmations == 200) {
      EXPECT_LE(wrong * 50, all);
    }
  }
}

TEST(GoalEvaluation, IsMadeOfEveryGameOfTheLibrary) {
  std::size_t made = 0;
  const auto listed = games().all();
  ASSERT_TRUE(listed.ok());
  for (const library::Facts& sheet : *listed) {
    auto rules = games().load(sheet.name);
    if (!rules) continue;
    Limits limits;
    limits.time = std::chrono::seconds(20);
    limits.memory_bytes = std::size_t{1} << 30U;
    engines::Workshop workshop(std::move(*rules), {.limits = limits});
    const auto program = workshop.ground();
    if (!program) continue;
    for (const Mode mode : {Mode::Plain, Mode::Grounded, Mode::Structure}) {
      const auto evaluation = std::make_shared<const GoalEvaluation>(workshop.rules(), *program, mode);
      StateEvaluator evaluator(evaluation);
      std::vector<std::uint64_t> state(((*program)->fluents.size() + 63) / 64, 0);
      for (const std::uint32_t f : (*program)->initial) state[f / 64] |= std::uint64_t{1} << (f % 64);
      evaluator.load(state);
      EXPECT_EQ(evaluator.evaluator().broken(), 0U) << sheet.name;
      for (std::uint32_t r = 0; r < (*program)->info.role_count(); ++r) {
        EXPECT_GE(evaluator.value(RoleId{r}), 0) << sheet.name;
        EXPECT_LE(evaluator.value(RoleId{r}), 100) << sheet.name;
      }
      fmt::print("{} {}: {} nodes, {:.0f} ms{}\n", sheet.name, kModeNames[static_cast<int>(mode)], evaluation->plan()->reached(),
                 1000 * evaluation->seconds(), evaluation->plan()->network().notes.empty() ? "" : ", notes");
    }
    ++made;
  }
  EXPECT_GE(made, 100U);
}

}  // namespace
}  // namespace agon::knowledge::evaluation
