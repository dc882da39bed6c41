// HTTP messages as this community writes them: POST with a KIF message for a body, and an answer with a word or a term for a body.
//
// The rest of the system speaks HTTP through Boost.Beast, which follows the standard to the letter and refuses what players in the
// wild answer: lines that end with a bare LF, a status line without a reason, a body without a length. A manager that refuses such
// an answer makes its player lose by default, so the protocol reads with http_reader.h. Writing is exact.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agon::play::protocol {

struct HttpHeader {
  std::string name;  // letter case does not matter
  std::string value;
  friend bool operator==(const HttpHeader&, const HttpHeader&) = default;
};

struct HttpMessage {
  // A request has a method and a target, an answer a status and a reason.
  std::string method;
  std::string target = "/";
  int status = 0;
  std::string reason;

  int minor_version = 0;  // HTTP/1.0 unless the other side says more: one connection carries one message
  std::vector<HttpHeader> headers;
  std::string body;

  [[nodiscard]] bool request() const { return status == 0; }
  // The value of the first header of this name, or null.
  [[nodiscard]] const std::string* header(std::string_view name) const;
  friend bool operator==(const HttpMessage&, const HttpMessage&) = default;
};

// Start line, headers in their order, Content-Length of the body, blank line, body; CRLF throughout. Content-Length and
// Transfer-Encoding among the headers are left out, since the body decides; control characters in a header become blanks.
[[nodiscard]] std::string to_text(const HttpMessage& message);

struct Addressee {
  std::string host;  // and port: "localhost:9147"
  std::string player;
  std::string sender = "GAMEMASTER";
};

// The request that takes a protocol message to a player.
[[nodiscard]] HttpMessage request_to(const Addressee& addressee, std::string body);

// The answer of a player, or of a manager to a browser. It allows pages from elsewhere to read it (CORS), so that a player or a
// spectator may live in a browser; an empty one answers the OPTIONS request that browsers send ahead.
[[nodiscard]] HttpMessage answer_with(std::string body, int status = 200);

// Neither a body nor a length belongs to these, whatever their headers say: 1xx, 204, 304.
[[nodiscard]] bool never_has_body(const HttpMessage& message);
// A request that has a body only if it says how long it is: GET, HEAD, OPTIONS, DELETE, TRACE, CONNECT.
[[nodiscard]] bool usually_without_body(const HttpMessage& message);

[[nodiscard]] bool equal_without_case(std::string_view a, std::string_view b);
// Control characters become blanks, and none is left at either end.
[[nodiscard]] std::string plain_line(std::string_view text);

}  // namespace agon::play::protocol
