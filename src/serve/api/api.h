// The REST interface of docs/api.md: which question is answered by whom.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "play/library.h"
#include "serve/http/router.h"
#include "serve/match/manager.h"
#include "serve/sheets/drawings.h"
#include "serve/sheets/rules_service.h"
#include "serve/tournaments/tournaments.h"

namespace agon::serve {

struct RemotePlayerEntry {
  std::string name, url;
};

struct ApiOptions {
  std::string version;
  std::string admin_token;      // empty: everybody may do everything (the server listens on this machine only)
  std::string schema_folder;    // of the JSON schemas
  std::size_t body_bytes = 0;   // for /api/info
  std::size_t matches_per_client = 0;
  std::size_t most_waiting = 16;  // heavy questions about rules at a time; more are refused
  std::vector<RemotePlayerEntry> remote_players;
  bool any_remote = false;
};

class Api {
 public:
  Api(Manager& manager, Tournaments& tournaments, const RulesService& rules, SheetCache& sheets, Drawings& drawings, const play::Library& library,
      asio::thread_pool& builders, ApiOptions options);

  void install(Router& router);
  // The games that can be drawn, in the order in which a visitor sees them.
  [[nodiscard]] std::vector<std::string> gallery() const;

 private:
  void install_games(Router& router);
  void install_rules(Router& router);
  void install_matches(Router& router);
  void install_tournaments(Router& router);
  void install_description(Router& router);

  [[nodiscard]] Json info() const;
  // The game without its drawing.
  [[nodiscard]] Json game_words(const std::string& name, const play::Sheet& sheet) const;
  // None: it is not in the list, or its drawing is yet to be made.
  [[nodiscard]] std::optional<Json> game_at_once(const std::string& name);
  // May take seconds.
  [[nodiscard]] Result<Json> game(const std::string& name);
  [[nodiscard]] asio::awaitable<Response> create_match(Request request);
  [[nodiscard]] asio::awaitable<Response> import_record(Request request);
  [[nodiscard]] asio::awaitable<Response> move(Request request, std::string id);
  [[nodiscard]] Response take_back(Match& match, const Request& request) const;
  [[nodiscard]] Response abort(Match& match, const Request& request) const;
  [[nodiscard]] Handler with_match(std::function<Response(Match& match, const Request& request)> work);
  [[nodiscard]] std::optional<Error> unlisted_player(const Json& order) const;
  [[nodiscard]] bool admin(const Request& request) const;

  // A question about rules, on a builder, if not too many wait already.
  using RulesQuestion = std::function<Result<Json>(const Json& order)>;
  [[nodiscard]] Handler rules_handler(RulesQuestion question);

  Manager& manager_;
  Tournaments& tournaments_;
  const RulesService& rules_;
  SheetCache& sheets_;
  Drawings& drawings_;
  const play::Library& library_;
  asio::thread_pool& builders_;
  ApiOptions options_;
  std::vector<play::Facts> facts_;
  std::size_t waiting_ = 0;
};

}  // namespace agon::serve
