#include "play/goal_inquiry.h"

#include <gtest/gtest.h>

#include <thread>

#include "play/game_kit.h"
#include "play/library.h"

namespace agon::play {
namespace {

std::shared_ptr<GameKit> kit_of(const std::string& game) { return std::make_shared<GameKit>(*Library().load(game)); }

// An answer that needs a while, asked for as a player with a clock does.
template <class Ask>
auto look_until_there(Ask ask) {
  for (int i = 0; i < 6'000; ++i) {
    if (auto answer = ask()) return answer;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return ask();
}

TEST(GoalInquiry, AnswersThoseWhoWaitAndThoseWhoLook) {
  const auto kit = kit_of("dots-and-boxes");
  const game::AnyEngine engine = *kit->engine("circuit");
  const auto lanes = *kit->lanes();
  const std::shared_ptr<const circuit::Circuit> circuit{lanes, &lanes->circuit()};

  GoalInquiry patient;
  EXPECT_FALSE(patient.trial(engine, lanes, Patience::Wait)) << "the sum comes first";
  const auto sum = patient.sum(engine, circuit, Patience::Wait);
  ASSERT_TRUE(sum);
  const auto trial = patient.trial(engine, lanes, Patience::Wait);
  ASSERT_TRUE(trial && trial->score);

  GoalInquiry hasty;
  const auto seen = look_until_there([&] { return hasty.sum(engine, circuit, Patience::Look); });
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->sum, sum->sum);
  EXPECT_EQ(seen->proved, sum->proved);
  const auto tried = look_until_there([&] { return hasty.trial(engine, lanes, Patience::Look); });
  ASSERT_TRUE(tried && tried->score);
  EXPECT_EQ(tried->score->wins, trial->score->wins);
  EXPECT_EQ(tried->score->losses, trial->score->losses);
}

TEST(GoalInquiry, HasNothingToSayAboutOtherNumbersOfPlayers) {
  const auto kit = kit_of("eight-puzzle");
  const auto lanes = *kit->lanes();
  GoalInquiry inquiry;
  EXPECT_FALSE(inquiry.sum(*kit->engine("circuit"), {lanes, &lanes->circuit()}, Patience::Wait));
  EXPECT_FALSE(inquiry.trial(*kit->engine("circuit"), lanes, Patience::Wait));
  EXPECT_FALSE(kit->goal_sum());
}

TEST(GoalInquiry, CanBeLeftInTheMiddle) {
  const auto kit = kit_of("othello-6x6");
  const auto lanes = *kit->lanes();
  GoalInquiry inquiry;
  (void)inquiry.sum(*kit->engine("circuit"), {lanes, &lanes->circuit()}, Patience::Wait);
  EXPECT_FALSE(inquiry.trial(*kit->engine("circuit"), lanes, Patience::Look));
}

}  // namespace
}  // namespace agon::play
