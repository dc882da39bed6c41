// Any bytes as a message of a game manager and as the answer of a player: understood or refused with a reason. What is understood
// is the same when it is written down and read again; rules that come with it survive being scrambled.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "gdl/printer.h"
#include "gdl/reader.h"
#include "play/protocol/message.h"
#include "play/protocol/reply.h"
#include "play/protocol/scramble.h"

namespace {

using namespace agon;
using namespace agon::play::protocol;

void check_message(const std::string& text) {
  const Result<Message> message = parse_message(text);
  if (!message) {
    AGON_ASSERT(!message.error().diagnostics.empty() && message.error().diagnostics[0].span.end <= text.size());
    return;
  }
  const std::string written = to_text(*message);
  AGON_ASSERT(written.find('\n') == std::string::npos);
  const Result<Message> again = parse_message(written);
  AGON_ASSERT(again && to_text(*again) == written);
}

void check_reply(const std::string& text, Question question) {
  const Result<Reply> reply = parse_reply(text, question);
  AGON_ASSERT(reply || question == Question::Play);
  if (!reply || std::holds_alternative<Unknown>(*reply)) return;
  const Result<Reply> again = parse_reply(to_text(*reply), question);
  AGON_ASSERT(again && *again == *reply);
}

void check_scramble(const std::string& text) {
  const Result<gdl::Rules> rules = gdl::read_text(text, "input", {.syntax = gdl::Syntax::Kif, .max_depth = 200});
  if (!rules) return;
  if (!gdl::read_text(gdl::print_kif(*rules), "printed", {.syntax = gdl::Syntax::Kif})) return;  // fuzz_reader looks after printing
  const Scrambler scrambler(*rules, text.size());
  const Result<gdl::Rules> scrambled = gdl::read_text(scrambler.rules(), "scrambled", {.syntax = gdl::Syntax::Kif});
  AGON_ASSERT(scrambled && scrambled->rules().size() == rules->rules().size() && scrambled->dialect() == rules->dialect());
  if (rules->rules().size() < 2) return;  // a list of lists, all alone, is taken for the list of rules
  const Result<Message> message = parse_message(to_text(Preview{scrambler.rules(), {}}));
  if (!message) return;  // deeper than a message may be
  const Result<gdl::Rules> sent = gdl::read_text(std::get<Preview>(*message).rules, "sent", {.syntax = gdl::Syntax::Kif});
  AGON_ASSERT(sent && sent->same_rules(*scrambled));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_message(text);
  for (const Question question :
       {Question::Start, Question::Play, Question::Stop, Question::Abort, Question::Info, Question::Preview}) {
    check_reply(text, question);
  }
  check_scramble(text);
  return 0;
}
