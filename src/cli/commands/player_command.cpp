// `agon player`: a player for game managers that speak the GGP protocol, and the process behind a built-in player of `agon serve`.
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <iostream>
#include <mutex>

#include "cli/commands/commands.h"
#include "play/strategy/players.h"
#include "serve/player/player_server.h"
#include "serve/player/stdio_player.h"

namespace agon::cli {
namespace {

constexpr const char* kPlayerSchema = "agon.player-event/1";

// The largest sheets in circulation have 70 kB; strangers may open many connections.
constexpr std::size_t kLargestMessage = std::size_t{16} << 20U;

constexpr const char* kPlayerDetails =
    R"(A game manager connects to the port, sends START with the rules of a game, PLAY before each move and STOP at the end: the protocol
of the AAAI competitions over HTTP, message by message in docs/protocol.md. Games with imperfect information (GDL-II) are played by
sampling states that are consistent with the percepts.)";

constexpr const char* kPlayerSections = R"help(Time control
  An answer is sent --margin before the deadline, earlier on a slow connection, and earlier still once a manager has replaced a move
  that came too late. Where the strategy has no move in time, any legal move is sent.
Access
  Managers on this machine alone reach the player unless --address opens it, as for a manager elsewhere: --address :: is every
  interface. The protocol has no authentication, so let a firewall pass the manager's address only.
Concurrent matches
  Up to --matches are played at a time; a START beyond is answered with `busy`. A match without a message for its start clock, three
  play clocks and a minute is abandoned.
Output
  Events are logged to standard error, or to --log. With --json each event is one object on standard output:
  {"schema":"agon.player-event/1","event":"moved","match":"m1","step":0,"move":"(mark 1 1)","seconds":0.42})help";

constexpr const char* kOpenWarning =
    "whoever can reach this address can start matches here, and make this machine work for them: the protocol knows no passwords. "
    "Keep it behind a firewall that lets the game manager in alone";

struct PlayerArguments {
  std::string address = "127.0.0.1";
  std::uint16_t port = 9147;
  std::string name = "agon";
  std::string strategy = "auto";
  std::size_t matches = 1;
  unsigned threads = 1;
  std::size_t search_memory_mib = 1024;
  std::size_t memory_limit_mib = 0;
  int margin_ms = 150;
  std::uint64_t seed = 1;
  std::string log;
  bool stdio = false;
  bool thoughts = false;
};

Json to_json(const play::PlayerEvent& event) {
  Json json = {{"schema", kPlayerSchema}, {"event", play::to_string(event.kind)}};
  if (!event.match.empty()) json["match"] = event.match;
  if (event.step >= 0) json["step"] = event.step;
  if (!event.move.empty()) json["move"] = event.move;
  if (event.seconds > 0) json["seconds"] = event.seconds;
  if (!event.message.empty()) json["message"] = event.message;
  return json;
}

std::string to_line(const play::PlayerEvent& event) {
  std::string line = event.match.empty() ? "" : event.match + ": ";
  if (event.kind != play::PlayerEvent::Kind::Warning) line += play::to_string(event.kind);
  if (event.step >= 0) line += fmt::format(" at step {}", event.step);
  if (!event.move.empty()) line += " " + event.move;
  if (event.seconds > 0) line += fmt::format(" after {:.2f} s", event.seconds);
  if (!event.message.empty()) line += (line.empty() || line.ends_with(" ") ? "" : ": ") + event.message;
  return line;
}

// To the log, and to the standard output if that is for machines. Called by many threads.
class EventWriter {
 public:
  EventWriter(std::shared_ptr<spdlog::logger> log, bool json) : log_(std::move(log)), json_(json) {}

  void operator()(const play::PlayerEvent& event) {
    using Kind = play::PlayerEvent::Kind;
    const bool odd = event.kind == Kind::Warning || event.kind == Kind::Refused || event.kind == Kind::GivenUp;
    if (log_) log_->log(odd ? spdlog::level::warn : spdlog::level::info, "{}", to_line(event));
    write(to_json(event));
  }
  void write(const Json& json) {
    if (!json_) return;
    const std::lock_guard lock(mutex_);
    print_json(json);
    std::fflush(stdout);
  }

 private:
  std::shared_ptr<spdlog::logger> log_;
  bool json_;
  std::mutex mutex_;
};

// Null where nobody reads it.
Result<std::shared_ptr<spdlog::logger>> make_log(const PlayerArguments& arguments, const Context& context) {
  std::shared_ptr<spdlog::logger> log;
  if (!arguments.log.empty()) {
    try {
      log = std::make_shared<spdlog::logger>("player", std::make_shared<spdlog::sinks::basic_file_sink_mt>(arguments.log));
    } catch (const spdlog::spdlog_ex& problem) {
      return bad_input("cannot-write", fmt::format("no log in '{}': {}", arguments.log, problem.what()));
    }
  } else if (!arguments.stdio && !context.json) {
    log = std::make_shared<spdlog::logger>("player", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  }
  if (log) {
    log->set_pattern("%Y-%m-%d %H:%M:%S.%e %^%l%$ %v");
    log->flush_on(spdlog::level::info);
  }
  return log;
}

play::DeskOptions desk_options(const PlayerArguments& arguments, const Context& context,
                               const std::shared_ptr<EventWriter>& events) {
  play::DeskOptions options;
  options.name = arguments.name;
  options.matches = arguments.matches;
  options.session.strategy = arguments.strategy;
  options.session.settings.seed = arguments.seed;
  options.session.settings.threads = arguments.threads;
  options.session.settings.memory_bytes = arguments.search_memory_mib << 20U;
  options.session.limits = context.limits();
  options.session.rules_bytes = std::min(context.max_bytes, kLargestMessage);
  options.session.margin = std::chrono::milliseconds(arguments.margin_ms);
  options.session.on_event = [events](const play::PlayerEvent& event) { (*events)(event); };
  return options;
}

void run_server(const PlayerArguments& arguments, play::DeskOptions options, const std::shared_ptr<EventWriter>& events,
                const std::shared_ptr<spdlog::logger>& log, Context& context) {
  serve::PlayerServerOptions listening;
  listening.address = arguments.address;
  listening.port = arguments.port;
  listening.connections += 2 * arguments.matches;  // each may have a question open, and the next one under way
  listening.limits.body_bytes = options.session.rules_bytes;
  listening.on_refused = [events](const std::string& remote, const std::string& problem) {
    (*events)({play::PlayerEvent::Kind::Refused, {}, -1, {}, 0, fmt::format("from {}: {}", remote, problem)});
  };
  serve::asio::io_context io(1);
  play::PlayerDesk desk(std::move(options));
  const Result<std::unique_ptr<serve::PlayerServer>> server = serve::PlayerServer::listen(io, desk, std::move(listening));
  if (!server) return context.fail(server.error());
  const bool open = serve::open_to_network(arguments.address);
  if (log) {
    log->info("{} listens on {} port {}, strategy {}", arguments.name, arguments.address, (*server)->port(), arguments.strategy);
    if (open) log->warn("{}", kOpenWarning);
  }
  events->write({{"schema", kPlayerSchema},
                 {"event", "listening"},
                 {"address", arguments.address},
                 {"port", (*server)->port()},
                 {"open", open},
                 {"name", arguments.name},
                 {"strategy", arguments.strategy}});
  serve::asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](const boost::system::error_code& error, int signal) {
    if (error) return;
    if (log) log->info("stopped by {}", signal == SIGINT ? "an interrupt" : "request");
    io.stop();
  });
  io.run();
}

void run(const PlayerArguments& arguments, Context& context) {
  if (const Status known = play::check_strategy(arguments.strategy); !known)
    return context.fail(known.error(), "--strategy", arguments.strategy);
  if (arguments.stdio) serve::become_child(arguments.memory_limit_mib << 20U);
  const Result<std::shared_ptr<spdlog::logger>> log = make_log(arguments, context);
  if (!log) return context.fail(log.error());
  // With --stdio the standard output belongs to the answers.
  const auto events = std::make_shared<EventWriter>(*log, context.json && !arguments.stdio);
  play::DeskOptions options = desk_options(arguments, context, events);
  if (arguments.stdio) serve::run_stdio_player(std::cin, stdout, std::move(options), arguments.thoughts);
  else run_server(arguments, std::move(options), events, *log, context);
}

}  // namespace

void add_player_command(Command app, Context& context) {
  auto arguments = std::make_shared<PlayerArguments>();
  const Command command = app.subcommand("player", "Play for a game manager that connects over the network (GGP protocol)");
  command.details(kPlayerDetails);
  command.option("--port", arguments->port, "TCP port that managers connect to; 0 takes a free one").show_default().type_name("N");
  command.option("--address", arguments->address, "address to listen on; :: is every interface").show_default().type_name("IP");
  command.option("-p,--strategy", arguments->strategy, "strategy to play with; docs/strategies.md lists them").show_default();
  command.option("--name", arguments->name, "name in the answer to INFO").show_default();
  command.option("--matches", arguments->matches, "maximum number of concurrent matches").show_default().range(1, 1000);
  command.option("--threads", arguments->threads, "threads of each search").show_default().range(1, 1024);
  command.option("--search-memory", arguments->search_memory_mib, "memory of each search in MiB").show_default().range(1, 1 << 30);
  command.option("--margin", arguments->margin_ms, "milliseconds before the deadline at which an answer is sent")
      .show_default()
      .range(0, 60'000);
  command.option("-s,--seed", arguments->seed, "seed of the random choices").show_default();
  command.option("--log", arguments->log, "log events to this file").type_name("FILE");
  command.flag("--stdio", arguments->stdio, "speak over standard input and output instead of a port, for 'agon serve'");
  command.flag("--thoughts", arguments->thoughts, "report the progress of the search").needs("--stdio");
  command.option("--memory-limit", arguments->memory_limit_mib, "memory of the process in MiB; 0 is unlimited")
      .show_default()
      .needs("--stdio");
  add_common_options(command, context);
  add_limit_options(command, context);
  command.section(kPlayerSections);
  command.examples({{"agon player", "on port 9147, for a manager on this machine"},
                    {"agon player --address ::", "for managers elsewhere too"},
                    {"agon player --port 9148 --strategy 'mcts(lanes)' --threads 4 --search-memory 4096", ""},
                    {"agon player --matches 4 --name Agon-Lab --log player.log", ""},
                    {"agon player --port 0 --json", "for scripts: the first event has the port"},
                    {"curl -d '(INFO)' http://localhost:9147", "is it available?"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
