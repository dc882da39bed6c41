// A player for game managers of the GGP community, and the process behind a seat of our own manager.
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <iostream>
#include <mutex>

#include "cli/commands.h"
#include "play/players.h"
#include "serve/player/player_server.h"
#include "serve/player/stdio_player.h"

namespace agon::cli {
namespace {

constexpr const char* kSchema = "agon.player-event/1";

// The largest sheets in circulation have 70 kB; strangers may open many connections.
constexpr std::size_t kLargestMessage = std::size_t{16} << 20U;

constexpr const char* kFooter = R"help(
A game manager connects to this port, sends START with the rules of a game, PLAY before each move and STOP at the end (the protocol of
the AAAI competitions over HTTP; docs/protocol.md has it message by message). Games with hidden information (GDL-II) are played too,
by sampling states that agree with what is seen.

Clocks
  An answer leaves --margin before its time, earlier if the connection is slow, and earlier still once a manager has replaced a move
  that came too late. A strategy that is not ready in time is replaced by any legal move, never by silence.
Seats
  With --matches N so many matches are played at the same time; whoever comes then hears `busy`. A match of which nothing was heard
  for long (its start clock, three play clocks and a minute) is given up.
Output
  What happens goes to the standard error, or to --log. With --json each event is one object on the standard output:
  {"schema":"agon.player-event/1","event":"moved","match":"m1","step":0,"move":"(mark 1 1)","seconds":0.42}

Examples:
  agon player                                          on port 9147, as managers expect it
  agon player --port 9148 --strategy 'mcts(lanes)' --threads 4 --search-memory 4096
  agon player --matches 4 --name Agon-Lab --log player.log
  agon player --address 127.0.0.1 --port 0 --json      for scripts: the port is in the first event
  curl -d '(INFO)' http://localhost:9147               is it there, and has it a free seat?)help";

struct PlayerArguments {
  std::string address;
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
  Json json = {{"schema", kSchema}, {"event", play::to_string(event.kind)}};
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
  listening.limits.body_bytes = options.session.rules_bytes;
  listening.on_refused = [events](const std::string& remote, const std::string& problem) {
    (*events)({play::PlayerEvent::Kind::Refused, {}, -1, {}, 0, fmt::format("from {}: {}", remote, problem)});
  };
  serve::asio::io_context io(1);
  play::PlayerDesk desk(std::move(options));
  const Result<std::unique_ptr<serve::PlayerServer>> server = serve::PlayerServer::listen(io, desk, std::move(listening));
  if (!server) return context.fail(server.error());
  if (log) log->info("{} listens on port {}, strategy {}", arguments.name, (*server)->port(), arguments.strategy);
  events->write({{"schema", kSchema},
                 {"event", "listening"},
                 {"port", (*server)->port()},
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
  if (const Result<bool> known = play::check_strategy(arguments.strategy); !known)
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

void add_player_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<PlayerArguments>();
  CLI::App* command = app.add_subcommand("player", "Play for a game manager that connects over the network");
  command->footer(kFooter);
  command->add_option("--port", arguments->port, "where managers connect; 0: any that is free")
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--address", arguments->address, "address to listen on; all of this machine unless given")->type_name("IP");
  command->add_option("-p,--strategy", arguments->strategy, "how to play; 'agon match --help' shows more")->capture_default_str();
  command->add_option("--name", arguments->name, "told to managers who ask with INFO")->capture_default_str();
  command->add_option("--matches", arguments->matches, "how many at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  command->add_option("--threads", arguments->threads, "of each search")->capture_default_str()->check(CLI::Range(1, 1024));
  command->add_option("--search-memory", arguments->search_memory_mib, "MiB that each search may use")
      ->capture_default_str()
      ->check(CLI::Range(1, 1 << 30));
  command->add_option("--margin", arguments->margin_ms, "milliseconds that an answer leaves before its time")
      ->capture_default_str()
      ->check(CLI::Range(0, 60'000));
  command->add_option("-s,--seed", arguments->seed, "of all random choices")->capture_default_str();
  command->add_option("--log", arguments->log, "write what happens here")->type_name("FILE");
  command->add_flag("--stdio", arguments->stdio, "speak through standard input and output instead of a port: for 'agon serve'");
  command->add_flag("--thoughts", arguments->thoughts, "with --stdio: tell what the search thinks")->needs("--stdio");
  command->add_option("--memory-limit", arguments->memory_limit_mib, "with --stdio: MiB that the process may use; 0: no limit")
      ->capture_default_str()
      ->needs("--stdio");
  add_common_options(*command, context);
  add_limit_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
