#include "protocol/reply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/test_words.h"

namespace agon::protocol {
namespace {

constexpr Question kWordQuestions[] = {Question::Start, Question::Stop, Question::Abort, Question::Preview};

Reply answer(std::string_view text, Question question) {
  const Result<Reply> reply = parse_reply(text, question);
  if (!reply) {
    ADD_FAILURE() << text << ": " << reply.error().diagnostics[0].message;
    return Unknown{};
  }
  return *reply;
}

TEST(Reply, Words) {
  for (const char* text :
       {"ready", "READY", " Ready\r\n", "ready.", "READY ...", "(ready)", "( (READY) ) .", "ready ; I am", "\xef\xbb\xbfready"}) {
    for (const Question question : kWordQuestions) EXPECT_EQ(answer(text, question), Reply(Word::Ready)) << text;
  }
  EXPECT_EQ(answer("Busy", Question::Start), Reply(Word::Busy));
  EXPECT_EQ(answer("DONE\n", Question::Stop), Reply(Word::Done));
  EXPECT_EQ(answer("Aborted.", Question::Abort), Reply(Word::Aborted));
  EXPECT_EQ(to_text(Word::Ready), "ready");
  EXPECT_EQ(to_text(Word::Busy), "busy");
  EXPECT_EQ(to_text(Word::Done), "done");
  EXPECT_EQ(to_text(Word::Aborted), "aborted");
}

TEST(Reply, OtherAnswersAreKeptAsTheyAre) {
  for (const char* text : {"", "hello", "ready or not", "<html>", "((", "(mark 1 2)", "ready ready", "...", "?ready"}) {
    for (const Question question : kWordQuestions) EXPECT_EQ(answer(text, question), Reply(Unknown{text})) << text;
  }
  EXPECT_EQ(answer("a\x01\xff", Question::Start), Reply(Unknown{"a??"}));
  EXPECT_EQ(std::get<Unknown>(answer(std::string(1'000, 'a'), Question::Start)).text, std::string(195, 'a') + "[...]");
}

TEST(Reply, Moves) {
  for (const char* text : {"(mark 1 2)", "( mark  1 2)", "(MARK 1 2)\r\n", "\t( Mark\n1 2 ).", "((mark 1 2))", "mark 1 2",
                           "mark 1 2.", "(mark (1) 2) ; a remark", "(mark 1 2) (explanation forced) (taunt ha)", "(mark 1 2) . ..",
                           "(mark 1 2) . (taunt ha) .", "mark 1 2 . (taunt ha)", "(mark 1 (( 2 )))"}) {
    EXPECT_EQ(answer(text, Question::Play), Reply(Move{"(mark 1 2)"})) << text;
  }
  for (const char* text : {"noop", "NOOP", " Noop. ", "(noop)", "((noop))", "noop (taunt (ha ha))"}) {
    EXPECT_EQ(answer(text, Question::Play), Reply(Move{"noop"})) << text;
  }
  EXPECT_EQ(answer("done", Question::Play), Reply(Move{"done"}));  // a move may have any name
  EXPECT_EQ(answer("nil", Question::Play), Reply(Move{"nil"}));
  EXPECT_EQ(answer("((a b) c)", Question::Play), Reply(Move{"((a b) c)"}));
  EXPECT_EQ(to_text(Move{"(mark 1 2)"}), "(mark 1 2)");
}

TEST(Reply, WhatIsNoMove) {
  const auto code = [](std::string_view text) {
    const Result<Reply> reply = parse_reply(text, Question::Play);
    return reply ? "was read as " + to_text(*reply) : reply.error().diagnostics.at(0).code;
  };
  EXPECT_EQ(code(""), "empty-reply");
  EXPECT_EQ(code(" ... "), "empty-reply");
  EXPECT_EQ(code("(...)"), "empty-reply");
  EXPECT_EQ(code("()"), "empty-list");
  EXPECT_EQ(code("(mark ?x 2)"), "variable-in-term");
  EXPECT_EQ(code("(mark 1 2) (mark 1 3)"), "not-one-move");
  EXPECT_EQ(code("(mark 1 2"), "unclosed-parenthesis");
  EXPECT_EQ(code("(mark 1 2))"), "stray-parenthesis");
  EXPECT_EQ(code("(mark \xff)"), "invalid-utf8");
  EXPECT_EQ(code(std::string(100'000, '(')), "too-deep");
  EXPECT_EQ(code(std::string(5'000'000, 'a')), "text-too-large");
}

TEST(Reply, PlayersTellAboutThemselves) {
  const PlayerInfo agon{"Agon", "available", {}};
  EXPECT_EQ(to_text(agon), "((name Agon) (status available))");
  for (const char* text : {"((name Agon) (status available))", "( ( NAME Agon ) ( STATUS Available ) )",
                           "(hello (name Agon) (x) ((a b) c) (status available) there)", "(((name Agon) (status available)))",
                           "((name Agon) (status available))."}) {
    EXPECT_EQ(answer(text, Question::Info), Reply(agon)) << text;
  }
  EXPECT_EQ(answer("((name My Player) (status busy) (species (alien kind)))", Question::Info),
            Reply(PlayerInfo{"My Player", "busy", {{"species", "alien kind"}}}));
  EXPECT_EQ(answer("AVAILABLE.", Question::Info), Reply(PlayerInfo{"", "available", {}}));
  EXPECT_EQ(answer("(busy)", Question::Info), Reply(PlayerInfo{"", "busy", {}}));
  for (const char* text : {"available", "ready"})
    EXPECT_TRUE(std::get<PlayerInfo>(answer(text, Question::Info)).available()) << text;
  for (const char* text : {"busy", "nil"}) EXPECT_FALSE(std::get<PlayerInfo>(answer(text, Question::Info)).available()) << text;
  for (const char* text : {"", "()", "((name) x)", "{\"name\":\"Agon\"}", "(name Agon", "a b"}) {
    EXPECT_EQ(answer(text, Question::Info), Reply(Unknown{text})) << text;
  }
  EXPECT_EQ(to_text(PlayerInfo{" a) (status\nbusy); x", "", {}}), "((name a_ _status busy__ x))");  // a name cannot break out
}

TEST(ReplyProperty, WhatIsWrittenIsReadAgain) {
  Rng rng(1);
  for (int i = 0; i < 2'000; ++i) {
    const Reply move = Move{random_term(rng)};
    EXPECT_EQ(answer(to_text(move), Question::Play), move);
    EXPECT_EQ(answer(random_layout(rng, to_text(move)), Question::Play), move) << to_text(move);
    PlayerInfo info{random_word(rng) + " " + random_word(rng), random_word(rng), {}};
    if (rng.below(2) == 0) info.more.emplace_back("k" + random_word(rng), random_word(rng));
    EXPECT_EQ(answer(to_text(info), Question::Info), Reply(info)) << to_text(info);
  }
}

TEST(ReplyProperty, AnyBytesGetAnAnswer) {
  Rng rng(2);
  constexpr std::string_view kLikely = "()().;? \n\"ab12";
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::uint32_t k = rng.below(12); k > 0; --k) {
      text +=
          rng.below(8) == 0 ? static_cast<char>(rng.below(256)) : kLikely[rng.below(static_cast<std::uint32_t>(kLikely.size()))];
    }
    const Result<Reply> move = parse_reply(text, Question::Play);
    if (move) {
      EXPECT_EQ(answer(to_text(*move), Question::Play), *move) << text;
    }
    const Reply info = answer(text, Question::Info);
    if (std::holds_alternative<PlayerInfo>(info)) {
      EXPECT_EQ(answer(to_text(info), Question::Info), info) << text;
    }
    for (const Question question : kWordQuestions) (void)answer(text, question);
  }
}

}  // namespace
}  // namespace agon::protocol
