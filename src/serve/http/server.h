// Listens, reads HTTP through Boost.Beast, hands questions to the router and WebSockets to whoever wants them.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/http/router.h"

namespace agon::serve {

using WebSocket = boost::beast::websocket::stream<boost::beast::tcp_stream>;

struct ServerOptions {
  std::string address = "127.0.0.1";
  unsigned short port = 8080;       // 0: any that is free
  std::vector<std::string> hosts;   // names beside the address and localhost under which a browser may reach it
  std::size_t body_bytes = std::size_t{4} << 20U;
  std::size_t header_bytes = std::size_t{16} << 10U;
  std::size_t connections = 5000;   // more are closed at once
  std::chrono::seconds idle{60};    // of a connection between two questions, and of a question that does not get on
};

class Server {
 public:
  // Called for a connection that became a WebSocket at /api/live; owns it until the end.
  using OnSocket = std::function<asio::awaitable<void>(WebSocket socket, std::string client)>;

  Server(asio::io_context& io, ServerOptions options, const Router& router, OnSocket on_socket);

  // Fails if the address is taken or not ours.
  [[nodiscard]] Result<bool> listen();
  [[nodiscard]] unsigned short port() const { return port_; }
  void stop();

 private:
  [[nodiscard]] asio::awaitable<void> accept();
  [[nodiscard]] asio::awaitable<void> serve(boost::beast::tcp_stream stream);
  [[nodiscard]] bool known_host(std::string_view host) const;
  [[nodiscard]] std::optional<Response> refuse(const Request& request, bool readable, bool upgrade, const std::string& host,
                                               const std::string& origin) const;

  asio::io_context& io_;
  ServerOptions options_;
  const Router& router_;
  OnSocket on_socket_;
  asio::ip::tcp::acceptor acceptor_;
  unsigned short port_ = 0;
  std::shared_ptr<std::size_t> open_ = std::make_shared<std::size_t>(0);
};

}  // namespace agon::serve
