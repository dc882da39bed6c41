// `agon search` for programs, and for somebody who watches a terminal.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/test_folder.h"
#include "cli/test_run.h"

namespace agon::cli {
namespace {

using testing::HasSubstr;

// Standard error as a terminal, for as long as it lives.
class Terminal {
 public:
  Terminal() : host_(posix_openpt(O_RDWR | O_NOCTTY)), before_(dup(STDERR_FILENO)) {
    if (host_ < 0 || grantpt(host_) != 0 || unlockpt(host_) != 0) return;
    const int guest = open(ptsname(host_), O_RDWR | O_NOCTTY);
    dup2(guest, STDERR_FILENO);
    close(guest);
  }
  ~Terminal() {
    dup2(before_, STDERR_FILENO);
    close(before_);
    close(host_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] static bool there() { return isatty(STDERR_FILENO) != 0; }
  // What was written there by now.
  [[nodiscard]] std::string shown() const {
    fcntl(host_, F_SETFL, O_NONBLOCK);
    std::string all;
    char buffer[256];
    for (ssize_t n = 0; (n = read(host_, buffer, sizeof buffer)) > 0;) all.append(buffer, static_cast<std::size_t>(n));
    return all;
  }

 private:
  int host_, before_;
};

TEST(SearchCommand, ExplainsInsideTheObject) {
  for (const char* strategy : {"mcts(iterations=50)", "random"}) {
    const Outcome run = run_words({"search", "tictactoe", "-p", strategy, "--explain", "--json"});
    ASSERT_EQ(run.code, kDone);
    const auto json = nlohmann::json::parse(run.out);  // one object and nothing before it
    EXPECT_EQ(json["schema"], "agon.search/1");
    EXPECT_EQ(json["strategy"], strategy);
    EXPECT_FALSE(json["auto"]["strategy"].get<std::string>().empty());
    EXPECT_TRUE(json["auto"]["reasons"].is_array());
    EXPECT_FALSE(json["choice"].get<std::string>().empty());
  }
  EXPECT_THAT(run_words({"search", "tictactoe", "-p", "random", "--explain"}).out, HasSubstr("auto plays "));
  EXPECT_FALSE(nlohmann::json::parse(run_words({"search", "tictactoe", "-p", "random", "--json"}).out).contains("auto"));
}

// Moves without an alternative may be written down or left out, as a record of a match has them.
TEST(SearchCommand, TakesTheOnlyMoveOfAStep) {
  std::vector<std::string> words{"search", "tictactoe", "-p", "mcts(iterations=50)", "--json"};
  for (const char* move :
       {"(mark 1 1)", "(mark 1 2)", "(mark 1 3)", "(mark 2 2)", "(mark 2 1)", "(mark 2 3)", "(mark 3 2)", "(mark 3 1)"}) {
    words.insert(words.end(), {"-m", move});
  }
  const auto json = nlohmann::json::parse(run_words(words).out);
  EXPECT_EQ(json["choice"], "(mark 3 3)");
  EXPECT_EQ(json["role"], "xplayer");
  for (const auto& [move, says] : {std::pair{"(mark 3 3)", "over in this position"},
                                   {"(mark 3 3);noop", "over in this position"},
                                   {"(mark 1 1)", "cannot play '(mark 1 1)' here"},
                                   {"a;b;c", "0 roles have a choice"}}) {
    std::vector<std::string> more = words;
    more.insert(more.end(), {"-m", move});
    const Outcome run = run_words(more);
    EXPECT_EQ(run.code, kBadInput);
    EXPECT_THAT(run.out, HasSubstr(says)) << move;
  }
}

// The reader folds letter case, and so does everything that names a role or a move: the sheet says (role xPlayer).
TEST(SearchCommand, RolesAndMovesAreReadAsTheSheetIs) {
  const TestFolder folder;
  const std::string sheet = folder.file("case.kif");
  ASSERT_TRUE(write_file(sheet,
                         "(role xPlayer) (role oPlayer) (init (step 1))\n"
                         "(<= (legal ?r (Go ?n)) (role ?r) (num ?n)) (num 1) (num 2)\n"
                         "(<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))\n"
                         "(<= terminal (true (step 3))) (<= (goal ?r 50) (role ?r))")
                  .ok());
  const Outcome run = run_words({"search", sheet, "-r", "oPlayer", "-m", "(GO 1);( go 2 )", "-p", "mcts(iterations=20)", "--json"});
  ASSERT_EQ(run.code, kDone) << run.out;
  EXPECT_EQ(nlohmann::json::parse(run.out)["role"], "oplayer");
  EXPECT_THAT(run_words({"search", sheet, "-r", "zPlayer", "--json"}).out, HasSubstr("roles: xplayer, oplayer"));
}

// Watched or not, a strategy with a limit of its own uses it up once, in however many looks. On the prover that takes several.
TEST(SearchCommand, WatchingDoesNotMakeItThinkLonger) {
  std::string out, shown;
  {
    const Terminal terminal;
    if (!Terminal::there()) GTEST_SKIP() << "this system gives out no pseudo-terminals, so nobody can watch";
    out = run_words({"search", "connectfour", "-p", "mcts(engine=prover, iterations=6000, solver=no)", "-t", "600"}).out;
    shown = terminal.shown();
  }
  EXPECT_THAT(shown, HasSubstr("iterations"));
  EXPECT_THAT(out, HasSubstr("\n6000 iterations, "));
}

}  // namespace
}  // namespace agon::cli
