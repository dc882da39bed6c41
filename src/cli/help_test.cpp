// Every help page: a sentence of purpose, options with their defaults, and examples that the parser accepts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/help_text.h"
#include "cli/test_run.h"

namespace agon::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<Command> with_subcommands(Command command) {
  std::vector<Command> all{command};
  for (const Command& sub : command.subcommands()) {
    for (const Command& inner : with_subcommands(sub)) all.push_back(inner);
  }
  return all;
}

// The words of "  agon perft chess --depth 3   20, 400, 8902": up to a comment, a pipe or a redirection; quotes are the shell's.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = line.find_first_not_of(' '); i < line.size(); ++i) {
    const char c = line[i];
    if (c == quote) quote = 0;
    else if (quote != 0) word += c;
    else if (c == '"' || c == '\'') quote = c;
    else if (c == '|' || c == '>' || (c == ' ' && line.compare(i, 2, "  ") == 0)) break;
    else if (c == ' ') end_word();
    else word += c;
  }
  end_word();
  return words;
}

std::vector<std::string> example_lines(const std::string& help) {
  std::vector<std::string> lines;
  std::istringstream text(help.substr(std::min(help.find("\nExamples:\n"), help.size())));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("  ")) lines.push_back(line);
  }
  return lines;
}

TEST(Help, WordsOfAnExampleAreThoseOfAShell) {
  EXPECT_THAT(words_of("  agon search a -p \"mcts(c=1, x)\" -m '(a b)'   after two  moves"),
              ElementsAre("agon", "search", "a", "-p", "mcts(c=1, x)", "-m", "(a b)"));
  EXPECT_THAT(words_of("  agon exam auto --json | jq '.id'"), ElementsAre("agon", "exam", "auto", "--json"));
}

TEST(Help, EveryCommandHasExamplesThatParse) {
  Context context;
  CommandLine line("agon", "purpose", "version");
  add_commands(line.program(), context);
  for (const Command& command : with_subcommands(line.program())) {
    const std::vector<std::string> lines = example_lines(command.help());
    EXPECT_GE(lines.size(), 2U) << command.path();
    std::size_t own = 0;  // examples of this very command; others may prepare them
    for (const std::string& text : lines) {
      std::vector<std::string> words = words_of(text);
      if (words.front() != "agon") continue;
      own += text.starts_with("  agon " + command.path()) ? 1 : 0;
      words.erase(words.begin());
      EXPECT_EQ(line.problem_of(words), "") << text;
    }
    EXPECT_GE(own, 2U) << command.path();
  }
}

TEST(Help, EveryCommandHasOneSentenceOfPurpose) {
  Context context;
  CommandLine line("agon", "purpose", "version");
  add_commands(line.program(), context);
  const std::string program = line.program().help();
  for (const Command& command : with_subcommands(line.program())) {
    const std::string summary = command.summary();
    EXPECT_FALSE(summary.empty()) << command.path();
    EXPECT_FALSE(summary.ends_with('.')) << command.path();
    EXPECT_TRUE(command.help().starts_with(summary + "\n")) << command.path();
  }
  EXPECT_LT(program.find("  serve "), program.find("  player "));
  EXPECT_LT(program.find("  player "), program.find("  match "));
}

TEST(Help, ShowsRangesChoicesAndDefaultsBesideTheText) {
  EXPECT_THAT(run_words({"perft", "--help"}).out,
              HasSubstr("-d,--depth INT                  greatest depth (1..1000; default: 3)\n"));
  EXPECT_THAT(run_words({"check", "--help"}).out, HasSubstr("(note, warning, error; default: note)\n"));
  EXPECT_THAT(run_words({"player", "--help"}).out, HasSubstr("(needs --stdio)\n"));
}

// Lists of commands show the summary alone.
TEST(Help, DetailsAreOnThePageOfTheCommandOnly) {
  EXPECT_THAT(run_words({"circuit", "--help"}).out, HasSubstr("Passes that make it smaller"));
  EXPECT_THAT(run_words({"--help"}).out, Not(HasSubstr("Passes that make it smaller")));
}

TEST(Help, ExamplesAreAligned) {
  EXPECT_EQ(examples_text({{"agon a", "first"}, {"agon longer", "second"}, {"agon the longest of all", ""}}),
            "Examples:\n  agon a       first\n  agon longer  second\n  agon the longest of all");
}

}  // namespace
}  // namespace agon::cli
