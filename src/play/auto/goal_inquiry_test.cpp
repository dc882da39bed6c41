#include "play/auto/goal_inquiry.h"
#include "play/test_kits.h"

#include <gtest/gtest.h>

#include <thread>

namespace agon::play {
namespace {

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
  const auto kit = library_kit("dots-and-boxes");
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
  EXPECT_EQ(seen->value, sum->value);
  EXPECT_EQ(seen->proved(), sum->proved());
  const auto tried = look_until_there([&] { return hasty.trial(engine, lanes, Patience::Look); });
  ASSERT_TRUE(tried && tried->score);
  EXPECT_EQ(tried->score->wins, trial->score->wins);
  EXPECT_EQ(tried->score->losses, trial->score->losses);
}

TEST(GoalInquiry, HasNothingToSayAboutOtherNumbersOfPlayers) {
  const auto kit = library_kit("eight-puzzle");
  const auto lanes = *kit->lanes();
  GoalInquiry inquiry;
  EXPECT_FALSE(inquiry.sum(*kit->engine("circuit"), {lanes, &lanes->circuit()}, Patience::Wait));
  EXPECT_FALSE(inquiry.trial(*kit->engine("circuit"), lanes, Patience::Wait));
  EXPECT_FALSE(kit->goal_sum());
}

TEST(GoalInquiry, CanBeLeftInTheMiddle) {
  const auto kit = library_kit("othello-6x6");
  const auto lanes = *kit->lanes();
  GoalInquiry inquiry;
  (void)inquiry.sum(*kit->engine("circuit"), {lanes, &lanes->circuit()}, Patience::Wait);
  EXPECT_FALSE(inquiry.trial(*kit->engine("circuit"), lanes, Patience::Look));
}

}  // namespace
}  // namespace agon::play
