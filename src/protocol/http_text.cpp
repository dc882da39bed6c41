#include "protocol/http_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace agon::protocol {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

const char* reason_for(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 413: return "Payload Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "";
  }
}

bool frames_the_body(const HttpHeader& header) {
  return equal_without_case(header.name, "Content-Length") || equal_without_case(header.name, "Transfer-Encoding");
}

}  // namespace

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::string plain_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  line.erase(0, line.find_first_not_of(' '));
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

const std::string* HttpMessage::header(std::string_view name) const {
  const auto found = std::ranges::find_if(headers, [&](const HttpHeader& h) { return equal_without_case(h.name, name); });
  return found == headers.end() ? nullptr : &found->value;
}

bool never_has_body(const HttpMessage& message) {
  return (message.status >= 100 && message.status < 200) || message.status == 204 || message.status == 304;
}

bool usually_without_body(const HttpMessage& message) {
  constexpr std::array<std::string_view, 6> kMethods = {"GET", "HEAD", "OPTIONS", "DELETE", "TRACE", "CONNECT"};
  return message.request() &&
         std::ranges::any_of(kMethods, [&](std::string_view m) { return equal_without_case(m, message.method); });
}

std::string to_text(const HttpMessage& message) {
  const std::string version = fmt::format("HTTP/1.{}", message.minor_version);
  std::string text = message.request()
                         ? fmt::format("{} {} {}\r\n", plain_line(message.method), plain_line(message.target), version)
                         : fmt::format("{} {} {}\r\n", version, message.status, plain_line(message.reason));
  for (const HttpHeader& header : message.headers) {
    if (!frames_the_body(header)) text += fmt::format("{}: {}\r\n", plain_line(header.name), plain_line(header.value));
  }
  const bool with_body = !never_has_body(message) && !(message.body.empty() && usually_without_body(message));
  if (!with_body) return text + "\r\n";
  return text + fmt::format("Content-Length: {}\r\n\r\n", message.body.size()) + message.body;
}

HttpMessage request_to(const Addressee& addressee, std::string body) {
  HttpMessage message;
  message.method = "POST";
  message.headers = {{"Accept", "text/delim"},
                     {"Host", addressee.host},
                     {"Sender", addressee.sender},
                     {"Receiver", addressee.player},
                     {"Content-Type", "text/acl"}};
  message.body = std::move(body);
  return message;
}

HttpMessage answer_with(std::string body, int status) {
  HttpMessage message;
  message.status = status;
  message.reason = reason_for(status);
  message.headers = {{"Content-Type", "text/acl"},
                     {"Access-Control-Allow-Origin", "*"},
                     {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
                     {"Access-Control-Allow-Headers", "Content-Type, Sender, Receiver"},
                     {"Access-Control-Max-Age", "86400"}};
  message.body = std::move(body);
  return message;
}

}  // namespace agon::protocol
