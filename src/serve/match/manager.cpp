#include "serve/match/manager.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/line_text.h"
#include "serve/errors.h"
#include "serve/json.h"
#include "serve/match/log/match_event.h"
#include "serve/match/step/match_draws.h"
#include "serve/sheets/hints.h"
#include "serve/sheets/library_sheet.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

constexpr std::chrono::milliseconds kListPause{500};  // changes of the list are gathered for so long

// g++ 12 miscompiles some temporaries inside coroutines, so errors are made here.
Error no_match(const std::string& id) { return not_found(fmt::format("There is no match '{}'.", id)); }
Error bad_record(const std::string& problem) {
  return bad_input("bad-record", fmt::format("The record does not fit its rules: {}.", problem));
}
Error imports_too_many() { return too_many("Many records are being read just now.", "Try again in a moment."); }
Error damaged(const std::string& id, const std::string& problem) {
  return bad_input("store-damaged", fmt::format("The log of match {} cannot be read: {}.", id, problem));
}

// What a list says of a match that the store calls damaged: as much of its summary as can be read, as a match that is over.
Json damaged_summary(const MatchRow& row) {
  Json summary{{"id", row.id},
               {"game", ""},
               {"title", "A damaged match"},
               {"roles", Json::array()},
               {"seats", Json::array()},
               {"step", 0},
               {"created_at", row.created_at},
               {"ended_at", nullptr},
               {"watchers", 0},
               {"casual", false},
               {"show_thoughts", false},
               {"start_clock", 0},
               {"play_clock", 0},
               {"hidden", false},
               {"scrambled", false}};
  const Json kept = Json::parse(row.summary, nullptr, false);
  for (auto& [field, value] : summary.items()) {
    if (kept.is_object() && kept.contains(field) && kept[field].type() == value.type() && field != "id") value = kept[field];
  }
  summary["state"] = "aborted";
  summary["goals"] = nullptr;
  summary["end"] = "its log in the store is damaged";
  summary["damaged"] = true;
  return summary;
}

}  // namespace

Manager::Manager(asio::io_context& io, asio::thread_pool& workers, asio::thread_pool& builders, Store& store, SheetCache& sheets,
                 const library::Library& library, MakeLink make_link, ManagerOptions options)
    : io_(io),
      workers_(workers),
      builders_(builders),
      store_(store),
      sheets_(sheets),
      library_(library),
      options_(options),
      processes_(options.processes),
      playing_(options.most_live, options.most_per_client),
      importing_(options.most_imports, options.most_imports_per_client),
      services_{io,
                workers,
                store,
                processes_,
                std::move(make_link),
                options.limits,
                [this](const std::string& id) { on_changed(id); },
                [this](const std::string& game) { return hint_of(library_, game); }} {}

// Taken before the first co_await, so that no two requests can pass on the same count.
Result<Quota::Ticket> Manager::take_room(const std::string& client) {
  std::optional<Quota::Ticket> ticket = playing_.take(client);
  if (ticket) return std::move(*ticket);
  if (playing_.is_full())
    return too_many(fmt::format("{} matches are being played, and this server takes no more.", playing_.used()),
                    "Try again when some have ended.");
  return too_many(fmt::format("{} matches of yours are being played.", playing_.used_by(client)), "End some of them first.");
}

asio::awaitable<Result<SharedKit>> Manager::kit_of(const MatchSpec& spec, std::string client) {
  SheetWeight weight;
  // A member of a family may be as large as somebody likes; sheets of the library that have facts were tried before.
  const bool own = !spec.game.empty() && library_.facts(spec.game).ok();
  if (options_.vet && !own && !sheets_.find(spec.rules)) {
    std::string text = spec.rules;
    const Result<SheetWeight> vetted = co_await options_.vet(std::move(text), std::move(client));
    if (!vetted) co_return Result<SharedKit>(vetted.error());
    weight = *vetted;
  }
  auto work = [this, text = spec.rules, name = spec.title, weight] { return sheets_.get(text, name, weight); };
  co_return co_await on_workers(builders_, std::move(work));
}

Status Manager::read_rules(MatchSpec& spec) const {
  if (!spec.game.empty()) {
    const Result<library::Sheet> sheet = library_sheet(library_, spec.game);
    if (!sheet) return sheet.error();
    spec.rules = sheet->text;
    if (spec.title.empty()) {
      const Result<library::Facts> facts = library_.facts(spec.game);
      spec.title = facts ? facts->title : spec.game;
    }
  }
  if (spec.title.empty()) spec.title = "A game of one's own";
  return done();
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
  spec.roles = info.roles;
  spec.created_at = now_ms();
  MatchTokens tokens = give_tokens(spec);
  auto match = std::make_shared<Match>(std::move(spec), kit, services_, std::move(tokens));
  if (match->processes() > options_.processes)
    return bad_input("bad-field", fmt::format("This server runs at most {} built-in players at a time.", options_.processes));
  return match;
}

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::create(const Json& order, const std::string& client) {
  using Answer = Result<std::shared_ptr<Match>>;
  Result<MatchSpec> spec = read_order(order, options_.orders);
  if (!spec) co_return Answer(spec.error());
  Result<Quota::Ticket> room = take_room(client);
  if (!room) co_return Answer(room.error());
  spec->client = client;
  if (spec->seed == 0) spec->seed = random_seed();
  using Read = std::pair<MatchSpec, Status>;
  auto reading = [this, order = std::move(*spec)]() mutable {
    Status read = read_rules(order);
    return Read(std::move(order), std::move(read));
  };
  Read sheet = co_await on_workers(builders_, std::move(reading));
  if (!sheet.second) co_return Answer(sheet.second.error());
  std::string who = client;
  const Result<SharedKit> kit = co_await kit_of(sheet.first, std::move(who));
  if (!kit) co_return Answer(kit.error());
  Answer match = seat(std::move(sheet.first), *kit);
  if (!match) co_return match;
  std::vector<Event> nothing_more;
  const Status stored = co_await (*match)->store_creation(std::move(nothing_more));
  if (!stored) co_return Answer(stored.error());
  live_.emplace((*match)->spec().id, *match);
  on_changed((*match)->spec().id);
  spawn(io_, run(*match, std::move(*room)), "a match");
  co_return match;
}

MatchSpec Manager::spec_of(const game::MatchRecord& record, const std::string& client) const {
  MatchSpec spec;
  spec.rules = record.rules_text;
  spec.title = line_text(record.game, options_.orders.text);
  if (spec.title.empty()) spec.title = "An imported match";
  spec.id = new_id();
  spec.roles = record.roles;
  spec.client = client;
  spec.created_at = now_ms();
  spec.started_at = record.started_at;
  spec.seed = record.seed;
  if (record.clocks) {
    spec.start_clock = record.clocks->start;
    spec.play_clock = record.clocks->play;
  }
  for (std::size_t r = 0; r < spec.roles.size(); ++r)
    spec.seats.push_back({Seat::Kind::Record,
                          r < record.players.size() ? line_text(record.players[r], options_.orders.text) : "unknown", "", "", ""});
  return spec;
}

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::import(game::MatchRecord record, const std::string& client) {
  using Answer = Result<std::shared_ptr<Match>>;
  const std::optional<Quota::Ticket> room = importing_.take(client);
  if (!room) co_return Answer(imports_too_many());
  MatchSpec spec = spec_of(record, client);
  MatchTokens tokens = give_tokens(spec);
  std::string who = client;
  const Result<SharedKit> kit = co_await kit_of(spec, std::move(who));
  if (!kit) co_return Answer(kit.error());
  if ((*kit)->info().roles != spec.roles) co_return Answer(bad_record("its roles are not those of the rules"));
  std::vector<Event> events = events_of(record, spec.id);
  auto match = std::make_shared<Match>(spec, *kit, services_, std::move(tokens));
  std::string problem;
  std::optional<Error> too_much;
  try {
    co_await match->resume(events, options_.import_time);
  } catch (const LimitReached& limit) {
    too_much = limit.error();
  } catch (const std::exception& wrong) {
    problem = wrong.what();
  }
  if (too_much) co_return Answer(*too_much);
  if (!problem.empty()) co_return Answer(bad_record(problem));
  const Status stored = co_await match->store_creation(std::move(events));
  if (!stored) co_return Answer(stored.error());
  remember_ended(match);
  co_return Answer(match);
}

asio::awaitable<void> Manager::run(std::shared_ptr<Match> match, Quota::Ticket ticket) {
  const Quota::Ticket held = std::move(ticket);
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
  ended_[id] = {match, std::chrono::steady_clock::now()};
  const MemoryPool* const pool = options_.limits.arbiter.pool.get();
  const auto too_many_kept = [&] {
    return ended_order_.size() > options_.kept_ended || (ended_order_.size() > 1 && pool != nullptr && pool->crowded());
  };
  while (too_many_kept()) {
    ended_.erase(ended_order_.front());
    ended_order_.erase(ended_order_.begin());
  }
}

bool Manager::forget_ended(std::chrono::steady_clock::time_point since) {
  return std::erase_if(ended_order_, [&](const std::string& id) {
           const auto found = ended_.find(id);
           if (found == ended_.end() || found->second.used >= since) return false;
           ended_.erase(found);
           return true;
         }) > 0;
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
    std::string nobody;
    const Result<SharedKit> kit = co_await kit_of(spec, std::move(nobody));
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
    const std::shared_ptr<Match> match = ended->second.match;
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
    spawn(io_, run(*match, playing_.take_anyway((*match)->spec().client)), "a match");
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
  const bool only_live = !states.empty() && std::find(states.begin(), states.end(), "ended") == states.end();
  for (const MatchRow& row : *rows) {
    if (matches.size() == limit) break;
    const auto live = live_.find(row.id);
    if (live != live_.end()) matches.push_back(live->second->summary());
    else if (!row.damaged) matches.push_back(Json::parse(row.summary));
    else if (!only_live) matches.push_back(damaged_summary(row));
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
    else if (ended != ended_.end()) matches.push_back(ended->second.match->summary());
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
