// The server as a whole (composition root): what it is made of, how it starts, and how it shuts down.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "serve/api/api.h"
#include "serve/http/server.h"
#include "serve/json_fwd.h"
#include "serve/live/live_session.h"

namespace agon::serve {

struct AppOptions {
  ServerOptions server;
  std::string store;        // file of the event log, or ":memory:"
  std::string tournaments;  // folder
  std::string program;      // agon, for built-in players and tournaments
  std::string web_folder;   // the built page
  std::string schema_folder;
  std::string version;
  std::string admin_token;
  bool log_requests = false;                      // a line for each, with its id
  std::vector<RemotePlayerEntry> remote_players;  // the allow-list
  bool any_remote = false;                        // remote players anywhere on the open internet, not on the list alone
  std::size_t player_memory_mib = 512;            // of a built-in player
  std::size_t rules_processes = 4;                // that look at strangers' rules
  std::size_t rules_memory_mib = 448;             // of each, as address space
  std::size_t match_memory_mib = 256;             // of all matches together, beyond what a small one takes
  unsigned workers = 2;
  ManagerOptions matches;
  SheetLimits sheets;
  LiveLimits live;
  // Bytes that one client may ask for, by requests and by WebSocket; a request costs Server::kRequestCost and its answer.
  Rate client_rate{.per_second = 16.0 * 1024 * 1024, .burst = 128.0 * 1024 * 1024};
};

class App {
 public:
  App(AppOptions options, const library::Library& library);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Opens the store, takes up what was unfinished, listens.
  [[nodiscard]] Status start();
  [[nodiscard]] unsigned short port() const;
  // Until SIGINT, SIGTERM or stop(). Everything accepted is stored when it returns, and all child processes are gone. False:
  // threads are still busy and must not be waited for; the caller ends the process without destroying this.
  [[nodiscard]] bool run();
  void stop();

 private:
  struct Parts;
  void observe();  // counters and the log of requests
  [[nodiscard]] asio::awaitable<void> resume();
  [[nodiscard]] asio::awaitable<void> give_memory_back();  // for as long as the server runs
  [[nodiscard]] Result<std::unique_ptr<PlayerLink>> make_link(const Seat& seat, std::function<void(Json)> on_thought);

  AppOptions options_;
  const library::Library& library_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace agon::serve
