// An HTTP router: patterns such as "GET /api/games/*" and their handlers, the first that fits.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http/message.h"

namespace agon::serve {

// What the stars of the pattern stand for, in order.
using PathParameters = std::vector<std::string>;
using Handler = std::function<asio::awaitable<Response>(Request request, PathParameters parameters)>;

class Router {
 public:
  // "POST /api/matches/*/moves". A star stands for one part of the path.
  void add(std::string_view pattern, Handler handler);
  // Anything else asked with GET: the files of the page.
  void otherwise(Handler handler) { otherwise_ = std::move(handler); }

  // Never throws: what goes wrong in a handler becomes an answer.
  [[nodiscard]] asio::awaitable<Response> answer(Request request) const;

 private:
  struct Route {
    std::string method;
    std::vector<std::string> parts;
    Handler handler;
  };
  std::vector<Route> routes_;
  Handler otherwise_;
};

// The parts of a path or nothing if it is badly encoded or tries to climb out ("..").
[[nodiscard]] bool split_target(std::string_view target, std::vector<std::string>& path, std::map<std::string, std::string>& query);

}  // namespace agon::serve
