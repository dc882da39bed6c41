#include "serve/match/manager.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "serve/errors.h"
#include "serve/sheets/hints.h"
#include "serve/sheets/library_sheet.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

constexpr std::chrono::milliseconds kListPause{500};  // changes of the list are gathered for so long

// g++ 12 miscompiles some temporaries inside coroutines, so errors are made here.
Error no_match(const std::string& id) { return not_found(fmt::format("There is no match '{}'.", id)); }
Error bad_record(const std::string& problem) { return bad_input("bad-record", fmt::format("The record does not fit its rules: {}.", problem)); }
Error damaged(const std::string& id, const std::string& problem) {
  return bad_input("store-damaged", fmt::format("The log of match {} cannot be read: {}.", id, problem));
}

}  // namespace

Manager::Manager(asio::io_context& io, asio::thread_pool& workers, asio::thread_pool& builders, Store& store, SheetCache& sheets,
                 const play::Library& library, MakeLink make_link, ManagerOptions options)
    : io_(io),
      workers_(workers),
      builders_(builders),
      store_(store),
      sheets_(sheets),
      library_(library),
      options_(options),
      slots_(options.processes),
      services_{io,
                workers,
                store,
                slots_,
                std::move(make_link),
                options.rules,
                [this](const std::string& id) { on_changed(id); },
                [this](const std::string& game) { return hint_of(library_, game); }} {}

Result<bool> Manager::room_for(const std::string& client) const {
  if (live_.size() >= options_.most_live)
    return too_many(fmt::format("{} matches are being played, and this server takes no more.", live_.size()), "Try again when some have ended.");
  const auto own = std::count_if(live_.begin(), live_.end(), [&](const auto& entry) { return entry.second->spec().client == client; });
  if (static_cast<std::size_t>(own) >= options_.most_per_client)
    return too_many(fmt::format("{} matches of yours are being played.", own), "End some of them first.");
  return true;
}

asio::awaitable<Result<SharedKit>> Manager::kit_of(const MatchSpec& spec) {
  auto work = [this, text = spec.rules, name = spec.title] { return sheets_.get(text, name); };
  co_return co_await on_workers(builders_, std::move(work));
}

// The order of a match with the rules it is about.
Result<MatchSpec> Manager::read(const Json& order, const std::string& client) const {
  Result<MatchSpec> spec = read_order(order, options_.orders);
  if (!spec) return spec;
  if (const Result<bool> room = room_for(client); !room) return room.error();
  if (!spec->game.empty()) {
    const Result<play::Sheet> sheet = library_sheet(library_, spec->game);
    if (!sheet) return sheet.error();
    spec->rules = sheet->text;
    if (spec->title.empty()) {
      const Result<play::Facts> facts = library_.facts(spec->game);
      spec->title = facts ? facts->title : spec->game;
    }
  }
  if (spec->title.empty()) spec->title = "A game of one's own";
  spec->client = client;
  if (spec->seed == 0) spec->seed = static_cast<std::uint64_t>(now_ms());
  return spec;
}

// Fits the seats to the roles, and gives out ids and tokens.
Result<std::shared_ptr<Match>> Manager::seat(MatchSpec spec, const SharedKit& kit) {
  const game::GameInfo& info = kit->info();
  const std::size_t wanted = info.role_count() - (info.random ? 1 : 0);
  if (spec.seats.size() != wanted)
    return bad_input("bad-field", fmt::format("The game has {} seats, and {} were given.", wanted, spec.seats.size()),
                     "Give one for each role in the order of the rules, none for random.");
  if (info.random) spec.seats.insert(spec.seats.begin() + info.random->value, Seat{Seat::Kind::Random, "chance", "", "", ""});
  spec.id = new_id();
  spec.owner = new_token();
  spec.roles = info.roles;
  spec.created_at = now_ms();
  for (Seat& seat : spec.seats) {
    if (seat.kind == Seat::Kind::Person) seat.token = new_token();
  }
  auto match = std::make_shared<Match>(std::move(spec), kit, services_);
  if (match->processes() > options_.processes)
    return bad_input("bad-field", fmt::format("This server runs at most {} built-in players at a time.", options_.processes));
  return match;
}

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::create(const Json& order, const std::string& client) {
  using Answer = Result<std::shared_ptr<Match>>;
  Result<MatchSpec> spec = read(order, client);
  if (!spec) co_return Answer(spec.error());
  const Result<SharedKit> kit = co_await kit_of(*spec);
  if (!kit) co_return Answer(kit.error());
  Answer match = seat(std::move(*spec), *kit);
  if (!match) co_return match;
  std::vector<Event> nothing_more;
  const Result<bool> stored = co_await (*match)->store_creation(std::move(nothing_more));
  if (!stored) co_return Answer(stored.error());
  live_.emplace((*match)->spec().id, *match);
  on_changed((*match)->spec().id);
  spawn(io_, run(*match), "a match");
  co_return match;
}

MatchSpec Manager::spec_of(const game::MatchRecord& record, const std::string& client) const {
  MatchSpec spec;
  spec.rules = record.rules_text;
  spec.title = record.game.empty() ? "An imported match" : record.game.substr(0, options_.orders.text);
  spec.id = new_id();
  spec.owner = new_token();
  spec.roles = record.roles;
  spec.client = client;
  spec.created_at = now_ms();
  spec.seed = record.seed;
  for (std::size_t r = 0; r < spec.roles.size(); ++r)
    spec.seats.push_back(
        {Seat::Kind::Record, r < record.players.size() ? record.players[r].substr(0, options_.orders.text) : "unknown", "", "", ""});
  return spec;
}

std::vector<Event> Manager::events_of(const game::MatchRecord& record, const std::string& id) {
  std::vector<Event> events;
  for (std::size_t s = 0; s < record.steps.size(); ++s)
    events.push_back({0, id, "step",
                      Json{{"step", s}, {"moves", record.steps[s].moves}, {"faults", Json::array()}, {"values", Json::array()}}.dump(), now_ms()});
  Json goals = nullptr;
  if (record.finished) {
    goals = Json::array();
    for (const int goal : record.goals) goals.push_back(goal < 0 ? Json(nullptr) : Json(goal));
  }
  events.push_back(
      {0, id, "ended",
       Json{{"state", record.finished ? "ended" : "aborted"}, {"end", record.finished ? "the game is over" : record.end}, {"goals", goals}}.dump(),
       now_ms()});
  return events;
}

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::import(game::MatchRecord record, const std::string& client) {
  using Answer = Result<std::shared_ptr<Match>>;
  const MatchSpec spec = spec_of(record, client);
  const Result<SharedKit> kit = co_await kit_of(spec);
  if (!kit) co_return Answer(kit.error());
  if ((*kit)->info().roles != spec.roles) co_return Answer(bad_record("its roles are not those of the rules"));
  std::vector<Event> events = events_of(record, spec.id);
  auto match = std::make_shared<Match>(spec, *kit, services_);
  std::string problem;
  try {
    co_await match->resume(events);
  } catch (const std::exception& wrong) {
    problem = wrong.what();
  }
  if (!problem.empty()) co_return Answer(bad_record(problem));
  const Result<bool> stored = co_await match->store_creation(std::move(events));
  if (!stored) co_return Answer(stored.error());
  remember_ended(match);
  co_return Answer(match);
}

asio::awaitable<void> Manager::run(std::shared_ptr<Match> match) {
  co_await match->run();
  if (!match->over()) co_return;  // the server goes down
  live_.erase(match->spec().id);
  remember_ended(match);
  on_changed(match->spec().id);
}

void Manager::remember_ended(const std::shared_ptr<Match>& match) {
  const std::string& id = match->spec().id;
  std::erase(ended_order_, id);
  ended_order_.push_back(id);
  ended_[id] = match;
  while (ended_order_.size() > options_.kept_ended) {
    ended_.erase(ended_order_.front());
    ended_order_.erase(ended_order_.begin());
  }
}

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::load(const std::string& id) {
  using Answer = Result<std::shared_ptr<Match>>;
  auto read_log = [this, id] { return store_.events(id); };
  const Result<std::vector<Event>> events = co_await on_workers(workers_, std::move(read_log));
  if (!events) co_return Answer(events.error());
  if (events->empty() || events->front().kind != "created") co_return Answer(no_match(id));
  std::shared_ptr<Match> match;
  std::string problem;
  try {
    MatchSpec spec = match_spec_from_json(Json::parse(events->front().body));
    const Result<SharedKit> kit = co_await kit_of(spec);
    if (!kit) co_return Answer(kit.error());
    match = std::make_shared<Match>(std::move(spec), *kit, services_);
    co_await match->resume(*events);
  } catch (const std::exception& wrong) {
    problem = wrong.what();
  }
  if (!problem.empty()) co_return Answer(damaged(id, problem));
  co_return Answer(match);
}

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::find(const std::string& id) {
  using Answer = Result<std::shared_ptr<Match>>;
  if (const auto live = live_.find(id); live != live_.end()) co_return Answer(live->second);
  if (const auto ended = ended_.find(id); ended != ended_.end()) {
    const std::shared_ptr<Match> match = ended->second;
    remember_ended(match);
    co_return Answer(match);
  }
  Answer match = co_await load(id);
  if (!match) co_return match;
  if (const auto live = live_.find(id); live != live_.end()) co_return Answer(live->second);
  if ((*match)->over()) remember_ended(*match);
  co_return match;
}

asio::awaitable<std::size_t> Manager::resume_all() {
  const Result<std::vector<std::string>> ids = store_.unfinished();
  if (!ids) {
    spdlog::error("cannot read the unfinished matches: {}", ids.error().diagnostics.front().message);
    co_return 0;
  }
  std::size_t count = 0;
  for (const std::string& id : *ids) {
    const Result<std::shared_ptr<Match>> match = co_await load(id);
    if (!match) {
      spdlog::error("match {} cannot be taken up: {}", id, match.error().diagnostics.front().message);
      continue;
    }
    live_.emplace(id, *match);
    spawn(io_, run(*match), "a match");
    ++count;
  }
  co_return count;
}

Result<Json> Manager::list(const std::vector<std::string>& states, std::size_t limit, const std::string& before) {
  MatchQuery query;
  query.limit = limit + 1;
  query.before = before;
  for (const std::string& state : states) {
    if (state == "live") query.states.insert(query.states.end(), {"starting", "running"});
    else if (state == "ended") query.states.insert(query.states.end(), {"ended", "aborted"});
    else return bad_input("bad-field", fmt::format("'{}' is no state of a match.", state), "live, ended, or both with a comma");
  }
  const Result<std::vector<MatchRow>> rows = store_.matches(query);
  if (!rows) return rows.error();
  Json matches = Json::array();
  for (const MatchRow& row : *rows) {
    if (matches.size() == limit) break;
    const auto live = live_.find(row.id);
    matches.push_back(live != live_.end() ? live->second->summary() : Json::parse(row.summary));
  }
  return Json{{"schema", "agon.matches/1"}, {"matches", std::move(matches)}, {"more", rows->size() > limit}};
}

void Manager::watch_list(const std::shared_ptr<Watcher>& watcher) {
  unwatch_list(watcher.get());
  list_watchers_.push_back(watcher);
  Json matches = Json::array();
  for (const auto& [id, match] : live_) matches.push_back(match->summary());
  watcher->tell(to_text(Json{{"type", "list"}, {"matches", std::move(matches)}}));
}

void Manager::unwatch_list(const Watcher* watcher) {
  std::erase_if(list_watchers_, [&](const std::weak_ptr<Watcher>& w) {
    const std::shared_ptr<Watcher> who = w.lock();
    return !who || who.get() == watcher;
  });
}

void Manager::on_changed(const std::string& id) {
  if (list_watchers_.empty()) return;
  changed_.insert(id);
  if (telling_) return;
  telling_ = true;
  spawn(io_, tell_changes(), "the list of matches");
}

asio::awaitable<void> Manager::tell_changes() {
  asio::steady_timer pause(io_, kListPause);
  co_await pause.async_wait(asio::use_awaitable);
  telling_ = false;
  tell_list();
}

void Manager::tell_list() {
  Json matches = Json::array();
  for (const std::string& id : std::exchange(changed_, {})) {
    const auto live = live_.find(id);
    const auto ended = ended_.find(id);
    if (live != live_.end()) matches.push_back(live->second->summary());
    else if (ended != ended_.end()) matches.push_back(ended->second->summary());
  }
  const Text text = to_text(Json{{"type", "list"}, {"matches", std::move(matches)}});
  for (const std::weak_ptr<Watcher>& w : list_watchers_) {
    if (const std::shared_ptr<Watcher> who = w.lock()) who->tell(text);
  }
}

void Manager::suspend() {
  for (const auto& [id, match] : live_) match->suspend();
}

}  // namespace agon::serve
