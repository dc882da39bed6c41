// The server as a whole: what it is made of, how it starts and how it ends.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "serve/api/api.h"
#include "serve/http/server.h"
#include "serve/live/live_session.h"

namespace agon::serve {

struct AppOptions {
  ServerOptions server;
  std::string store;           // file of the event log, or ":memory:"
  std::string tournaments;     // folder
  std::string program;         // agon, for built-in players and tournaments
  std::string web_folder;      // the built page
  std::string schema_folder;
  std::string version;
  std::string admin_token;
  std::vector<RemotePlayerEntry> remote_players;  // the allow-list
  bool any_remote = false;     // remote players anywhere on the open internet, not on the list alone
  std::size_t player_memory_mib = 512;  // of a built-in player
  unsigned workers = 2;
  ManagerOptions matches;
  SheetLimits sheets;
  LiveLimits live;
};

class App {
 public:
  App(AppOptions options, const play::Library& library);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Opens the store, takes up what was unfinished, listens.
  [[nodiscard]] Result<bool> start();
  [[nodiscard]] unsigned short port() const;
  // Until SIGINT, SIGTERM or stop(). Everything accepted is stored when it returns.
  void run();
  void stop();

 private:
  struct Parts;
  [[nodiscard]] asio::awaitable<void> resume();
  [[nodiscard]] Result<std::unique_ptr<PlayerLink>> make_link(const Seat& seat, std::function<void(Json)> on_thought);

  AppOptions options_;
  const play::Library& library_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace agon::serve
