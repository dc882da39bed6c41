// The registry of all matches: creates them, finds them, recovers them from the log after a restart, and lists them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "game/match_record.h"
#include "library/library.h"
#include "serve/async/async_mutex.h"
#include "serve/json_fwd.h"
#include "serve/limits/quota.h"
#include "serve/match/log/spec_json.h"
#include "serve/match/match.h"
#include "serve/sheets/sheet_kit.h"

namespace agon::serve {

struct ManagerOptions {
  MatchLimits limits;
  std::size_t most_live = 500;
  std::size_t most_per_client = 50;
  std::size_t most_imports = 8;  // at a time
  std::size_t most_imports_per_client = 4;
  std::size_t processes = 16;
  std::size_t kept_ended = 64;  // ended matches that stay in memory, those looked at last
  OrderLimits orders;
  std::chrono::milliseconds import_time{20'000};  // to replay a match that was played elsewhere
  VetSheet vet = {};  // asked before the server builds rules that are not its own; empty: nothing is vetted
};

class Manager {
 public:
  Manager(asio::io_context& io, asio::thread_pool& workers, asio::thread_pool& builders, Store& store, SheetCache& sheets,
          const library::Library& library, MakeLink make_link, ManagerOptions options);

  // Takes up what the log has not ended. Returns how many.
  [[nodiscard]] asio::awaitable<std::size_t> resume_all();
  // From agon.new_match/1, which may be long: for any thread.
  [[nodiscard]] Result<MatchSpec> read(const Json& order) const { return read_order(order, options_.orders); }
  // Starts what was read.
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> create(MatchSpec spec, const std::string& client);
  // A match that was played elsewhere, to look at.
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> import(game::MatchRecord record, const std::string& client);
  // Live, or ended and read back from the log.
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> find(const std::string& id);
  // agon.matches/1 in two halves: what the store knows (for any thread), and on the event loop what has changed since.
  struct ListedMatch {
    std::string id, summary;
  };
  struct MatchPage {
    std::vector<ListedMatch> matches;
    bool more = false;
  };
  [[nodiscard]] Result<MatchPage> stored_page(const std::vector<std::string>& states, std::size_t limit,
                                              const std::string& before) const;
  [[nodiscard]] asio::awaitable<std::string> list(MatchPage page);
  [[nodiscard]] std::size_t live() const { return live_.size(); }
  // Drops ended matches that nobody has looked at since then; the log has them. True: some went.
  bool forget_ended(std::chrono::steady_clock::time_point since);

  // Tells it of all live matches, and then of changes.
  [[nodiscard]] asio::awaitable<void> watch_list(std::shared_ptr<Watcher> watcher);
  void unwatch_list(const Watcher* watcher);

  // No match goes on after this; the log has all it takes to go on.
  void suspend();

 private:
  // Of a library game. May take long: for builders.
  [[nodiscard]] Status read_rules(MatchSpec& spec) const;
  [[nodiscard]] Result<std::shared_ptr<Match>> seat(MatchSpec spec, const SharedKit& kit);
  [[nodiscard]] MatchSpec spec_of(const game::MatchRecord& record, const std::string& client) const;
  // `client` asks for it; empty: the server itself, for a match that it has accepted already.
  [[nodiscard]] asio::awaitable<Result<SharedKit>> kit_of(const MatchSpec& spec, std::string client);
  // The ticket is given back when the match is over.
  [[nodiscard]] asio::awaitable<void> run(std::shared_ptr<Match> match, Quota::Ticket ticket);
  struct StoredMatch {
    MatchSpec spec;
    Match::SharedEvents events;
  };
  [[nodiscard]] Result<StoredMatch> stored_match(const std::string& id) const;
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> load(const std::string& id);
  [[nodiscard]] Result<Quota::Ticket> take_room(const std::string& client);
  void remember_ended(const std::shared_ptr<Match>& match);
  void on_changed(const std::string& id);
  [[nodiscard]] asio::awaitable<void> tell_changes();
  // The message about these matches, as far as they are in memory.
  [[nodiscard]] asio::awaitable<Text> list_message(std::vector<std::string> ids) const;

  asio::io_context& io_;
  asio::thread_pool& workers_;
  asio::thread_pool& builders_;
  Store& store_;
  SheetCache& sheets_;
  const library::Library& library_;
  ManagerOptions options_;
  AsyncSemaphore processes_;
  Quota playing_, importing_;
  MatchServices services_;
  std::unordered_map<std::string, std::shared_ptr<Match>> live_;
  struct EndedMatch {
    std::shared_ptr<Match> match;
    std::chrono::steady_clock::time_point used;
  };
  std::map<std::string, EndedMatch> ended_;
  std::vector<std::string> ended_order_;  // those used last at the end
  std::vector<std::weak_ptr<Watcher>> list_watchers_;
  std::unordered_set<std::string> changed_;  // since the list was told last
  bool telling_ = false;
  AsyncMutex list_mutex_;  // lists are made in pieces, and told in the order in which they are begun
};

}  // namespace agon::serve
