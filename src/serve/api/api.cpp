#include "serve/api/api.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/hash.h"
#include "serve/errors.h"
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

Response answer(const Result<bool>& done) { return done ? json_response(accepted()) : error_response(done.error()); }

// A question that is answered at once. g++ 12 miscompiles some temporaries inside coroutines, so answers are made in plain functions.
Handler at_once(std::function<Response(const Request& request, const Stars& stars)> work) {
  return [work = std::move(work)](Request request, Stars stars) -> asio::awaitable<Response> { co_return work(request, stars); };
}

bool playable(const play::Facts& facts) { return facts.dialect == "gdl" || facts.dialect == "gdl2"; }

Json game_summary(const play::Facts& facts) {
  const auto players = std::count_if(facts.roles.begin(), facts.roles.end(), [](const std::string& role) { return role != "random"; });
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

Api::Api(Manager& manager, Tournaments& tournaments, const RulesService& rules, SheetCache& sheets, Drawings& drawings, const play::Library& library,
         asio::thread_pool& builders, ApiOptions options)
    : manager_(manager),
      tournaments_(tournaments),
      rules_(rules),
      sheets_(sheets),
      drawings_(drawings),
      library_(library),
      builders_(builders),
      options_(std::move(options)) {
  Result<std::vector<play::Facts>> all = library_.all();
  if (all) facts_ = std::move(*all);
  else spdlog::error("the library of games cannot be read: {}", all.error().diagnostics.front().message);
}

std::vector<std::string> Api::gallery() const {
  std::vector<const play::Facts*> shown;
  for (const play::Facts& facts : facts_)
    if (playable(facts)) shown.push_back(&facts);
  std::sort(shown.begin(), shown.end(), [](const play::Facts* a, const play::Facts* b) { return a->title < b->title; });
  std::vector<std::string> names;
  for (const play::Facts* facts : shown) names.push_back(facts->name);
  return names;
}

bool Api::admin(const Request& request) const {
  return options_.admin_token.empty() || same_token(request.token, options_.admin_token);
}

void Api::install(Router& router) {
  router.add("GET /api/info", at_once([this](const Request&, const Stars&) { return json_response(info()); }));
  install_games(router);
  install_rules(router);
  install_matches(router);
  install_tournaments(router);
  install_description(router);
}

Json Api::info() const {
  Json strategies = Json::array(), remote = Json::array();
  for (const PickedStrategy& s : kStrategies) strategies.push_back({{"text", s.text}, {"title", s.title}, {"summary", s.summary}});
  for (const RemotePlayerEntry& entry : options_.remote_players) remote.push_back({{"name", entry.name}, {"url", entry.url}});
  return {{"schema", "agon.info/1"},
          {"version", options_.version},
          {"admin_needed", !options_.admin_token.empty()},
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
  router.add("GET /api/games", at_once([this](const Request&, const Stars&) {
    Json games = Json::array();
    for (const play::Facts& facts : facts_) games.push_back(game_summary(facts));
    return json_response(Json{{"schema", "agon.games/1"}, {"games", std::move(games)}});
  }));
  router.add("GET /api/games/*", [this](Request, Stars stars) -> asio::awaitable<Response> {
    if (const std::optional<Json> known = game_at_once(stars[0])) co_return json_response(*known);
    auto work = [this, name = stars[0]] { return game(name); };
    const Result<Json> found = co_await on_workers(builders_, std::move(work));
    co_return answer(found);
  });
}

Json Api::game_words(const std::string& name, const play::Sheet& sheet) const {
  play::Facts facts;
  const auto known = std::find_if(facts_.begin(), facts_.end(), [&](const play::Facts& f) { return f.name == name; });
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

std::optional<Json> Api::game_at_once(const std::string& name) {
  // Only sheets that are read from files: to make a member of a family may take long.
  if (std::none_of(facts_.begin(), facts_.end(), [&](const play::Facts& f) { return f.name == name; })) return {};
  const Result<play::Sheet> sheet = library_sheet(library_, name);
  if (!sheet) return {};
  const std::optional<Json> drawing = drawings_.kept(content_id(sheet->text));
  if (!drawing) return {};
  Json json = game_words(name, *sheet);
  json.update(*drawing);
  return json;
}

Result<Json> Api::game(const std::string& name) {
  const Result<play::Sheet> sheet = library_sheet(library_, name);
  if (!sheet) return sheet.error();
  Json json = game_words(name, *sheet);
  if (!json["playable"].get<bool>()) return json;
  const Result<Json> drawing = drawings_.get(*sheet);
  if (drawing) json.update(*drawing);
  else json["problem"] = drawing.error().diagnostics.front().message;
  return json;
}

// ---------------------------------------------------------------- rules

namespace {

struct Waiting {
  std::size_t& count;
  explicit Waiting(std::size_t& c) : count(c) { ++count; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() { --count; }
};

Error busy() { return too_many("Many rule sheets are being looked at just now.", "Try again in a moment."); }

std::string text_of(const Json& order) {
  const auto text = order.find("text");
  return text != order.end() && text->is_string() ? text->get<std::string>() : std::string();
}

}  // namespace

Handler Api::rules_handler(RulesQuestion question) {
  return [this, question = std::move(question)](Request request, Stars) -> asio::awaitable<Response> {
    Result<Json> order = parse_object(request.body);
    if (!order) co_return error_response(order.error());
    if (waiting_ >= options_.most_waiting) co_return error_response(busy());
    const Waiting counted(waiting_);
    const std::string text = text_of(*order);
    auto work = [order = std::move(*order), question] { return question(order); };
    const Result<Json> found = co_await on_workers(builders_, std::move(work));
    if (!found) co_return error_response(found.error(), text);
    co_return json_response(*found);
  };
}

void Api::install_rules(Router& router) {
  router.add("POST /api/rules/check",
             rules_handler([this](const Json& order) -> Result<Json> { return rules_.check(order.at("text").get<std::string>()); }));
  router.add("POST /api/rules/position", rules_handler([this](const Json& order) { return rules_.position(order); }));
  router.add("POST /api/rules/walk", rules_handler([this](const Json& order) { return rules_.walk(order); }));
  router.add("POST /api/rules/statistics", rules_handler([this](const Json& order) { return rules_.statistics(order); }));
  router.add("POST /api/rules/perft", rules_handler([this](const Json& order) { return rules_.perft(order); }));
}

// ---------------------------------------------------------------- matches

namespace {

Json created(const Match& match) {
  Json seats = Json::array();
  for (std::size_t r = 0; r < match.spec().seats.size(); ++r) {
    const std::string& token = match.spec().seats[r].token;
    seats.push_back({{"role", match.spec().roles[r]}, {"token", token.empty() ? Json(nullptr) : Json(token)}});
  }
  return {{"schema", "agon.match_created/1"}, {"id", match.spec().id}, {"owner", match.spec().owner}, {"seats", std::move(seats)}};
}

std::vector<std::uint32_t> held_by(const Match& match, const Request& request) { return match.roles_of({request.token}); }

std::string rules_of(const Json& order) {
  const auto text = order.find("rules");
  return text != order.end() && text->is_string() ? text->get<std::string>() : std::string();
}

Error no_rules() {
  return bad_input("bad-record", "The record has no rules in it.",
                   "Records of this server have them; those of others name a repository, which is not asked.");
}
Error bad_step() { return bad_input("bad-field", "The step must be a number."); }

std::optional<std::size_t> whole_number(const std::string& text) {
  if (text.empty() || text.size() > 8 || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  return std::stoul(text);
}

Response download(const std::string& record, const std::string& id) {
  Response response = text_response(record, "application/json");
  response.headers.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"match-{}.json\"", id));
  return response;
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
    const bool listed = std::any_of(options_.remote_players.begin(), options_.remote_players.end(), [&](const auto& e) { return e.url == url; });
    if (!listed) return forbidden(fmt::format("'{}' is not on the list of remote players.", url), "An operator can add it with --remote.");
  }
  return std::nullopt;
}

asio::awaitable<Response> Api::create_match(Request request) {
  const Result<Json> order = parse_object(request.body);
  if (!order) co_return error_response(order.error());
  const std::optional<Error> refusal = unlisted_player(*order);
  if (refusal) co_return error_response(*refusal);
  const Result<std::shared_ptr<Match>> match = co_await manager_.create(*order, request.client);
  if (!match) co_return error_response(match.error(), rules_of(*order));
  co_return json_response(created(**match), 201);
}

asio::awaitable<Response> Api::import_record(Request request) {
  Result<game::MatchRecord> record = game::match_record_from_json(request.body);
  if (!record) {
    const Result<PublicMatch> other = public_record_from_json(request.body);
    if (!other) co_return error_response(record.error());
    if (other->rules_text.empty()) co_return error_response(no_rules());
    auto work = [this, text = other->rules_text] { return sheets_.get(text, "record"); };
    const Result<SharedKit> kit = co_await on_workers(builders_, std::move(work));
    if (!kit) co_return error_response(kit.error());
    record = to_match_record(*other, (*kit)->info().roles);
    if (!record) co_return error_response(record.error());
  }
  const Result<std::shared_ptr<Match>> match = co_await manager_.import(std::move(*record), request.client);
  if (!match) co_return error_response(match.error());
  co_return json_response(created(**match), 201);
}

// Finds the match first, then does what needs no more waiting.
Handler Api::with_match(std::function<Response(Match& match, const Request& request)> work) {
  return [this, work = std::move(work)](Request request, Stars stars) -> asio::awaitable<Response> {
    const Result<std::shared_ptr<Match>> match = co_await manager_.find(stars.front());
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
  const bool owner = same_token(request.token, match.spec().owner) || (!options_.admin_token.empty() && admin(request));
  if (held.empty() && !owner) return error_response(forbidden("Only who plays, or who started the match, can end it."));
  return answer(match.abort(held.empty() ? "stopped by who started it" : fmt::format("{} gave up", match.spec().roles[held.front()])));
}

asio::awaitable<Response> Api::move(Request request, std::string id) {
  const Result<Json> order = parse_object(request.body);
  if (!order) co_return error_response(order.error());
  const Result<std::shared_ptr<Match>> match = co_await manager_.find(id);
  if (!match) co_return error_response(match.error());
  const auto role = order->at("role").get<std::uint32_t>();
  const auto step = order->at("step").get<std::size_t>();
  std::string text = order->at("move").get<std::string>();
  const std::vector<std::uint32_t> held = held_by(**match, request);
  if (std::find(held.begin(), held.end(), role) == held.end()) co_return error_response(not_your_seat());
  const Result<bool> moved = co_await (*match)->submit(role, step, std::move(text));
  co_return answer(moved);
}

void Api::install_matches(Router& router) {
  router.add("GET /api/matches", at_once([this](const Request& request, const Stars&) {
    const std::optional<std::size_t> limit = whole_number(request.parameter("limit", "50"));
    if (!limit) return error_response(bad_input("bad-field", "'limit' must be a number."));
    return answer(manager_.list(words_of(request.parameter("state")), std::clamp<std::size_t>(*limit, 1, kMostListed), request.parameter("before")));
  }));
  router.add("POST /api/matches", [this](Request request, Stars) { return create_match(std::move(request)); });
  router.add("POST /api/records", [this](Request request, Stars) { return import_record(std::move(request)); });
  router.add("GET /api/matches/*", [this](Request request, Stars stars) -> asio::awaitable<Response> {
    const Result<std::shared_ptr<Match>> match = co_await manager_.find(stars[0]);
    if (!match) co_return error_response(match.error());
    std::vector<std::uint32_t> held = held_by(**match, request);
    const Json view = co_await (*match)->view(std::move(held));
    co_return json_response(view);
  });
  router.add("GET /api/matches/*/positions/*", [this](Request request, Stars stars) -> asio::awaitable<Response> {
    const Result<std::shared_ptr<Match>> match = co_await manager_.find(stars[0]);
    if (!match) co_return error_response(match.error());
    const std::optional<std::size_t> step = whole_number(stars[1]);
    if (!step) co_return error_response(bad_step());
    std::vector<std::uint32_t> held = held_by(**match, request);
    const Result<Json> position = co_await (*match)->position(*step, std::move(held));
    co_return answer(position);
  });
  router.add("GET /api/matches/*/record", [this](Request request, Stars stars) -> asio::awaitable<Response> {
    const Result<std::shared_ptr<Match>> match = co_await manager_.find(stars[0]);
    if (!match) co_return error_response(match.error());
    const bool public_form = request.parameter("form") == "public";
    const Result<std::string> record = co_await (*match)->record(public_form);
    if (!record) co_return error_response(record.error());
    co_return download(*record, stars[0]);
  });
  router.add("POST /api/matches/*/moves", [this](Request request, Stars stars) { return move(std::move(request), stars.front()); });
  router.add("POST /api/matches/*/takeback", with_match([this](Match& match, const Request& request) { return take_back(match, request); }));
  router.add("POST /api/matches/*/abort", with_match([this](Match& match, const Request& request) { return abort(match, request); }));
}

// ---------------------------------------------------------------- tournaments

void Api::install_tournaments(Router& router) {
  router.add("GET /api/tournaments", at_once([this](const Request&, const Stars&) { return json_response(tournaments_.list()); }));
  router.add("POST /api/tournaments", at_once([this](const Request& request, const Stars&) {
    const Result<Json> order = parse_object(request.body);
    if (!order) return error_response(order.error());
    if (!admin(request)) return error_response(forbidden("Starting a tournament needs the admin token."));
    return answer(tournaments_.create(*order), 201);
  }));
  router.add("GET /api/tournaments/*", at_once([this](const Request&, const Stars& stars) { return answer(tournaments_.view(stars[0])); }));
  router.add("POST /api/tournaments/*/stop", at_once([this](const Request& request, const Stars& stars) {
    return answer(tournaments_.stop(stars[0], request.token, !options_.admin_token.empty() && admin(request)));
  }));
  router.add("GET /api/tournaments/*/report", at_once([this](const Request&, const Stars& stars) {
    const Result<std::string> report = tournaments_.report(stars[0]);
    if (!report) return error_response(report.error());
    Response response = text_response(*report, "text/html; charset=utf-8");
    // The report brings its own style; in its sandbox it can reach nothing of ours.
    response.headers.emplace_back("Content-Security-Policy",
                                  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'");
    return response;
  }));
}

// ---------------------------------------------------------------- the interface for machines

void Api::install_description(Router& router) {
  const auto file = [this](const std::string& name) -> Response {
    const std::filesystem::path path = std::filesystem::path(options_.schema_folder) / name;
    const Result<std::string> text = read_file(path.string());
    return text ? text_response(*text, "application/json") : error_response(not_found(fmt::format("There is no description called '{}'.", name)));
  };
  router.add("GET /api/openapi.json", at_once([file](const Request&, const Stars&) { return file("openapi.json"); }));
  router.add("GET /api/schema/*", at_once([file](const Request&, const Stars& stars) { return file(stars[0]); }));
}

}  // namespace agon::serve
