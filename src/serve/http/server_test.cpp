// The server over a real connection, with bytes as a hostile or clumsy client sends them.
#include "serve/http/server.h"

#include <gtest/gtest.h>

#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <thread>

namespace agon::serve {
namespace {

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    router_.add("POST /echo", [](Request request, PathParameters) -> asio::awaitable<Response> {
      co_return text_response("got " + request.body, "text/plain");
    });
    EXPECT_TRUE(server_.listen());
    thread_ = std::thread([this] { io_.run(); });
  }
  ~ServerTest() override {
    asio::post(io_, [this] { server_.stop(); });
    io_.stop();
    thread_.join();
  }
  ServerTest(const ServerTest&) = delete;
  ServerTest& operator=(const ServerTest&) = delete;

  // All that comes back until the server closes the connection.
  [[nodiscard]] std::string exchange(const std::string& headers, const std::string& body) const {
    asio::io_context own;
    asio::ip::tcp::socket socket(own);
    socket.connect({asio::ip::make_address("127.0.0.1"), server_.port()});
    const std::string text = "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n" + body;
    asio::write(socket, asio::buffer(text));
    std::string answer;
    boost::system::error_code end;
    asio::read(socket, asio::dynamic_buffer(answer), end);
    return answer;
  }

  static ServerOptions any_port() {
    ServerOptions options;
    options.port = 0;
    return options;
  }

  asio::io_context io_;
  asio::thread_pool parser_{1};
  JsonWorker json_{parser_};
  ClientRates rates_{{}};
  Router router_;
  Server server_{io_, any_port(), router_, json_, rates_, [](WebSocket, std::string) -> asio::awaitable<void> { co_return; }};
  std::thread thread_;
};

TEST_F(ServerTest, TakesBodiesWithALengthAndInChunks) {
  EXPECT_NE(exchange("Content-Length: 3\r\n", "abc").find("got abc"), std::string::npos);
  EXPECT_NE(exchange("Transfer-Encoding: Chunked\r\n", "3\r\nabc\r\n0\r\n\r\n").find("got abc"), std::string::npos);
}

TEST_F(ServerTest, RefusesOtherTransferEncodings) {
  for (const char* encoding : {"gzip", "identity", "xchunked", "gzip, chunked", "chunked, identity", ""}) {
    const std::string answer = exchange("Transfer-Encoding: " + std::string(encoding) + "\r\n", "3\r\nabc\r\n0\r\n\r\n");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 501 ") || answer.starts_with("HTTP/1.1 400 ")) << encoding << ": " << answer;
    EXPECT_EQ(answer.find("got "), std::string::npos) << encoding;
  }
}

}  // namespace
}  // namespace agon::serve
