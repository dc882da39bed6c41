#include "serve/api/api.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <variant>

#include "base/file.h"
#include "base/hash.h"
#include "base/json_integer.h"
#include "serve/api/request_fields.h"
#include "serve/errors.h"
#include "serve/json.h"
#include "serve/match/arbiter.h"
#include "serve/records/convert.h"
#include "serve/records/public_record.h"
#include "serve/sheets/hints.h"
#include "serve/sheets/library_sheet.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

constexpr std::size_t kMostListed = 200;

Json accepted() { return {{"schema", "agon.accepted/1"}, {"accepted", true}}; }

Response answer(const Result<Json>& result, int status = 200) {
  return result ? json_response(*result, status) : error_response(result.error());
}

Response answer(const Status& done) { return done ? json_response(accepted()) : error_response(done.error()); }

// A question that is answered at once. g++ 12 miscompiles some temporaries inside coroutines, so answers are made in plain
// functions.
Handler at_once(std::function<Response(const Request& request, const PathParameters& parameters)> work) {
  return [work = std::move(work)](Request request, PathParameters parameters) -> asio::awaitable<Response> {
    co_return work(request, parameters);
  };
}

bool playable(const library::Facts& facts) { return facts.dialect == "gdl" || facts.dialect == "gdl2"; }

Json game_summary(const library::Facts& facts) {
  const auto players =
      std::count_if(facts.roles.begin(), facts.roles.end(), [](const std::string& role) { return role != "random"; });
  const auto tagged = [&](const char* tag) { return std::find(facts.tags.begin(), facts.tags.end(), tag) != facts.tags.end(); };
  return {{"name", facts.name},
          {"title", facts.title},
          {"summary", facts.summary},
          {"dialect", facts.dialect},
          {"roles", facts.roles},
          {"players", players},
          {"hidden", facts.dialect == "gdl2" || tagged("hidden-information")},
          {"playable", playable(facts)},
          {"tags", facts.tags},
          {"mean_length", facts.mean_length ? Json(*facts.mean_length) : Json(nullptr)},
          {"value", facts.value.empty() ? Json(nullptr) : Json(facts.value)}};
}

struct PickedStrategy {
  const char *text, *title, *summary;
};
constexpr PickedStrategy kStrategies[] = {
    {"random", "Random", "Any legal move. Good for trying out a game."},
    {"mcts(iterations=300)", "Beginner", "Looks ahead a little."},
    {"mcts(time=0.3s)", "Casual", "Thinks for a third of a second."},
    {"auto(time=1s)", "Strong", "Picks the method that fits the game; one second a move."},
    {"auto(time=5s)", "Very strong", "The same with five seconds a move."},
    {"auto", "As strong as the clock allows", "Uses the whole play clock."},
};

}  // namespace

Api::Api(Manager& manager, Tournaments& tournaments, RulesPool& rules, SheetCache& sheets, Drawings& drawings,
         const library::Library& library, asio::thread_pool& builders, const JsonWorker& json, ApiOptions options)
    : manager_(manager),
      tournaments_(tournaments),
      rules_(rules),
      sheets_(sheets),
      drawings_(drawings),
      library_(library),
      builders_(builders),
      json_(json),
      options_(std::move(options)),
      views_(options_.views, options_.views_per_client) {
  Result<std::vector<library::Facts>> all = library_.all();
  if (all) facts_ = std::move(*all);
  else spdlog::error("the library of games cannot be read: {}", all.error().diagnostics.front().message);
  Json games = Json::array();
  for (const library::Facts& facts : facts_) games.push_back(game_summary(facts));
  games_ = json_response(Json{{"schema", "agon.games/1"}, {"games", std::move(games)}});
}

std::vector<std::string> Api::gallery() const {
  std::vector<const library::Facts*> shown;
  for (const library::Facts& facts : facts_)
    if (playable(facts)) shown.push_back(&facts);
  std::sort(shown.begin(), shown.end(), [](const library::Facts* a, const library::Facts* b) { return a->title < b->title; });
  std::vector<std::string> names;
  for (const library::Facts* facts : shown) names.push_back(facts->name);
  return names;
}

const char* Api::administration() const {
  if (!options_.admin_token.empty()) return "token";
  return options_.open_to_all ? "open" : "closed";
}

bool Api::admin(const Request& request) const {
  return options_.admin_token.empty() ? options_.open_to_all : same_token(request.token, options_.admin_token);
}

void Api::install(Router& router) {
  router.add("GET /api/info", at_once([this](const Request&, const PathParameters&) { return json_response(info()); }));
  install_games(router);
  install_rules(router);
  install_matches(router);
  install_views(router);
  install_tournaments(router);
  install_description(router);
}

Json Api::info() const {
  Json strategies = Json::array(), remote = Json::array();
  for (const PickedStrategy& s : kStrategies) strategies.push_back({{"text", s.text}, {"title", s.title}, {"summary", s.summary}});
  for (const RemotePlayerEntry& entry : options_.remote_players) remote.push_back({{"name", entry.name}, {"url", entry.url}});
  return {{"schema", "agon.info/1"},
          {"version", options_.version},
          {"admin_needed", !options_.admin_token.empty() || !options_.open_to_all},
          {"administration", administration()},
          {"limits",
           {{"rules_bytes", sheets_.limits().rules_bytes},
            {"body_bytes", options_.body_bytes},
            {"matches_per_client", options_.matches_per_client},
            {"seats", 64}}},
          {"strategies", std::move(strategies)},
          {"remote_players", std::move(remote)}};
}

// ---------------------------------------------------------------- games

void Api::install_games(Router& router) {
  router.add("GET /api/games", at_once([this](const Request&, const PathParameters&) { return games_; }));
  router.add("GET /api/games/*", [this](Request request, PathParameters parameters) {
    return view_game(std::move(request), std::move(parameters.front()));
  });
}

bool Api::in_library(const std::string& name) const {
  return std::any_of(facts_.begin(), facts_.end(), [&](const library::Facts& f) { return f.name == name; });
}

asio::awaitable<Response> Api::view_game(Request request, std::string name) {
  auto look = [this, name] { return game_at_once(name); };
  const std::optional<Response> known = co_await json_.run(std::move(look));
  if (known) co_return *known;
  if (!in_library(name)) {
    auto read = [this, name] { return library_sheet(library_, name); };
    const Result<library::Sheet> sheet = co_await on_workers(builders_, std::move(read));
    if (!sheet) co_return error_response(sheet.error());
    std::string text = sheet->text;
    const Status fits = co_await vet(std::move(text), std::move(request.client));
    if (!fits) co_return error_response(fits.error());
  }
  auto work = [this, name] { return answer(game(name)); };
  Response response = co_await on_workers(builders_, std::move(work));
  co_return response;
}

Json Api::game_words(const std::string& name, const library::Sheet& sheet) const {
  library::Facts facts;
  const auto known = std::find_if(facts_.begin(), facts_.end(), [&](const library::Facts& f) { return f.name == name; });
  if (known != facts_.end()) {
    facts = *known;
  } else {  // a member of a family
    facts.name = facts.title = name;
    facts.dialect = "gdl";
  }
  Json json = game_summary(facts);
  json["schema"] = "agon.game_view/1";
  json["description"] = facts.description;
  json["rules"] = sheet.text;
  json["rules_id"] = content_id(sheet.text);
  json["value_source"] = facts.value_source;
  json["perft"] = facts.perft.nodes;
  json["structure"] = json["position"] = nullptr;
  json["hint"] = hint_of(library_, name);
  json["problem"] = playable(facts) ? "" : "The rules are read and checked, but no engine plays this dialect yet.";
  return json;
}

std::optional<Response> Api::game_at_once(const std::string& name) {
  // Only sheets that are read from files: to make a member of a family may take long.
  if (!in_library(name)) return {};
  const Result<library::Sheet> sheet = library_sheet(library_, name);
  if (!sheet) return {};
  const std::optional<Json> drawing = drawings_.kept(content_id(sheet->text));
  if (!drawing) return {};
  Json json = game_words(name, *sheet);
  json.update(*drawing);
  return json_response(json);
}

Result<Json> Api::game(const std::string& name) {
  const Result<library::Sheet> sheet = library_sheet(library_, name);
  if (!sheet) return sheet.error();
  Json json = game_words(name, *sheet);
  if (!json["playable"].get<bool>()) return json;
  const Result<Json> drawing = drawings_.get(*sheet);
  if (drawing) json.update(*drawing);
  else json["problem"] = drawing.error().diagnostics.front().message;
  return json;
}

// ---------------------------------------------------------------- rules

Handler Api::rules_handler(std::string question) {
  return [this, question = std::move(question)](Request request, PathParameters) -> asio::awaitable<Response> {
    RulesQuestion asked{question, std::move(request.body), std::move(request.client), std::move(request.gone)};
    co_return co_await rules_.ask(std::move(asked));
  };
}

void Api::install_rules(Router& router) {
  for (const char* question : {"check", "position", "walk", "statistics", "perft", "knowledge"})
    router.add(fmt::format("POST /api/rules/{}", question), rules_handler(question));
}

asio::awaitable<Status> Api::vet(std::string text, std::string client) {
  if (sheets_.find(text)) co_return done();
  const Result<SheetWeight> vetted = co_await rules_.vet(std::move(text), std::move(client));
  co_return vetted ? done() : Status(vetted.error());
}

// ---------------------------------------------------------------- matches

namespace {

Json created(Match& match) {
  const MatchTokens tokens = match.take_tokens();
  Json seats = Json::array();
  for (std::size_t r = 0; r < tokens.seats.size(); ++r) {
    const std::string& token = tokens.seats[r];
    seats.push_back({{"role", match.spec().roles[r]}, {"token", token.empty() ? Json(nullptr) : Json(token)}});
  }
  return {{"schema", "agon.match_created/1"}, {"id", match.spec().id}, {"owner", tokens.owner}, {"seats", std::move(seats)}};
}

// A move is copied on its way to the arbiter. A message of a WebSocket is no longer.
constexpr std::size_t kLongestMove = std::size_t{64} << 10U;
Error move_too_long() { return bad_input("too-large", fmt::format("A move of more than {} bytes is not read.", kLongestMove)); }

Error no_limit() { return bad_input("bad-field", "'limit' must be a number."); }

Error no_rules() {
  return bad_input("bad-record", "The record has no rules in it.",
                   "Records of this server have them; those of others name a repository, which is not asked.");
}

// Our own form, or the one of public spectator tools.
using EitherRecord = std::variant<game::MatchRecord, PublicMatch>;

Result<EitherRecord> read_either_record(const std::string& text) {
  if (const Status fine = check_json(text, kRecordLimits); !fine) return fine.error();
  Result<game::MatchRecord> own = game::match_record_from_json(text);
  if (own) return EitherRecord(std::move(*own));
  Result<PublicMatch> other = public_record_from_json(text);
  if (!other) return own.error();
  if (other->rules_text.empty()) return no_rules();
  return EitherRecord(std::move(*other));
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + ",") {
    if (c != ',') word += c;
    else if (!word.empty()) words.push_back(std::exchange(word, {}));
  }
  return words;
}

}  // namespace

// No requests to the inside of a network on a stranger's word.
std::optional<Error> Api::unlisted_player(const Json& order) const {
  if (options_.any_remote) return std::nullopt;
  const auto seats = order.find("seats");
  if (seats == order.end() || !seats->is_array()) return std::nullopt;
  for (const Json& seat : *seats) {
    if (!seat.is_object() || seat.value("kind", "") != "remote") continue;
    const std::string url = seat.value("url", "");
    const bool listed =
        std::any_of(options_.remote_players.begin(), options_.remote_players.end(), [&](const auto& e) { return e.url == url; });
    if (!listed)
      return forbidden(fmt::format("'{}' is not on the list of remote players.", url), "An operator can add it with --remote.");
  }
  return std::nullopt;
}

asio::awaitable<Response> Api::list_matches(Request request) {
  const std::optional<std::size_t> limit = whole_number(request.parameter("limit", "50"));
  if (!limit) co_return error_response(no_limit());
  auto look = [this, states = words_of(request.parameter("state")), most = std::clamp<std::size_t>(*limit, 1, kMostListed),
               before = request.parameter("before")] { return manager_.stored_page(states, most, before); };
  Result<Manager::MatchPage> page = co_await json_.run(std::move(look));
  if (!page) co_return error_response(page.error());
  std::string list = co_await manager_.list(std::move(*page));
  co_return text_response(std::move(list), "application/json");
}

asio::awaitable<Response> Api::create_match(Request request) {
  // The order is read, checked and let go of by a worker: it may have hundreds of thousands of values.
  auto reading = [this, text = std::move(request.body)] { return read_match_order(text); };
  Result<MatchSpec> order = co_await json_.run(std::move(reading));
  if (!order) co_return error_response(order.error());
  const auto rules = std::make_shared<const std::string>(order->rules);
  const Result<std::shared_ptr<Match>> match = co_await manager_.create(std::move(*order), request.client);
  if (match) co_return json_response(created(**match), 201);
  auto explain = [rules, error = match.error()] { return error_response(error, *rules); };
  Response response = co_await json_.run(std::move(explain));
  co_return response;
}

Result<MatchSpec> Api::read_match_order(const std::string& text) const {
  const Result<Json> order = parse_object(text);
  if (!order) return order.error();
  if (const std::optional<Error> refusal = unlisted_player(*order)) return *refusal;
  return manager_.read(*order);
}

asio::awaitable<Response> Api::import_record(Request request) {
  auto reading = [text = std::move(request.body)] { return read_either_record(text); };
  Result<EitherRecord> read = co_await json_.run(std::move(reading));
  if (!read) co_return error_response(read.error());
  if (PublicMatch* other = std::get_if<PublicMatch>(&*read)) {
    std::string text = other->rules_text;
    std::string client = request.client;
    const Status fits = co_await vet(std::move(text), std::move(client));
    if (!fits) co_return error_response(fits.error(), other->rules_text);
    auto work = [this, other = std::move(*other)]() -> Result<EitherRecord> {
      const Result<SharedKit> kit = sheets_.get(other.rules_text, "record");
      if (!kit) return kit.error();
      Result<game::MatchRecord> converted = to_match_record(other, (*kit)->info().roles);
      return converted ? Result<EitherRecord>(std::move(*converted)) : converted.error();
    };
    read = co_await on_workers(builders_, std::move(work));
    if (!read) co_return error_response(read.error());
  }
  game::MatchRecord* record = std::get_if<game::MatchRecord>(&*read);
  const Result<std::shared_ptr<Match>> match = co_await manager_.import(std::move(*record), request.client);
  if (!match) co_return error_response(match.error());
  co_return json_response(created(**match), 201);
}

// Finds the match first, then does what needs no more waiting.
Handler Api::with_match(std::function<Response(Match& match, const Request& request)> work) {
  return [this, work = std::move(work)](Request request, PathParameters parameters) -> asio::awaitable<Response> {
    const Result<std::shared_ptr<Match>> match = co_await manager_.find(parameters.front());
    if (!match) co_return error_response(match.error());
    co_return work(**match, request);
  };
}

Response Api::take_back(Match& match, const Request& request) const {
  const std::vector<std::uint32_t> held = held_by(match, request);
  if (held.empty()) return error_response(forbidden("Only who plays can take a move back."));
  return answer(match.take_back(held.front()));
}

Response Api::abort(Match& match, const Request& request) const {
  const std::vector<std::uint32_t> held = held_by(match, request);
  const bool owner = token_opens(request.token, match.spec().owner_hash) || (!options_.admin_token.empty() && admin(request));
  if (held.empty() && !owner) return error_response(forbidden("Only who plays, or who started the match, can end it."));
  return answer(
      match.abort(held.empty() ? "stopped by who started it" : fmt::format("{} gave up", match.spec().roles[held.front()])));
}

asio::awaitable<Response> Api::move(Request request, std::string id) {
  const Result<std::shared_ptr<Match>> match = co_await manager_.find(id);
  if (!match) co_return error_response(match.error());
  const std::vector<std::uint32_t> held = held_by(**match, request);
  if (held.empty()) co_return error_response(not_your_seat());  // before the body is read
  if (request.body.size() > kLongestMove) co_return error_response(move_too_long());
  const Result<Json> order = co_await json_.parse(std::move(request.body), kSmallJson);
  if (!order) co_return error_response(order.error());
  const auto role = json_integer_at<std::uint32_t>(*order, "role");
  const auto step = json_integer_at<std::size_t>(*order, "step");
  std::string text = order->at("move").get<std::string>();
  if (std::find(held.begin(), held.end(), role) == held.end()) co_return error_response(not_your_seat());
  const Status moved = co_await (*match)->submit(role, step, std::move(text));
  co_return answer(moved);
}

void Api::install_matches(Router& router) {
  router.add("GET /api/matches", [this](Request request, PathParameters) { return list_matches(std::move(request)); });
  router.add("POST /api/matches", [this](Request request, PathParameters) { return create_match(std::move(request)); });
  router.add("POST /api/records", [this](Request request, PathParameters) { return import_record(std::move(request)); });
  router.add("POST /api/matches/*/moves",
             [this](Request request, PathParameters parameters) { return move(std::move(request), parameters.front()); });
  router.add("POST /api/matches/*/takeback",
             with_match([this](Match& match, const Request& request) { return take_back(match, request); }));
  router.add("POST /api/matches/*/abort",
             with_match([this](Match& match, const Request& request) { return abort(match, request); }));
}

// ---------------------------------------------------------------- tournaments

namespace {

Error admin_needed() { return forbidden("Starting a tournament needs the admin token."); }
Error administration_closed() {
  return forbidden("Tournaments are closed: this server can be reached by others and has no admin token.",
                   "The operator can give it one with --admin-token-file.");
}

}  // namespace

asio::awaitable<Response> Api::create_tournament(Request request) {
  if (!admin(request)) {
    const Error closed = options_.admin_token.empty() ? administration_closed() : admin_needed();
    co_return error_response(closed);
  }
  const Result<Json> order = co_await json_.parse(std::move(request.body), kSmallJson);
  if (!order) co_return error_response(order.error());
  co_return answer(tournaments_.create(*order), 201);
}

void Api::install_tournaments(Router& router) {
  router.add("GET /api/tournaments",
             at_once([this](const Request&, const PathParameters&) { return json_response(tournaments_.list()); }));
  router.add("POST /api/tournaments", [this](Request request, PathParameters) { return create_tournament(std::move(request)); });
  router.add("GET /api/tournaments/*", at_once([this](const Request&, const PathParameters& parameters) {
               return answer(tournaments_.view(parameters[0]));
             }));
  router.add("POST /api/tournaments/*/stop", at_once([this](const Request& request, const PathParameters& parameters) {
               return answer(tournaments_.stop(parameters[0], request.token, !options_.admin_token.empty() && admin(request)));
             }));
  router.add("GET /api/tournaments/*/report", at_once([this](const Request&, const PathParameters& parameters) {
               const Result<std::string> report = tournaments_.report(parameters[0]);
               if (!report) return error_response(report.error());
               Response response = text_response(*report, "text/html; charset=utf-8");
               // The report brings its own style; in its sandbox it can reach nothing of ours.
               response.headers.emplace_back(
                   "Content-Security-Policy",
                   "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'");
               return response;
             }));
}

// ---------------------------------------------------------------- the interface for machines

void Api::install_description(Router& router) {
  const auto file = [this](const std::string& name) -> Response {
    const std::filesystem::path path = std::filesystem::path(options_.schema_folder) / name;
    const Result<std::string> text = read_file(path.string());
    return text ? text_response(*text, "application/json")
                : error_response(not_found(fmt::format("There is no description called '{}'.", name)));
  };
  router.add("GET /api/openapi.json", at_once([file](const Request&, const PathParameters&) { return file("openapi.json"); }));
  router.add("GET /api/schema/*",
             at_once([file](const Request&, const PathParameters& parameters) { return file(parameters[0]); }));
}

}  // namespace agon::serve
