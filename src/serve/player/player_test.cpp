// Both ends over a real connection: our server and our links, and players as they are met in the wild.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <array>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>
#include <cstdlib>
#include <filesystem>

#include "library/library.h"
#include "serve/json.h"
#include "serve/player/child_player.h"
#include "serve/player/player_server.h"
#include "serve/player/remote_player.h"

namespace agon::serve {
namespace {

using asio::ip::tcp;
using boost::system::error_code;
using protocol::Reply;
using protocol::Word;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::StartsWith;

std::string rules_of(const std::string& game) {
  return library::Library(std::string(AGON_SOURCE_DIR) + "/games").sheet(game)->text;
}

protocol::Start start_of(const std::string& game, const std::string& role, int start = 2, int play = 2) {
  return {"m1", role, rules_of(game), seconds(start), seconds(play)};
}
protocol::Play play_of(std::vector<std::string> moves = {}) { return {"m1", protocol::JointMove{{}, std::move(moves)}}; }

// Runs a coroutine to its end and returns what it found.
template <class T>
T finish(asio::io_context& io, asio::awaitable<T> work) {
  std::optional<T> found;
  asio::co_spawn(
      io, [&]() -> asio::awaitable<void> { found.emplace(co_await std::move(work)); },
      [](const std::exception_ptr& problem) {
        if (problem) std::rethrow_exception(problem);
      });
  io.restart();
  while (!found && io.run_one_for(seconds(60)) > 0) {
  }
  if (!found) throw std::runtime_error("the work has not ended");
  return std::move(*found);
}

std::string code_of(const Result<Reply>& reply) {
  return reply ? "answered " + protocol::to_text(*reply) : reply.error().diagnostics.front().code;
}

// --- players in the wild

using Behaviour = std::function<asio::awaitable<void>(tcp::socket&)>;

// Listens on a port of its own and treats every connection the same way.
class WildPlayer {
 public:
  WildPlayer(asio::io_context& io, Behaviour behaviour)
      : acceptor_(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)), behaviour_(std::move(behaviour)) {
    asio::co_spawn(
        io,
        [this]() -> asio::awaitable<void> {
          for (;;) {
            error_code error;
            tcp::socket socket = co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
            if (error) co_return;
            asio::co_spawn(
                acceptor_.get_executor(),
                [this, s = std::make_shared<tcp::socket>(std::move(socket))]() -> asio::awaitable<void> {
                  co_await behaviour_(*s);
                },
                asio::detached);
          }
        },
        asio::detached);
  }
  [[nodiscard]] RemotePlayerOptions options() const {
    RemotePlayerOptions options;
    options.address = {"127.0.0.1", acceptor_.local_endpoint().port(), "/"};
    return options;
  }

 private:
  tcp::acceptor acceptor_;
  Behaviour behaviour_;
};

asio::awaitable<void> read_request(tcp::socket& socket) {
  protocol::HttpReader reader(protocol::HttpReader::Kind::Request);
  std::array<char, 4096> buffer;
  while (reader.state() == protocol::HttpReader::State::NeedMore)
    reader.feed({buffer.data(), co_await socket.async_read_some(asio::buffer(buffer), asio::use_awaitable)});
}

Behaviour says(std::string text) {
  return [text](tcp::socket& socket) -> asio::awaitable<void> {
    co_await read_request(socket);
    co_await asio::async_write(socket, asio::buffer(text), asio::use_awaitable);
  };
}

Result<Reply> ask_wild(Behaviour behaviour, const protocol::Message& message, milliseconds time = seconds(5),
                       bool forbidden = false) {
  asio::io_context io(1);
  WildPlayer wild(io, std::move(behaviour));
  RemotePlayerOptions options = wild.options();
  if (forbidden) options.allowed = is_public_address;
  RemotePlayer link(io, options);
  return finish(io, link.ask(message, steady_clock::now() + time));
}

TEST(RemotePlayer, UnderstandsAnswersAsTheyComeInTheWild) {
  for (const char* text : {"HTTP/1.0 200 OK\nContent-type: text/acl\nContent-length: 10\n\n(MARK 1 2)",
                           "HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\n\r\n( mark 1 2 )\r\n", "HTTP/1.1 200\n\n((mark 1 2))"})
    EXPECT_EQ(code_of(ask_wild(says(text), play_of())), "answered (mark 1 2)") << text;
  EXPECT_EQ(code_of(ask_wild(says("HTTP/1.0 200 OK\n\nREADY"), start_of("tictactoe", "xplayer"))), "answered ready");
}

TEST(RemotePlayer, GarbageHasAName) {
  EXPECT_EQ(code_of(ask_wild(says("SSH-2.0-OpenSSH_9.2\r\n"), play_of())), "player-garbage");
  EXPECT_EQ(code_of(ask_wild(says("HTTP/1.0 200 OK\r\n\r\n((("), play_of())), "player-garbage");
  EXPECT_EQ(code_of(ask_wild(says("HTTP/1.0 500 Oops\r\n\r\nstack trace"), play_of())), "player-garbage");
}

TEST(RemotePlayer, AHangingPlayerIsLate) {
  const auto hangs = [](tcp::socket& socket) -> asio::awaitable<void> {
    asio::steady_timer timer(socket.get_executor(), seconds(30));
    co_await timer.async_wait(asio::use_awaitable);
  };
  const auto begin = steady_clock::now();
  EXPECT_EQ(code_of(ask_wild(hangs, play_of(), milliseconds(300))), "player-late");
  EXPECT_LT(steady_clock::now() - begin, seconds(3));
}

TEST(RemotePlayer, ADrippingPlayerIsLateToo) {
  const auto drips = [](tcp::socket& socket) -> asio::awaitable<void> {
    co_await read_request(socket);
    const std::string text = "HTTP/1.0 200 OK\r\n\r\n" + std::string(1000, 'x');
    error_code error;
    for (std::size_t i = 0; i < text.size() && !error; ++i) {
      co_await asio::async_write(socket, asio::buffer(&text[i], 1), asio::redirect_error(asio::use_awaitable, error));
      asio::steady_timer timer(socket.get_executor(), milliseconds(20));
      co_await timer.async_wait(asio::use_awaitable);
    }
  };
  EXPECT_EQ(code_of(ask_wild(drips, play_of(), milliseconds(500))), "player-late");
}

TEST(RemotePlayer, AHundredMegabytesAreCutAtTheLimit) {
  std::size_t sent = 0;
  const auto floods = [&sent](tcp::socket& socket) -> asio::awaitable<void> {
    co_await read_request(socket);
    const std::string head = "HTTP/1.0 200 OK\r\n\r\n";
    error_code error;
    co_await asio::async_write(socket, asio::buffer(head), asio::redirect_error(asio::use_awaitable, error));
    const std::string block(1 << 20, 'x');
    for (int i = 0; i < 100 && !error; ++i)
      sent += co_await asio::async_write(socket, asio::buffer(block), asio::redirect_error(asio::use_awaitable, error));
  };
  EXPECT_EQ(code_of(ask_wild(floods, play_of())), "player-too-long");
  EXPECT_LT(sent, std::size_t{90} << 20U);
  EXPECT_EQ(code_of(ask_wild(says("HTTP/1.0 200 OK\r\nContent-Length: 104857600\r\n\r\nx"), play_of())), "player-too-long");
}

TEST(RemotePlayer, APlayerThatHangsUpHasDied) {
  const auto hangs_up = [](tcp::socket& socket) -> asio::awaitable<void> { co_await read_request(socket); };
  EXPECT_EQ(code_of(ask_wild(hangs_up, play_of())), "player-died");
  EXPECT_EQ(code_of(ask_wild(says("HTTP/1.0 200 OK\r\nContent-Length: 20\r\n\r\n(mark"), play_of())), "player-died");
}

TEST(RemotePlayer, NobodyThereIsUnreachable) {
  asio::io_context io(1);
  RemotePlayerOptions options;
  options.address = {"127.0.0.1", 1, "/"};
  RemotePlayer link(io, options);
  EXPECT_EQ(code_of(finish(io, link.ask(play_of(), steady_clock::now() + seconds(5)))), "player-unreachable");
}

TEST(RemotePlayer, TheFilterDecidesAboutResolvedAddresses) {
  const Result<Reply> refused = ask_wild(says("HTTP/1.0 200 OK\r\n\r\nnoop"), play_of(), seconds(5), true);
  EXPECT_EQ(code_of(refused), "player-unreachable");
  EXPECT_THAT(refused.error().diagnostics.front().message, HasSubstr("may not"));
}

TEST(RemoteAddress, IsReadWithAndWithoutItsParts) {
  const auto read = [](const char* url) {
    const Result<RemoteAddress> address = parse_remote_address(url);
    return address ? address->authority() + " " + address->target : std::string("refused");
  };
  EXPECT_EQ(read("http://player.example.org:9148/p"), "player.example.org:9148 /p");
  EXPECT_EQ(read("localhost"), "localhost:9147 /");
  EXPECT_EQ(read("HTTP://[::1]:80"), "[::1]:80 /");
  for (const char* bad :
       {"", "http://", "https://x", "x:0", "x:99999", "x:", "x:80a", "[::1", "[hello]:80", "a b", "user@host", "ftp://x"})
    EXPECT_EQ(read(bad), "refused") << bad;
}

TEST(RemoteAddress, InsideIsNotPublic) {
  for (const char* inside : {"127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
                             "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "ff02::1",
                             "2001:db8::1", "2002:0a00:0001::1", "64:ff9b::a00:1"})
    EXPECT_FALSE(is_public_address(asio::ip::make_address(inside))) << inside;
  for (const char* outside : {"8.8.8.8", "172.32.0.1", "193.99.144.80", "2a00:1450:4001::1", "::ffff:8.8.8.8"})
    EXPECT_TRUE(is_public_address(asio::ip::make_address(outside))) << outside;
}

// --- our own player behind a port

class OwnPlayer {
 public:
  explicit OwnPlayer(PlayerServerOptions options = {}) : io(1), desk(desk_options()) {
    options.address = "127.0.0.1";
    options.port = 0;
    server = std::move(*PlayerServer::listen(io, desk, std::move(options)));
  }
  // What comes back, to the end of the connection.
  std::string send(std::string text) {
    return finish(io, [](asio::io_context& context, std::uint16_t port, std::string request) -> asio::awaitable<std::string> {
      tcp::socket socket(context);
      co_await socket.async_connect({asio::ip::address_v4::loopback(), port}, asio::use_awaitable);
      error_code error;
      co_await asio::async_write(socket, asio::buffer(request), asio::redirect_error(asio::use_awaitable, error));
      std::string answer;
      std::array<char, 4096> buffer;
      while (!error)
        answer.append(buffer.data(),
                      co_await socket.async_read_some(asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error)));
      co_return answer;
    }(io, server->port(), std::move(text)));
  }
  std::string post(const std::string& body) {
    return send("POST / HTTP/1.0\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  asio::io_context io;
  play::PlayerDesk desk;
  std::unique_ptr<PlayerServer> server;

 private:
  static play::DeskOptions desk_options() {
    play::DeskOptions options;
    options.session.strategy = "first-legal";
    return options;
  }
};

TEST(PlayerServer, PlaysAMatchWithOurOwnLink) {
  OwnPlayer player;
  RemotePlayerOptions options;
  options.address = {"localhost", player.server->port(), "/"};
  RemotePlayer link(player.io, options);
  const auto ask = [&](const protocol::Message& message) {
    return code_of(finish(player.io, link.ask(message, steady_clock::now() + seconds(10))));
  };
  EXPECT_EQ(ask(protocol::Info{}), "answered ((name agon) (status available) (species computer))");
  EXPECT_EQ(ask(start_of("tictactoe", "xplayer")), "answered ready");
  EXPECT_EQ(ask(play_of()), "answered (mark 1 1)");
  EXPECT_EQ(ask(play_of({"(mark 1 1)", "noop"})), "answered noop");
  EXPECT_EQ(ask(protocol::Stop{"m1", protocol::JointMove{{}, {"noop", "(mark 2 2)"}}}), "answered done");
}

TEST(PlayerServer, AnswersExactly) {
  OwnPlayer player;
  const std::string answer = player.post("(INFO)");
  EXPECT_THAT(answer, StartsWith("HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\nAccess-Control-Allow-Origin: *\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\n((name agon) (status available) (species computer))"));
}

TEST(PlayerServer, OtherWaysToSayIt) {
  OwnPlayer player;
  EXPECT_THAT(player.send("POST / HTTP/1.0\nAccept: text/delim\nSender: GAMESERVER\nReceiver: x\nContent-Type: "
                          "text/acl\nContent-Length: 8\n\n( INFO )"),
              HasSubstr("(status available)"));
  EXPECT_THAT(player.send("GET /%28+INFO+%29 HTTP/1.0\r\n\r\n"), HasSubstr("(status available)"));
  EXPECT_THAT(player.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), HasSubstr("(status available)"));
  EXPECT_THAT(player.send("OPTIONS / HTTP/1.1\r\nOrigin: http://a\r\n\r\n"),
              HasSubstr("Access-Control-Allow-Methods: POST, GET, OPTIONS"));
}

TEST(PlayerServer, WhatIsWrongIsAnsweredAndSurvived) {
  PlayerServerOptions options;
  options.limits.body_bytes = 1000;
  options.patience = seconds(1);
  OwnPlayer player(options);
  EXPECT_THAT(player.post("(PLAY"), StartsWith("HTTP/1.0 400 "));
  EXPECT_THAT(player.post("(PLAY"), HasSubstr("(error "));
  EXPECT_THAT(player.send("\x16\x03\x01\x02 what is this\r\n\r\n"), StartsWith("HTTP/1.0 400 "));
  EXPECT_THAT(player.send("DELETE / HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.0 405 "));
  EXPECT_THAT(player.post(std::string(5000, 'x')), StartsWith("HTTP/1.0 413 "));
  const auto begin = steady_clock::now();
  EXPECT_EQ(player.send("POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(INF"), "") << "the rest never comes";
  EXPECT_LT(steady_clock::now() - begin, seconds(5));
  EXPECT_THAT(player.post("(INFO)"), HasSubstr("available"));
}

TEST(PlayerServer, APortThatIsTakenIsSaid) {
  OwnPlayer player;
  PlayerServerOptions options;
  options.address = "127.0.0.1";
  options.port = player.server->port();
  const auto second = PlayerServer::listen(player.io, player.desk, options);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().diagnostics.front().code, "port-in-use");
}

// Connections that say nothing, or half of something, and stay.
std::vector<tcp::socket> idle_connections(OwnPlayer& player, std::size_t count) {
  std::vector<tcp::socket> sockets;
  for (std::size_t i = 0; i < count; ++i) {
    tcp::socket& socket = sockets.emplace_back(player.io);
    socket.connect({asio::ip::address_v4::loopback(), player.server->port()});
    if (i % 2 == 0) socket.send(asio::buffer("POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\n(IN", 43));
    player.io.poll();
  }
  return sockets;
}

std::size_t still_open(std::vector<tcp::socket>& sockets) {
  return static_cast<std::size_t>(std::ranges::count_if(sockets, [](tcp::socket& socket) {
    socket.non_blocking(true);
    char byte = 0;
    error_code error;
    socket.receive(asio::buffer(&byte, 1), 0, error);
    return error == asio::error::would_block;
  }));
}

TEST(PlayerServer, IdleConnectionsGiveWayToNewOnes) {
  PlayerServerOptions options;
  options.connections = 8;
  options.unfinished_per_address = 100;
  OwnPlayer player(options);
  std::vector<tcp::socket> idle = idle_connections(player, 30);
  EXPECT_THAT(player.post("(INFO)"), HasSubstr("available"));
  EXPECT_EQ(still_open(idle), 7U);
}

TEST(PlayerServer, AnAddressHasFewUnfinishedRequests) {
  PlayerServerOptions options;
  options.unfinished_per_address = 5;
  OwnPlayer player(options);
  std::vector<tcp::socket> idle = idle_connections(player, 30);
  EXPECT_EQ(still_open(idle), 5U);
  EXPECT_THAT(player.post("(INFO)"), HasSubstr("available"));
}

TEST(PlayerServer, OnlyThisMachineReachesItUnlessToldOtherwise) {
  EXPECT_FALSE(open_to_network(PlayerServerOptions{}.address));
  for (const char* inside : {"127.0.0.1", "127.1.2.3", "::1"}) EXPECT_FALSE(open_to_network(inside)) << inside;
  for (const char* outside : {"::", "0.0.0.0", "192.168.1.5", "2a00::1"}) EXPECT_TRUE(open_to_network(outside)) << outside;
}

// --- a player in a process of its own

std::string program() {
  const char* const given = std::getenv("AGON_BINARY");
#ifdef AGON_BINARY
  return given != nullptr ? given : AGON_BINARY;
#else
  return given != nullptr ? given : "";
#endif
}

class ChildPlayerTest : public testing::Test {
 protected:
  void SetUp() override {
    options_.program = program();
    ASSERT_TRUE(std::filesystem::exists(options_.program))
        << "built-in players are processes of this program: '" << options_.program << "'";
  }
  std::unique_ptr<PlayerLink> start() { return std::move(*ChildPlayer::start(io_, options_)); }
  std::string ask(PlayerLink& link, const protocol::Message& message, milliseconds time = seconds(20)) {
    return code_of(finish(io_, link.ask(message, steady_clock::now() + time)));
  }
  static std::vector<pid_t> children() {
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
      std::FILE* file = std::fopen((entry.path() / "children").c_str(), "r");
      if (file == nullptr) continue;
      int pid = 0;
      while (std::fscanf(file, "%d", &pid) == 1) found.push_back(pid);
      std::fclose(file);
    }
    return found;
  }

  asio::io_context io_{1};
  ChildPlayerOptions options_;
};

TEST_F(ChildPlayerTest, PlaysAndTellsItsThoughts) {
  options_.strategy = "mcts(time=600ms)";
  std::vector<Json> thoughts;
  options_.on_thought = [&](Json thought) { thoughts.push_back(std::move(thought)); };
  const auto link = start();
  EXPECT_EQ(ask(*link, start_of("connectfour", "red", 1, 5)), "answered ready");
  const std::string move = ask(*link, play_of());
  EXPECT_THAT(move, StartsWith("answered (drop "));
  ASSERT_GE(thoughts.size(), 2U);
  EXPECT_EQ(thoughts.front()["final"], false);
  EXPECT_EQ(thoughts.back()["final"], true);
  EXPECT_EQ("answered " + thoughts.back()["moves"][0]["move"].get<std::string>(), move);
  EXPECT_EQ(ask(*link, protocol::Abort{"m1"}), "answered aborted");
}

TEST_F(ChildPlayerTest, CatchesUpWithTheMatch) {
  options_.strategy = "first-legal";
  const auto link = start();
  EXPECT_EQ(ask(*link, start_of("tictactoe", "xplayer")), "answered ready");
  const std::vector<protocol::Play> steps = {play_of({"(mark 2 2)", "noop"}), play_of({"noop", "(mark 1 1)"})};
  ASSERT_TRUE(finish(io_, link->catch_up(steps, steady_clock::now() + seconds(5))).ok());
  EXPECT_EQ(ask(*link, steps.back()), "answered (mark 1 2)");
}

TEST_F(ChildPlayerTest, IsLateWithoutBeingLost) {
  options_.strategy = "mcts(time=1500ms)";
  const auto link = start();
  EXPECT_EQ(ask(*link, start_of("connectfour", "red", 1, 60)), "answered ready");
  EXPECT_EQ(ask(*link, play_of(), milliseconds(200)), "player-late");
  EXPECT_THAT(ask(*link, play_of({"(drop 4)", "noop"})), "answered noop") << "the late answer is not taken for this one";
}

TEST_F(ChildPlayerTest, DeathHasACause) {
  const auto link = start();
  EXPECT_EQ(ask(*link, start_of("tictactoe", "xplayer", 1, 5)), "answered ready");
  ASSERT_EQ(children().size(), 1U);
  ::kill(children().front(), SIGSEGV);
  const Result<Reply> reply = finish(io_, link->ask(play_of(), steady_clock::now() + seconds(5)));
  EXPECT_EQ(code_of(reply), "player-died");
  EXPECT_THAT(reply.error().diagnostics.front().message, HasSubstr("Segmentation"));
  EXPECT_EQ(ask(*link, play_of()), "player-died") << "and stays dead";
}

TEST_F(ChildPlayerTest, LeavesNoZombie) {
  {
    const auto link = start();
    EXPECT_EQ(ask(*link, start_of("tictactoe", "xplayer", 1, 5)), "answered ready");
    EXPECT_EQ(children().size(), 1U);
  }
  io_.restart();
  for (int i = 0; i < 100 && !children().empty(); ++i) io_.run_for(milliseconds(20));
  EXPECT_TRUE(children().empty());
}

TEST_F(ChildPlayerTest, AProgramThatDoesNotExistIsUnreachable) {
  options_.program = "/nonexistent/agon";
  const auto link = ChildPlayer::start(io_, options_);
  ASSERT_FALSE(link.ok());
  EXPECT_EQ(link.error().diagnostics.front().code, "player-unreachable");
}

}  // namespace
}  // namespace agon::serve
