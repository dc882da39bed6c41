// An HTTP server on Boost.Beast: listens, hands requests to the router and upgraded connections (WebSockets) to whoever wants them.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/http/idle_connections.h"
#include "serve/http/json_worker.h"
#include "serve/http/router.h"
#include "serve/limits/token_bucket.h"

namespace agon::serve {

using WebSocket = boost::beast::websocket::stream<boost::beast::tcp_stream>;

struct ServerOptions {
  std::string address = "127.0.0.1";
  unsigned short port = 8080;        // 0: any that is free
  std::vector<std::string> hosts;    // names beside the address and localhost under which a browser may reach it
  std::vector<std::string> proxies;  // addresses that are believed when they say for whom they ask (X-Forwarded-For)
  std::size_t body_bytes = std::size_t{4} << 20U;
  std::size_t header_bytes = std::size_t{16} << 10U;
  std::size_t connections = 5'000;  // when there are more, idle ones give way
  std::size_t connections_per_client = 1'000;
  std::size_t bodies_bytes = std::size_t{64} << 20U;  // of bodies that are being read or answered
  std::size_t bodies_bytes_per_client = std::size_t{16} << 20U;
  std::size_t answers_bytes = std::size_t{256} << 20U;  // of answers that are being written
  std::size_t answers_bytes_per_client = std::size_t{64} << 20U;
  std::chrono::seconds idle{60};           // of a connection between two questions
  std::chrono::seconds body_patience{10};  // for a body, and more for what it takes at the least rate
  std::size_t body_bytes_per_second = std::size_t{64} << 10U;
};

class Server {
 public:
  // Called for a connection that became a WebSocket at /api/live; owns it until the end.
  using OnSocket = std::function<asio::awaitable<void>(WebSocket socket, std::string client)>;

  // What became of a request, for logs and counters.
  struct Answered {
    std::string id;  // in the header X-Request-Id of the answer too
    std::string client, method, target;
    int status = 0;
    std::size_t bytes = 0;
    double seconds = 0;  // from the whole request to the whole answer
  };
  using OnAnswered = std::function<void(const Answered& answered)>;

  static constexpr double kRequestCost = 16.0 * 1024;  // of any request, beside the bytes of its answer

  Server(asio::io_context& io, ServerOptions options, const Router& router, const JsonWorker& json, ClientRates& rates,
         OnSocket on_socket);

  // Fails if the address is taken or not ours.
  [[nodiscard]] Status listen();
  [[nodiscard]] unsigned short port() const { return port_; }
  [[nodiscard]] std::size_t connections() const { return connections_.used(); }
  void on_answered(OnAnswered tell) { on_answered_ = std::move(tell); }
  void stop();

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  [[nodiscard]] asio::awaitable<void> accept();
  // None: there is no room for it, and no idle connection that could give way.
  [[nodiscard]] std::optional<Quota::Ticket> admit(const std::string& client);
  [[nodiscard]] asio::awaitable<void> serve(std::shared_ptr<Connection> connection);
  // What is wrong with the head of a request, before its body is read; takes room for the body.
  [[nodiscard]] std::optional<Response> admit_body(const Parser& parser, const std::string& client,
                                                   std::optional<Quota::Ticket>& room);
  [[nodiscard]] std::string client_of(const Parser& parser, const std::string& address) const;
  [[nodiscard]] bool is_proxy(const std::string& address) const;
  [[nodiscard]] bool known_host(std::string_view host) const;
  [[nodiscard]] std::optional<Response> refuse(const Request& request, bool readable, bool upgrade, const std::string& host,
                                               const std::string& origin) const;

  asio::io_context& io_;
  ServerOptions options_;
  const Router& router_;
  const JsonWorker& json_;
  ClientRates& rates_;
  OnSocket on_socket_;
  OnAnswered on_answered_;
  asio::ip::tcp::acceptor acceptor_;
  unsigned short port_ = 0;
  Quota connections_, bodies_, answers_;
  IdleConnections idle_;
};

}  // namespace agon::serve
