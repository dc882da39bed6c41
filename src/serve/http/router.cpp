#include "serve/http/router.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <optional>

#include "base/limits.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_blank) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  if (out.find('\0') != std::string::npos) return std::nullopt;
  return out;
}

template <class Each>
void split(std::string_view text, char separator, Each each) {
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    each(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
}

bool fits(const std::vector<std::string>& pattern, const std::vector<std::string>& path, PathParameters& parameters) {
  if (pattern.size() != path.size()) return false;
  parameters.clear();
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (pattern[i] == "*") parameters.push_back(path[i]);
    else if (pattern[i] != path[i]) return false;
  }
  return true;
}

// g++ 12 miscompiles some temporaries inside coroutines, so answers are made here.
Response nothing_there(const std::string& method, const std::string& target, bool other_method) {
  Response response = error_response(not_found(fmt::format("There is nothing at {} {}.", method, target),
                                               "The API description at /api/openapi.json lists what there is."));
  if (other_method) response.status = 405;
  return response;
}

Response went_wrong(const std::string& method, const std::string& target, const std::exception_ptr& what) {
  try {
    std::rethrow_exception(what);
  } catch (const LimitReached& limit) {
    return error_response(limit.error());
  } catch (const Json::exception& problem) {
    return error_response(unreadable_field(problem.what()));
  } catch (const std::bad_alloc&) {
    return error_response(limit_reached("out-of-memory", "This takes more memory than there is.", "Try something smaller."));
  } catch (const std::exception& problem) {
    spdlog::error("{} {}: {}", method, target, problem.what());
    Response response = error_response(bad_input("internal", "Something went wrong in the server.", "Its log says what."));
    response.status = 500;
    return response;
  }
}

}  // namespace

bool split_target(std::string_view target, std::vector<std::string>& path, std::map<std::string, std::string>& query) {
  const std::size_t mark = target.find('?');
  bool good = !target.empty() && target.front() == '/';
  split(target.substr(0, mark), '/', [&](std::string_view part) {
    if (part.empty()) return;
    std::optional<std::string> text = decoded(part, false);
    if (!text || *text == ".." || *text == "." || text->find('/') != std::string::npos) good = false;
    else path.push_back(std::move(*text));
  });
  if (mark != std::string_view::npos)
    split(target.substr(mark + 1), '&', [&](std::string_view part) {
      const std::size_t equals = part.find('=');
      std::optional<std::string> name = decoded(part.substr(0, equals), true);
      std::optional<std::string> value =
          equals == std::string_view::npos ? std::optional<std::string>("") : decoded(part.substr(equals + 1), true);
      if (!name || !value) good = false;
      else query[*name] = *value;
    });
  return good;
}

void Router::add(std::string_view pattern, Handler handler) {
  Route route;
  const std::size_t blank = pattern.find(' ');
  route.method = pattern.substr(0, blank);
  split(pattern.substr(blank + 1), '/', [&](std::string_view part) {
    if (!part.empty()) route.parts.emplace_back(part);
  });
  route.handler = std::move(handler);
  routes_.push_back(std::move(route));
}

asio::awaitable<Response> Router::answer(Request request) const {
  const Handler* handler = nullptr;
  PathParameters parameters;
  bool other_method = false;
  const std::string method = request.method == "HEAD" ? "GET" : request.method;
  for (const Route& route : routes_) {
    if (!fits(route.parts, request.path, parameters)) continue;
    if (route.method == method) {
      handler = &route.handler;
      break;
    }
    other_method = true;
  }
  if (handler == nullptr && !other_method && method == "GET" && otherwise_) handler = &otherwise_;
  const std::string target = request.target;
  try {
    if (handler == nullptr) co_return nothing_there(method, target, other_method);
    Response response = co_await (*handler)(std::move(request), std::move(parameters));
    co_return response;
  } catch (...) {
    co_return went_wrong(method, target, std::current_exception());
  }
}

}  // namespace agon::serve
