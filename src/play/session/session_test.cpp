// Message by message: the answers of a player to well-behaved and misbehaving managers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "library/library.h"
#include "play/session/desk.h"

namespace agon::play {
namespace {

using search::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;
using Kind = PlayerEvent::Kind;

std::string rules_of(const std::string& game) {
  return library::Library(std::string(AGON_SOURCE_DIR) + "/games").sheet(game)->text;
}

// A car behind one of three doors: hidden, random, and with percepts.
constexpr const char* kMontyHall = R"((role candidate) (role random)
  (door 1) (door 2) (door 3) (init (closed 1)) (init (closed 2)) (init (closed 3)) (init (step 1)) (after 1 2) (after 2 3) (after 3 4)
  (<= (legal random (hide ?d)) (true (step 1)) (true (closed ?d))) (<= (legal candidate (choose ?d)) (true (step 1)) (true (closed ?d)))
  (<= (legal random (open ?d)) (true (step 2)) (true (closed ?d)) (not (true (car ?d))) (not (true (chosen ?d))))
  (<= (legal candidate noop) (true (step 2)))
  (<= (legal random noop) (true (step 3))) (<= (legal candidate noop) (true (step 3))) (<= (legal candidate switch) (true (step 3)))
  (<= (next (car ?d)) (does random (hide ?d))) (<= (next (car ?d)) (true (car ?d)))
  (<= (next (chosen ?d)) (does candidate (choose ?d))) (<= (next (chosen ?d)) (true (chosen ?d)) (not (does candidate switch)))
  (<= (next (chosen ?d)) (does candidate switch) (true (closed ?d)) (not (true (chosen ?d))))
  (<= (next (closed ?d)) (true (closed ?d)) (not (does random (open ?d)))) (<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
  (<= (sees candidate ?d) (does random (open ?d)))
  (<= (sees candidate ?d) (true (step 3)) (true (car ?d)))
  (<= terminal (true (step 4))) (<= (goal candidate 100) (true (chosen ?d)) (true (car ?d)))
  (<= (goal candidate 0) (true (chosen ?d)) (not (true (car ?d)))) (goal random 0))";

// A test manager: sends a message and waits for the answer.
class Table {
 public:
  explicit Table(DeskOptions options = {}) {
    if (options.session.strategy == "auto") options.session.strategy = "first-legal";
    options.session.on_event = [this](const PlayerEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event);
    };
    desk_ = std::make_unique<PlayerDesk>(std::move(options));
  }

  std::future<Answer> send(const std::string& text, Arrival arrival = {}) {
    auto promise = std::make_shared<std::promise<Answer>>();
    desk_->handle(text, arrival, [promise](Answer answer) { promise->set_value(std::move(answer)); });
    return promise->get_future();
  }
  std::string ask(const std::string& text) {
    std::future<Answer> answer = send(text);
    if (answer.wait_for(seconds(30)) != std::future_status::ready) return "(no answer)";
    return answer.get().text;
  }
  std::string start(const std::string& id, const std::string& role, const std::string& rules, int start = 5, int play = 5) {
    return ask("(START " + id + " " + role + " (" + rules + "\n) " + std::to_string(start) + " " + std::to_string(play) + ")");
  }
  bool told(Kind kind, const std::string& words) {
    const std::lock_guard lock(mutex_);
    for (const PlayerEvent& event : events_) {
      if (event.kind == kind && event.message.find(words) != std::string::npos) return true;
    }
    return false;
  }
  PlayerDesk& desk() { return *desk_; }

 private:
  std::mutex mutex_;
  std::vector<PlayerEvent> events_;
  std::unique_ptr<PlayerDesk> desk_;  // last: its threads tell events
};

DeskOptions with(const std::string& strategy) {
  DeskOptions options;
  options.session.strategy = strategy;
  return options;
}

// --- the conventions of GGP

TEST(Desk, PlaysAMatchFromStartToStop) {
  Table table;
  EXPECT_EQ(table.ask("( INFO )"), "((name agon) (status available) (species computer))");
  EXPECT_EQ(table.start("m1", "XPLAYER", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.ask("(INFO)"), "((name agon) (status busy) (species computer))");
  EXPECT_EQ(table.ask("( PLAY m1 NIL )"), "(mark 1 1)");
  EXPECT_EQ(table.ask("(PLAY m1 ((MARK 1 1) NOOP))"), "noop");
  EXPECT_EQ(table.ask("(PLAY m1 (noop (mark 1 2)))"), "(mark 1 3)");
  EXPECT_EQ(table.ask("(STOP m1 ((mark 1 3) noop))"), "done");
  EXPECT_EQ(table.ask("(INFO)"), "((name agon) (status available) (species computer))");
}

TEST(Desk, KnowsTheResultOfAMatchThatEnds) {
  Table table;
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)");
  for (const char* joint : {"((mark 1 1) noop)", "(noop (mark 2 1))", "((mark 1 2) noop)", "(noop (mark 2 2))"})
    table.ask(std::string("(PLAY m1 ") + joint + ")");
  EXPECT_EQ(table.ask("(STOP m1 ((mark 1 3) noop))"), "done");
  for (int i = 0; i < 100 && !table.told(Kind::Stopped, "goals 100 0"); ++i) std::this_thread::sleep_for(milliseconds(20));
  EXPECT_TRUE(table.told(Kind::Stopped, "goals 100 0"));
}

TEST(Desk, OneSeatMeansBusyForOthers) {
  Table table;
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.start("m2", "xplayer", rules_of("tictactoe")), "busy");
  EXPECT_EQ(table.start("m1", "oplayer", rules_of("tictactoe")), "busy") << "the other role of the same match";
  EXPECT_EQ(table.ask("(PREVIEW ((role a)) 10)"), "busy");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)") << "the match goes on";
  EXPECT_EQ(table.ask("(ABORT m1)"), "aborted");
  EXPECT_EQ(table.start("m2", "xplayer", rules_of("tictactoe")), "ready");
}

TEST(Desk, SeveralSeatsPlayAtTheSameTime) {
  DeskOptions options;
  options.matches = 2;
  Table table(options);
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  ASSERT_EQ(table.start("m2", "red", rules_of("connectfour")), "ready");
  EXPECT_EQ(table.ask("(PLAY m2 NIL)"), "(drop 1)");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)");
  EXPECT_EQ(table.desk().matches(), 2U);
}

TEST(Desk, UnknownMatchesAreBusyAndEndedOnesAreOver) {
  Table table;
  EXPECT_EQ(table.ask("(PLAY nobody NIL)"), "busy");
  EXPECT_EQ(table.ask("(STOP nobody NIL)"), "busy");
  EXPECT_EQ(table.ask("(ABORT nobody)"), "busy");
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.ask("(ABORT m1)"), "aborted");
  EXPECT_EQ(table.ask("(ABORT M1)"), "aborted") << "sent again, in another letter case";
  EXPECT_EQ(table.ask("(STOP m1 NIL)"), "done");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "busy");
}

TEST(Desk, WhatIsNoMessageIsRefusedInWords) {
  Table table;
  for (const char* text : {"", "hello", "(PLAY", "(START m1 xplayer)", "\x01\x02", "((((((", "(PLAY m1 ((mark ?x)))"}) {
    std::future<Answer> answer = table.send(text);
    ASSERT_EQ(answer.wait_for(seconds(5)), std::future_status::ready) << text;
    const Answer got = answer.get();
    EXPECT_TRUE(got.refused) << text;
    EXPECT_THAT(got.text, StartsWith("(error ")) << text;
    EXPECT_TRUE(protocol::Forms::read(got.text).ok()) << got.text;
  }
}

TEST(Desk, BrokenRulesAreNeverReady) {
  Table table;
  EXPECT_THAT(table.start("m1", "a", "(role a) (<= )"), StartsWith("(error "));
  EXPECT_THAT(table.start("m2", "a", "(init p)"), HasSubstr("no-roles"));
  EXPECT_THAT(table.start("m3", "nobody", rules_of("tictactoe")), HasSubstr("no-such-role"));
  EXPECT_EQ(table.start("m4", "xplayer", rules_of("tictactoe")), "ready") << "no seat is lost by a refusal";
  EXPECT_TRUE(table.told(Kind::Refused, "no role 'nobody'"));
}

TEST(Desk, WhoHasNoLegalMoveIsNotReady) {
  Table table;
  const std::string stuck = "(role a) (init (at 1)) (<= (legal a go) (true (at 2))) (<= terminal (true (at 3))) (goal a 0)";
  const Answer refusal = table.send("(START m1 a (" + stuck + ") 5 5)").get();
  EXPECT_THAT(refusal.text, HasSubstr("no-legal-move"));
  EXPECT_TRUE(refusal.refused) << "status 400";
  const std::string over = "(role a) (init (at 3)) (<= terminal (true (at 3))) (goal a 0)";
  EXPECT_EQ(table.start("m2", "a", over), "ready") << "nobody has to move where the match is over";
}

// --- more legal moves than can be listed

// 40^7 moves, straight from the rules or through a relation of as many. The last argument may not come twice in a row, so a move is
// legal only if the step before was followed.
std::string wide_sheet(const std::string& legal) {
  std::string sheet =
      "(role a) (role b) (init (step 0)) (legal b wait) (goal a 50) (goal b 50) (<= terminal (true (step 3)))\n"
      "(next_step 0 1) (next_step 1 2) (next_step 2 3) (<= (next (step ?m)) (true (step ?n)) (next_step ?n ?m))\n"
      "(<= (next (last ?v)) (does a (go ?p ?q ?r ?s ?t ?u ?v)))\n" +
      legal + "\n";
  for (int i = 0; i < 40; ++i) sheet += "(d " + std::to_string(i) + ") ";
  return sheet;
}
constexpr const char* kWide =
    "(<= (legal a (go ?p ?q ?r ?s ?t ?u ?v)) (d ?p) (d ?q) (d ?r) (d ?s) (d ?t) (d ?u) (d ?v) (not (true (last ?v))))";
constexpr const char* kWideWithin =
    "(<= (tuple ?p ?q ?r ?s ?t ?u ?v) (d ?p) (d ?q) (d ?r) (d ?s) (d ?t) (d ?u) (d ?v))\n"
    "(<= (legal a (go ?p ?q ?r ?s ?t ?u ?v)) (tuple ?p ?q ?r ?s ?t ?u ?v) (not (true (last ?v))))";

bool is_legal(const std::string& move, const std::string& before) {
  const auto last_argument = [](const std::string& text) { return text.substr(text.find_last_of(' ') + 1); };
  return move.starts_with("(go ") && std::ranges::count(move, ' ') == 7 && last_argument(move) != last_argument(before);
}

TEST(Session, ALegalMoveIsFoundAmongTooManyToList) {
  for (const char* legal : {kWide, kWideWithin}) {
    DeskOptions options;
    options.session.limits.steps = 300'000;  // a limit that is the same on every machine stands for the clock
    Table table(options);
    ASSERT_EQ(table.start("m1", "a", wide_sheet(legal), 20, 20), "ready");
    const std::string first = table.ask("(PLAY m1 NIL)");
    EXPECT_TRUE(is_legal(first, "")) << first;
    const std::string second = table.ask("(PLAY m1 (" + first + " wait))");
    EXPECT_TRUE(is_legal(second, first)) << second << " after " << first;
    EXPECT_EQ(table.ask("(PLAY m1 (" + first + " wait))"), second) << "the same step again";
    const std::string third = table.ask("(PLAY m1 (" + second + " wait))");
    EXPECT_TRUE(is_legal(third, second)) << third << " after " << second;
  }
}

TEST(Desk, PreviewReadsTheRules) {
  Table table;
  EXPECT_EQ(table.ask("(PREVIEW (" + rules_of("tictactoe") + "\n) 10)"), "ready");
  EXPECT_TRUE(table.told(Kind::Previewed, ""));
  EXPECT_THAT(table.ask("(PREVIEW ((role a) (<= )) 10)"), StartsWith("(error "));
}

// --- twice, late, out of order

TEST(Session, TheSameStartAgainIsReadyAgain) {
  Table table;
  const std::string rules = rules_of("tictactoe");
  ASSERT_EQ(table.start("m1", "xplayer", rules), "ready");
  EXPECT_EQ(table.start("m1", "xplayer", rules), "ready");
  EXPECT_EQ(table.desk().matches(), 1U);
}

TEST(Session, AStartInMidMatchBeginsAnew) {
  Table table;
  const std::string rules = rules_of("tictactoe");
  ASSERT_EQ(table.start("m1", "xplayer", rules), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)");
  EXPECT_EQ(table.ask("(PLAY m1 ((mark 1 1) noop))"), "noop");
  EXPECT_EQ(table.start("m1", "xplayer", rules), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)");
}

TEST(Session, APlayThatComesTwiceIsOneStep) {
  Table table(with("random"));
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  const std::string first = table.ask("(PLAY m1 NIL)");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(table.ask("(PLAY m1 NIL)"), first);
  EXPECT_EQ(table.ask("(PLAY m1 (" + first + " noop))"), "noop");
  EXPECT_EQ(table.ask("(PLAY m1 (" + first + " noop))"), "noop");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), first) << "long past, and still the same answer";
}

TEST(Session, TheSameJointMoveMayBeTheNextStep) {
  // Both cooperate, and cooperate again: no repetition, because it is legal and our answer is in it.
  const std::string rules = R"((role a) (role b) (init (step 0)) (after 0 1) (after 1 2) (after 2 3)
    (<= (legal ?p wait) (role ?p)) (<= (legal ?p go) (role ?p) (true (step 2)))
    (<= (next (step ?m)) (true (step ?n)) (after ?n ?m)) (<= terminal (true (step 3))) (<= (goal ?p 50) (role ?p)))";
  Table table;
  ASSERT_EQ(table.start("m1", "a", rules), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "wait");
  EXPECT_EQ(table.ask("(PLAY m1 (wait wait))"), "wait");
  EXPECT_EQ(table.ask("(PLAY m1 (wait wait))"), "go") << "the third position";
}

TEST(Session, TurnNumbersSayWhatIsARepetition) {
  Table table(with("random"));
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  const std::string first = table.ask("(PLAY m1 0 NIL)");
  EXPECT_EQ(table.ask("(PLAY m1 0 NIL)"), first);
  EXPECT_EQ(table.ask("(PLAY m1 1 (" + first + " noop))"), "noop");
  EXPECT_EQ(table.ask("(PLAY m1 1 (" + first + " noop))"), "noop");
}

TEST(Session, AMissingStepIsBridged) {
  Table table;
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)");
  // ((mark 1 1) noop) never came.
  EXPECT_EQ(table.ask("(PLAY m1 (noop (mark 2 2)))"), "(mark 1 2)");
  EXPECT_TRUE(table.told(Kind::Warning, "never arrived"));
}

TEST(Session, ACorrectedStepIsTakenBack) {
  Table table;
  ASSERT_EQ(table.start("m1", "oplayer", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 0 NIL)"), "noop");
  EXPECT_EQ(table.ask("(PLAY m1 1 ((mark 1 1) noop))"), "(mark 1 2)");
  EXPECT_EQ(table.ask("(PLAY m1 1 ((mark 1 2) noop))"), "(mark 1 1)");
  EXPECT_TRUE(table.told(Kind::Warning, "other moves"));
}

TEST(Session, NonsenseIsAnsweredWithALegalMove) {
  Table table;
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)");
  EXPECT_EQ(table.ask("(PLAY m1 ((fly 9 9) noop))"), "(mark 1 1)");
  EXPECT_EQ(table.ask("(PLAY m1 (a b c d e))"), "(mark 1 1)");
  EXPECT_TRUE(table.told(Kind::Warning, "no joint move"));
  EXPECT_EQ(table.ask("(PLAY m1 ((mark 1 1) noop))"), "noop") << "and the match goes on";
}

TEST(Session, AReplacedMoveIsFollowedAndNoted) {
  Table table;
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(mark 1 1)");
  EXPECT_EQ(table.ask("(PLAY m1 ((mark 3 3) noop))"), "noop");
  EXPECT_TRUE(table.told(Kind::Warning, "another move for us"));
}

TEST(Session, AskedBehindTheEndItDoesNotThink) {
  const std::string rules =
      "(role a) (init p) (legal a x) (legal a y) (<= terminal (true q)) (<= (next q) (does a x)) (goal a 100)";
  Table table(with("mcts(time=100ms)"));
  ASSERT_EQ(table.start("m1", "a", rules, 0, 0), "ready");
  EXPECT_THAT(table.ask("(PLAY m1 NIL)"), AnyOf("x", "y"));
  EXPECT_EQ(table.ask("(PLAY m1 (x))"), "x");
  EXPECT_TRUE(table.told(Kind::Warning, "over"));
}

TEST(Session, AStrategyThatCannotPlayTheGameIsReplaced) {
  Table table(with("plan"));
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe")), "ready");
  EXPECT_THAT(table.ask("(PLAY m1 NIL)"), StartsWith("(mark "));
  EXPECT_TRUE(table.told(Kind::Warning, "'plan' cannot play this"));
}

TEST(Session, StepsOfThePastAreFollowedWithoutThinking) {
  Table table(with("mcts(time=60s)"));
  ASSERT_EQ(table.start("m1", "red", rules_of("connectfour"), 1, 2), "ready");
  std::promise<Answer> followed;
  table.desk().catch_up({"m1", protocol::JointMove{{}, {"(drop 4)", "noop"}}},
                        [&](Answer answer) { followed.set_value(std::move(answer)); });
  EXPECT_EQ(followed.get_future().get().text, "done");
  EXPECT_EQ(table.ask("(PLAY m1 ((drop 4) noop))"), "noop") << "the last of them, now asked for";
  EXPECT_THAT(table.ask("(PLAY m1 (noop (drop 4)))"), StartsWith("(drop "));
}

// --- clocks

TEST(Session, AnswersInTimeWithAStrategyThatWouldTakeLonger) {
  Table table(with("mcts(time=60s)"));
  const Clock::time_point begin = Clock::now();
  ASSERT_EQ(table.start("m1", "red", rules_of("connectfour"), 2, 1), "ready");
  EXPECT_LT(Clock::now() - begin, seconds(2));
  const Clock::time_point asked = Clock::now();
  EXPECT_THAT(table.ask("(PLAY m1 NIL)"), StartsWith("(drop "));
  EXPECT_LT(Clock::now() - asked, seconds(1));
}

TEST(Session, AbortInterruptsAThought) {
  Table table(with("mcts(time=60s)"));
  ASSERT_EQ(table.start("m1", "red", rules_of("connectfour"), 1, 60), "ready");
  std::future<Answer> thinking = table.send("(PLAY m1 NIL)");
  std::this_thread::sleep_for(milliseconds(200));
  const Clock::time_point aborted = Clock::now();
  EXPECT_EQ(table.ask("(ABORT m1)"), "aborted");
  ASSERT_EQ(thinking.wait_for(seconds(5)), std::future_status::ready) << "whoever waits for the move is answered too";
  EXPECT_LT(Clock::now() - aborted, seconds(5));
  EXPECT_THAT(table.ask("(INFO)"), HasSubstr("available"));
}

TEST(Session, TheNextPlayEndsTheThoughtAboutTheLastOne) {
  Table table(with("mcts(time=60s)"));
  ASSERT_EQ(table.start("m1", "red", rules_of("connectfour"), 1, 20), "ready");
  std::future<Answer> late = table.send("(PLAY m1 NIL)");
  std::this_thread::sleep_for(milliseconds(100));
  std::future<Answer> again = table.send("(PLAY m1 NIL)");
  EXPECT_EQ(late.wait_for(milliseconds(300)), std::future_status::timeout) << "the same message disturbs nobody";
  std::future<Answer> next = table.send("(PLAY m1 ((drop 4) noop))");
  ASSERT_EQ(late.wait_for(seconds(5)), std::future_status::ready);
  EXPECT_EQ(again.get().text, late.get().text);
  EXPECT_EQ(next.get().text, "noop");
}

TEST(Session, ASilentMatchIsGivenUp) {
  Table table;
  ASSERT_EQ(table.start("m1", "xplayer", rules_of("tictactoe"), 5, 5), "ready");
  table.desk().sweep(Clock::now() + seconds(70));
  EXPECT_EQ(table.desk().matches(), 1U);
  table.desk().sweep(Clock::now() + seconds(90));
  EXPECT_EQ(table.desk().matches(), 0U);
  EXPECT_THAT(table.ask("(INFO)"), HasSubstr("available"));
}

TEST(Session, ThoughtsAreToldAliveAndFinal) {
  DeskOptions options = with("mcts(time=700ms)");
  std::mutex mutex;
  std::vector<SpokenThought> thoughts;
  options.session.on_thought = [&](const std::string& match, int step, const SpokenThought& thought) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(match, "m1");
    EXPECT_EQ(step, 0);
    thoughts.push_back(thought);
  };
  Table table(options);
  ASSERT_EQ(table.start("m1", "red", rules_of("connectfour"), 0, 0), "ready");
  const std::string move = table.ask("(PLAY m1 NIL)");
  const std::lock_guard lock(mutex);
  ASSERT_GE(thoughts.size(), 2U);
  EXPECT_FALSE(thoughts.front().final);
  EXPECT_TRUE(thoughts.back().final);
  EXPECT_EQ(thoughts.back().moves.front().move, move);
  EXPECT_GT(thoughts.back().iterations, thoughts.front().iterations) << "slices are added up";
  ASSERT_FALSE(thoughts.back().line.empty());
  EXPECT_EQ(thoughts.back().line[0][0], move);
  EXPECT_EQ(thoughts.back().line[0][1], std::nullopt) << "the other one has no choice";
}

// --- hidden information

TEST(HiddenInformation, MontyHallIsPlayedWithObservations) {
  Table sampler(with("mcts"));
  ASSERT_EQ(sampler.start("m1", "candidate", kMontyHall, 2, 1), "ready");
  const std::string door = sampler.ask("(PLAY m1 0 NIL NIL)");
  ASSERT_THAT(door, StartsWith("(choose "));
  EXPECT_EQ(sampler.ask("(PLAY m1 0 NIL NIL)"), door) << "again";
  EXPECT_EQ(sampler.ask("(PLAY m1 1 " + door + " ())"), "noop");
  const std::string open = door == "(choose 1)" ? "2" : "1";
  EXPECT_EQ(sampler.ask("(PLAY m1 2 noop (" + open + "))"), "switch") << "two thirds of the states have the car elsewhere";
  EXPECT_EQ(sampler.ask("(STOP m1 3 switch (3))"), "done");
  EXPECT_FALSE(sampler.told(Kind::Warning, "explains"));
  EXPECT_TRUE(sampler.told(Kind::Warning, "by sampling"));
}

TEST(HiddenInformation, TheEarlyFormHasPerceptsOnly) {
  Table table(with("first-legal"));
  ASSERT_EQ(table.start("m1", "candidate", kMontyHall), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "(choose 1)");
  EXPECT_EQ(table.ask("(PLAY m1 NIL)"), "noop") << "nothing was seen, which is a step";
  EXPECT_EQ(table.ask("(PLAY m1 (3))"), "noop");
}

TEST(HiddenInformation, AnImpossiblePerceptIsSurvived) {
  Table table(with("first-legal"));
  ASSERT_EQ(table.start("m1", "candidate", kMontyHall, 2, 1), "ready");
  EXPECT_EQ(table.ask("(PLAY m1 0 NIL NIL)"), "(choose 1)");
  EXPECT_EQ(table.ask("(PLAY m1 1 (choose 1) (elephant))"), "noop");
  EXPECT_TRUE(table.told(Kind::Warning, "no state was found"));
  EXPECT_THAT(table.ask("(PLAY m1 2 noop (2))"), AnyOf("noop", "switch"));
}

}  // namespace
}  // namespace agon::play
