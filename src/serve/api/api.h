// The REST API of docs/api.md: routes and their handlers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "library/library.h"
#include "serve/http/json_worker.h"
#include "serve/http/router.h"
#include "serve/json_fwd.h"
#include "serve/match/manager.h"
#include "serve/sheets/drawings.h"
#include "serve/sheets/rules_pool.h"
#include "serve/tournaments/tournaments.h"

namespace agon::serve {

struct RemotePlayerEntry {
  std::string name, url;
};

struct ApiOptions {
  std::string version;
  std::string admin_token;     // empty: there is none
  bool open_to_all = false;    // without a token: may everybody do everything, or nobody? Only a private server is open
  std::string schema_folder;   // of the JSON schemas
  std::size_t body_bytes = 0;  // for /api/info
  std::size_t matches_per_client = 0;
  std::size_t views = 64;  // of matches at a time
  std::size_t views_per_client = 16;
  std::vector<RemotePlayerEntry> remote_players;
  bool any_remote = false;
};

class Api {
 public:
  Api(Manager& manager, Tournaments& tournaments, RulesPool& rules, SheetCache& sheets, Drawings& drawings,
      const library::Library& library, asio::thread_pool& builders, const JsonWorker& json, ApiOptions options);

  void install(Router& router);
  [[nodiscard]] bool admin(const Request& request) const;  // it may do everything
  // The games that can be drawn, in the order in which a visitor sees them.
  [[nodiscard]] std::vector<std::string> gallery() const;

 private:
  void install_games(Router& router);
  void install_rules(Router& router);
  void install_matches(Router& router);
  void install_views(Router& router);
  void install_tournaments(Router& router);
  void install_description(Router& router);

  [[nodiscard]] Json info() const;
  // The game without its drawing.
  [[nodiscard]] Json game_words(const std::string& name, const library::Sheet& sheet) const;
  // None: it is not in the list, or its drawing is yet to be made.
  [[nodiscard]] std::optional<Response> game_at_once(const std::string& name);
  // May take seconds.
  [[nodiscard]] Result<Json> game(const std::string& name);
  [[nodiscard]] asio::awaitable<Response> list_matches(Request request);
  [[nodiscard]] asio::awaitable<Response> create_match(Request request);
  // For workers. Throws Json::exception on a field of the wrong type.
  [[nodiscard]] Result<MatchSpec> read_match_order(const std::string& text) const;
  [[nodiscard]] asio::awaitable<Response> import_record(Request request);
  [[nodiscard]] asio::awaitable<Response> create_tournament(Request request);
  [[nodiscard]] asio::awaitable<Response> move(Request request, std::string id);
  [[nodiscard]] Response take_back(Match& match, const Request& request) const;
  [[nodiscard]] Response abort(Match& match, const Request& request) const;
  [[nodiscard]] Handler with_match(std::function<Response(Match& match, const Request& request)> work);
  [[nodiscard]] std::optional<Error> unlisted_player(const Json& order) const;
  [[nodiscard]] const char* administration() const;  // "open", "token" or "closed"

  // What can be seen of a match, if not too many look already.
  using LookAtMatch =
      std::function<asio::awaitable<Response>(std::shared_ptr<Match> match, Request request, PathParameters parameters)>;
  [[nodiscard]] Handler view_handler(LookAtMatch work);

  // A question about rules, to a worker process.
  [[nodiscard]] Handler rules_handler(std::string question);
  // Whether the library has the sheet in a file; members of families are made when somebody asks for them.
  [[nodiscard]] bool in_library(const std::string& name) const;
  // Asks a worker whether the sheet can be built, if it is not the library's own and was not built before.
  [[nodiscard]] asio::awaitable<Status> vet(std::string text, std::string client);
  [[nodiscard]] asio::awaitable<Response> view_game(Request request, std::string name);

  Manager& manager_;
  Tournaments& tournaments_;
  RulesPool& rules_;
  SheetCache& sheets_;
  Drawings& drawings_;
  const library::Library& library_;
  asio::thread_pool& builders_;
  const JsonWorker& json_;
  ApiOptions options_;
  std::vector<library::Facts> facts_;
  Response games_;  // agon.games/1, which never changes
  Quota views_;
};

}  // namespace agon::serve
