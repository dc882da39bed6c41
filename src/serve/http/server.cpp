#include "serve/http/server.h"

#include <fmt/format.h>
#include <poll.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>

#include "base/process.h"

#include "serve/tokens.h"

namespace agon::serve {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

constexpr const char* kContentPolicy =
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
    "object-src "
    "'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

constexpr std::size_t kSmallBody = std::size_t{16} << 10U;  // moves and the like need no room in the budget of bodies

// It points into the response, which must outlive it.
using Answer = http::response<http::span_body<const char>>;

// Names that browsers look up only on this machine.
bool loopback_name(std::string_view host) { return host == "localhost" || host == "127.0.0.1" || host == "[::1]"; }

std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  return colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket) ? host.substr(0, colon) : host;
}

// A page from elsewhere must not act for the person who looks at it: its origin is not ours.
bool foreign(std::string_view origin, std::string_view host) {
  if (origin.empty()) return false;
  const std::size_t scheme = origin.find("://");
  return scheme == std::string_view::npos || origin.substr(scheme + 3) != host;
}

Answer to_answer(const Response& response, bool keep_alive, bool head) {
  Answer answer{static_cast<http::status>(response.status), 11};
  answer.set(http::field::content_type, response.type);
  answer.set("X-Content-Type-Options", "nosniff");
  answer.set("Referrer-Policy", "no-referrer");
  answer.set("Content-Security-Policy", kContentPolicy);
  answer.set("Cross-Origin-Opener-Policy", "same-origin");
  if (response.type == "application/json") answer.set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : response.headers) answer.set(name, value);
  answer.keep_alive(keep_alive);
  if (!head) answer.body() = boost::span<const char>(response.body->data(), response.body->size());
  answer.content_length(response.body->size());
  return answer;
}

// What is wrong with the bytes themselves; nothing if the other side just went away.
std::optional<Response> refusal_of(const boost::system::error_code& error, std::size_t body_bytes) {
  if (error == http::error::body_limit) {
    Response response = error_response(bad_input("too-large", fmt::format("The body is larger than {} bytes.", body_bytes)));
    response.status = 413;
    return response;
  }
  const bool about_http = error.category() == http::make_error_code(http::error::bad_target).category();
  if (!about_http || error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  return error_response(bad_input("bad-request", fmt::format("This is no HTTP: {}.", error.message())));
}

// Beast reads `chunked` and passes over every other encoding, with a body that it takes for the next request.
std::optional<Response> refuse_encoding(const http::request<http::string_body>& head) {
  for (const auto& field : head) {
    if (field.name() != http::field::transfer_encoding || beast::iequals(field.value(), "chunked")) continue;
    Response response = error_response(
        bad_input("bad-encoding", "This Transfer-Encoding is not known here.", "Send the body plain, or in chunks ('chunked')."));
    response.status = 501;
    return response;
  }
  return std::nullopt;
}

Request to_request(const http::request<http::string_body>& head, const std::string& client) {
  Request request;
  request.method = std::string(head.method_string());
  request.target = std::string(head.target());
  request.client = client;
  request.accepts_gzip = head[http::field::accept_encoding].find("gzip") != beast::string_view::npos;
  request.none_match = std::string(head[http::field::if_none_match]);
  const std::string authorization(head[http::field::authorization]);
  if (authorization.starts_with("Bearer ")) request.token = authorization.substr(7);
  return request;
}

// Read and not parsed yet. Without this bound a line between two chunks of a body, or behind the last one, would have none.
constexpr std::size_t kReadAhead = std::size_t{128} << 10U;

// Whose limits count: an address, or the network of an address of the sixth version, whose last half everybody chooses at will.
std::string client_name(const asio::ip::address& address) {
  if (!address.is_v6()) return address.to_string();
  asio::ip::address_v6 six = address.to_v6();
  if (six.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, six).to_string();
  if (six.is_loopback()) return six.to_string();
  asio::ip::address_v6::bytes_type bytes = six.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return asio::ip::address_v6(bytes).to_string() + "/64";
}

Response asks_too_often() {
  Response response =
      error_response(too_many("You ask for more than this server sends to one client.", "Wait a few seconds, then try again."));
  response.headers.emplace_back("Retry-After", "2");
  return response;
}
Response no_room_for_body() {
  Response response = error_response(too_many("Many large requests are under way.", "Try again in a moment."));
  response.headers.emplace_back("Retry-After", "1");
  return response;
}
Response no_room_for_answer() {
  Response response = error_response(too_many("Many large answers are being sent to you.", "Read those first."));
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

// Sent without waiting, to somebody who is not let in.
void send_full(tcp::socket& socket) {
  constexpr std::string_view kFull =
      "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Type: text/plain\r\n"
      "Content-Length: 25\r\n\r\nToo many connections now.";
  boost::system::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.send(asio::buffer(kFull), 0, ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

// Whether the other side has closed its end; what it sent before that does not matter.
bool hung_up(int socket) {
  pollfd question{socket, POLLRDHUP, 0};
  return ::poll(&question, 1, 0) > 0 && (question.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

bool is_live(const Request& request) { return request.path == std::vector<std::string>{"api", "live"}; }
Response other_socket() { return error_response(not_found("The only WebSocket is at /api/live.")); }

}  // namespace

Server::Server(asio::io_context& io, ServerOptions options, const Router& router, const JsonWorker& json, ClientRates& rates,
               OnSocket on_socket)
    : io_(io),
      options_(std::move(options)),
      router_(router),
      json_(json),
      rates_(rates),
      on_socket_(std::move(on_socket)),
      acceptor_(io),
      connections_(options_.connections, options_.connections_per_client),
      bodies_(std::max(options_.bodies_bytes, options_.body_bytes),
              std::max(options_.bodies_bytes_per_client, options_.body_bytes)),
      answers_(options_.answers_bytes, options_.answers_bytes_per_client) {}

Status Server::listen() {
  boost::system::error_code error;
  const asio::ip::address address = asio::ip::make_address(options_.address, error);
  if (error)
    return bad_input("bad-address", fmt::format("'{}' is no address of this machine.", options_.address),
                     "Give a number such as 127.0.0.1 or 0.0.0.0.");
  const tcp::endpoint endpoint(address, options_.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) close_on_exec(acceptor_.native_handle());
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(4096, error);
  if (error)
    return bad_input("cannot-listen", fmt::format("Cannot listen at {}:{}: {}.", options_.address, options_.port, error.message()),
                     "Another program may be there already: choose another --port.");
  port_ = acceptor_.local_endpoint().port();
  spawn(io_, accept(), "accepting connections");
  return done();
}

void Server::stop() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
}

asio::awaitable<void> Server::accept() {
  while (acceptor_.is_open()) {
    boost::system::error_code error;
    tcp::socket socket = co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted || !acceptor_.is_open()) co_return;
    if (error) {  // out of file handles, most likely: some will be closed soon
      spdlog::warn("cannot accept a connection: {}", error.message());
      asio::steady_timer pause(io_, std::chrono::milliseconds(100));
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
      continue;
    }
    close_on_exec(socket.native_handle());
    const tcp::endpoint other_side = socket.remote_endpoint(error);
    if (error) continue;
    const std::string client = client_name(other_side.address());
    std::optional<Quota::Ticket> ticket = admit(client);
    if (!ticket) {
      send_full(socket);
      continue;
    }
    socket.set_option(tcp::no_delay(true), error);
    auto connection = std::make_shared<Connection>(Connection{beast::tcp_stream(std::move(socket)), client, std::move(ticket)});
    asio::co_spawn(io_, serve(std::move(connection)), asio::detached);
  }
}

std::optional<Quota::Ticket> Server::admit(const std::string& client) {
  const bool proxy = is_proxy(client);  // stands for many
  if (!proxy && connections_.client_is_full(client) && !idle_.evict(&client)) return std::nullopt;
  if (connections_.is_full() && !idle_.evict()) return std::nullopt;
  return connections_.take_anyway(client);
}

bool Server::is_proxy(const std::string& address) const {
  return std::find(options_.proxies.begin(), options_.proxies.end(), address) != options_.proxies.end();
}

// A proxy adds the address it was asked from at the end of the list; what stands before it is anybody's word.
std::string Server::client_of(const Parser& parser, const std::string& address) const {
  if (!is_proxy(address)) return address;
  const beast::string_view list = parser.get()["X-Forwarded-For"];
  const std::size_t begin = list.find_last_of(", ");
  boost::system::error_code error;
  const asio::ip::address said =
      asio::ip::make_address(std::string(list.substr(begin == beast::string_view::npos ? 0 : begin + 1)), error);
  return error ? address : client_name(said);
}

std::optional<Response> Server::admit_body(const Parser& parser, const std::string& client, std::optional<Quota::Ticket>& room) {
  if (rates_.in_debt(client, TokenBucket::Clock::now())) return asks_too_often();
  const std::size_t bytes = parser.content_length().value_or(options_.body_bytes);  // in chunks: as much as it may be
  if (parser.is_done() || bytes <= kSmallBody) return std::nullopt;
  room = bodies_.take(client, bytes);
  if (room) return std::nullopt;
  return no_room_for_body();
}

bool Server::known_host(std::string_view host) const {
  const std::string_view name = without_port(host);
  if (loopback_name(name) || name == options_.address) return true;
  for (const std::string& known : options_.hosts) {
    if (name == known) return true;
  }
  // Who listens for the world is asked by numbers that it does not know; names must be given.
  boost::system::error_code error;
  const asio::ip::address own = asio::ip::make_address(options_.address, error);
  if (error || !own.is_unspecified()) return false;
  asio::ip::make_address(name.starts_with('[') ? std::string(name.substr(1, name.size() - 2)) : std::string(name), error);
  return !error;
}

std::optional<Response> Server::refuse(const Request& request, bool readable, bool upgrade, const std::string& host,
                                       const std::string& origin) const {
  const bool changes = request.method != "GET" && request.method != "HEAD";
  if (!readable) return error_response(bad_input("bad-target", "The address is not well formed."));
  if (!known_host(host))
    return error_response(
        forbidden(fmt::format("This server is not called '{}'.", host), "Name it with --host when it is started."));
  if ((changes || upgrade) && foreign(origin, host))
    return error_response(forbidden(fmt::format("Pages from {} may not act here.", origin)));
  return std::nullopt;
}

asio::awaitable<void> Server::serve(std::shared_ptr<Connection> connection) {
  beast::tcp_stream& stream = connection->stream;
  beast::flat_buffer buffer(kReadAhead);
  boost::system::error_code error;
  for (;;) {
    // 1. The head. Until it is there the connection may have to give way to others.
    Parser parser;
    parser.body_limit(options_.body_bytes);
    parser.header_limit(static_cast<std::uint32_t>(options_.header_bytes));
    stream.expires_after(options_.idle);
    {
      const IdleConnections::Entry idle(idle_, *connection);
      co_await http::async_read_header(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    }
    const auto& head = parser.get();
    const std::string client = client_of(parser, connection->client);
    const bool upgrade = !error && beast::websocket::is_upgrade(head);

    // 2. The body, if there is room for it. All of it has to come within a time that follows from its length.
    std::optional<Quota::Ticket> room;
    std::optional<Response> refusal;
    if (!error) refusal = refuse_encoding(head);
    if (!error && !upgrade && !refusal) refusal = admit_body(parser, client, room);
    if (!error && !upgrade && !refusal) {
      const std::size_t bytes = parser.content_length().value_or(options_.body_bytes);
      stream.expires_after(options_.body_patience + std::chrono::seconds(bytes / options_.body_bytes_per_second));
      co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    }
    if (error) refusal = refusal_of(error, options_.body_bytes);
    if (error && !refusal) break;
    if (refusal) {  // and what is left of the body is not read
      const Answer answer = to_answer(*refusal, false, false);
      stream.expires_after(std::chrono::seconds(5));
      co_await http::async_write(stream, answer, asio::redirect_error(asio::use_awaitable, error));
      break;
    }

    // 3. The answer, or a WebSocket.
    const std::string host(head[http::field::host]);
    const std::string origin(head[http::field::origin]);
    Request request = to_request(head, client);
    const bool readable = split_target(request.target, request.path, request.query);
    refusal = refuse(request, readable, upgrade, host, origin);
    if (!refusal && upgrade) {
      if (is_live(request)) {
        stream.expires_never();
        WebSocket socket(std::move(stream));
        socket.set_option(beast::websocket::stream_base::timeout::suggested(beast::role_type::server));
        socket.read_message_max(64U << 10U);
        co_await socket.async_accept(head, asio::redirect_error(asio::use_awaitable, error));
        if (!error) co_await on_socket_(std::move(socket), client);
        co_return;
      }
      refusal = other_socket();
    }
    const auto began = std::chrono::steady_clock::now();
    Answered answered{new_id(), client, request.method, request.target, 0, 0, 0};
    const bool keep = parser.get().keep_alive() && !upgrade;
    const bool is_head = request.method == "HEAD";
    const bool gzip = request.accepts_gzip;
    request.body = std::move(parser.get().body());
    request.gone = [socket = stream.socket().native_handle()] { return hung_up(socket); };
    Response response;
    if (refusal) response = std::move(*refusal);
    else response = co_await router_.answer(std::move(request));
    response = co_await json_.compressed(std::move(response), gzip);

    rates_.charge(client, kRequestCost + static_cast<double>(response.body->size()), TokenBucket::Clock::now());

    // 4. On its way it takes memory until the client has read it.
    std::optional<Quota::Ticket> sending;
    if (response.body->size() > kSmallBody) {
      sending = answers_.take(client, response.body->size());
      if (!sending) response = no_room_for_answer();
    }
    response.headers.emplace_back("X-Request-Id", answered.id);
    const Answer answer = to_answer(response, keep, is_head);
    stream.expires_after(options_.idle);
    if (is_head) {
      http::response_serializer<http::span_body<const char>> serializer(answer);
      co_await http::async_write_header(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
    } else {
      co_await http::async_write(stream, answer, asio::redirect_error(asio::use_awaitable, error));
    }
    answered.status = response.status;
    answered.bytes = response.body->size();
    answered.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (on_answered_) on_answered_(answered);
    if (error || !keep) break;
  }
  stream.socket().shutdown(tcp::socket::shutdown_send, error);
}

}  // namespace agon::serve
