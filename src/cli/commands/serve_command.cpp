// `agon serve`: the web application and the game manager behind it.
#include <malloc.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "cli/admin_token.h"
#include "cli/commands/commands.h"
#include "serve/app.h"
#include "serve/http/exposure.h"
#include "serve/player/remote_address.h"
#include "serve/store/private_file.h"

namespace agon::cli {
namespace {

constexpr const char* kServeSections = R"(Network
  The web application is at http://127.0.0.1:8080/ by default and accepts connections from this machine only. --address 0.0.0.0 opens it
  to the network; then give --admin-token, without which no tournament can be started.
Storage
  Every accepted move is in the store before any client sees it: after a crash or kill -9 the same command resumes all matches. The
  store is for its owner alone and has tokens as hashes; 'agon store check' and 'agon store backup' look after it.
  Stop the server with Ctrl-C or SIGTERM.)";

struct ServeArguments {
  serve::AppOptions app;
  std::vector<std::string> remote;
  std::string token_file;
  unsigned play_processes = 16;
  std::size_t rules_kib = 1024;
  std::size_t body_kib = 4096;
  std::size_t bodies_mib = 64, bodies_per_client_mib = 16;
  std::size_t rate_kib = 16384;
  bool quiet = false;
};

// $XDG_DATA_HOME/agon, ~/.local/share/agon, or the present folder where there is no home.
std::filesystem::path data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
    return std::filesystem::path(data) / "agon";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local/share/agon";
  return "agon-data";
}

// What an operator must not overlook; --quiet does not hide it.
void warn_about_access(const ServeArguments& arguments) {
  const serve::AppOptions& app = arguments.app;
  struct stat file {};
  if (!arguments.token_file.empty() && ::stat(arguments.token_file.c_str(), &file) == 0 &&
      (file.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    spdlog::warn("the admin token in '{}' can be read by other users of this machine: chmod 600 it", arguments.token_file);
  if (!app.admin_token.empty() || !serve::reachable_by_others(app.server)) return;
  spdlog::warn("----------------------------------------------------------------------------------------------");
  spdlog::warn("this server can be reached by others and has no admin token: anybody who reaches it can play,");
  spdlog::warn("and nobody can start or stop tournaments; give it a token with --admin-token-file FILE");
  spdlog::warn("----------------------------------------------------------------------------------------------");
}

void run(ServeArguments& arguments, Context& context) {
  serve::AppOptions& app = arguments.app;
  spdlog::set_default_logger(spdlog::stderr_color_mt("agon"));
  spdlog::set_level(arguments.quiet ? spdlog::level::warn : spdlog::level::info);
  for (const std::string& entry : arguments.remote) {
    const std::size_t equals = entry.find('=');
    const std::string url = equals == std::string::npos ? entry : entry.substr(equals + 1);
    if (const auto address = serve::parse_remote_address(url); !address) return context.fail(address.error());
    app.remote_players.push_back({equals == std::string::npos ? entry : entry.substr(0, equals), url});
  }
  if (!arguments.token_file.empty()) {
    const Result<std::string> token = read_admin_token(arguments.token_file);
    if (!token) return context.fail(token.error());
    app.admin_token = *token;
  }
  const std::filesystem::path folder = data_folder();
  if (app.store.empty()) app.store = (folder / "agon.db").string();
  if (app.tournaments.empty()) {
    const std::filesystem::path beside = app.store == ":memory:" ? folder : std::filesystem::path(app.store).parent_path();
    app.tournaments = (beside / "tournaments").string();
  }
  ::umask(S_IRWXG | S_IRWXO);  // matches and tournaments are for their owner, whatever makes a file of them
  std::error_code ignored;
  if (app.store != ":memory:") {
    const std::filesystem::path beside = std::filesystem::path(app.store).parent_path();
    std::filesystem::create_directories(beside, ignored);
    if (beside == folder) serve::close_to_others(folder.string());  // ours; other folders are left as they are
  }
  app.matches.processes = arguments.play_processes;
  app.sheets.rules_bytes = arguments.rules_kib << 10U;
  app.server.body_bytes = arguments.body_kib << 10U;
  app.client_rate = {.per_second = 1024.0 * static_cast<double>(arguments.rate_kib),
                     .burst = 8 * 1024.0 * static_cast<double>(arguments.rate_kib)};
  app.server.bodies_bytes = arguments.bodies_mib << 20U;
  app.server.bodies_bytes_per_client = arguments.bodies_per_client_mib << 20U;
  app.program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  app.version = AGON_VERSION;
  if (app.web_folder.empty()) app.web_folder = AGON_WEB_DIR;
  if (app.schema_folder.empty()) app.schema_folder = AGON_SCHEMA_DIR;

  // Few heaps, and large blocks straight from the system: what a rush took can then be given back (App::give_memory_back).
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  warn_about_access(arguments);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is a full disk, not the end of the server
  std::signal(SIGINT, SIG_DFL);   // the server's own handler takes it from here

  const library::Library library = context.library();
  serve::App server(app, library);
  if (const Status started = server.start(); !started) return context.fail(started.error());
  const std::string shown = app.server.address == "0.0.0.0" || app.server.address == "::" ? "localhost" : app.server.address;
  const std::string url =
      fmt::format("http://{}:{}/", shown.find(':') == std::string::npos ? shown : "[" + shown + "]", server.port());
  if (context.json) print_json({{"schema", "agon.serving/1"}, {"url", url}, {"port", server.port()}, {"store", app.store}});
  else fmt::print("Agon is at {}\nMatches are kept in {}\nStop it with Ctrl-C.\n", url, app.store);
  std::fflush(stdout);
  const bool clean = server.run();
  if (!context.json) fmt::print("Stopped. Matches that were being played go on with the next start.\n");
  if (clean) return;
  // Threads are in the middle of somebody's rules. All that counts is stored.
  std::fflush(nullptr);
  std::_Exit(context.exit_code);
}

}  // namespace

void add_serve_command(Command app, Context& context) {
  auto arguments = std::make_shared<ServeArguments>();
  serve::AppOptions& options = arguments->app;
  const Command command = app.subcommand("serve", "Run the web application and game manager: play, watch and write any game");
  command.option("-p,--port", options.server.port, "TCP port; 0 takes a free one").show_default();
  command.option("--address", options.server.address, "address to listen on; 0.0.0.0 is every interface").show_default();
  command.option("--host", options.server.hosts, "host name by which browsers reach this server; repeatable").type_name("NAME");
  command.option("--store", options.store, "file of the event log; ':memory:' keeps nothing")
      .show_default("in the user's data folder")
      .type_name("FILE");
  command.option("--tournaments", options.tournaments, "folder of tournaments").show_default("beside the store").type_name("DIR");
  command.option("--admin-token", options.admin_token, "secret that authorises starting tournaments and ending any match")
      .type_name("TOKEN")
      .check(admin_token_problem);
  command
      .option("--admin-token-file", arguments->token_file,
              "read the admin token from this file, so that process lists do not show it")
      .type_name("FILE");
  command.option("--remote", arguments->remote, "remote player that matches may use, NAME=HOST:PORT; repeatable")
      .type_name("NAME=URL");
  command.flag("--any-remote", options.any_remote, "allow remote players at any public address too");
  command.option("--matches", options.matches.most_live, "maximum number of concurrent matches").show_default().range(1, 100'000);
  command.option("--matches-per-client", options.matches.most_per_client, "maximum number of concurrent matches of one address")
      .show_default()
      .range(1, 100'000);
  command.option("--processes", arguments->play_processes, "maximum number of built-in players; matches that need more wait")
      .show_default()
      .range(1, 10'000);
  command.option("--player-memory", options.player_memory_mib, "memory of a built-in player in MiB")
      .show_default()
      .range(64, 1 << 20);
  command.option("--rules-processes", options.rules_processes, "maximum number of processes that look at rules of visitors")
      .show_default()
      .range(1, 1'000);
  command.option("--rules-memory", options.rules_memory_mib, "address space of each of them in MiB")
      .show_default()
      .range(256, 1 << 20);
  command.option("--match-memory", options.match_memory_mib, "memory of the states of all large matches together in MiB")
      .show_default()
      .range(16, 1 << 20);
  command.option("--connections", options.server.connections, "maximum number of open connections")
      .show_default()
      .range(1, 1'000'000);
  command
      .option("--connections-per-client", options.server.connections_per_client,
              "maximum number of open connections of one address")
      .show_default()
      .range(1, 1'000'000);
  command.option("--proxy", options.server.proxies, "address of a reverse proxy whose X-Forwarded-For names the client; repeatable")
      .type_name("ADDRESS");
  command.option("--rules-size", arguments->rules_kib, "maximum size of a rule sheet in KiB").show_default().range(1, 1 << 20);
  command.option("--body-size", arguments->body_kib, "maximum size of a request in KiB").show_default().range(1, 1 << 20);
  command.option("--bodies", arguments->bodies_mib, "memory for large requests under way in MiB").show_default().range(1, 1 << 20);
  command.option("--bodies-per-client", arguments->bodies_per_client_mib, "the same, of one address")
      .show_default()
      .range(1, 1 << 20);
  command
      .option("--client-rate", arguments->rate_kib,
              "KiB that one address may ask for per second, with bursts of eight seconds; a request counts 16 and its answer")
      .show_default()
      .range(1, 1 << 30);
  command.option("--workers", options.workers, "number of referee threads").show_default().range(1, 256);
  command.option("--web", options.web_folder, "folder of the built web application")
      .show_default("the one built with this program")
      .type_name("DIR");
  command.flag("--log-requests", options.log_requests,
               "log a line for each request: id, client, method, target, status, bytes, time");
  command.flag("-q,--quiet", arguments->quiet, "log warnings and errors only");
  add_common_options(command, context);
  command.section(kServeSections);
  command.examples({{"agon serve", "for this machine"},
                    {"agon serve --port 9000 --store matches.db", "another port and store"},
                    {"agon serve --remote alice=localhost:9147 --remote bob=localhost:9148", "with remote players"},
                    {"agon serve --address 0.0.0.0 --host games.example.org --admin-token-file token.txt", "for the network"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
