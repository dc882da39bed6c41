// All matches of the server: makes them, finds them, takes them up again after a restart, and lists them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "game/match_record.h"
#include "play/library.h"
#include "serve/match/match.h"
#include "serve/match/slots.h"
#include "serve/sheets/sheet_kit.h"

namespace agon::serve {

struct ManagerOptions {
  MatchRules rules;
  std::size_t most_live = 500;
  std::size_t most_per_client = 50;
  std::size_t processes = 16;
  std::size_t kept_ended = 64;  // ended matches that stay in memory, those looked at last
  OrderLimits orders;
};

class Manager {
 public:
  Manager(asio::io_context& io, asio::thread_pool& workers, asio::thread_pool& builders, Store& store, SheetCache& sheets, const play::Library& library, MakeLink make_link,
          ManagerOptions options);

  // Takes up what the log has not ended. Returns how many.
  [[nodiscard]] asio::awaitable<std::size_t> resume_all();
  // From agon.new_match/1; starts it.
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> create(const Json& order, const std::string& client);
  // A match that was played elsewhere, to look at.
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> import(game::MatchRecord record, const std::string& client);
  // Live, or ended and read back from the log.
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> find(const std::string& id);
  // agon.matches/1.
  [[nodiscard]] Result<Json> list(const std::vector<std::string>& states, std::size_t limit, const std::string& before);
  [[nodiscard]] std::size_t live() const { return live_.size(); }

  void watch_list(const std::shared_ptr<Watcher>& watcher);
  void unwatch_list(const Watcher* watcher);

  // No match goes on after this; the log has all it takes to go on.
  void suspend();

 private:
  [[nodiscard]] Result<MatchSpec> read(const Json& order, const std::string& client) const;
  [[nodiscard]] Result<std::shared_ptr<Match>> seat(MatchSpec spec, const SharedKit& kit);
  [[nodiscard]] MatchSpec spec_of(const game::MatchRecord& record, const std::string& client) const;
  [[nodiscard]] static std::vector<Event> events_of(const game::MatchRecord& record, const std::string& id);
  [[nodiscard]] asio::awaitable<Result<SharedKit>> kit_of(const MatchSpec& spec);
  [[nodiscard]] asio::awaitable<void> run(std::shared_ptr<Match> match);
  [[nodiscard]] asio::awaitable<Result<std::shared_ptr<Match>>> load(const std::string& id);
  [[nodiscard]] Result<bool> room_for(const std::string& client) const;
  void remember_ended(const std::shared_ptr<Match>& match);
  void on_changed(const std::string& id);
  [[nodiscard]] asio::awaitable<void> tell_changes();
  void tell_list();

  asio::io_context& io_;
  asio::thread_pool& workers_;
  asio::thread_pool& builders_;
  Store& store_;
  SheetCache& sheets_;
  const play::Library& library_;
  ManagerOptions options_;
  Slots slots_;
  MatchServices services_;
  std::unordered_map<std::string, std::shared_ptr<Match>> live_;
  std::map<std::string, std::shared_ptr<Match>> ended_;
  std::vector<std::string> ended_order_;  // those used last at the end
  std::vector<std::weak_ptr<Watcher>> list_watchers_;
  std::unordered_set<std::string> changed_;  // since the list was told last
  bool telling_ = false;
};

}  // namespace agon::serve
