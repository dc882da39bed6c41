// What can be seen of a match over HTTP: views, positions, pages of legal moves, records. Each keeps an arbiter busy for a while,
// so a client may have few under way.
#include <fmt/format.h>

#include "serve/api/api.h"
#include "serve/api/request_fields.h"
#include "serve/errors.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

// g++ 12 miscompiles some temporaries inside coroutines, so answers are made here.
Error views_too_many() { return too_many("Many matches are being looked at just now.", "Try again in a moment."); }
Error no_number(const char* field) { return bad_input("bad-field", fmt::format("'{}' must be a number.", field)); }

Response json_text(const Result<std::string>& text) {
  return text ? text_response(*text, "application/json") : error_response(text.error());
}

Response shared_json_text(const Text& text) {
  Response response;
  response.body = text;
  return response;
}

Response download(const std::string& record, const std::string& id) {
  Response response = text_response(record, "application/json");
  response.headers.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"match-{}.json\"", id));
  return response;
}

struct LegalRequest {
  LegalQuery query;
  std::optional<std::size_t> step;
};

Result<LegalRequest> read_legal_request(const Request& request) {
  const auto number = [&](const char* field, std::size_t& value) -> Status {
    const std::string text = request.parameter(field);
    if (text.empty()) return done();
    const std::optional<std::size_t> read = whole_number(text);
    if (!read) return no_number(field);
    value = *read;
    return done();
  };
  LegalRequest read;
  if (request.parameter("role").empty()) return bad_input("bad-field", "'role' is missing.", "Roles are numbered from 0.");
  std::size_t step = 0;
  for (const auto& [field, value] : {std::pair<const char*, std::size_t*>{"role", &read.query.role},
                                     {"after", &read.query.after},
                                     {"limit", &read.query.limit},
                                     {"step", &step}}) {
    if (const Status fine = number(field, *value); !fine) return fine.error();
  }
  if (!request.parameter("step").empty()) read.step = step;
  read.query.prefix = request.parameter("prefix");
  return read;
}

}  // namespace

Handler Api::view_handler(LookAtMatch work) {
  return [this, work = std::move(work)](Request request, PathParameters parameters) -> asio::awaitable<Response> {
    const std::optional<Quota::Ticket> ticket = views_.take(request.client);
    if (!ticket) co_return error_response(views_too_many());
    const Result<std::shared_ptr<Match>> match = co_await manager_.find(parameters.front());
    if (!match) co_return error_response(match.error());
    Response response = co_await work(*match, std::move(request), std::move(parameters));
    co_return response;
  };
}

void Api::install_views(Router& router) {
  using SharedMatch = std::shared_ptr<Match>;
  router.add("GET /api/matches/*",
             view_handler([](SharedMatch match, Request request, PathParameters) -> asio::awaitable<Response> {
               std::vector<std::uint32_t> held = held_by(*match, request);
               const Text view = co_await match->view(std::move(held));
               co_return shared_json_text(view);
             }));
  router.add("GET /api/matches/*/positions/*",
             view_handler([](SharedMatch match, Request request, PathParameters parameters) -> asio::awaitable<Response> {
               const std::optional<std::size_t> step = whole_number(parameters[1]);
               if (!step) co_return error_response(no_number("step"));
               std::vector<std::uint32_t> held = held_by(*match, request);
               const Result<std::string> position = co_await match->position(*step, std::move(held));
               co_return json_text(position);
             }));
  router.add("GET /api/matches/*/legal",
             view_handler([](SharedMatch match, Request request, PathParameters) -> asio::awaitable<Response> {
               const Result<LegalRequest> asked = read_legal_request(request);
               if (!asked) co_return error_response(asked.error());
               std::vector<std::uint32_t> held = held_by(*match, request);
               const Result<std::string> page = co_await match->legal(asked->query, asked->step, std::move(held));
               co_return json_text(page);
             }));
  router.add("GET /api/matches/*/record",
             view_handler([](SharedMatch match, Request request, PathParameters parameters) -> asio::awaitable<Response> {
               const bool public_form = request.parameter("form") == "public";
               const Result<std::string> record = co_await match->record(public_form);
               if (!record) co_return error_response(record.error());
               co_return download(*record, parameters[0]);
             }));
}

}  // namespace agon::serve
