// Fuzzes the HTTP parser: any bytes give a message, an error, or a request for more, the same in one piece as in many. Round trip:
// a complete message is the same after writing and reading again.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "protocol/http_reader.h"

namespace {

using agon::protocol::HttpReader;

void check(HttpReader::Kind kind, std::string_view text, std::size_t piece) {
  HttpReader whole(kind);
  HttpReader pieces(kind);
  const HttpReader::State state = whole.feed(text);
  for (std::size_t at = 0; at < text.size(); at += piece) pieces.feed(text.substr(at, piece));
  AGON_ASSERT(pieces.state() == state && pieces.close() == whole.close());
  if (whole.state() == HttpReader::State::Failed) {
    AGON_ASSERT(whole.error().diagnostics.at(0).code == pieces.error().diagnostics.at(0).code);
    return;
  }
  AGON_ASSERT(whole.state() == HttpReader::State::Complete && whole.message() == pieces.message());
  const std::string written = to_text(whole.message());
  HttpReader again(kind);
  AGON_ASSERT(again.feed(written) == HttpReader::State::Complete && again.rest().empty());
  AGON_ASSERT(to_text(again.message()) == written && again.message().body == whole.message().body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = 1 + (data[0] >> 1U);
  check((data[0] & 1U) == 0 ? HttpReader::Kind::Request : HttpReader::Kind::Answer, text, piece);
  return 0;
}
