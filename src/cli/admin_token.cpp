#include "cli/admin_token.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"

namespace agon::cli {
namespace {

constexpr std::size_t kShortestToken = 12, kLongestToken = 1024;

std::string trimmed(const std::string& text) {
  constexpr const char* kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string::npos ? std::string() : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

std::string admin_token_problem(const std::string& token) {
  if (trimmed(token).empty()) return "the admin token is empty; give 12 letters or more, or leave the option out";
  if (token.size() < kShortestToken) return "the admin token is too short; give 12 letters or more";
  if (token.size() > kLongestToken) return "the admin token is too long; give 1024 letters or less";
  if (!std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 127; }))
    return "the admin token must be letters, digits and signs without blanks, so that a header can carry it";
  return {};
}

Result<std::string> read_admin_token(const std::string& file) {
  const Result<std::string> text = read_file(file, 4096);
  if (!text) return text.error();
  std::string token = trimmed(*text);
  if (const std::string problem = admin_token_problem(token); !problem.empty())
    return bad_input("bad-admin-token", fmt::format("'{}': {}", file, problem),
                     "write one with: (umask 077; head -c 24 /dev/urandom | base64 > FILE)");
  return token;
}

}  // namespace agon::cli
