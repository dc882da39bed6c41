// The facade of the command line: what is bound, what is refused, and that parsing alone runs nothing.
#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A program with one command of all kinds of options.
struct Sample {
  std::string game, word = "one";
  std::vector<std::string> names;
  int depth = 3;
  std::uint16_t port = 1;
  std::uint32_t threads = 1;
  std::uint64_t seed = 1;
  double seconds = 1;
  std::optional<double> clock;
  std::vector<double> test;
  bool quiet = false, loud = false;
  int runs = 0;
  CommandLine line{"agon", "A sample", "agon 1"};

  Sample() {
    const Command command = line.program().group("Group").subcommand("play", "Play it");
    command.argument("game", game, "game").required();
    command.argument("names", names, "names");
    command.option("--word", word, "word").show_default().one_of({"one", "two"});
    command.option("-d,--depth", depth, "depth").show_default().range(1, 9);
    command.option("--port", port, "port");
    command.option("--threads", threads, "threads").range(1U, 4U);
    command.option("--seed", seed, "seed");
    command.option("--seconds", seconds, "seconds").at_least_zero();
    command.option("--clock", clock, "clock").range(0.5, 2.0);
    command.option("--test", test, "test").delimiter(',').value_count(2, 3);
    command.flag("--quiet", quiet, "quiet");
    command.flag("--loud", loud, "loud").needs("--quiet");
    command.callback([this] { ++runs; });
    (void)command.subcommand("inner", "Inner");
  }

  CommandLine::Outcome run(std::vector<const char*> words) {
    words.insert(words.begin(), "agon");
    return line.run(static_cast<int>(words.size()), words.data());
  }
};

TEST(CommandLine, BindsEveryKindOfOption) {
  Sample sample;
  EXPECT_EQ(sample.run({"play",      "chess",  "a",           "b",         "--word", "two",     "-d",
                        "4",         "--port", "80",          "--threads", "2",      "--seed",  "18446744073709551615",
                        "--seconds", "0.5",    "--clock=1.5", "--test",    "1,2,3",  "--quiet", "--loud"}),
            CommandLine::Outcome::CommandRan);
  EXPECT_EQ(sample.game, "chess");
  EXPECT_THAT(sample.names, ElementsAre("a", "b"));
  EXPECT_EQ(sample.word, "two");
  EXPECT_EQ(sample.depth, 4);
  EXPECT_EQ(sample.port, 80);
  EXPECT_EQ(sample.threads, 2U);
  EXPECT_EQ(sample.seed, ~std::uint64_t{0});
  EXPECT_EQ(sample.seconds, 0.5);
  EXPECT_EQ(sample.clock, 1.5);
  EXPECT_THAT(sample.test, ElementsAre(1, 2, 3));
  EXPECT_TRUE(sample.quiet && sample.loud);
  EXPECT_EQ(sample.runs, 1);
}

TEST(CommandLine, RefusesWhatAnOptionDoesNotAllow) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"play"},
                                                                                     {"play", "chess", "--word", "three"},
                                                                                     {"play", "chess", "-d", "0"},
                                                                                     {"play", "chess", "-d", "x"},
                                                                                     {"play", "chess", "--port", "70000"},
                                                                                     {"play", "chess", "--threads", "5"},
                                                                                     {"play", "chess", "--seconds", "-1"},
                                                                                     {"play", "chess", "--clock", "3"},
                                                                                     {"play", "chess", "--test", "1"},
                                                                                     {"play", "chess", "--test", "1,2,3,4"},
                                                                                     {"play", "chess", "--loud"},
                                                                                     {"ply"}})
    EXPECT_NE(Sample().line.problem_of(words), "") << testing::PrintToString(words);
  EXPECT_EQ(Sample().line.problem_of({"play", "chess"}), "");
}

TEST(CommandLine, ParsingAloneRunsNothing) {
  Sample sample;
  EXPECT_EQ(sample.line.problem_of({"play", "chess"}), "");
  EXPECT_EQ(sample.runs, 0);
  EXPECT_EQ(sample.run({"play", "chess"}), CommandLine::Outcome::CommandRan);
  EXPECT_EQ(sample.runs, 1);
}

TEST(CommandLine, SaysHowItEnded) {
  EXPECT_EQ(Sample().run({}), CommandLine::Outcome::NoCommand);
  testing::internal::CaptureStdout();
  EXPECT_EQ(Sample().run({"play", "--help"}), CommandLine::Outcome::HelpShown);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("Play it\n"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(Sample().run({"play", "chess", "--dpth"}), CommandLine::Outcome::UsageError);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("Did you mean '--depth'?\nRun 'agon play --help' for usage.\n"));
}

TEST(CommandLine, MessagesNameTheWholePathOfACommand) {
  EXPECT_THAT(Sample().line.problem_of({"play", "chess", "inner", "--bogus"}),
              HasSubstr("Run 'agon play inner --help' for usage."));
}

}  // namespace
}  // namespace agon::cli
