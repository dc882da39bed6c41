// HTTP messages of the GGP protocol: POST with a KIF message as its body, and a response with a word or a term as its body.
//
// The rest of the system uses Boost.Beast for HTTP, which follows the standard strictly and rejects what existing players send:
// lines that end with a bare LF, a status line without a reason, a body without a length. A manager that rejects such a response
// makes its player lose by default, so the protocol reads with http_reader.h. Liberal in what it accepts, exact in what it writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {

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

  int minor_version = 0;  // HTTP/1.0 unless the peer says otherwise: one message per connection
  std::vector<HttpHeader> headers;
  std::string body;

  [[nodiscard]] bool request() const { return status == 0; }
  // The value of the first header of this name, or null.
  [[nodiscard]] const std::string* header(std::string_view name) const;
  friend bool operator==(const HttpMessage&, const HttpMessage&) = default;
};

// Serialises: start line, headers in their order, Content-Length of the body, blank line, body; CRLF throughout. Content-Length and
// Transfer-Encoding headers are dropped, since the body decides; control characters in a header become blanks.
[[nodiscard]] std::string to_text(const HttpMessage& message);

struct Addressee {
  std::string host;  // and port: "localhost:9147"
  std::string player;
  std::string sender = "GAMEMASTER";
};

// The request that carries a protocol message to a player.
[[nodiscard]] HttpMessage request_to(const Addressee& addressee, std::string body);

// The response of a player, or of a manager to a browser. It permits cross-origin requests (CORS), so that a player or a spectator
// may run in a browser; an empty one answers the preflight OPTIONS request.
[[nodiscard]] HttpMessage answer_with(std::string body, int status = 200);

// Responses that never have a body or a length, whatever their headers say: 1xx, 204, 304.
[[nodiscard]] bool never_has_body(const HttpMessage& message);
// Requests that have a body only if they say how long it is: GET, HEAD, OPTIONS, DELETE, TRACE, CONNECT.
[[nodiscard]] bool usually_without_body(const HttpMessage& message);

[[nodiscard]] bool equal_without_case(std::string_view a, std::string_view b);
// Control characters become blanks, and both ends are trimmed.
[[nodiscard]] std::string plain_line(std::string_view text);

}  // namespace agon::protocol
