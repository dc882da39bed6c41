#include "serve/player/player_server.h"

#include <fmt/format.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>
#include <list>
#include <optional>

#include "base/process.h"

namespace agon::serve {

using asio::ip::tcp;
using boost::system::error_code;
using protocol::HttpMessage;
using protocol::HttpReader;

class PlayerConnection;

struct PlayerServerState {
  PlayerServerState(asio::io_context& context, play::PlayerDesk& player, PlayerServerOptions given)
      : io(context), desk(&player), options(std::move(given)), acceptor(context), sweeper(context) {}

  asio::io_context& io;
  play::PlayerDesk* desk;  // null when the server is gone
  PlayerServerOptions options;
  tcp::acceptor acceptor;
  asio::steady_timer sweeper;
  std::list<PlayerConnection*> connections;  // the oldest first
};

namespace {

constexpr std::chrono::seconds kSweepEvery{5};
constexpr std::chrono::milliseconds kAcceptAgain{200};  // when the system has no more descriptors

// Half of the time that a packet takes to the other side and back, as the system has measured it.
std::chrono::nanoseconds travel_time(tcp::socket& socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket.native_handle(), IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  return std::chrono::microseconds(info.tcpi_rtt) / 2;
}

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// GET /%28INFO%29: some managers put the message into the address.
std::string message_in_target(std::string_view target) {
  if (target.starts_with('/')) target.remove_prefix(1);
  std::string text;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const bool escape =
        target[i] == '%' && i + 2 < target.size() && hexadecimal(target[i + 1]) >= 0 && hexadecimal(target[i + 2]) >= 0;
    if (escape) {
      text += static_cast<char>(hexadecimal(target[i + 1]) * 16 + hexadecimal(target[i + 2]));
      i += 2;
    } else {
      text += target[i] == '+' ? ' ' : target[i];
    }
  }
  return text;
}

int status_for(const Error& error) {
  const std::string& code = error.diagnostics.front().code;
  return code == "http-body-too-large" || code == "http-header-too-large" ? 413 : 400;
}

}  // namespace

// One connection: a message, its answer, the end.
class PlayerConnection : public std::enable_shared_from_this<PlayerConnection> {
 public:
  PlayerConnection(std::shared_ptr<PlayerServerState> state, tcp::socket socket)
      : state_(std::move(state)),
        socket_(std::move(socket)),
        watch_(state_->io),
        answered_(state_->io, std::chrono::steady_clock::time_point::max()) {
    error_code ignored;
    remote_ = socket_.remote_endpoint(ignored).address();
    place_ = state_->connections.insert(state_->connections.end(), this);
  }
  ~PlayerConnection() { state_->connections.erase(place_); }
  PlayerConnection(const PlayerConnection&) = delete;
  PlayerConnection& operator=(const PlayerConnection&) = delete;

  [[nodiscard]] const asio::ip::address& remote() const { return remote_; }
  // It has no complete request, or its answer has been sent: nobody is hurt when it is closed.
  [[nodiscard]] bool idle() const { return idle_; }
  [[nodiscard]] bool open() const { return socket_.is_open(); }
  void close() {
    error_code ignored;
    idle_ = false;  // counts no longer; it ends when its coroutine sees that the socket is closed
    watch_.cancel();
    socket_.close(ignored);
  }

  static asio::awaitable<void> run(std::shared_ptr<PlayerConnection> self) {
    const HttpMessage answer = co_await self->respond();
    if (answer.status == 0) {
      self->watch_.cancel();  // which would keep the connection until then
      co_return;
    }
    self->allow(self->state_->options.patience);
    error_code error;
    const std::string text = protocol::to_text(answer);
    co_await asio::async_write(self->socket_, asio::buffer(text), asio::redirect_error(asio::use_awaitable, error));
    self->socket_.shutdown(tcp::socket::shutdown_send, error);
    self->idle_ = true;
    // What is still on its way to us is read, or the system would tear the answer out of the other side's hands.
    self->allow(std::chrono::seconds(1));
    std::array<char, 4096> rest;
    while (!error) co_await self->socket_.async_read_some(asio::buffer(rest), asio::redirect_error(asio::use_awaitable, error));
    self->watch_.cancel();
  }

 private:
  // Status 0: there is nobody to answer to.
  asio::awaitable<HttpMessage> respond() {
    HttpReader reader(HttpReader::Kind::Request, state_->options.limits);
    std::array<char, 16384> buffer;
    play::Arrival arrival;
    bool begun = false;
    allow(state_->options.patience);
    while (reader.state() == HttpReader::State::NeedMore) {
      error_code error;
      const std::size_t n =
          co_await socket_.async_read_some(asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
      if (n > 0 && !begun) arrival.at = std::chrono::steady_clock::now();  // the manager's clock runs since then, at the latest
      begun = begun || n > 0;
      if (n > 0) reader.feed({buffer.data(), n});
      else if (error == asio::error::eof) reader.close();
      else if (error) co_return HttpMessage{};
    }
    watch_.cancel();
    if (!socket_.is_open()) co_return HttpMessage{};  // it had to give way
    idle_ = false;
    if (reader.state() == HttpReader::State::Failed) co_return refuse(reader.error(), begun);
    arrival.travel = travel_time(socket_);
    const HttpMessage& request = reader.message();
    if (protocol::equal_without_case(request.method, "POST")) co_return co_await ask(request.body, arrival);
    if (protocol::equal_without_case(request.method, "OPTIONS")) co_return protocol::answer_with("");
    if (!protocol::equal_without_case(request.method, "GET")) co_return protocol::answer_with("(error bad-method use POST)", 405);
    std::string text = message_in_target(request.target);
    if (text.empty()) text = "(INFO)";  // a person with a browser
    co_return co_await ask(std::move(text), arrival);
  }

  asio::awaitable<HttpMessage> ask(std::string text, play::Arrival arrival) {
    if (state_->desk == nullptr) co_return HttpMessage{};
    state_->desk->handle(text, arrival, [self = shared_from_this()](play::Answer answer) {
      asio::post(self->state_->io, [self, answer = std::move(answer)]() mutable {
        self->answer_ = std::move(answer);
        self->answered_.cancel();
      });
    });
    error_code woken;
    while (!answer_) co_await answered_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    co_return protocol::answer_with(std::move(answer_->text), answer_->refused ? 400 : 200);
  }

  HttpMessage refuse(const Error& error, bool begun) {
    if (!begun) return {};  // somebody looked whether the port is open
    if (state_->options.on_refused) state_->options.on_refused(remote_.to_string(), error.diagnostics.front().message);
    return protocol::answer_with(play::error_text(error), status_for(error));
  }

  // Closes the connection unless told otherwise by then.
  void allow(std::chrono::steady_clock::duration time) {
    watch_.expires_after(time);
    watch_.async_wait([self = shared_from_this()](error_code error) {
      error_code ignored;
      if (!error) self->socket_.close(ignored);
    });
  }

  std::shared_ptr<PlayerServerState> state_;
  tcp::socket socket_;
  asio::steady_timer watch_;
  asio::steady_timer answered_;
  std::optional<play::Answer> answer_;
  asio::ip::address remote_;
  bool idle_ = true;
  std::list<PlayerConnection*>::iterator place_;
};

namespace {

// Closes the oldest idle connection, of this address if one is given. False: there is none.
bool close_oldest_idle(PlayerServerState& state, const asio::ip::address* of = nullptr) {
  for (PlayerConnection* connection : state.connections) {
    if (!connection->idle() || (of != nullptr && connection->remote() != *of)) continue;
    connection->close();
    return true;
  }
  return false;
}

// Admission control: somebody who opens connections and says nothing keeps nobody else out.
bool make_room(PlayerServerState& state, const asio::ip::address& remote) {
  const auto idle = [&](const PlayerConnection* connection) { return connection->idle() && connection->remote() == remote; };
  const auto unfinished = static_cast<std::size_t>(std::ranges::count_if(state.connections, idle));
  if (unfinished >= state.options.unfinished_per_address) return close_oldest_idle(state, &remote);
  // One that was told to close is still there until its coroutine has seen it, and takes no place any more.
  const auto counts = [](const PlayerConnection* connection) { return connection->open(); };
  const auto open = static_cast<std::size_t>(std::ranges::count_if(state.connections, counts));
  return open < state.options.connections || close_oldest_idle(state);
}

asio::awaitable<void> accept_all(std::shared_ptr<PlayerServerState> state) {
  while (state->acceptor.is_open()) {
    error_code error;
    tcp::socket socket = co_await state->acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) co_return;
    if (error) {
      asio::steady_timer pause(state->io, kAcceptAgain);
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
      continue;
    }
    close_on_exec(socket.native_handle());
    const tcp::endpoint remote = socket.remote_endpoint(error);
    if (error || !make_room(*state, remote.address())) continue;  // closed at once
    socket.set_option(tcp::no_delay(true), error);
    asio::co_spawn(state->io, PlayerConnection::run(std::make_shared<PlayerConnection>(state, std::move(socket))), asio::detached);
  }
}

asio::awaitable<void> sweep(std::shared_ptr<PlayerServerState> state) {
  while (state->desk != nullptr) {
    error_code error;
    state->sweeper.expires_after(kSweepEvery);
    co_await state->sweeper.async_wait(asio::redirect_error(asio::use_awaitable, error));
    if (state->desk != nullptr) state->desk->sweep();
  }
}

// "::" is every address of both families.
error_code open(tcp::acceptor& acceptor, const std::string& address, std::uint16_t port) {
  error_code error;
  const tcp::endpoint endpoint(asio::ip::make_address(address, error), port);
  if (error) return error;
  acceptor.open(endpoint.protocol(), error);
  if (error) return error;
  close_on_exec(acceptor.native_handle());
  acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  error_code ignored;
  if (endpoint.protocol() == tcp::v6() && endpoint.address().is_unspecified())
    acceptor.set_option(asio::ip::v6_only(false), ignored);
  acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  return error;
}

}  // namespace

bool open_to_network(const std::string& address) {
  error_code error;
  const asio::ip::address read = asio::ip::make_address(address, error);
  return !error && !read.is_loopback();
}

Result<std::unique_ptr<PlayerServer>> PlayerServer::listen(asio::io_context& io, play::PlayerDesk& desk,
                                                           PlayerServerOptions options) {
  auto state = std::make_shared<PlayerServerState>(io, desk, std::move(options));
  const std::string where = fmt::format("{} port {}", state->options.address, state->options.port);
  if (const error_code error = open(state->acceptor, state->options.address, state->options.port)) {
    const bool taken = error == asio::error::address_in_use;
    return bad_input(
        taken ? "port-in-use" : "cannot-listen", fmt::format("cannot listen on {}: {}", where, error.message()),
        taken ? "another program, perhaps another player, has this port: choose one with --port, or 0 for any that is free" : "");
  }
  const std::uint16_t port = state->acceptor.local_endpoint().port();
  asio::co_spawn(io, accept_all(state), asio::detached);
  asio::co_spawn(io, sweep(state), asio::detached);
  return std::unique_ptr<PlayerServer>(new PlayerServer(std::move(state), port));
}

PlayerServer::~PlayerServer() {
  state_->desk = nullptr;
  error_code ignored;
  state_->acceptor.close(ignored);
  state_->sweeper.cancel();
}

}  // namespace agon::serve
