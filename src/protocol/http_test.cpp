#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "protocol/http_reader.h"
#include "protocol/http_text.h"

namespace agon::protocol {
namespace {

using Kind = HttpReader::Kind;
using State = HttpReader::State;

// The message in a text that ends with the connection.
HttpMessage read_good(Kind kind, std::string_view text) {
  HttpReader reader(kind);
  reader.feed(text);
  if (reader.close() != State::Complete) {
    ADD_FAILURE() << text << ": " << reader.error().diagnostics.at(0).message;
    return {};
  }
  return reader.message();
}

std::string code_of(const HttpReader& reader) {
  return reader.state() == State::Failed ? reader.error().diagnostics.at(0).code : "no error";
}

std::string read_bad(Kind kind, std::string_view text, const HttpLimits& limits = {}) {
  HttpReader reader(kind, limits);
  reader.feed(text);
  reader.close();
  if (reader.state() == State::Failed) {
    EXPECT_FALSE(reader.error().diagnostics.at(0).message.empty()) << text;
  }
  return code_of(reader);
}

TEST(Http, WritesExactlyThis) {
  EXPECT_EQ(to_text(request_to({"localhost:9147", "Agon"}, "(INFO)")),
            "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost:9147\r\nSender: GAMEMASTER\r\nReceiver: Agon\r\n"
            "Content-Type: text/acl\r\nContent-Length: 6\r\n\r\n(INFO)");
  EXPECT_EQ(to_text(answer_with("ready")),
            "HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\nAccess-Control-Allow-Origin: *\r\n"
            "Access-Control-Allow-Methods: POST, GET, OPTIONS\r\nAccess-Control-Allow-Headers: Content-Type, Sender, Receiver\r\n"
            "Access-Control-Max-Age: 86400\r\nContent-Length: 5\r\n\r\nready");
  EXPECT_THAT(to_text(answer_with("", 400)), testing::StartsWith("HTTP/1.0 400 Bad Request\r\n"));
  HttpMessage get;
  get.method = "GET";
  EXPECT_EQ(to_text(get), "GET / HTTP/1.0\r\n\r\n");
  // No header injection by a name, and the body alone decides its length.
  HttpMessage sly = request_to({"h", "x\r\nEvil: yes"}, "abc");
  sly.headers.push_back({"content-length", "99"});
  EXPECT_THAT(to_text(sly), testing::HasSubstr("Receiver: x  Evil: yes\r\n"));
  EXPECT_THAT(to_text(sly), testing::Not(testing::HasSubstr("99")));
}

TEST(Http, RequestsOfManagers) {
  for (const char* text : {
           "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: GAMEMASTER\r\nContent-type: text/acl\r\nContent-length: "
           "6\r\n\r\n(INFO)",
           "POST / HTTP/1.0\nAccept: text/delim\nSENDER:GAMEMASTER  \nContent-Type: text/acl\ncontent-LENGTH : 6\n\n(INFO)\r\n",
           "\r\n\nPOST   /   HTTP/1.0\nSender: \n GAMEMASTER\nContent-Length: 6\nContent-Length: 6\n\n(INFO)",
           "POST /\nSender: GAMEMASTER\nno header\n: nothing\nContent-Length: 6, 6\n\n(INFO)",
           "POST\nSender: GAMEMASTER\n\n(INFO)",  // up to the end of the connection
           "POST / HTTP/1.0\nSender: GAMEMASTER\nTransfer-Encoding: Chunked\n\n4\n(INF\n2 ; x=y\r\nO)\r\n0\nTrailer: x\n\n",
       }) {
    const HttpMessage message = read_good(Kind::Request, text);
    EXPECT_EQ(message.method, "POST") << text;
    EXPECT_EQ(message.target, "/") << text;
    EXPECT_EQ(message.body, "(INFO)") << text;
    ASSERT_NE(message.header("sender"), nullptr) << text;
    EXPECT_EQ(*message.header("sender"), "GAMEMASTER") << text;
    EXPECT_EQ(message.header("nobody"), nullptr);
  }
  EXPECT_EQ(read_good(Kind::Request, "GET /x y?z=1 HTTP/1.1\r\nHost: h\r\n\r\n").target, "/x y?z=1");
  EXPECT_EQ(read_good(Kind::Request, "GET /x HTTP/1.1\r\n\r\n").minor_version, 1);
  EXPECT_EQ(read_good(Kind::Request, "OPTIONS / HTTP/1.1\r\nOrigin: http://a\r\n\r\n").method, "OPTIONS");
}

TEST(Http, AnswersOfPlayers) {
  for (const char* text : {
           "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: 5\r\n\r\nready",
           "HTTP/1.1 200\nContent-Length: 5\n\nready\n\n\n",
           "http/1.0   200   OK\n\nready",
           "HTTP/1 200 \r\n\r\nready",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\nready\r\n0\r\n\r\n",
           "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nready",
           "HTTP/1.0 200 OK\nTransfer-Encoding: identity\n\nready",
       }) {
    const HttpMessage message = read_good(Kind::Answer, text);
    EXPECT_EQ(message.status, 200) << text;
    EXPECT_EQ(message.body, "ready") << text;
  }
  EXPECT_EQ(read_good(Kind::Answer, "HTTP/1.0 404 Not Found\n\n").reason, "Not Found");
  EXPECT_EQ(read_good(Kind::Answer, "HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\n").body, "");
}

TEST(Http, SaysWhenItIsComplete) {
  HttpReader reader(Kind::Answer);
  EXPECT_EQ(reader.feed("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nrea"), State::NeedMore);
  EXPECT_EQ(reader.feed("dyHTTP/1.0 "), State::Complete);
  EXPECT_EQ(reader.message().body, "ready");
  EXPECT_EQ(reader.rest(), "HTTP/1.0 ");
  EXPECT_EQ(reader.feed("more"), State::Complete);
  EXPECT_EQ(reader.rest(), "HTTP/1.0 ");
  EXPECT_EQ(reader.close(), State::Complete);
}

TEST(Http, SaysWhatIsWrong) {
  for (const auto& [text, code] : {
           std::pair{"", "http-nothing"},
           std::pair{"\n\n", "http-cut-short"},
           std::pair{"\x16\x03\x01", "not-http"},  // an encrypted greeting
           std::pair{"(INFO)", "not-http"},
           std::pair{"hello there\n", "not-http"},  // no version and no method: nothing is to be waited for
           std::pair{"P0ST / HTTP/1.0\n\n", "not-http"},
           std::pair{"\tAMETHODOFTWENTYTWOLETTERS / HTTP/1.0\n\n", "not-http"},  // found by fuzzing: a blank hid its length
           std::pair{"POST / HTTP/1.0\nContent-Length: 6\n\n(INFO", "http-cut-short"},
           std::pair{"POST / HTTP/1.0\nContent-Le", "http-cut-short"},
           std::pair{"POST / HTTP/1.0\nContent-Length: six\n\n", "http-bad-length"},
           std::pair{"POST / HTTP/1.0\nContent-Length: -6\n\n", "http-bad-length"},
           std::pair{"POST / HTTP/1.0\nContent-Length:\n\n", "http-bad-length"},
           std::pair{"POST / HTTP/1.0\nContent-Length: 6\nContent-Length: 7\n\n(INFO)", "http-bad-length"},
           std::pair{"POST / HTTP/1.0\nContent-Length: 5000000\n\n", "http-body-too-large"},
           std::pair{"POST / HTTP/1.0\nContent-Length: 99999999999999999999999\n\n", "http-body-too-large"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: gzip\n\n", "http-encoding"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: identity\nTransfer-Encoding: gzip\nContent-Length: 1\n\nx",
                     "http-encoding"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: identity, xchunked\nContent-Length: 1\n\nx", "http-encoding"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked, chunked\n\n0\n\n", "http-encoding"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding:\nContent-Length: 1\n\nx", "http-encoding"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked\nContent-Length: 1\n\n0\n\n", "http-bad-length"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked\n\nx\n", "http-bad-chunk"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n\n", "http-bad-chunk"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n1\nab\n", "http-bad-chunk"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked\n\nffffffffffffffffff\n", "http-body-too-large"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked\n\nffffff\n", "http-body-too-large"},
           std::pair{"POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n0\n", "http-cut-short"},
       }) {
    EXPECT_EQ(read_bad(Kind::Request, text), code) << text;
  }
  for (const auto& [text, code] : {
           std::pair{"ready", "not-http"},
           std::pair{"HTTP 200 OK\n\nready", "not-http"},
           std::pair{"HTTP/\n", "http-bad-status"},
           std::pair{"HTTP/1.0\n", "http-bad-status"},
           std::pair{"HTTP/1.0 OK\n", "http-bad-status"},
           std::pair{"HTTP/1.0 20 OK\n", "http-bad-status"},
           std::pair{"HTTP/1.0 2000 OK\n", "http-bad-status"},
           std::pair{"HTTP/1.0 099 OK\n", "http-bad-status"},
           std::pair{"HTTP/1.0 100 Continue\n\n", "http-cut-short"},
       }) {
    EXPECT_EQ(read_bad(Kind::Answer, text), code) << text;
  }
}

TEST(Http, RefusesEarly) {
  HttpReader reader(Kind::Answer);
  EXPECT_EQ(reader.feed("HT"), State::NeedMore);
  EXPECT_EQ(reader.feed("ML"), State::Failed);  // without waiting for a line end
  const HttpLimits tight{.header_bytes = 40, .body_bytes = 4};
  EXPECT_EQ(read_bad(Kind::Request, "POST / HTTP/1.0\n\n12345", tight), "http-body-too-large");
  EXPECT_EQ(read_bad(Kind::Request, "POST / HTTP/1.0\nContent-Length: 5\n\n", tight), "http-body-too-large");
  EXPECT_EQ(read_bad(Kind::Request, "POST / HTTP/1.0\nContent-Length: 4\n\n1234", tight), "no error");
  EXPECT_EQ(read_bad(Kind::Request, "POST / HTTP/1.0\nHeader: " + std::string(30, 'x'), tight), "http-header-too-large");
  EXPECT_EQ(read_bad(Kind::Request, std::string(21, 'A')), "not-http");
  EXPECT_EQ(read_bad(Kind::Request, std::string(21, ' ')), "not-http");
  EXPECT_EQ(read_bad(Kind::Request, "POST /" + std::string(1'000'000, 'x')), "http-header-too-large");
  EXPECT_EQ(read_bad(Kind::Request, std::string(1'000'000, '\n')), "http-header-too-large");
  EXPECT_EQ(read_bad(Kind::Request, "POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n1;" + std::string(2'000, 'x')),
            "http-header-too-large");
  std::string endless;
  for (int i = 0; i < 10'000; ++i) endless += "HTTP/1.1 100 Continue\n\n";
  EXPECT_EQ(read_bad(Kind::Answer, endless), "http-header-too-large");
}

// ---- what holds for every message ----

std::string random_text(Rng& rng, std::uint32_t most) {
  std::string text;
  for (std::uint32_t i = rng.below(most); i > 0; --i) text += static_cast<char>(rng.below(256));
  return text;
}

HttpMessage random_http_message(Rng& rng, Kind kind) {
  const std::string body = random_text(rng, 40);
  HttpMessage message =
      kind == Kind::Request ? request_to({"host:1", "Agon"}, body) : answer_with(body, 200 + static_cast<int>(rng.below(100)));
  if (kind == Kind::Request && rng.below(4) == 0) {
    message.method = "OPTIONS";
    message.body.clear();
  }
  message.minor_version = static_cast<int>(rng.below(2));
  message.headers.push_back({"X-Random", plain_line(random_text(rng, 10))});
  return message;
}

// The same message as players write it: bare line ends, or chunks, or no length at all.
std::string random_dialect(Rng& rng, std::string text, const std::string& body) {
  const std::size_t headers_end = text.find("\r\n\r\n");
  std::string head = text.substr(0, headers_end + 2);
  const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
  const std::size_t at = head.find(length);
  const std::uint32_t form = at == std::string::npos ? 0 : rng.below(3);
  std::string tail = text.substr(headers_end + 4);
  if (form == 1) head.erase(at, length.size());
  if (form == 2) {
    head.replace(at, length.size(), "Transfer-Encoding: chunked\r\n");
    tail.clear();
    for (std::size_t i = 0; i < body.size();) {
      const std::size_t size = std::min<std::size_t>(1 + rng.below(5), body.size() - i);
      tail += std::to_string(size) + "\r\n" + body.substr(i, size) + "\r\n";
      i += size;
    }
    tail += "0\r\n\r\n";
  }
  if (rng.below(2) == 0) std::erase(head, '\r');
  return head + (rng.below(2) == 0 ? "\n" : "\r\n") + tail;
}

TEST(HttpProperty, AnyDialectInAnyPiecesIsTheSameMessage) {
  Rng rng(1);
  for (int i = 0; i < 2'000; ++i) {
    const Kind kind = rng.below(2) == 0 ? Kind::Request : Kind::Answer;
    const HttpMessage message = random_http_message(rng, kind);
    const std::string text = random_dialect(rng, to_text(message), message.body);
    HttpReader reader(kind);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = std::min<std::size_t>(1 + rng.below(20), text.size() - at);
      reader.feed(text.substr(at, size));
      at += size;
    }
    ASSERT_EQ(reader.close(), State::Complete) << text << code_of(reader);
    EXPECT_EQ(to_text(reader.message()), to_text(message)) << text;
    EXPECT_EQ(reader.rest(), "");
  }
}

TEST(HttpProperty, EveryPrefixNeedsMore) {
  Rng rng(2);
  for (int i = 0; i < 200; ++i) {
    const Kind kind = rng.below(2) == 0 ? Kind::Request : Kind::Answer;
    const std::string text = to_text(random_http_message(rng, kind));
    for (std::size_t length = 0; length < text.size(); ++length) {
      HttpReader reader(kind);
      EXPECT_EQ(reader.feed(text.substr(0, length)), State::NeedMore) << text.substr(0, length);
      EXPECT_EQ(reader.close(), State::Failed);
    }
  }
}

TEST(HttpProperty, PiecesMakeNoDifferenceToDamagedText) {
  Rng rng(3);
  for (int i = 0; i < 5'000; ++i) {
    const Kind kind = rng.below(2) == 0 ? Kind::Request : Kind::Answer;
    const HttpMessage message = random_http_message(rng, kind);
    std::string text = random_dialect(rng, to_text(message), message.body);
    for (std::uint32_t k = rng.below(5); k > 0; --k)
      text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    HttpReader whole(kind);
    HttpReader bytes(kind);
    whole.feed(text);
    for (const char c : text) bytes.feed({&c, 1});
    EXPECT_EQ(whole.close(), bytes.close()) << text;
    EXPECT_EQ(code_of(whole), code_of(bytes)) << text;
    if (whole.state() == State::Complete) {
      EXPECT_EQ(whole.message(), bytes.message()) << text;
    }
  }
}

}  // namespace
}  // namespace agon::protocol
