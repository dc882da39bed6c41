// An incremental (push) parser of one HTTP message, for the dialect described in http_text.h.
//
// Accepted: HTTP/1.0 and 1.1; lines that end with CRLF or LF; blank lines before the message; extra blanks; a missing reason or
// version; folded headers; malformed header lines (they are skipped); a body with Content-Length, chunked, or up to the end of the
// connection. Rejected, with a reason: what is not HTTP, contradictory lengths, and anything beyond the limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "protocol/http_text.h"

namespace agon::protocol {

struct HttpLimits {
  std::size_t header_bytes = std::size_t{64} << 10U;  // start line, headers and trailers together
  std::size_t body_bytes = std::size_t{4} << 20U;
};

// Feed until it is complete or has failed. The boundaries between the pieces make no difference.
class HttpReader {
 public:
  enum class Kind : std::uint8_t { Request, Answer };
  enum class State : std::uint8_t { NeedMore, Complete, Failed };

  explicit HttpReader(Kind kind, const HttpLimits& limits = {}) : kind_(kind), limits_(limits) {}

  State feed(std::string_view bytes);
  // The peer closed the connection: the end of a body without a length, and premature for everything else.
  State close();

  [[nodiscard]] State state() const { return state_; }
  // Of a complete message. `rest` is the remainder of the last piece: the beginning of the next message.
  [[nodiscard]] const HttpMessage& message() const { return message_; }
  [[nodiscard]] const std::string& rest() const { return rest_; }
  // Of a failed one; spans are byte offsets in the connection.
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  enum class Part : std::uint8_t { StartLine, Headers, SizedBody, OpenBody, ChunkSize, Chunk, ChunkEnd, Trailers };

  [[nodiscard]] bool in_lines() const;
  std::size_t take_line(std::string_view bytes);
  std::size_t take_body(std::string_view bytes);
  void line(std::string_view text);
  void fail_start(std::string_view seen);
  void start_line(const std::string& text);
  void request_line(const std::string& text);
  void status_line(const std::string& text);
  void header_line(std::string_view text);
  void headers_end();
  void chunk_size(const std::string& text);
  [[nodiscard]] bool could_become_http() const;
  [[nodiscard]] bool transfer_encoding(bool& chunked);
  [[nodiscard]] bool content_length(std::optional<std::size_t>& length);
  void complete() { state_ = State::Complete; }
  void fail(std::string code, std::string message, std::string hint);

  Kind kind_;
  HttpLimits limits_;
  State state_ = State::NeedMore;
  Part part_ = Part::StartLine;
  std::string line_;              // an incomplete line
  std::size_t header_bytes_ = 0;  // so far
  std::size_t remaining_ = 0;     // of a sized body or a chunk
  std::size_t position_ = 0;      // bytes consumed, for error messages
  HttpMessage message_;
  std::string rest_;
  Error error_;
};

}  // namespace agon::protocol
