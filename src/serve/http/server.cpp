#include "serve/http/server.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>

namespace agon::serve {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

constexpr const char* kContentPolicy =
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; object-src "
    "'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

using Answer = http::response<http::string_body>;

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
  if (!head) answer.body() = *response.body;
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

bool is_live(const Request& request) { return request.path == std::vector<std::string>{"api", "live"}; }
Response other_socket() { return error_response(not_found("The only WebSocket is at /api/live.")); }

}  // namespace

Server::Server(asio::io_context& io, ServerOptions options, const Router& router, OnSocket on_socket)
    : io_(io), options_(std::move(options)), router_(router), on_socket_(std::move(on_socket)), acceptor_(io) {}

Result<bool> Server::listen() {
  boost::system::error_code error;
  const asio::ip::address address = asio::ip::make_address(options_.address, error);
  if (error)
    return bad_input("bad-address", fmt::format("'{}' is no address of this machine.", options_.address),
                     "Give a number such as 127.0.0.1 or 0.0.0.0.");
  const tcp::endpoint endpoint(address, options_.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(4096, error);
  if (error)
    return bad_input("cannot-listen", fmt::format("Cannot listen at {}:{}: {}.", options_.address, options_.port, error.message()),
                     "Another program may be there already: choose another --port.");
  port_ = acceptor_.local_endpoint().port();
  spawn(io_, accept(), "accepting connections");
  return true;
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
    if (*open_ >= options_.connections) continue;  // closes it
    socket.set_option(tcp::no_delay(true), error);
    ++*open_;
    asio::co_spawn(io_, serve(beast::tcp_stream(std::move(socket))), [open = open_](const std::exception_ptr&) { --*open; });
  }
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

std::optional<Response> Server::refuse(const Request& request, bool readable, bool upgrade, const std::string& host, const std::string& origin) const {
  const bool changes = request.method != "GET" && request.method != "HEAD";
  if (!readable) return error_response(bad_input("bad-target", "The address is not well formed."));
  if (!known_host(host))
    return error_response(forbidden(fmt::format("This server is not called '{}'.", host), "Name it with --host when it is started."));
  if ((changes || upgrade) && foreign(origin, host)) return error_response(forbidden(fmt::format("Pages from {} may not act here.", origin)));
  return std::nullopt;
}

asio::awaitable<void> Server::serve(beast::tcp_stream stream) {
  beast::flat_buffer buffer;
  boost::system::error_code error;
  const std::string client = stream.socket().remote_endpoint(error).address().to_string();
  if (error) co_return;
  for (;;) {
    http::request_parser<http::string_body> parser;
    parser.body_limit(options_.body_bytes);
    parser.header_limit(static_cast<std::uint32_t>(options_.header_bytes));
    stream.expires_after(options_.idle);
    co_await http::async_read_header(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    const auto& head = parser.get();
    const bool upgrade = !error && beast::websocket::is_upgrade(head);
    if (!error && !upgrade) co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    if (error) {
      std::optional<Response> refusal = refusal_of(error, options_.body_bytes);
      if (!refusal) break;
      const Answer answer = to_answer(*refusal, false, false);
      stream.expires_after(std::chrono::seconds(5));
      co_await http::async_write(stream, answer, asio::redirect_error(asio::use_awaitable, error));
      break;
    }

    const std::string host(head[http::field::host]);
    const std::string origin(head[http::field::origin]);
    Request request = to_request(head, client);
    const bool readable = split_target(request.target, request.path, request.query);
    std::optional<Response> refusal = refuse(request, readable, upgrade, host, origin);
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
    const bool keep = parser.get().keep_alive() && !upgrade;
    const bool is_head = request.method == "HEAD";
    const bool gzip = request.accepts_gzip;
    request.body = std::move(parser.get().body());
    Response response;
    if (refusal) response = std::move(*refusal);
    else response = co_await router_.answer(std::move(request));
    pack(response, gzip);
    const Answer answer = to_answer(response, keep, is_head);
    stream.expires_after(options_.idle);
    if (is_head) {
      http::response_serializer<http::string_body> serializer(answer);
      co_await http::async_write_header(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
    } else {
      co_await http::async_write(stream, answer, asio::redirect_error(asio::use_awaitable, error));
    }
    if (error || !keep) break;
  }
  stream.socket().shutdown(tcp::socket::shutdown_send, error);
}

}  // namespace agon::serve
