#include "protocol/http_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "protocol/forms.h"

namespace agon::protocol {
namespace {

constexpr std::size_t kLongestMethod = 20;       // and as many blanks are forgiven before it
constexpr std::size_t kLongestChunkLine = 1024;  // a size in hexadecimal digits, and extensions that nobody uses

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool digit(char c) { return c >= '0' && c <= '9'; }

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

bool names_http(std::string_view word) { return word.size() > 5 && equal_without_case(word.substr(0, 5), "HTTP/"); }

// HTTP/1.1 -> 1; every other version is read as HTTP/1.0.
int minor_version(std::string_view word) { return word.size() == 8 && word.substr(5) == "1.1" ? 1 : 0; }

// Methods that are recognised in a request line without a version.
bool known_method(std::string_view word) {
  constexpr std::array<std::string_view, 4> kMethods = {"GET", "HEAD", "POST", "OPTIONS"};
  return std::ranges::any_of(kMethods, [&](std::string_view method) { return equal_without_case(word, method); });
}

// Parses all of the text as a number in this base. Overflow counts as no number.
bool parse_size(std::string_view text, int base, std::size_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

HttpReader::State HttpReader::feed(std::string_view bytes) {
  if (state_ != State::NeedMore) return state_;
  while (state_ == State::NeedMore && !bytes.empty()) {
    const std::size_t used = in_lines() ? take_line(bytes) : take_body(bytes);
    position_ += used;
    bytes.remove_prefix(used);
  }
  if (state_ == State::Complete) rest_ = bytes;
  return state_;
}

HttpReader::State HttpReader::close() {
  if (state_ != State::NeedMore) return state_;
  if (part_ == Part::OpenBody) {
    complete();
  } else if (position_ == 0) {
    fail("http-nothing", "the connection was closed before anything came", "is the other side running, and is this its port?");
  } else {
    fail("http-cut-short", fmt::format("the connection was closed in the middle of the message, after {} bytes", position_),
         "is the Content-Length right?");
  }
  return state_;
}

bool HttpReader::in_lines() const { return part_ != Part::SizedBody && part_ != Part::OpenBody && part_ != Part::Chunk; }

std::size_t HttpReader::take_line(std::string_view bytes) {
  const bool chunk_line = part_ == Part::ChunkSize || part_ == Part::ChunkEnd;
  const std::size_t room = chunk_line ? kLongestChunkLine - line_.size() : limits_.header_bytes - header_bytes_;
  const std::size_t newline = bytes.find('\n');
  const std::size_t wanted = newline == std::string_view::npos ? bytes.size() : newline + 1;
  const std::size_t taken = std::min(wanted, room);
  line_.append(bytes.substr(0, taken));
  if (!chunk_line) header_bytes_ += taken;
  if (part_ == Part::StartLine && !could_become_http()) {
    fail_start(line_);
  } else if (taken < wanted) {
    fail("http-header-too-large",
         fmt::format("the {} beyond {} bytes", chunk_line ? "size of a chunk goes" : "headers go",
                     chunk_line ? kLongestChunkLine : limits_.header_bytes),
         "is the other side speaking HTTP?");
  } else if (line_.ends_with('\n')) {
    line_.erase(line_.find_last_not_of("\r\n") + 1);
    const std::string text = std::exchange(line_, {});
    line(text);
  }
  return taken;
}

std::size_t HttpReader::take_body(std::string_view bytes) {
  std::size_t taken = bytes.size();
  if (part_ == Part::OpenBody) {
    if (taken > limits_.body_bytes - message_.body.size()) {
      fail("http-body-too-large", fmt::format("the body goes beyond {} bytes", limits_.body_bytes),
           "a message holds one rule sheet at most");
      return taken;
    }
  } else {
    taken = std::min(taken, remaining_);
    remaining_ -= taken;
  }
  message_.body.append(bytes.substr(0, taken));
  if (part_ == Part::SizedBody && remaining_ == 0) complete();
  if (part_ == Part::Chunk && remaining_ == 0) part_ = Part::ChunkEnd;
  return taken;
}

// Fails early if a connection carries something else: a TLS handshake, say, has no line end to wait for. It looks at few
// characters, because it is called whenever some arrive.
bool HttpReader::could_become_http() const {
  const std::string_view seen = std::string_view(line_).substr(0, kLongestMethod + 1);
  const std::size_t begin = seen.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return seen.size() <= kLongestMethod;
  const std::string_view start = seen.substr(begin);
  constexpr std::string_view kHttp = "HTTP/";
  if (kind_ == Kind::Answer) return equal_without_case(start.substr(0, kHttp.size()), kHttp.substr(0, start.size()));
  const std::string_view method = start.substr(0, start.find_first_of(" \t\r\n"));
  return method.size() <= kLongestMethod && std::ranges::all_of(method, letter);
}

void HttpReader::fail_start(std::string_view seen) {
  fail("not-http",
       fmt::format("this is no HTTP {}: '{}'", kind_ == Kind::Request ? "request" : "answer", excerpt(plain_line(seen))),
       kind_ == Kind::Request ? "a request starts like POST / HTTP/1.0" : "an answer starts like HTTP/1.0 200 OK");
}

void HttpReader::line(std::string_view text) {
  switch (part_) {
    case Part::StartLine: return start_line(plain_line(text));
    case Part::Headers: return text.empty() ? headers_end() : header_line(text);
    case Part::ChunkSize: return chunk_size(plain_line(text));
    case Part::ChunkEnd:
      if (!text.empty()) return fail("http-bad-chunk", "a chunk is longer than its size says", "sizes count bytes, in hexadecimal");
      part_ = Part::ChunkSize;
      return;
    case Part::Trailers:
      if (text.empty()) complete();
      return;
    default: return;
  }
}

void HttpReader::start_line(const std::string& text) {
  if (text.empty()) return;  // blank lines before the message are forgiven
  message_ = {};
  part_ = Part::Headers;
  if (kind_ == Kind::Request) request_line(text);
  else status_line(text);
}

// METHOD target [HTTP/1.x]
void HttpReader::request_line(const std::string& text) {
  const std::string_view method = first_word(text);
  if (method.size() > kLongestMethod || !std::ranges::all_of(method, letter)) return fail_start(text);
  std::string_view target = std::string_view(text).substr(method.size());
  const std::string_view last = target.substr(target.find_last_of(' ') + 1);
  if (names_http(last)) {
    message_.minor_version = minor_version(last);
    target.remove_suffix(last.size());
  } else if (!known_method(method)) {
    return fail_start(text);  // prose: there is no body to wait for
  }
  message_.method = method;
  message_.target = plain_line(target);
  if (message_.target.empty()) message_.target = "/";
}

// HTTP/1.x status [reason]
void HttpReader::status_line(const std::string& text) {
  const std::string_view version = first_word(text);
  const std::string rest = plain_line(std::string_view(text).substr(version.size()));
  const std::string_view status = first_word(rest);
  if (!names_http(version) || status.size() != 3 || !std::ranges::all_of(status, digit) || status[0] == '0') {
    return fail("http-bad-status", fmt::format("'{}' is no status line", excerpt(text)), "an answer starts like HTTP/1.0 200 OK");
  }
  message_.minor_version = minor_version(version);
  message_.status = (status[0] - '0') * 100 + (status[1] - '0') * 10 + (status[2] - '0');
  message_.reason = plain_line(std::string_view(rest).substr(status.size()));
}

void HttpReader::header_line(std::string_view text) {
  if (text[0] == ' ' || text[0] == '\t') {  // goes on with the header before it
    const std::string more = plain_line(text);
    if (message_.headers.empty() || more.empty()) return;
    std::string& value = message_.headers.back().value;
    value += (value.empty() ? "" : " ") + more;
    return;
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return;
  std::string name = plain_line(text.substr(0, colon));
  if (!name.empty()) message_.headers.push_back({std::move(name), plain_line(text.substr(colon + 1))});
}

void HttpReader::headers_end() {
  if (kind_ == Kind::Answer && message_.status < 200) {  // 100 Continue: the answer is still to come
    part_ = Part::StartLine;
    return;
  }
  if (never_has_body(message_)) return complete();
  bool chunked = false;
  if (!transfer_encoding(chunked)) return;
  std::optional<std::size_t> length;
  if (chunked && kind_ == Kind::Answer) {  // some servers send both; chunks count
    part_ = Part::ChunkSize;
    return;
  }
  if (!content_length(length)) return;
  if (chunked && length) {  // a proxy in front may count the other way (request smuggling)
    return fail("http-bad-length", "a request has both a Content-Length and a Transfer-Encoding", "send one of them");
  }
  if (chunked) {
    part_ = Part::ChunkSize;
    return;
  }
  if (!length && usually_without_body(message_)) return complete();
  part_ = length ? Part::SizedBody : Part::OpenBody;
  remaining_ = length.value_or(0);
  if (length == 0U) complete();
}

// False if it has failed. The header may come several times, each with a list; `identity` says nothing, `chunked` may come once.
bool HttpReader::transfer_encoding(bool& chunked) {
  for (const HttpHeader& header : message_.headers) {
    if (!equal_without_case(header.name, "Transfer-Encoding")) continue;
    std::string_view values = header.value;
    while (true) {
      const std::size_t comma = values.find(',');
      const std::string value = plain_line(values.substr(0, comma));
      const bool known = equal_without_case(value, "identity") || (equal_without_case(value, "chunked") && !chunked);
      if (!known) {
        fail("http-encoding", fmt::format("the body is encoded as '{}'", excerpt(header.value)), "send it plain, or in chunks");
        return false;
      }
      chunked = chunked || equal_without_case(value, "chunked");
      if (comma == std::string_view::npos) break;
      values.remove_prefix(comma + 1);
    }
  }
  return true;
}

// False if it has failed. Several lengths are accepted if they agree; proxies merge several into a list.
bool HttpReader::content_length(std::optional<std::size_t>& length) {
  for (const HttpHeader& header : message_.headers) {
    if (!equal_without_case(header.name, "Content-Length")) continue;
    std::string_view values = header.value;
    while (true) {
      const std::size_t comma = values.find(',');
      const std::string value = plain_line(values.substr(0, comma));
      std::size_t number = 0;
      if (value.empty() || !std::ranges::all_of(value, digit)) {
        fail("http-bad-length", fmt::format("'{}' is no Content-Length", excerpt(header.value)),
             "it is the number of bytes of the body");
        return false;
      }
      if (!parse_size(value, 10, number) || number > limits_.body_bytes) {
        fail("http-body-too-large", fmt::format("the body has {} bytes; the limit is {}", excerpt(value), limits_.body_bytes),
             "a message holds one rule sheet at most");
        return false;
      }
      if (length && number != *length) {
        fail("http-bad-length", "there are two Content-Lengths, and they differ", "send one");
        return false;
      }
      length = number;
      if (comma == std::string_view::npos) break;
      values.remove_prefix(comma + 1);
    }
  }
  return true;
}

void HttpReader::chunk_size(const std::string& text) {
  const std::string size = plain_line(std::string_view(text).substr(0, text.find(';')));
  const auto hexadecimal = [](char c) { return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  if (size.empty() || !std::ranges::all_of(size, hexadecimal)) {
    return fail("http-bad-chunk", fmt::format("'{}' is no size of a chunk", excerpt(text)), "it is a hexadecimal number");
  }
  if (!parse_size(size, 16, remaining_) || remaining_ > limits_.body_bytes - message_.body.size()) {
    return fail("http-body-too-large", fmt::format("the body goes beyond {} bytes", limits_.body_bytes),
                "a message holds one rule sheet at most");
  }
  part_ = remaining_ == 0 ? Part::Trailers : Part::Chunk;
}

void HttpReader::fail(std::string code, std::string message, std::string hint) {
  const auto place = static_cast<std::uint32_t>(std::min<std::size_t>(position_, 0x7fffffff));
  error_ = bad_input(std::move(code), std::move(message), std::move(hint), {place, place + 1});
  state_ = State::Failed;
}

}  // namespace agon::protocol
