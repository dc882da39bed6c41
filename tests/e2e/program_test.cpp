// The program as a user meets it: commands, exit codes, JSON, and what happens with bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "base/test_folder.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

struct Outcome {
  int code = -1;
  std::string out;  // standard output and error together
};

class CliTest : public agon::FolderTest {
 protected:
  void SetUp() override { fs::create_directories(folder_); }

  static Outcome agon(const std::string& arguments) {
    const std::string command = std::string("ulimit -v 16000000 2>/dev/null; timeout 60 ") + AGON_BINARY + " " +
                                (arguments.find('>') == std::string::npos ? arguments + " 2>&1" : "2>&1 " + arguments);
    Outcome run;
    std::FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) run.out += buffer;
    const int status = pclose(pipe);
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return run;
  }
  std::string file(const std::string& name, const std::string& content) {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return "'" + path.string() + "'";
  }
  static std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin + 1, end - begin);
  }
};

TEST_F(CliTest, HelpTeaches) {
  const Outcome run = agon("--help");
  EXPECT_EQ(run.code, 0);
  for (const char* word : {"check", "fmt", "games", "structure", "perft", "playout", "match", "tournament", "replay", "verify",
                           "bench", "completion", "Exit codes"})
    EXPECT_THAT(run.out, HasSubstr(word));
}

TEST_F(CliTest, WithoutArgumentsPlaysASampleMatch) {
  const Outcome run = agon("");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("scores"));
  EXPECT_THAT(run.out, HasSubstr("agon --help"));
}

TEST_F(CliTest, PerftPrintsTheCountLast) {
  EXPECT_EQ(last_line(agon("perft connectfour --depth 4").out), "4096");
  EXPECT_EQ(last_line(agon("perft tictactoe -d 5").out), "15120");
  const json line = json::parse(last_line(agon("perft chess --depth 2 --json").out));
  EXPECT_EQ(line["nodes"], 400);
  EXPECT_EQ(line["schema"], "agon.perft/1");
}

TEST_F(CliTest, PlayoutRecordsAndReplays) {
  const std::string record = file("match.json", "");
  EXPECT_EQ(agon("playout tictactoe -q --record " + record).code, 0);
  const Outcome good = agon("replay " + record);
  EXPECT_EQ(good.code, 0) << good.out;
  EXPECT_THAT(good.out, HasSubstr("all as recorded"));
  std::ifstream in(folder_ / "match.json");
  json changed = json::parse(in);
  EXPECT_EQ(changed["schema"], "agon.match/1");
  changed["steps"][0]["moves"][0] = "(mark 9 9)";
  const Outcome bad = agon("replay " + file("changed.json", changed.dump()));
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.out, HasSubstr("not legal"));
}

TEST_F(CliTest, RecordsHoldPercepts) {
  const json record = json::parse(last_line(agon("playout krieg-tictactoe --json").out));
  EXPECT_TRUE(record["steps"][0].contains("percepts"));
  EXPECT_EQ(agon("replay " + file("krieg.json", record.dump())).code, 0);
}

TEST_F(CliTest, OneSeedOneMatch) {
  EXPECT_EQ(agon("playout breakthrough --seed 5 --json").out, agon("playout breakthrough --seed 5 --json").out);
  EXPECT_NE(agon("playout breakthrough --seed 5 --json").out, agon("playout breakthrough --seed 6 --json").out);
}

TEST_F(CliTest, MatchCountsAndRotatesSeats) {
  const Outcome run = agon("match tictactoe -p random -p first-legal --games 40 --json");
  ASSERT_EQ(run.code, 0) << run.out;
  const json result = json::parse(run.out);
  ASSERT_EQ(result["players"].size(), 2U);
  for (const json& player : result["players"]) {
    EXPECT_EQ(player["games"], 40);
    EXPECT_EQ(player["wins"].get<int>() + player["draws"].get<int>() + player["losses"].get<int>(), 40);
  }
  EXPECT_EQ(agon("match tictactoe -p nonsense").code, 3);
  EXPECT_EQ(agon("match tictactoe -p random -p random -p random").code, 2);
}

TEST_F(CliTest, MatchTellsWhoIsBetter) {
  const Outcome run = agon("match breakthrough-6x6 -p first-legal -p random -n 30 --json");
  ASSERT_EQ(run.code, 0) << run.out;
  const json result = json::parse(last_line(run.out));
  EXPECT_EQ(result["schema"], "agon.match-result/1");
  for (const char* field :
       {"strategy", "score", "interval", "wins", "draws", "losses", "elo", "elo_interval", "illegal", "late", "crashes"})
    EXPECT_TRUE(result["players"][0].contains(field)) << field;
  const json& better = result["players"][0];
  EXPECT_LT(better["interval"][0].get<double>(), better["score"].get<double>());
  EXPECT_GT(better["score"].get<double>(), 60);
  EXPECT_EQ(result["pairs"][0]["wins"], better["wins"]);
  EXPECT_THAT(agon("match breakthrough-6x6 -p first-legal -p random -n 30").out, HasSubstr("Elo +"));
}

TEST_F(CliTest, MatchSeatsAnyNumberOfRoles) {
  const json three =
      json::parse(last_line(agon("match chinese-checkers-3 -p random -p first-legal -n 6 --max-steps 2000 --json").out));
  EXPECT_EQ(three["players"].size(), 2U);
  EXPECT_EQ(three["games"], 6);
  const json alone = json::parse(last_line(agon("match queens-8 -p random -p first-legal -n 5 --json").out));
  EXPECT_EQ(alone["games"], 10);
  EXPECT_EQ(alone["pairs"][0]["wins"].get<int>() + alone["pairs"][0]["draws"].get<int>() + alone["pairs"][0]["losses"].get<int>(),
            5);
  EXPECT_EQ(json::parse(last_line(agon("match chinese-checkers-3 -p random -n 2 --max-steps 2000 --json").out))["players"].size(),
            3U);
}

TEST_F(CliTest, MatchRefusesWhatCannotBe) {
  for (const char* arguments : {"--time 0", "--time -1", "--time 1 --start-time 1e12", "--time nan", "--sprt 10,0", "--jobs 4000"})
    EXPECT_EQ(agon(std::string("match tictactoe -p random -p first-legal ") + arguments).code, 2) << arguments;
  const Outcome unknown = agon("match tictactoe -p randon -p first-legal");
  EXPECT_EQ(unknown.code, 3);
  EXPECT_THAT(unknown.out, HasSubstr("random"));
  EXPECT_EQ(agon("match tictactoe -p random -p random --engine nonsense").code, 3);
  EXPECT_EQ(agon("match tictactoe -p random -p random --max-steps 2").code, 4);
  EXPECT_EQ(agon("match no-such-game -p random").code, 3);
}

TEST_F(CliTest, MatchRecordsReplay) {
  const std::string record = (folder_ / "m.json").string();
  EXPECT_EQ(agon("match tictactoe -p random -p first-legal -n 2 --record '" + record + "'").code, 0);
  for (const char* number : {".1", ".2"}) EXPECT_EQ(agon("replay '" + record + number + "'").code, 0);
  EXPECT_THAT(agon("match tictactoe -p random --record /dev/full").out, HasSubstr("cannot write"));
}

TEST_F(CliTest, TournamentKeepsItsGamesAndGoesOn) {
  const std::string out = (folder_ / "out").string();
  const std::string command =
      "tournament --games tictactoe,nim -p random -p first-legal -p random --out '" + out + "' --json --rounds ";
  const Outcome first = agon(command + "2");
  ASSERT_EQ(first.code, 0) << first.out;
  const json result = json::parse(last_line(first.out));
  EXPECT_EQ(result["schema"], "agon.tournament-result/1");
  EXPECT_EQ(result["games"], 24);
  EXPECT_EQ(result["players"].size(), 3U);
  EXPECT_EQ(result["pairs"].size(), 3U);
  EXPECT_EQ(result["by_game"].size(), 2U);
  for (const char* name : {"games.jsonl", "games.csv", "report.txt", "report.html", "result.json"})
    EXPECT_GT(fs::file_size(fs::path(out) / name), 100U) << name;
  fs::resize_file(fs::path(out) / "games.jsonl", fs::file_size(fs::path(out) / "games.jsonl") - 30);  // a torn line
  EXPECT_EQ(json::parse(last_line(agon(command + "3").out))["games"], 36);
  const Outcome other = agon(command + "3 --seed 5");
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.out, HasSubstr("seed differs"));
  EXPECT_EQ(agon("tournament --games tictactoe -p random").code, 2);
  EXPECT_EQ(agon("tournament -p random -p random").code, 2);
  EXPECT_THAT(agon("tournament --help").out, HasSubstr("kill -9"));
}

// Killed again and again, the run loses no game and plays none twice.
TEST_F(CliTest, TournamentSurvivesKillNine) {
  const std::string out = (folder_ / "out").string();
  const std::string command =
      std::string(AGON_BINARY) + " match connectfour -p random -p first-legal -n 300 --json --out '" + out + "'";
  for (int kill = 0; kill < 4; ++kill) {
    const std::string killed = "timeout -s KILL 0.4 " + command + " > /dev/null 2>&1";
    [[maybe_unused]] const int status = std::system(killed.c_str());  // NOLINT: one call, no other thread
  }
  const Outcome rest = agon(command.substr(std::string(AGON_BINARY).size() + 1));
  ASSERT_EQ(rest.code, 0) << rest.out;
  EXPECT_EQ(json::parse(last_line(rest.out))["games"], 300);
  std::ifstream lines(fs::path(out) / "games.jsonl");
  std::string line;
  std::getline(lines, line);
  std::multiset<int> ids;
  while (std::getline(lines, line)) ids.insert(json::parse(line)["id"].get<int>());
  EXPECT_EQ(ids.size(), 300U);
  EXPECT_EQ(std::set<int>(ids.begin(), ids.end()).size(), 300U);
}

TEST_F(CliTest, BenchPrintsCheckedFigures) {
  const Outcome run = agon("bench tictactoe --seconds 0.1 --repeat 2 --anchors --published --json");
  ASSERT_EQ(run.code, 0) << run.out;
  std::istringstream lines(run.out);
  std::set<std::string> figures;
  for (std::string line; std::getline(lines, line);) {
    const json row = json::parse(line);
    for (const char* field :
         {"game", "engine", "driver", "threads", "seconds", "states_per_second", "playouts_per_second", "mean_length", "mean_goals",
          "first_move_seconds", "ready_seconds", "peak_bytes", "spread", "checked", "reason"})
      EXPECT_TRUE(row.contains(field)) << field;
    EXPECT_EQ(row["schema"], "agon.bench/1");
    EXPECT_EQ(row["checked"], true) << line;
    EXPECT_EQ(row["mean_goals"].size(), row["driver"] == "mc" ? 2U : 0U);
    figures.insert(row["engine"].get<std::string>() + " " + row["driver"].get<std::string>());
  }
  for (const char* figure : {"prover mm", "prover mc", "chainer mc", "updater mm", "anchor mc"})
    EXPECT_TRUE(figures.contains(figure)) << figure;
  EXPECT_EQ(agon("bench").code, 2);
  EXPECT_EQ(agon("bench tictactoe --engines nonsense").code, 2);
  EXPECT_EQ(agon("bench no-such-game").code, 3);
  EXPECT_THAT(agon("bench --help").out, HasSubstr("standard errors"));
}

TEST_F(CliTest, BenchFitsGrowth) {
  const Outcome run = agon("bench --growth queens --sizes 4,6,8 --engine updater --seconds 0.02 --json");
  ASSERT_EQ(run.code, 0) << run.out;
  const json fit = json::parse(last_line(run.out));
  EXPECT_EQ(fit["schema"], "agon.growth-fit/1");
  EXPECT_NEAR(fit["exponents"]["moves"].get<double>(), 1, 1e-6);  // a move for each cell
}

TEST_F(CliTest, OneSeedOneMatchOnEveryEngine) {
  const json expected = json::parse(agon("playout connectfour --seed 3 --json").out);
  for (const char* engine : {"chainer", "updater"})
    EXPECT_EQ(json::parse(agon(std::string("playout connectfour --seed 3 --json -e ") + engine).out)["steps"], expected["steps"])
        << engine;
}

TEST_F(CliTest, GamesListsSearchesAndShows) {
  EXPECT_THAT(agon("games").out, HasSubstr("connectfour"));
  const Outcome hidden = agon("games --search hidden-information");
  EXPECT_THAT(hidden.out, HasSubstr("kuhn-poker"));
  EXPECT_THAT(hidden.out, testing::Not(HasSubstr("breakthrough-6x6")));
  EXPECT_EQ(json::parse(agon("games chess --json").out)["perft"]["nodes"][2], 8902);
  EXPECT_EQ(agon("games --verify tictactoe").code, 0);
}

TEST_F(CliTest, FormatsAndConverts) {
  const std::string sheet = file("a.kif", "; a comment\n(role   white) (<= (legal ?p noop)(role ?p) ) ; tail\n");
  const Outcome kif = agon("fmt " + sheet);
  EXPECT_EQ(kif.code, 0);
  EXPECT_THAT(kif.out, HasSubstr("; a comment"));
  EXPECT_THAT(agon("fmt --to infix " + sheet).out, HasSubstr("legal(P,noop) :- role(P)."));
  EXPECT_EQ(agon("fmt --check " + sheet).code, 1);
  EXPECT_EQ(agon("fmt --write " + sheet).code, 0);
  EXPECT_EQ(agon("fmt --check " + sheet).code, 0);
}

TEST_F(CliTest, CheckSaysWhichSeverityWasFound) {
  EXPECT_EQ(agon("check tictactoe").code, 0);
  const std::string broken =
      file("broken.kif",
           "(role white)\n(init (cell 1))\n(<= (legal ?p (mark ?x)) (role ?p))\n(<= terminal (true (cell 1)))\n(goal white 100)\n");
  const Outcome run = agon("check " + broken);
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.out, HasSubstr("broken.kif:3:"));
  EXPECT_THAT(run.out, HasSubstr("unsafe"));
  EXPECT_THAT(run.out, HasSubstr("^"));
  const Outcome as_json = agon("check --json " + broken);
  EXPECT_EQ(json::parse(as_json.out.substr(0, as_json.out.find('\n')))["schema"], "agon.diagnostic/1");
}

TEST_F(CliTest, CompletionMentionsEveryCommand) {
  for (const char* shell : {"bash", "zsh", "fish"})
    EXPECT_THAT(agon(std::string("completion ") + shell).out, HasSubstr("perft")) << shell;
  EXPECT_EQ(agon("completion tcsh").code, 2);
}

TEST_F(CliTest, UsageErrorsAreCodeTwo) {
  EXPECT_EQ(agon("perft").code, 2);
  EXPECT_EQ(agon("nonsense").code, 2);
  EXPECT_EQ(agon("perft tictactoe --depth x").code, 2);
}

TEST_F(CliTest, UsageErrorsNameTheNearestWord) {
  EXPECT_THAT(agon("srve").out, HasSubstr("Did you mean 'serve'?"));
  EXPECT_THAT(agon("match tictactoe --gmes=3").out, HasSubstr("Did you mean '--games'?"));
  EXPECT_THAT(agon("zzzzzzzz").out, testing::Not(HasSubstr("Did you mean")));
}

// ---- bad input: a clear error, promptly, never a crash ----

// Ten thousand million states at depth 2, none of which takes long.
TEST_F(CliTest, TheTimeLimitBoundsTheWholeCommand) {
  std::string text = "(role a)\n(init (step 0))\n(<= terminal (true over))\n(goal a 100)\n(<= (next (last ?m)) (does a ?m))\n";
  for (int i = 0; i < 100; ++i) text += "(d " + std::to_string(i) + ") ";
  const std::string sheet = file("wide.kif", text + "(<= (legal a (m ?x ?y)) (d ?x) (d ?y))\n");
  const Outcome run = agon("perft -d 2 --time-limit 1 --json " + sheet);
  EXPECT_EQ(run.code, 4) << run.out;
  std::istringstream lines(run.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(json::parse(line)["nodes"], 10'000) << "what was counted is printed";
  const json error = json::parse(last_line(run.out));
  EXPECT_EQ(error["schema"], "agon.diagnostic/1");
  EXPECT_EQ(error["code"], "out-of-time");
  const Outcome words = agon("perft -d 2 --time-limit 1 " + sheet);
  EXPECT_EQ(words.code, 4);
  EXPECT_THAT(words.out, HasSubstr("--time-limit"));
}

TEST_F(CliTest, AChosenTimeOfSearchIsCutByTheTimeLimit) {
  const Outcome run = agon("search connectfour -p \"mcts(engine=prover)\" -t 1000 --time-limit 4 --json");
  ASSERT_EQ(run.code, 0) << run.out;
  const json thought = json::parse(last_line(run.out));
  EXPECT_GT(thought["iterations"], 0);
  EXPECT_LT(thought["seconds"], 5);
}

TEST_F(CliTest, CheckSaysWhenTooLittleWasPlayed) {
  std::string text = "(role a)\n(init (step 0))\n(<= terminal (true over))\n(goal a 100)\n(<= (next (last ?m)) (does a ?m))\n";
  for (int i = 0; i < 10; ++i) text += "(d " + std::to_string(i) + ") ";
  text +=
      "(<= (legal a (m ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i) (d ?j))\n";
  const Outcome run = agon("check --json --memory 4096 " + file("endless.kif", text));
  EXPECT_THAT(run.out, HasSubstr("played-too-little"));
  EXPECT_EQ(json::parse(last_line(run.out))["trial"]["cut"], true);
}

TEST_F(CliTest, ASheetBeyondTheMemoryDoesNotEndTheOthers) {
  std::string text = "(role a)\n";
  for (int i = 0; i < 300'000; ++i) text += "(edge n" + std::to_string(i) + " n" + std::to_string(i + 1) + ")\n";
  const Outcome run = agon("check --memory 32 --summary " + file("large.kif", text) + " tictactoe");
  EXPECT_EQ(run.code, 4) << run.out;
  EXPECT_THAT(run.out, HasSubstr("no memory left"));
  EXPECT_THAT(run.out, HasSubstr("random matches ended")) << "of the sheet after it";
}

struct BadInput {
  const char* name;
  std::string content;
  int code;
  const char* says;
};

void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }

class BadInputTest : public CliTest, public testing::WithParamInterface<BadInput> {};

TEST_P(BadInputTest, IsRefusedClearly) {
  const std::string sheet = file("bad.kif", GetParam().content);
  for (const char* command : {"playout -q --time-limit 2 --memory 512 ", "perft -d 2 --time-limit 2 --memory 512 "}) {
    const Outcome run = agon(command + sheet);
    EXPECT_EQ(run.code, GetParam().code) << command << run.out.substr(0, 2000);
    EXPECT_THAT(run.out, HasSubstr(GetParam().says)) << command;
  }
  const Outcome check = agon("check --time-limit 2 --memory 512 " + sheet);
  EXPECT_EQ(check.code, 3) << check.out.substr(0, 2000);
}

const std::string kFrame = "(role a)\n(<= (legal a b) (role a))\n(<= terminal (true over))\n(goal a 100)\n";

INSTANTIATE_TEST_SUITE_P(
    Sheets, BadInputTest,
    testing::Values(
        BadInput{"Empty", "", 3, "no rules"}, BadInput{"OnlyComments", "; nothing\n", 3, "no rules"},
        BadInput{"NestedParentheses", std::string(100'000, '('), 3, "nested"},
        BadInput{"ClosingParentheses", std::string(100'000, ')'), 3, "closing parenthesis"},
        BadInput{"InvalidUtf8", "(role a\xff)\n", 3, "UTF-8"},
        BadInput{"Binary",
                 std::string("\x7f"
                             "ELF\0\0\1",
                             7),
                 3, "control character"},
        BadInput{"Unclosed", "(role a)\n(<= (legal a b)\n(role b)\n", 3, "never closed"},
        BadInput{"NoRole", "(init x)\n", 3, "role"},
        BadInput{"EndlessInit", kFrame + "(init (n z))\n(<= (init (n (s ?x))) (init (n ?x)))\n", 4, "error"},
        BadInput{"EverLargerTerms",
                 kFrame + "(init x)\n(p z)\n(<= (p (s ?x)) (p ?x))\n(<= (next x) (p ?x))\n(<= (legal a c) (p (q ?x)))\n", 4,
                 "error"},
        BadInput{"DoublingTerms", kFrame + "(init x)\n(p z)\n(<= (p (f ?x ?x)) (p ?x))\n(<= (legal a c) (p ?x) (not (role ?x)))\n",
                 4, "error"},
        BadInput{"NegativeCycle", kFrame + "(init x)\n(<= p (not q))\n(<= q (not p))\n(<= (legal a c) p)\n", 4, "negation"}),
    [](const auto& each) { return each.param.name; });

TEST_F(CliTest, RefusesWhatIsNoFile) {
  const Outcome directory = agon("check '" + folder_.string() + "'");
  EXPECT_EQ(directory.code, 3);
  EXPECT_THAT(directory.out, HasSubstr("is a directory"));
  const Outcome missing = agon("playout /no/such/file.kif");
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.out, HasSubstr("no game or file"));
  EXPECT_EQ(agon("check /dev/zero").code, 3);
}

TEST_F(CliTest, RefusesAHugeFileWithoutReadingIt) {
  const fs::path path = folder_ / "huge.kif";
  std::ofstream(path) << "(role a)";
  fs::resize_file(path, std::uintmax_t{1} << 30U);
  const Outcome run = agon("check '" + path.string() + "'");
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.out, HasSubstr("the limit is"));
}

TEST_F(CliTest, FullDiskLosesNothing) {
  const Outcome record = agon("playout tictactoe -q --record /dev/full");
  EXPECT_EQ(record.code, 3);
  EXPECT_THAT(record.out, HasSubstr("cannot write"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  const Outcome output = agon("games --json > /dev/full");
  EXPECT_EQ(output.code, 3);
}

TEST_F(CliTest, DamagedRecordsAndTracesAreRefused) {
  EXPECT_EQ(agon("replay " + file("r.json", "{\"schema\":\"agon.match/1\"")).code, 3);
  EXPECT_EQ(agon("replay " + file("r2.json", "[]")).code, 3);
  EXPECT_EQ(agon("verify '" + folder_.string() + "' /no/such/folder").code, 3);
}

TEST_F(CliTest, StructureFindsTheBoard) {
  const Outcome run = agon("structure connectfour");
  EXPECT_EQ(run.code, 0);
  for (const char* words :
       {"board cell: grid, 48 cells", "8 columns 1..8", "blank is the empty cell", "click a column of cell", "6 . . ."})
    EXPECT_THAT(run.out, HasSubstr(words));
  std::istringstream lines(agon("structure hex-5x5 --json").out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const json structure = json::parse(line);
  EXPECT_EQ(structure["schema"], "agon.structure/1");
  EXPECT_EQ(structure["boards"][0]["shape"], "hexagonal");
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(json::parse(line)["schema"], "agon.scene/1");
  EXPECT_EQ(agon("structure no-such-game").code, 3);
}

TEST_F(CliTest, ReproduceListsTheExperiments) {
  const Outcome run = agon("reproduce");
  EXPECT_EQ(run.code, 0);
  for (const char* name : {"giga13-forward-chaining", "giga13-reasoners", "giga13-updates", "giga15-mppa"})
    EXPECT_THAT(run.out, HasSubstr(name));
  const Outcome lines = agon("reproduce --json");
  EXPECT_EQ(json::parse(last_line(lines.out))["schema"], "agon.experiment/1");
  const Outcome missing = agon("reproduce no-such-experiment");
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.out, HasSubstr("giga13-updates"));
}

TEST_F(CliTest, ReproduceSaysWhereADescriptionIsWrong) {
  file("broken.toml", "schema = \"agon.experiment/1\"\ntitle = \"x\"\n");
  const Outcome run = agon("reproduce broken --experiments '" + folder_.string() + "'");
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.out, HasSubstr("broken.toml"));
  EXPECT_THAT(run.out, HasSubstr("citation"));
}

}  // namespace
