// A supervisor of tournaments as child processes, started from the page: each is `agon tournament --out FOLDER`, which keeps every
// game on the disk and is started again with the same words after a crash or a restart. What the page sees is read from its folder.
#pragma once

#include <deque>
#include <ios>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "serve/json_fwd.h"
#include "serve/match/view/watchers.h"
#include "serve/net.h"
#include "serve/store/store.h"

namespace agon::serve {

struct TournamentOptions {
  std::string program;  // agon
  std::string folder;   // of all tournaments; each has one below
  std::string library;  // of games
  std::size_t running = 1;
  std::size_t games = 40, players = 20;
  std::uint64_t rounds = 1'000;
};

class Tournaments {
 public:
  Tournaments(asio::io_context& io, Store& store, TournamentOptions options);
  ~Tournaments();

  // Starts again what was running when the server went down.
  void resume_all();
  // From agon.new_tournament/1: agon.tournament_created/1.
  [[nodiscard]] Result<Json> create(const Json& order);
  [[nodiscard]] Status stop(const std::string& id, const std::string& token, bool admin);
  [[nodiscard]] Json list();
  [[nodiscard]] Result<Json> view(const std::string& id);
  [[nodiscard]] Result<std::string> report(const std::string& id) const;

  // Tells now and whenever something changes. Returns why not.
  [[nodiscard]] std::optional<Error> watch(const std::string& id, const std::shared_ptr<Watcher>& watcher);
  void unwatch(const Watcher* watcher);
  // Ends the processes; they go on with the next start.
  void suspend();

 private:
  struct Tournament {
    std::string id, owner_hash, title, state = "running", problem;
    std::int64_t created_at = 0, resumed_at = 0;
    std::vector<std::string> games, players;
    std::uint64_t rounds = 1, seed = 1;
    double time = 1, start_time = 0;
    bool gauntlet = false;
    std::size_t done_before = 0;  // games that were there when the process started
    unsigned setbacks = 0;        // processes in a row that were ended from outside without a new game
    pid_t process = -1;
    // What was read of its games so far; only whole new lines are read again.
    std::streamoff read = 0;
    std::size_t done = 0, total = 0;
    std::deque<std::string> recent;  // JSON, the newest first
    std::vector<std::weak_ptr<Watcher>> watchers;
  };
  [[nodiscard]] Json body(const Tournament& tournament) const;
  void restore(const TournamentRow& row);
  [[nodiscard]] bool launch(Tournament& tournament);
  [[nodiscard]] std::vector<std::string> command_line(const Tournament& tournament) const;
  [[nodiscard]] asio::awaitable<void> supervise(std::string id);
  [[nodiscard]] bool look_after(Tournament& tournament);
  [[nodiscard]] std::string last_words(const Tournament& tournament) const;
  void save(const Tournament& tournament);
  [[nodiscard]] Json summary(const Tournament& tournament) const;
  [[nodiscard]] std::string folder(const Tournament& tournament) const { return options_.folder + "/" + tournament.id; }
  void read_games(Tournament& tournament) const;
  void tell(Tournament& tournament);

  asio::io_context& io_;
  Store& store_;
  TournamentOptions options_;
  std::map<std::string, Tournament> tournaments_;
  bool suspended_ = false;
};

}  // namespace agon::serve
