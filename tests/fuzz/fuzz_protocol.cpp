// Fuzzes the protocol parsers: any bytes as a message of a game manager and as the reply of a player are parsed or rejected with a
// reason. Round trip: what parses is the same after writing and parsing again.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "protocol/message.h"
#include "protocol/reply.h"

namespace {

using namespace agon;
using namespace agon::protocol;

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_message(text);
  for (const Question question :
       {Question::Start, Question::Play, Question::Stop, Question::Abort, Question::Info, Question::Preview}) {
    check_reply(text, question);
  }
  return 0;
}
