#include "serve/app.h"

#include <fmt/format.h>
#include <malloc.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <filesystem>
#include <future>
#include <thread>

#include "serve/http/exposure.h"
#include "serve/http/static_files.h"
#include "serve/json.h"
#include "serve/match/step/match_draws.h"
#include "serve/observe/loop_meter.h"
#include "serve/observe/metrics.h"
#include "serve/observe/routes.h"
#include "serve/player/child_player.h"
#include "serve/player/remote_player.h"
#include "serve/store/private_file.h"

namespace agon::serve {
namespace {

constexpr std::chrono::seconds kTimeToComeHome{2};  // for threads, when the server goes down
constexpr std::chrono::seconds kLookForMemory{10};
constexpr std::chrono::seconds kUnusedFor{20};  // what nobody has asked for in this time makes room

std::vector<std::string> rules_worker_command(const AppOptions& options) {
  return {options.program,  "rules-worker",
          "--memory-limit", std::to_string(options.rules_memory_mib),
          "--rules-bytes",  std::to_string(options.sheets.rules_bytes)};
}

}  // namespace

struct App::Parts {
  explicit Parts(unsigned threads) : io(1), workers(threads), builders(2), parser(1), signals(io, SIGINT, SIGTERM) {}

  asio::io_context io;
  asio::thread_pool workers;   // arbiters of matches
  asio::thread_pool builders;  // rule sheets
  asio::thread_pool parser;    // large bodies
  asio::signal_set signals;
  JsonWorker json{parser};
  std::stop_source stop;  // of what builders do
  std::unique_ptr<Store> store;
  std::unique_ptr<SheetCache> sheets;
  std::unique_ptr<Drawings> drawings;
  std::unique_ptr<RulesPool> rules;
  std::unique_ptr<Manager> manager;
  std::unique_ptr<Tournaments> tournaments;
  std::unique_ptr<Api> api;
  std::unique_ptr<StaticFiles> files;
  std::unique_ptr<ClientRates> rates;
  std::unique_ptr<LiveServices> live;
  Router router;
  LoopMeter loop;
  Metrics metrics;
  std::unique_ptr<Server> server;
};

App::App(AppOptions options, const library::Library& library)
    : options_(std::move(options)), library_(library), parts_(std::make_unique<Parts>(options_.workers)) {}

App::~App() {
  if (!parts_) return;
  // Workers first: they use everything else.
  parts_->workers.join();
  parts_->builders.join();
  parts_->parser.join();
}

unsigned short App::port() const { return parts_->server->port(); }

Result<std::unique_ptr<PlayerLink>> App::make_link(const Seat& seat, std::function<void(Json)> on_thought) {
  if (seat.kind == Seat::Kind::Strategy) {
    ChildPlayerOptions child;
    child.program = options_.program;
    child.strategy = seat.strategy;
    child.seed = random_seed();  // with a fixed one, anybody could run the same player and foresee its moves
    child.search_memory_mib = options_.player_memory_mib / 2;
    child.memory_limit_mib = options_.player_memory_mib * 4;  // address space, most of which is never touched
    child.on_thought = std::move(on_thought);
    return ChildPlayer::start(parts_->io, child);
  }
  const Result<RemoteAddress> address = parse_remote_address(seat.url);
  if (!address) return address.error();
  const bool listed = std::any_of(options_.remote_players.begin(), options_.remote_players.end(),
                                  [&](const RemotePlayerEntry& entry) { return entry.url == seat.url; });
  if (!listed && !options_.any_remote)
    return bad_input("player-unreachable", fmt::format("{} is not on the list of remote players", seat.url),
                     "An operator can add it with --remote.");
  RemotePlayerOptions remote;
  remote.address = *address;
  remote.name = seat.name;
  if (!listed) remote.allowed = is_public_address;
  return std::unique_ptr<PlayerLink>(std::make_unique<RemotePlayer>(parts_->io, remote));
}

Status App::start() {
  Parts& p = *parts_;
  Result<std::unique_ptr<Store>> store = Store::open(options_.store);
  if (!store) return store.error();
  p.store = std::move(*store);
  close_to_others(options_.tournaments);
  SheetLimits sheet_limits = options_.sheets;
  sheet_limits.stop = p.stop.get_token();
  p.sheets = std::make_unique<SheetCache>(std::move(sheet_limits));
  p.drawings = std::make_unique<Drawings>(*p.sheets, *p.store);
  RulesPoolOptions rules;
  rules.command = rules_worker_command(options_);
  rules.processes = options_.rules_processes;
  p.rules = std::make_unique<RulesPool>(p.io, std::move(rules));
  options_.matches.limits.arbiter.pool = std::make_shared<MemoryPool>(options_.match_memory_mib << 20U);
  options_.matches.vet = [&pool = *p.rules](std::string text, std::string client) {
    return pool.vet(std::move(text), std::move(client));
  };
  p.manager = std::make_unique<Manager>(
      p.io, p.workers, p.builders, *p.store, *p.sheets, library_,
      [this](const Seat& seat, std::function<void(Json)> on_thought) { return make_link(seat, std::move(on_thought)); },
      options_.matches);
  serve::TournamentOptions tournaments;
  tournaments.program = options_.program;
  tournaments.folder = options_.tournaments;
  tournaments.library = library_.folder();
  p.tournaments = std::make_unique<Tournaments>(p.io, *p.store, tournaments);
  ApiOptions api;
  api.version = options_.version;
  api.admin_token = options_.admin_token;
  api.open_to_all = !reachable_by_others(options_.server);
  api.schema_folder = options_.schema_folder;
  api.body_bytes = options_.server.body_bytes;
  api.matches_per_client = options_.matches.most_per_client;
  api.remote_players = options_.remote_players;
  api.any_remote = options_.any_remote;
  p.api = std::make_unique<Api>(*p.manager, *p.tournaments, *p.rules, *p.sheets, *p.drawings, library_, p.builders, p.json, api);
  p.api->install(p.router);
  p.rates = std::make_unique<ClientRates>(options_.client_rate);
  p.live = std::make_unique<LiveServices>(LiveServices{*p.manager, *p.tournaments, p.json, *p.rates});
  install_observation(p.router, p.metrics, *p.store, [this](const Request& request) { return parts_->api->admin(request); });
  p.files = std::make_unique<StaticFiles>(options_.web_folder);
  p.router.otherwise(
      [this](Request request, PathParameters) -> asio::awaitable<Response> { co_return parts_->files->answer(request); });
  p.server = std::make_unique<Server>(
      p.io, options_.server, p.router, p.json, *p.rates, [this](WebSocket socket, std::string client) -> asio::awaitable<void> {
        const auto session = std::make_shared<LiveSession>(std::move(socket), std::move(client), *parts_->live, options_.live);
        co_await session->run();
      });
  observe();
  if (Status listening = p.server->listen(); !listening) return listening;
  p.signals.async_wait([this](const boost::system::error_code& error, int) {
    if (!error) stop();
  });
  // People may come while old matches are still being taken up.
  spawn(p.io, resume(), "taking up unfinished matches");
  spawn(p.io, give_memory_back(), "giving memory back");
  spawn(p.io, p.loop.probe(p.io), "measuring the event loop");
  p.drawings->prepare(library_, p.api->gallery());
  return done();
}

void App::observe() {
  Parts& p = *parts_;
  using Kind = Metrics::Kind;
  const auto number = [](std::size_t value) { return static_cast<double>(value); };
  p.metrics.add(Kind::Gauge, "agon_matches_live", "Matches that are being played.",
                [&p, number] { return number(p.manager->live()); });
  p.metrics.add(Kind::Gauge, "agon_connections", "Open connections.", [&p, number] { return number(p.server->connections()); });
  p.metrics.add(Kind::Gauge, "agon_rules_workers", "Processes that look at rules of visitors.",
                [&p, number] { return number(p.rules->workers()); });
  p.metrics.add(Kind::Gauge, "agon_sheets_bytes", "Memory of the rule sheets that are kept.",
                [&p, number] { return number(p.sheets->bytes()); });
  p.metrics.add(Kind::Gauge, "agon_store_trouble", "1 while the store refuses writes.",
                [&p] { return p.store->trouble() ? 1.0 : 0.0; });
  p.metrics.add(Kind::Gauge, "agon_loop_longest_seconds", "The longest work of the event loop without a pause, as processor time.",
                [&p] { return p.loop.longest(); });
  p.metrics.add(p.loop.work(), "agon_loop_work_seconds", "Processor time of the event loop between two pauses.");
  p.metrics.add(p.loop.lag(), "agon_loop_lag_seconds", "How late a timer of the event loop was.");
  p.server->on_answered([&p, log = options_.log_requests](const Server::Answered& a) {
    p.metrics.note_request(a.status, a.seconds, a.bytes);
    if (log)
      spdlog::info("request id={} client={} method={} target={:?} status={} bytes={} ms={:.1f}", a.id, a.client, a.method, a.target,
                   a.status, a.bytes, a.seconds * 1000);
  });
}

asio::awaitable<void> App::resume() {
  const std::size_t count = co_await parts_->manager->resume_all();
  if (count > 0) spdlog::info("took up {} unfinished matches", count);
  parts_->tournaments->resume_all();
}

// After a rush the caches are as full as they may be, and the allocator keeps what it was handed back. Neither is of use to a
// server at rest, and its operator sees a process that has grown.
asio::awaitable<void> App::give_memory_back() {
  Parts& p = *parts_;
  bool busy = false;
  for (asio::steady_timer pause(p.io);;) {
    pause.expires_after(kLookForMemory);
    co_await pause.async_wait(asio::use_awaitable);
    const auto since = std::chrono::steady_clock::now() - kUnusedFor;
    const bool sheets_went = p.sheets->forget_unused(since);
    const bool matches_went = p.manager->forget_ended(since);
    const bool was_busy = std::exchange(busy, p.manager->live() > 0 || p.rules->workers() > 0);
    if (!sheets_went && !matches_went && !was_busy) continue;
    std::function<void()> trim = [] { malloc_trim(0); };
    co_await run_on(p.builders, std::move(trim));
  }
}

bool App::run() {
  Parts& p = *parts_;
  // An allocation that fails in the event loop itself costs the connection that it was for, not the server.
  for (bool stopped = false; !stopped;) {
    try {
      p.loop.run(p.io);
      stopped = true;
    } catch (const std::exception& problem) {
      spdlog::error("the event loop goes on after: {}", problem.what());
    }
  }
  p.store->flush();
  p.rules->stop();
  // A thread in the middle of a rule sheet may take long to notice; nothing that it makes is wanted any more.
  p.stop.request_stop();
  p.drawings->stop();
  p.workers.stop();
  p.builders.stop();
  p.parser.stop();
  std::packaged_task<void()> come_home([&p] {
    p.workers.join();
    p.builders.join();
    p.parser.join();
    p.drawings->wait();
  });
  std::future<void> home = come_home.get_future();
  std::thread(std::move(come_home)).detach();
  return home.wait_for(kTimeToComeHome) == std::future_status::ready;
}

void App::stop() {
  Parts& p = *parts_;
  asio::post(p.io, [&p] {
    p.server->stop();
    p.manager->suspend();
    p.tournaments->suspend();
    p.store->flush();
    p.io.stop();
  });
}

}  // namespace agon::serve
