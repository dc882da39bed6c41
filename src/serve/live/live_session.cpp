#include "serve/live/live_session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/websocket.hpp>

#include "base/limits.h"
#include "serve/http/message.h"

namespace agon::serve {

namespace beast = boost::beast;

namespace {

// g++ 12 miscompiles some temporaries inside coroutines, so values are made here.
Error bad_field(const char* what) { return bad_input("bad-field", fmt::format("A field is missing or has the wrong type: {}", what)); }
Error our_fault() { return bad_input("internal", "Something went wrong in the server.", "Its log says what."); }
Error watches_too_many(std::size_t most) { return too_many(fmt::format("One connection watches at most {} matches.", most)); }

std::vector<std::string> tokens_of(const Json& message) {
  const auto tokens = message.find("tokens");
  return tokens == message.end() ? std::vector<std::string>() : tokens->get<std::vector<std::string>>();
}

}  // namespace

LiveSession::LiveSession(WebSocket socket, std::string client, Manager& manager, Tournaments& tournaments, LiveLimits limits)
    : socket_(std::move(socket)), client_(std::move(client)), manager_(manager), tournaments_(tournaments), limits_(limits) {}

asio::awaitable<void> LiveSession::run() {
  const std::shared_ptr<LiveSession> self = shared_from_this();
  socket_.text(true);
  beast::flat_buffer buffer;
  while (!closed_) {
    boost::system::error_code error;
    co_await socket_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    std::string text = beast::buffers_to_string(buffer.data());
    buffer.consume(buffer.size());
    co_await handle(std::move(text));
  }
  closed_ = true;
  for (const auto& [id, weak] : watched_) {
    if (const std::shared_ptr<Match> match = weak.lock()) match->unwatch(this);
  }
  manager_.unwatch_list(this);
  tournaments_.unwatch(this);
}

void LiveSession::tell(Text message) {
  if (closed_) return;
  waiting_bytes_ += message->size();
  if (waiting_bytes_ > limits_.waiting_bytes) {
    spdlog::info("{}: cut off, {} bytes are waiting to be read", client_, waiting_bytes_);
    close();
    return;
  }
  queue_.push_back(std::move(message));
  if (writing_) return;
  writing_ = true;
  asio::co_spawn(socket_.get_executor(), write(shared_from_this()), asio::detached);  // catches what it meets
}

// It begins a moment after it is called, when nobody else may hold the session any more.
asio::awaitable<void> LiveSession::write(std::shared_ptr<LiveSession> self) {
  while (!self->queue_.empty() && !self->closed_) {
    const Text message = self->queue_.front();
    boost::system::error_code error;
    co_await self->socket_.async_write(asio::buffer(*message), asio::redirect_error(asio::use_awaitable, error));
    if (error) {
      self->close();
      break;
    }
    self->waiting_bytes_ -= message->size();
    self->queue_.pop_front();
  }
  self->writing_ = false;
}

void LiveSession::close() {
  if (closed_) return;
  closed_ = true;
  queue_.clear();
  boost::system::error_code ignored;
  beast::get_lowest_layer(socket_).socket().close(ignored);
}

void LiveSession::accept(const std::string& match, std::uint32_t role, std::size_t step, const std::string& move) {
  tell(to_text(Json{{"type", "accepted"}, {"match", match}, {"role", role}, {"step", step}, {"move", move}}));
}

void LiveSession::refuse(const std::string& match, const Error& error) {
  tell(to_text(Json{{"type", "refused"}, {"match", match}, {"error", error_json(error)}}));
}

// What needs no waiting. Returns what is wrong with the message, if anything is.
std::optional<Error> LiveSession::handle_at_once(const std::string& type, const Json& message) {
  if (type == "ping") {
    tell(to_text(Json{{"type", "pong"}}));
  } else if (type == "watch_list") {
    manager_.watch_list(shared_from_this());
  } else if (type == "unwatch_list") {
    manager_.unwatch_list(this);
  } else if (type == "watch_tournament") {
    return tournaments_.watch(message.at("tournament").get<std::string>(), shared_from_this());
  } else if (type == "unwatch_tournament") {
    tournaments_.unwatch(this);
  } else if (type == "unwatch") {
    const auto found = watched_.find(message.at("match").get<std::string>());
    if (found == watched_.end()) return std::nullopt;
    if (const std::shared_ptr<Match> match = found->second.lock()) match->unwatch(this);
    watched_.erase(found);
  } else {
    return bad_input("bad-message", fmt::format("There is no message of type '{}'.", type.substr(0, 40)), "docs/api.md lists them.");
  }
  return std::nullopt;
}

void LiveSession::complain(const Error& problem) { tell(to_text(Json{{"type", "error"}, {"error", error_json(problem)}})); }

asio::awaitable<void> LiveSession::handle(std::string text) {
  std::optional<Error> problem;
  try {
    const Result<Json> parsed = parse_object(text);
    if (parsed) {
      const Json& message = *parsed;
      const std::string type = message.at("type").get<std::string>();
      if (type == "watch") co_await watch(message);
      else if (type == "move") co_await move(message);
      else problem = handle_at_once(type, message);
    } else {
      problem = parsed.error();
    }
  } catch (const Json::exception& wrong) {
    problem = bad_field(wrong.what());
  } catch (const LimitReached& limit) {
    problem = limit.error();
  } catch (const std::exception& wrong) {
    spdlog::error("live: {}", wrong.what());
    problem = our_fault();
  }
  if (problem) complain(*problem);
}

asio::awaitable<void> LiveSession::watch(const Json& message) {
  const std::string id = message.at("match").get<std::string>();
  const std::vector<std::string> tokens = tokens_of(message);
  if (watched_.size() >= limits_.matches && watched_.count(id) == 0) {
    refuse(id, watches_too_many(limits_.matches));
    co_return;
  }
  const Result<std::shared_ptr<Match>> match = co_await manager_.find(id);
  if (!match) {
    refuse(id, match.error());
    co_return;
  }
  const std::vector<std::uint32_t> roles = (*match)->roles_of(tokens);
  watched_[id] = *match;
  (*match)->watch(shared_from_this(), roles);
  Json answer = Json::object();
  answer["type"] = "match";
  answer["match"] = id;
  answer["view"] = co_await (*match)->view(roles);
  tell(to_text(answer));
}

asio::awaitable<void> LiveSession::move(const Json& message) {
  const std::string id = message.at("match").get<std::string>();
  const auto role = message.at("role").get<std::uint32_t>();
  const auto step = message.at("step").get<std::size_t>();
  const std::string text = message.at("move").get<std::string>();
  const Result<std::shared_ptr<Match>> match = co_await manager_.find(id);
  if (!match) {
    refuse(id, match.error());
    co_return;
  }
  const std::vector<std::string> tokens(1, message.at("token").get<std::string>());
  const std::vector<std::uint32_t> roles = (*match)->roles_of(tokens);
  if (std::find(roles.begin(), roles.end(), role) == roles.end()) {
    refuse(id, not_your_seat());
    co_return;
  }
  const Result<bool> accepted = co_await (*match)->submit(role, step, text);
  if (!accepted) refuse(id, accepted.error());
  else accept(id, role, step, text);
}

}  // namespace agon::serve
