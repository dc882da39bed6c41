#include "serve/app.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <filesystem>

#include "serve/http/static_files.h"
#include "serve/player/child_player.h"
#include "serve/player/remote_player.h"

namespace agon::serve {

struct App::Parts {
  explicit Parts(unsigned threads) : io(1), workers(threads), builders(2), signals(io, SIGINT, SIGTERM) {}

  asio::io_context io;
  asio::thread_pool workers;   // arbiters of matches
  asio::thread_pool builders;  // rule sheets
  asio::signal_set signals;
  std::unique_ptr<Store> store;
  std::unique_ptr<SheetCache> sheets;
  std::unique_ptr<Drawings> drawings;
  std::unique_ptr<RulesService> rules;
  std::unique_ptr<Manager> manager;
  std::unique_ptr<Tournaments> tournaments;
  std::unique_ptr<Api> api;
  std::unique_ptr<StaticFiles> files;
  Router router;
  std::unique_ptr<Server> server;
};

App::App(AppOptions options, const play::Library& library)
    : options_(std::move(options)), library_(library), parts_(std::make_unique<Parts>(options_.workers)) {}

App::~App() {
  if (!parts_) return;
  // Workers first: they use everything else.
  parts_->workers.join();
  parts_->builders.join();
}

unsigned short App::port() const { return parts_->server->port(); }

Result<std::unique_ptr<PlayerLink>> App::make_link(const Seat& seat, std::function<void(Json)> on_thought) {
  if (seat.kind == Seat::Kind::Strategy) {
    ChildPlayerOptions child;
    child.program = options_.program;
    child.strategy = seat.strategy;
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

Result<bool> App::start() {
  Parts& p = *parts_;
  Result<std::unique_ptr<Store>> store = Store::open(options_.store);
  if (!store) return store.error();
  p.store = std::move(*store);
  p.sheets = std::make_unique<SheetCache>(options_.sheets);
  p.drawings = std::make_unique<Drawings>(*p.sheets, *p.store);
  p.rules = std::make_unique<RulesService>(*p.sheets);
  p.manager = std::make_unique<Manager>(
      p.io, p.workers, p.builders, *p.store, *p.sheets, library_,
      [this](const Seat& seat, std::function<void(Json)> on_thought) { return make_link(seat, std::move(on_thought)); }, options_.matches);
  serve::TournamentOptions tournaments;
  tournaments.program = options_.program;
  tournaments.folder = options_.tournaments;
  tournaments.library = library_.folder();
  p.tournaments = std::make_unique<Tournaments>(p.io, *p.store, tournaments);
  ApiOptions api;
  api.version = options_.version;
  api.admin_token = options_.admin_token;
  api.schema_folder = options_.schema_folder;
  api.body_bytes = options_.server.body_bytes;
  api.matches_per_client = options_.matches.most_per_client;
  api.remote_players = options_.remote_players;
  api.any_remote = options_.any_remote;
  p.api = std::make_unique<Api>(*p.manager, *p.tournaments, *p.rules, *p.sheets, *p.drawings, library_, p.builders, api);
  p.api->install(p.router);
  p.files = std::make_unique<StaticFiles>(options_.web_folder);
  p.router.otherwise([this](Request request, Stars) -> asio::awaitable<Response> { co_return parts_->files->answer(request); });
  p.server = std::make_unique<Server>(p.io, options_.server, p.router, [this](WebSocket socket, std::string client) -> asio::awaitable<void> {
    const auto session =
        std::make_shared<LiveSession>(std::move(socket), std::move(client), *parts_->manager, *parts_->tournaments, options_.live);
    co_await session->run();
  });
  if (Result<bool> listening = p.server->listen(); !listening) return listening;
  p.signals.async_wait([this](const boost::system::error_code& error, int) {
    if (!error) stop();
  });
  // People may come while old matches are still being taken up.
  spawn(p.io, resume(), "taking up unfinished matches");
  p.drawings->prepare(library_, p.api->gallery());
  return true;
}

asio::awaitable<void> App::resume() {
  const std::size_t count = co_await parts_->manager->resume_all();
  if (count > 0) spdlog::info("took up {} unfinished matches", count);
  parts_->tournaments->resume_all();
}

void App::run() {
  parts_->io.run();
  parts_->store->flush();
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
