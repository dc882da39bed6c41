#include "serve/http/router.h"

#include <gtest/gtest.h>

#include <boost/asio/use_future.hpp>

#include "base/limits.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

struct Split {
  bool good = false;
  std::vector<std::string> path;
  std::map<std::string, std::string> query;
};

Split split(std::string_view target) {
  Split s;
  s.good = split_target(target, s.path, s.query);
  return s;
}

Response ask_router(const Router& router, const std::string& method, const std::string& target) {
  Request request;
  request.method = method;
  request.target = target;
  EXPECT_TRUE(split_target(target, request.path, request.query));
  asio::io_context io;
  auto answer = asio::co_spawn(io, router.answer(std::move(request)), asio::use_future);
  io.run();
  return answer.get();
}

TEST(Router, ReadsPathsAndQueries) {
  const Split s = split("/api/games/nine%20men?state=live%2Cended&q=a+b&flag");
  EXPECT_TRUE(s.good);
  EXPECT_EQ(s.path, (std::vector<std::string>{"api", "games", "nine men"}));
  EXPECT_EQ(s.query.at("state"), "live,ended");
  EXPECT_EQ(s.query.at("q"), "a b");
  EXPECT_EQ(s.query.at("flag"), "");
}

TEST(Router, RefusesPathsThatClimbOrCannotBeRead) {
  for (const char* target : {"/../etc/passwd", "/a/%2e%2e/b", "/a%2fb", "/%", "/%zz", "/a%00b", "api", ""})
    EXPECT_FALSE(split(target).good) << target;
}

TEST(Router, FindsTheHandlerAndItsStars) {
  Router router;
  router.add("GET /api/matches/*/positions/*", [](Request, PathParameters parameters) -> asio::awaitable<Response> {
    co_return text_response(parameters[0] + "|" + parameters[1], "text/plain");
  });
  router.add("GET /api/matches/list",
             [](Request, PathParameters) -> asio::awaitable<Response> { co_return text_response("list", "text/plain"); });
  EXPECT_EQ(*ask_router(router, "GET", "/api/matches/m1/positions/7").body, "m1|7");
  EXPECT_EQ(*ask_router(router, "HEAD", "/api/matches/list").body, "list");
  EXPECT_EQ(ask_router(router, "GET", "/api/matches").status, 404);
  EXPECT_EQ(ask_router(router, "POST", "/api/matches/list").status, 405);
}

TEST(Router, TurnsWhatGoesWrongIntoAnAnswer) {
  Router router;
  router.add("GET /limit", [](Request, PathParameters) -> asio::awaitable<Response> {
    throw LimitReached("too-long", "It takes too long.", "Less.");
  });
  router.add("GET /field",
             [](Request, PathParameters) -> asio::awaitable<Response> { co_return json_response(Json::object().at("missing")); });
  router.add("GET /bug", [](Request, PathParameters) -> asio::awaitable<Response> { throw std::runtime_error("secret"); });
  EXPECT_EQ(ask_router(router, "GET", "/limit").status, 422);
  EXPECT_NE(ask_router(router, "GET", "/limit").body->find("It takes too long."), std::string::npos);
  EXPECT_EQ(ask_router(router, "GET", "/field").status, 400);
  const Response bug = ask_router(router, "GET", "/bug");
  EXPECT_EQ(bug.status, 500);
  EXPECT_EQ(bug.body->find("secret"), std::string::npos);
}

TEST(Messages, CountPlacesAsEditorsInBrowsersDo) {
  const std::string text = "; \xc3\xa9\xf0\x9f\x8e\xb2\n(role \xc3\xa9x)\n";  // a letter of two bytes, a die of four
  const std::size_t at = text.find('x');
  Diagnostic d{"code", Severity::Error, {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)}, "m", "h"};
  const Json json = diagnostics_json({d}, text);
  EXPECT_EQ(json[0]["from"]["line"], 2);
  EXPECT_EQ(json[0]["from"]["column"], 8);
  EXPECT_EQ(json[0]["from"]["offset"], 6 + 7);  // "; é", the die as two units, line end; then "(role é"
  EXPECT_EQ(json[0]["to"]["offset"], 6 + 8);
}

TEST(Messages, FindPlacesFarInALongLine) {
  const std::string text = std::string(5000, 'a') + "\xc3\xa9" + std::string(5000, 'b') + "\nc";
  const auto end = static_cast<std::uint32_t>(text.size());
  const Diagnostic d{"code", Severity::Error, {9000, end}, "m", "h"};
  const Json json = diagnostics_json({d}, text);
  EXPECT_EQ(json[0]["from"]["offset"], 8999);
  EXPECT_EQ(json[0]["from"]["column"], 9000);
  EXPECT_EQ(json[0]["to"]["line"], 2);
  EXPECT_EQ(json[0]["to"]["column"], 2);
  EXPECT_EQ(json[0]["to"]["offset"], text.size() - 1);
}

TEST(Messages, ShowTheWorstOfManyFindingsAndCountTheRest) {
  Diagnostics many(5000, {"remark", Severity::Note, {0, 1}, "m", "h"});
  many.push_back({"wrong", Severity::Error, {1, 2}, "m", "h"});
  const Json json = diagnostics_json(many, "text");
  ASSERT_EQ(json.size(), 201U);
  EXPECT_EQ(json[199]["code"], "wrong");
  EXPECT_EQ(json[200]["code"], "more-findings");
  EXPECT_EQ(json[200]["message"], "and 4801 more");
}

}  // namespace
}  // namespace agon::serve
