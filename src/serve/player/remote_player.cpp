#include "serve/player/remote_player.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>
#include <optional>

namespace agon::serve {

using asio::ip::tcp;
using boost::system::error_code;
using protocol::HttpReader;

namespace {

Error unreachable(const std::string& where, const std::string& why) {
  return bad_input("player-unreachable", fmt::format("no connection to {}: {}", where, why),
                   "is the player running, and is this its port?");
}

// One message and its answer. It lives on until its last operation has ended, which may be after the deadline: a name that is being
// resolved cannot be called back.
class Exchange {
 public:
  Exchange(asio::io_context& io, RemotePlayerOptions options, std::string body)
      : finished(io), options_(std::move(options)), body_(std::move(body)), resolver_(io), socket_(io) {}

  asio::steady_timer finished;  // cancelled when the answer is there
  std::optional<Result<std::string>> answer;

  static asio::awaitable<void> run(std::shared_ptr<Exchange> self) {
    Result<std::string> answer = co_await self->talk();
    if (!self->answer) self->answer.emplace(std::move(answer));
    self->finished.cancel();
  }

  void give_up() {
    given_up_ = true;
    resolver_.cancel();
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  asio::awaitable<Result<std::string>> talk() {
    if (auto problem = co_await connect()) co_return *problem;
    const std::string where = options_.address.authority();
    protocol::HttpMessage request = protocol::request_to({.host = where, .player = options_.name}, std::move(body_));
    request.target = options_.address.target;
    const std::string text = protocol::to_text(request);
    error_code error;
    co_await asio::async_write(socket_, asio::buffer(text), asio::redirect_error(asio::use_awaitable, error));
    // A player may answer and hang up before it has read everything: what it said counts.
    const error_code write_error = error;
    HttpReader reader(HttpReader::Kind::Answer, options_.limits);
    std::array<char, 16384> buffer;
    while (reader.state() == HttpReader::State::NeedMore) {
      const std::size_t n =
          co_await socket_.async_read_some(asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
      if (n > 0) reader.feed({buffer.data(), n});
      else if (error == asio::error::eof && !write_error) reader.close();
      else if (error) co_return died(write_error ? write_error : error);
    }
    if (reader.state() == HttpReader::State::Failed) co_return explain(reader.error().diagnostics.front());
    const protocol::HttpMessage& message = reader.message();
    if (message.status < 200 || message.status >= 300) {
      co_return bad_input("player-garbage", fmt::format("the player answered with status {}", message.status),
                          fmt::format("it said '{}'", protocol::excerpt(message.body, 200)));
    }
    co_return message.body;
  }

  asio::awaitable<std::optional<Error>> connect() {
    const std::string where = options_.address.authority();
    error_code error;
    const tcp::resolver::results_type found = co_await resolver_.async_resolve(
        options_.address.host, std::to_string(options_.address.port), asio::redirect_error(asio::use_awaitable, error));
    if (given_up_) co_return player_late();
    if (error) co_return unreachable(where, "there is no host of this name");
    error = asio::error::access_denied;
    for (const auto& entry : found) {
      if (!options_.allowed(entry.endpoint().address())) continue;
      error_code ignored;
      socket_.close(ignored);
      co_await socket_.async_connect(entry.endpoint(), asio::redirect_error(asio::use_awaitable, error));
      if (given_up_) co_return player_late();
      if (!error) co_return std::nullopt;
    }
    co_return unreachable(where, error == asio::error::access_denied ? "this address may not be connected to" : error.message());
  }

  [[nodiscard]] Error died(const error_code& error) const {
    if (given_up_) return player_late();
    return bad_input("player-died", fmt::format("the connection broke before there was an answer: {}", error.message()));
  }

  static Error explain(const Diagnostic& problem) {
    if (problem.code == "http-body-too-large" || problem.code == "http-header-too-large")
      return bad_input("player-too-long", problem.message, problem.hint);
    if (problem.code == "http-nothing" || problem.code == "http-cut-short")
      return bad_input("player-died", problem.message, problem.hint);
    return bad_input("player-garbage", problem.message, problem.hint);
  }

  RemotePlayerOptions options_;
  std::string body_;
  tcp::resolver resolver_;
  tcp::socket socket_;
  bool given_up_ = false;
};

}  // namespace

RemotePlayer::RemotePlayer(asio::io_context& io, RemotePlayerOptions options) : io_(io), options_(std::move(options)) {}

asio::awaitable<Result<protocol::Reply>> RemotePlayer::ask(const protocol::Message& message,
                                                           std::chrono::steady_clock::time_point deadline) {
  const protocol::Question question = question_of(message);
  const auto exchange = std::make_shared<Exchange>(io_, options_, protocol::to_text(message));
  exchange->finished.expires_at(deadline);
  asio::co_spawn(io_, Exchange::run(exchange), asio::detached);
  error_code woken;
  if (!exchange->answer) co_await exchange->finished.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  if (!exchange->answer) {
    exchange->give_up();
    co_return player_late();
  }
  if (!*exchange->answer) co_return exchange->answer->error();
  co_return read_reply(**exchange->answer, question);
}

std::string RemotePlayer::describe() const { return fmt::format("{} at {}", options_.name, options_.address.authority()); }

}  // namespace agon::serve
