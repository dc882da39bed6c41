#include "serve/match/manager.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/line_text.h"
#include "serve/async/let_others_go_first.h"
#include "serve/errors.h"
#include "serve/json.h"
#include "serve/json_text.h"
#include "serve/match/log/match_event.h"
#include "serve/match/step/match_draws.h"
#include "serve/sheets/hints.h"
#include "serve/sheets/library_sheet.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

constexpr std::chrono::milliseconds kListPause{500};  // changes of the list are gathered for so long
constexpr std::size_t kListPiece = 16;                // summaries that are made without a pause
constexpr std::size_t kTellPiece = 256;               // watchers that are told without a pause

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
                [this](const std::string& game) { return hint_of(library_, game); }},
      list_mutex_(io.get_executor()) {}

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
  // A text may be long: a builder hashes it, and looks whether it is of the library.
  auto look = [this, text = std::make_shared<const std::string>(spec.rules), game = spec.game] {
    // A member of a family may be as large as somebody likes; sheets of the library that have facts were tried before.
    const bool own = !game.empty() && library_.facts(game).ok();
    return std::pair(text, !own && !sheets_.find(*text));
  };
  const std::pair<std::shared_ptr<const std::string>, bool> strange = co_await on_workers(builders_, std::move(look));
  SheetWeight weight;
  if (options_.vet && strange.second) {
    std::string text = *strange.first;
    const Result<SheetWeight> vetted = co_await options_.vet(std::move(text), std::move(client));
    if (!vetted) co_return Result<SharedKit>(vetted.error());
    weight = *vetted;
  }
  auto work = [this, text = strange.first, name = spec.title, weight] { return sheets_.get(*text, name, weight); };
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

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::create(MatchSpec spec, const std::string& client) {
  using Answer = Result<std::shared_ptr<Match>>;
  Result<Quota::Ticket> room = take_room(client);
  if (!room) co_return Answer(room.error());
  spec.client = client;
  if (spec.seed == 0) spec.seed = random_seed();
  using Read = std::pair<MatchSpec, Status>;
  auto reading = [this, order = std::move(spec)]() mutable {
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
  const Status stored = co_await (*match)->store_creation(nullptr);
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
  using Read = std::pair<MatchSpec, std::shared_ptr<const std::vector<Event>>>;
  auto reading = [this, record = std::move(record), client] {
    MatchSpec spec = spec_of(record, client);
    auto events = std::make_shared<const std::vector<Event>>(events_of(record, spec.id));
    return Read(std::move(spec), std::move(events));
  };
  Read read = co_await on_workers(builders_, std::move(reading));
  MatchSpec& spec = read.first;
  MatchTokens tokens = give_tokens(spec);
  std::string who = client;
  const Result<SharedKit> kit = co_await kit_of(spec, std::move(who));
  if (!kit) co_return Answer(kit.error());
  if ((*kit)->info().roles != spec.roles) co_return Answer(bad_record("its roles are not those of the rules"));
  auto match = std::make_shared<Match>(std::move(spec), *kit, services_, std::move(tokens));
  std::string problem;
  std::optional<Error> too_much;
  try {
    co_await match->resume(read.second, options_.import_time);
  } catch (const LimitReached& limit) {
    too_much = limit.error();
  } catch (const std::exception& wrong) {
    problem = wrong.what();
  }
  if (too_much) co_return Answer(*too_much);
  if (!problem.empty()) co_return Answer(bad_record(problem));
  const Status stored = co_await match->store_creation(std::move(read.second));
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

// What the log of a match says, read by a worker.
Result<Manager::StoredMatch> Manager::stored_match(const std::string& id) const {
  Result<std::vector<Event>> events = store_.events(id);
  if (!events) return events.error();
  if (events->empty() || events->front().kind != "created") return no_match(id);
  try {
    MatchSpec spec = match_spec_from_json(Json::parse(events->front().body));
    return StoredMatch{std::move(spec), std::make_shared<const std::vector<Event>>(std::move(*events))};
  } catch (const std::exception& problem) {
    return damaged(id, problem.what());
  }
}

asio::awaitable<Result<std::shared_ptr<Match>>> Manager::load(const std::string& id) {
  using Answer = Result<std::shared_ptr<Match>>;
  auto read_log = [this, id] { return stored_match(id); };
  Result<StoredMatch> stored = co_await on_workers(workers_, std::move(read_log));
  if (!stored) co_return Answer(stored.error());
  std::string nobody;
  const Result<SharedKit> kit = co_await kit_of(stored->spec, std::move(nobody));
  if (!kit) co_return Answer(kit.error());
  auto match = std::make_shared<Match>(std::move(stored->spec), *kit, services_);
  std::string problem;
  try {
    co_await match->resume(std::move(stored->events));
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

Result<Manager::MatchPage> Manager::stored_page(const std::vector<std::string>& states, std::size_t limit,
                                                const std::string& before) const {
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
  MatchPage page;
  page.more = rows->size() > limit;
  const bool only_live = !states.empty() && std::find(states.begin(), states.end(), "ended") == states.end();
  for (const MatchRow& row : *rows) {
    if (page.matches.size() == limit) break;
    if (!row.damaged) page.matches.push_back({row.id, row.summary});
    else if (!only_live) page.matches.push_back({row.id, dumped(damaged_summary(row))});
  }
  return page;
}

asio::awaitable<std::string> Manager::list(MatchPage page) {
  std::string matches = "[";
  std::size_t made = 0;
  for (const ListedMatch& listed : page.matches) {
    const auto live = live_.find(listed.id);
    matches += matches.size() > 1 ? "," : "";
    matches += live == live_.end() ? listed.summary : dumped(live->second->summary());
    if (live != live_.end() && ++made % kListPiece == 0) co_await let_others_go_first();
  }
  matches += ']';
  const Json head{{"schema", "agon.matches/1"}};
  co_return JsonObjectText(head).add_text("matches", matches).add("more", page.more).finish();
}

asio::awaitable<Text> Manager::list_message(std::vector<std::string> ids) const {
  std::string matches = "[";
  std::size_t made = 0;
  for (const std::string& id : ids) {
    const auto live = live_.find(id);
    const auto ended = live == live_.end() ? ended_.find(id) : ended_.end();
    if (live == live_.end() && ended == ended_.end()) continue;
    matches += matches.size() > 1 ? "," : "";
    matches += dumped(live != live_.end() ? live->second->summary() : ended->second.match->summary());
    if (++made % kListPiece == 0) co_await let_others_go_first();
  }
  matches += ']';
  const Json head{{"type", "list"}};
  co_return std::make_shared<const std::string>(JsonObjectText(head).add_text("matches", matches).finish());
}

asio::awaitable<void> Manager::watch_list(std::shared_ptr<Watcher> watcher) {
  unwatch_list(watcher.get());
  list_watchers_.push_back(watcher);
  const AsyncMutex::Guard guard = co_await list_mutex_.lock();
  std::vector<std::string> ids;
  for (const auto& [id, match] : live_) ids.push_back(id);
  const Text message = co_await list_message(std::move(ids));
  watcher->tell(message);
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
  const AsyncMutex::Guard guard = co_await list_mutex_.lock();
  const std::unordered_set<std::string> changed = std::exchange(changed_, {});
  std::vector<std::string> ids(changed.begin(), changed.end());
  const Text message = co_await list_message(std::move(ids));
  const std::vector<std::weak_ptr<Watcher>> watchers = list_watchers_;  // some may come and go meanwhile
  std::size_t told = 0;
  for (const std::weak_ptr<Watcher>& w : watchers) {
    if (const std::shared_ptr<Watcher> who = w.lock()) who->tell(message);
    if (++told % kTellPiece == 0) co_await let_others_go_first();
  }
}

void Manager::suspend() {
  for (const auto& [id, match] : live_) match->suspend();
}

}  // namespace agon::serve
