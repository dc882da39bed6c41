#include "protocol/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "gdl/read/reader.h"
#include "protocol/test_words.h"

namespace agon::protocol {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

template <class T>
T read_as(std::string_view text) {
  const Result<Message> message = parse_message(text);
  if (!message) {
    ADD_FAILURE() << text << ": " << message.error().diagnostics[0].message;
    return {};
  }
  const T* const found = std::get_if<T>(&*message);
  if (found == nullptr) ADD_FAILURE() << text << ": another kind of message";
  return found == nullptr ? T{} : *found;
}

Diagnostic problem(std::string_view text) {
  const Result<Message> message = parse_message(text);
  if (message) {
    ADD_FAILURE() << "this was read: " << text;
    return {};
  }
  return message.error().diagnostics.at(0);
}

TEST(Message, StartKeepsTheRulesAsTheyWereSent) {
  const std::string rules = "(role White) ; the first\n(ROLE black)\n  (<= terminal (true done))";
  const Start start = read_as<Start>("(START Match.7 WHITE (" + rules + "\n) 30 10)");
  EXPECT_EQ(start.match_id, "Match.7");
  EXPECT_EQ(start.role, "white");
  EXPECT_EQ(start.rules, rules);
  EXPECT_EQ(start.start_clock, seconds(30));
  EXPECT_EQ(start.play_clock, seconds(10));
  EXPECT_EQ(to_text(start), "(START Match.7 white ((role White) (ROLE black) (<= terminal (true done))) 30 10)");
  EXPECT_TRUE(gdl::read_text(start.rules, "sent").ok());
}

TEST(Message, StartInAllItsForms) {
  const Start plain{"m", "r", "(role r) (init p)", seconds(5), seconds(1)};
  for (const char* text : {
           "(START m r ((role r) (init p)) 5 1)",
           "( start m R ( (role r) (init p) ) 5 1 )",
           "\r\n(Start\tm r((role r) (init p))5 1)\n\n",
           "((START m r ((role r) (init p)) 5 1))",  // once too often
           "START m r ((role r) (init p)) 5 1",      // not at all
           "(START m r (((role r) (init p))) 5 1)",  // around the rules, too
           "(START m r (role r) (init p) 5 1)",      // no list of rules
           "(START m (r) ((role r) (init p)) 05 1)",
           "(START m r ((role r) (init p)) 5 1 (extra) x)",  // a later protocol
           "\xef\xbb\xbf; from a file\n(START m r ((role r) (init p)) 5 1)",
           "(START m r (\xef\xbb\xbf(role r) (init p)) 5 1)",
       }) {
    EXPECT_EQ(read_as<Start>(text), plain) << text;
  }
  EXPECT_EQ(read_as<Start>("(START m r (terminal) 5 1)").rules, "terminal");
  EXPECT_EQ(read_as<Start>("(START m (player 1) (include math Lib/Math.jar (role (player 1))) 0 0)").role, "(player 1)");
  EXPECT_EQ(to_text(Start{"m", "r", "(role r)\n; the end", seconds(0), seconds(0)}), "(START m r ((role r)) 0 0)");
}

TEST(Message, JointMoves) {
  for (const char* text : {"(PLAY m NIL)", "(play m nil)", "(PLAY m ())", "( PLAY m ( ) )", "PLAY m Nil"}) {
    EXPECT_EQ(read_as<Play>(text), (Play{"m", JointMove{}})) << text;
  }
  const Play played{"m", JointMove{std::nullopt, {"(mark 1 2)", "noop"}}};
  for (const char* text : {"(PLAY m ((mark 1 2) noop))", "( PLAY m ((MARK 1 2 ) (NOOP) ) )", "(PLAY m (((mark 1 2) noop)))",
                           "(play m ( ; joint move\n( mark\n1\t2)noop))"}) {
    EXPECT_EQ(read_as<Play>(text), played) << text;
  }
  EXPECT_EQ(to_text(played), "(PLAY m ((mark 1 2) noop))");
  EXPECT_EQ(to_text(Play{"m", JointMove{}}), "(PLAY m NIL)");
  EXPECT_EQ(read_as<Play>("(PLAY m ((mark 1 2)))"), (Play{"m", JointMove{std::nullopt, {"(mark 1 2)"}}}));  // one role
  EXPECT_EQ(read_as<Stop>("(STOP m (a b))"), (Stop{"m", JointMove{std::nullopt, {"a", "b"}}}));
  EXPECT_EQ(read_as<Stop>("(STOP m 7 (a b))"), (Stop{"m", JointMove{7, {"a", "b"}}}));
  EXPECT_EQ(to_text(Stop{"m", JointMove{7, {"a", "b"}}}), "(STOP m 7 (a b))");
}

TEST(Message, ObservationsOfHiddenGames) {
  EXPECT_EQ(read_as<Play>("(PLAY m 0 NIL NIL)"), (Play{"m", Observation{0, std::nullopt, {}}}));
  EXPECT_EQ(read_as<Play>("(play m 3 (choose 2) ((open 1) 3))"), (Play{"m", Observation{3, "(choose 2)", {"(open 1)", "3"}}}));
  EXPECT_EQ(read_as<Stop>("(STOP m 4 NOOP ())"), (Stop{"m", Observation{4, "noop", {}}}));
  EXPECT_EQ(to_text(Play{"m", Observation{0, std::nullopt, {}}}), "(PLAY m 0 NIL NIL)");
  EXPECT_EQ(to_text(Play{"m", Observation{3, "(choose 2)", {"(open 1)", "3"}}}), "(PLAY m 3 (choose 2) ((open 1) 3))");
  EXPECT_EQ(to_text(Stop{"m", Observation{4, "noop", {}}}), "(STOP m 4 noop ())");
}

TEST(Message, TheOthers) {
  EXPECT_EQ(read_as<Abort>("( abort Match1 )"), Abort{"Match1"});
  for (const char* text : {"(INFO)", "( info )", "info", "((INFO))"}) EXPECT_EQ(read_as<Info>(text), Info{}) << text;
  EXPECT_EQ(read_as<Preview>("(PREVIEW ((role a)) 60)"), (Preview{"(role a)", seconds(60)}));
  EXPECT_EQ(to_text(Abort{"Match1"}), "(ABORT Match1)");
  EXPECT_EQ(to_text(Info{}), "(INFO)");
  EXPECT_EQ(to_text(Preview{"(role a)", seconds(60)}), "(PREVIEW ((role a)) 60)");
}

struct Bad {
  const char* text;
  const char* code;
  Span span;
};

TEST(Message, SaysWhatIsWrongAndWhere) {
  for (const Bad& bad : {
           Bad{"", "not-a-message", {0, 0}},
           Bad{"()", "not-a-message", {0, 0}},
           Bad{"(?x)", "not-a-message", {1, 3}},
           Bad{"(PLAY m NIL) (INFO)", "not-a-message", {0, 12}},
           Bad{"(PLAYS m NIL)", "unknown-message", {1, 6}},
           Bad{"(PLAY", "unclosed-parenthesis", {0, 1}},
           Bad{"(INFO))", "stray-parenthesis", {6, 7}},
           Bad{"(PLAY m)", "missing-argument", {1, 7}},
           Bad{"(PLAY (m) NIL)", "bad-match-id", {6, 9}},
           Bad{"(PLAY m a)", "not-a-list", {8, 9}},
           Bad{"(PLAY m a b)", "bad-turn", {8, 9}},
           Bad{"(PLAY m -1 (a))", "bad-turn", {8, 10}},
           Bad{"(PLAY m 1 a b)", "not-a-list", {12, 13}},
           Bad{"(PLAY m 1 a (b) c)", "superfluous-argument", {16, 17}},
           Bad{"(PLAY m (a ?x))", "variable-in-term", {11, 13}},
           Bad{"(PLAY m (a ()))", "empty-list", {11, 13}},
           Bad{"(ABORT)", "missing-argument", {1, 6}},
           Bad{"(ABORT m n)", "superfluous-argument", {9, 10}},
           Bad{"(INFO x)", "superfluous-argument", {6, 7}},
           Bad{"(START m r ((role r)) 5)", "missing-argument", {1, 23}},
           Bad{"(START m r ((role r)) five 1)", "bad-clock", {22, 26}},
           Bad{"(START m r ((role r)) 5 1.5)", "bad-clock", {24, 27}},
           Bad{"(START m r ((role r)) -5 1)", "bad-clock", {22, 24}},
           Bad{"(START m r ((role r)) 99999999999999999999 1)", "bad-clock", {22, 42}},
           Bad{"(START m r () 5 1)", "no-rules", {11, 13}},
           Bad{"(START m ?r ((role r)) 5 1)", "variable-in-term", {9, 11}},
           Bad{"(PREVIEW ((role r)))", "missing-argument", {1, 19}},
           Bad{"(PREVIEW ((role r)) soon)", "bad-clock", {20, 24}},
           Bad{"(PLAY m (a\x01))", "control-character", {10, 11}},
           Bad{"(PLAY m (\xff))", "invalid-utf8", {9, 10}},
           Bad{"(PLAY m ? NIL)", "nameless-variable", {8, 9}},
           Bad{"(PLAY m \xef\xbb\xbf? NIL)", "nameless-variable", {11, 12}},  // found by fuzzing: behind a byte-order mark
       }) {
    const Diagnostic found = problem(bad.text);
    EXPECT_EQ(found.code, bad.code) << bad.text;
    EXPECT_EQ(found.span, bad.span) << bad.text << ": " << found.span.begin << ".." << found.span.end;
    EXPECT_FALSE(found.message.empty());
    EXPECT_FALSE(found.hint.empty()) << bad.text;
  }
  EXPECT_THAT(problem("(PLAYS m NIL)").hint, HasSubstr("play"));
}

TEST(Message, HostileTextIsRefusedAtOnce) {
  const std::string deep(1'000'000, '(');
  EXPECT_EQ(problem(deep).code, "too-deep");
  EXPECT_EQ(problem("(PLAY m " + deep + std::string(1'000'000, ')') + ")").code, "too-deep");
  EXPECT_EQ(problem(std::string(5'000'000, 'a')).code, "text-too-large");
  EXPECT_EQ(problem(std::string(1'000'000, 'a')).code, "unknown-message");
  EXPECT_EQ(problem(std::string(1'000'000, '\0')).code, "control-character");
  EXPECT_EQ(parse_message("(INFO)", {.bytes = 5}).error().diagnostics[0].code, "text-too-large");
  EXPECT_EQ(parse_message("((INFO))", {.depth = 1}).error().diagnostics[0].code, "too-deep");
  // Rows of deep lists: each parenthesis is looked at once.
  std::string rows;
  for (int i = 0; i < 1'000; ++i) rows += std::string(900, '(') + "a b" + std::string(900, ')');
  EXPECT_TRUE(parse_message("(PLAY m (" + rows + "))").ok());
}

// ---- what holds for every message ----

Message random_message(Rng& rng) {
  const auto clock = [&] { return seconds(rng.below(1000)); };
  const auto last_step = [&]() -> LastStep {
    if (rng.below(2) == 0) {
      JointMove joint;
      if (rng.below(2) == 0) joint.turn = rng.below(100);
      joint.moves = random_terms(rng, 3);
      return joint;
    }
    Observation seen{rng.below(100), std::nullopt, random_terms(rng, 3)};
    if (rng.below(4) != 0) seen.last_move = random_term(rng);
    return seen;
  };
  const auto rules = [&] { return "(role " + random_word(rng) + ") (<= terminal (true " + random_term(rng) + "))"; };
  const std::string id = "Match." + random_word(rng);
  switch (rng.below(6)) {
    case 0: return Start{id, random_term(rng), rules(), clock(), clock()};
    case 1: return Play{id, last_step()};
    case 2: return Stop{id, last_step()};
    case 3: return Abort{id};
    case 4: return Info{};
    default: return Preview{rules(), clock()};
  }
}

TEST(MessageProperty, WhatIsWrittenIsReadAgain) {
  Rng rng(1);
  for (int i = 0; i < 2'000; ++i) {
    const Message message = random_message(rng);
    const std::string text = to_text(message);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const Result<Message> again = parse_message(text);
    ASSERT_TRUE(again) << text << ": " << again.error().diagnostics[0].message;
    EXPECT_EQ(*again, message) << text;
  }
}

TEST(MessageProperty, LayoutMakesNoDifference) {
  Rng rng(2);
  for (int i = 0; i < 1'000; ++i) {
    const Message message = random_message(rng);
    const std::string text = random_layout(rng, to_text(message));
    const Result<Message> again = parse_message(text);
    ASSERT_TRUE(again) << text << ": " << again.error().diagnostics[0].message;
    EXPECT_EQ(lower_case(to_text(*again)), lower_case(to_text(message))) << text;  // rules keep their letter case
  }
}

TEST(MessageProperty, NoPrefixIsAMessage) {
  Rng rng(3);
  for (int i = 0; i < 200; ++i) {
    const std::string text = to_text(random_message(rng));
    for (std::size_t length = 0; length < text.size(); ++length) EXPECT_FALSE(parse_message(text.substr(0, length))) << text;
  }
}

TEST(MessageProperty, DamagedTextIsReadOrRefused) {
  Rng rng(4);
  for (int i = 0; i < 5'000; ++i) {
    std::string text = to_text(random_message(rng));
    for (std::uint32_t k = 0; k < 1 + rng.below(4); ++k)
      text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    const Result<Message> message = parse_message(text);
    if (!message) {
      EXPECT_LE(message.error().diagnostics.at(0).span.end, text.size()) << text;
      continue;
    }
    const Result<Message> again = parse_message(to_text(*message));
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(to_text(*again), to_text(*message)) << text;
  }
}

}  // namespace
}  // namespace agon::protocol
