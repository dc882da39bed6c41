// The web application and the game manager behind it.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "cli/commands.h"
#include "serve/app.h"
#include "serve/player/remote_address.h"

namespace agon::cli {
namespace {

constexpr const char* kFooter = R"(
The page is at http://127.0.0.1:8080/ unless told otherwise. It listens on this machine only; with --address 0.0.0.0 others can come,
and then --admin-token should be given: starting tournaments needs it then.

Every accepted move is in the store before anybody sees it: after a crash or kill -9 the same command takes all matches up again.
Stop with Ctrl-C or SIGTERM.

Examples:
  agon serve                                                   for oneself
  agon serve --port 9000 --store matches.db                    elsewhere
  agon serve --remote alice=localhost:9147 --remote bob=localhost:9148
  agon serve --address 0.0.0.0 --host games.example.org --admin-token "$TOKEN")";

struct Arguments {
  serve::AppOptions app;
  std::vector<std::string> remote;
  std::string token_file;
  unsigned play_processes = 16;
  std::size_t rules_kib = 1024;
  std::size_t body_kib = 4096;
  bool quiet = false;
};

// $XDG_DATA_HOME/agon, ~/.local/share/agon, or the present folder where there is no home.
std::filesystem::path data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0') return std::filesystem::path(data) / "agon";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') return std::filesystem::path(home) / ".local/share/agon";
  return "agon-data";
}

Error usage(std::string message, std::string hint) {
  return {Error::Category::Usage, {{"bad-option", Severity::Error, {}, std::move(message), std::move(hint)}}};
}

void run(Arguments& arguments, Context& context) {
  serve::AppOptions& app = arguments.app;
  for (const std::string& entry : arguments.remote) {
    const std::size_t equals = entry.find('=');
    const std::string url = equals == std::string::npos ? entry : entry.substr(equals + 1);
    if (const auto address = serve::parse_remote_address(url); !address) return context.fail(address.error());
    app.remote_players.push_back({equals == std::string::npos ? entry : entry.substr(0, equals), url});
  }
  if (!arguments.token_file.empty()) {
    const Result<std::string> text = read_file(arguments.token_file, 4096);
    if (!text) return context.fail(text.error());
    app.admin_token = text->substr(0, text->find_first_of("\r\n"));
  }
  if (!app.admin_token.empty() && app.admin_token.size() < 12) return context.fail(usage("the admin token is too short", "give 12 letters or more"));
  const std::filesystem::path folder = data_folder();
  if (app.store.empty()) app.store = (folder / "agon.db").string();
  if (app.tournaments.empty()) {
    const std::filesystem::path beside = app.store == ":memory:" ? folder : std::filesystem::path(app.store).parent_path();
    app.tournaments = (beside / "tournaments").string();
  }
  std::error_code ignored;
  if (app.store != ":memory:") std::filesystem::create_directories(std::filesystem::path(app.store).parent_path(), ignored);
  app.matches.processes = arguments.play_processes;
  app.sheets.rules_bytes = arguments.rules_kib << 10U;
  app.server.body_bytes = arguments.body_kib << 10U;
  app.program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  app.version = AGON_VERSION;
  if (app.web_folder.empty()) app.web_folder = AGON_WEB_DIR;
  if (app.schema_folder.empty()) app.schema_folder = AGON_SCHEMA_DIR;

  spdlog::set_default_logger(spdlog::stderr_color_mt("agon"));
  spdlog::set_level(arguments.quiet ? spdlog::level::warn : spdlog::level::info);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, SIG_DFL);  // the server's own handler takes it from here

  const play::Library library = context.library();
  serve::App server(app, library);
  if (const Result<bool> started = server.start(); !started) return context.fail(started.error());
  const std::string shown = app.server.address == "0.0.0.0" || app.server.address == "::" ? "localhost" : app.server.address;
  const std::string url = fmt::format("http://{}:{}/", shown.find(':') == std::string::npos ? shown : "[" + shown + "]", server.port());
  if (context.json) print_json({{"schema", "agon.serving/1"}, {"url", url}, {"port", server.port()}, {"store", app.store}});
  else fmt::print("Agon is at {}\nMatches are kept in {}\nStop it with Ctrl-C.\n", url, app.store);
  std::fflush(stdout);
  server.run();
  if (!context.json) fmt::print("Stopped. Matches that were being played go on with the next start.\n");
}

}  // namespace

void add_serve_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<Arguments>();
  serve::AppOptions& options = arguments->app;
  CLI::App* command = app.add_subcommand("serve", "The web application: play, watch and write any game; the game manager behind it");
  command->footer(kFooter);
  command->add_option("-p,--port", options.server.port, "port; 0 takes any that is free")->capture_default_str();
  command->add_option("--address", options.server.address, "address to listen at; 0.0.0.0 is everywhere")->capture_default_str();
  command->add_option("--host", options.server.hosts, "a name under which browsers reach this server (repeatable)")->type_name("NAME");
  command->add_option("--store", options.store, "file of the event log; ':memory:' forgets everything at the end (default: in your data folder)")
      ->type_name("FILE");
  command->add_option("--tournaments", options.tournaments, "folder of tournaments (default: beside the store)")->type_name("DIR");
  command->add_option("--admin-token", options.admin_token, "who has it may start tournaments and end any match")->type_name("TOKEN");
  command->add_option("--admin-token-file", arguments->token_file, "the same from a file, so that it is not seen in lists of processes")->type_name("FILE");
  command->add_option("--remote", arguments->remote, "a remote player that matches may use: NAME=HOST:PORT (repeatable)")->type_name("NAME=URL");
  command->add_flag("--any-remote", options.any_remote, "allow remote players anywhere on the open internet too");
  command->add_option("--matches", options.matches.most_live, "matches at a time")->capture_default_str()->check(CLI::Range(1, 100'000));
  command->add_option("--matches-per-client", options.matches.most_per_client, "of these, from one address")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  command->add_option("--processes", arguments->play_processes, "built-in players at a time; matches that need more wait")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000));
  command->add_option("--player-memory", options.player_memory_mib, "MiB of a built-in player")->capture_default_str()->check(CLI::Range(64, 1 << 20));
  command->add_option("--connections", options.server.connections, "connections at a time")->capture_default_str()->check(CLI::Range(1, 1'000'000));
  command->add_option("--rules-size", arguments->rules_kib, "KiB of the largest rule sheet")->capture_default_str()->check(CLI::Range(1, 1 << 20));
  command->add_option("--body-size", arguments->body_kib, "KiB of the largest request")->capture_default_str()->check(CLI::Range(1, 1 << 20));
  command->add_option("--workers", options.workers, "threads that referee")->capture_default_str()->check(CLI::Range(1, 256));
  command->add_option("--web", options.web_folder, "folder of the built page (default: the one built with this program)")->type_name("DIR");
  command->add_flag("-q,--quiet", arguments->quiet, "log warnings and errors only");
  add_common_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
