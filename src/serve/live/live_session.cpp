#include "serve/live/live_session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "base/json_integer.h"
#include "base/limits.h"
#include "serve/http/message.h"
#include "serve/json.h"
#include "serve/json_text.h"

namespace agon::serve {

namespace beast = boost::beast;

namespace {

// g++ 12 miscompiles some temporaries inside coroutines, so values are made here.
Error bad_field(const char* what) {
  return bad_input("bad-field", fmt::format("A field is missing or has the wrong type: {}", what));
}
Error our_fault() { return bad_input("internal", "Something went wrong in the server.", "Its log says what."); }
Error asks_too_much() {
  return too_many("You ask for more than this server sends to one client.", "Wait a few seconds, then try again.");
}
Error watches_too_many(std::size_t most) { return too_many(fmt::format("One connection watches at most {} matches.", most)); }

// Each of them is hashed, and nobody holds more seats than a match has.
constexpr std::size_t kMostTokens = 64;

// Nothing: there are too many of them.
std::optional<std::vector<std::string>> tokens_of(const Json& message) {
  const auto tokens = message.find("tokens");
  if (tokens == message.end()) return std::vector<std::string>();
  if (tokens->size() > kMostTokens) return std::nullopt;
  return tokens->get<std::vector<std::string>>();
}
Error shows_too_many_tokens() { return too_many(fmt::format("A message shows at most {} tokens.", kMostTokens)); }

// A message with a view in it. A long one is put together by a worker.
constexpr std::size_t kShortView = std::size_t{64} << 10U;

Text match_message(const std::string& match, const std::string& view) {
  const Json head{{"type", "match"}, {"match", match}};
  return std::make_shared<const std::string>(JsonObjectText(head).reserve(view.size() + 16).add_text("view", view).finish());
}

}  // namespace

LiveSession::LiveSession(WebSocket socket, std::string client, LiveServices& services, LiveLimits limits)
    : socket_(std::move(socket)),
      client_(std::move(client)),
      services_(services),
      manager_(services.manager),
      tournaments_(services.tournaments),
      limits_(limits),
      messages_(limits.messages, TokenBucket::Clock::now()),
      bytes_(limits.bytes, TokenBucket::Clock::now()),
      all_waiting_bytes_(services.waiting_bytes) {}

LiveSession::~LiveSession() { *all_waiting_bytes_ -= waiting_bytes_; }

asio::awaitable<void> LiveSession::run() {
  const std::shared_ptr<LiveSession> self = shared_from_this();
  socket_.text(true);
  socket_.auto_fragment(false);  // write() does it, and sees how far the other side has come
  // Each ping makes the server write.
  socket_.control_callback([this, controls = TokenBucket(limits_.messages, TokenBucket::Clock::now())](beast::websocket::frame_type,
                                                                                                       beast::string_view) mutable {
    const TokenBucket::Clock::time_point now = TokenBucket::Clock::now();
    controls.charge(1, now);
    if (controls.in_debt(now)) close();
  });
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
  const TokenBucket::Clock::time_point now = TokenBucket::Clock::now();
  if (queue_.empty()) progress_ = now;
  waiting_bytes_ += message->size();
  *all_waiting_bytes_ += message->size();
  told_bytes_ += message->size();
  if (too_slow(now)) {
    spdlog::info("{}: cut off, {} bytes are waiting to be read", client_, waiting_bytes_);
    close();
    return;
  }
  queue_.push_back(std::move(message));
  if (writing_) return;
  writing_ = true;
  asio::co_spawn(socket_.get_executor(), write(shared_from_this()), asio::detached);  // catches what it meets
}

bool LiveSession::too_slow(TokenBucket::Clock::time_point now) const {
  if (waiting_bytes_ > limits_.most_waiting_bytes && !queue_.empty()) return true;
  if (*all_waiting_bytes_ > limits_.all_waiting_bytes && now - progress_ > std::chrono::seconds(1)) return true;
  return waiting_bytes_ > limits_.waiting_bytes && now - progress_ > limits_.patience;
}

void LiveSession::taken(std::size_t bytes) {
  waiting_bytes_ -= bytes;
  *all_waiting_bytes_ -= bytes;
  progress_ = TokenBucket::Clock::now();
}

// It begins a moment after it is called, when nobody else may hold the session any more.
asio::awaitable<void> LiveSession::write(std::shared_ptr<LiveSession> self) {
  while (!self->queue_.empty() && !self->closed_) {
    const Text message = self->queue_.front();
    boost::system::error_code error;
    std::size_t sent = 0;
    do {
      const std::size_t bytes = std::min(self->limits_.fragment_bytes, message->size() - sent);
      const bool last = sent + bytes == message->size();
      const asio::const_buffer fragment(message->data() + sent, bytes);
      co_await self->socket_.async_write_some(last, fragment, asio::redirect_error(asio::use_awaitable, error));
      if (error || self->closed_) break;
      sent += bytes;
      self->taken(bytes);
    } while (sent < message->size());
    if (error) self->close();
    if (self->closed_) break;
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

bool LiveSession::over_rate(const std::string& type) {
  const TokenBucket::Clock::time_point now = TokenBucket::Clock::now();
  messages_.charge(1, now);
  if (messages_.in_debt(now)) return true;
  return type.starts_with("watch") && (bytes_.in_debt(now) || services_.rates.in_debt(client_, now));
}

void LiveSession::charge(std::size_t bytes) {
  const TokenBucket::Clock::time_point now = TokenBucket::Clock::now();
  bytes_.charge(static_cast<double>(bytes), now);
  services_.rates.charge(client_, static_cast<double>(bytes), now);
}

// Answered, and the next message is read a moment later: who sends them in a loop is slowed down by TCP.
asio::awaitable<void> LiveSession::refuse_for_rate(const Json& message) {
  const auto match = message.find("match");
  if (match != message.end() && match->is_string()) refuse(match->get<std::string>(), asks_too_much());
  else complain(asks_too_much());
  asio::steady_timer pause(socket_.get_executor(), limits_.pause);
  boost::system::error_code ignored;
  co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

void LiveSession::accept(const std::string& match, std::uint32_t role, std::size_t step, const std::string& move) {
  tell(to_text(Json{{"type", "accepted"}, {"match", match}, {"role", role}, {"step", step}, {"move", move}}));
}

void LiveSession::refuse(const std::string& match, const Error& error) {
  tell(to_text(Json{{"type", "refused"}, {"match", match}, {"error", error_json(error)}}));
}

// What needs no waiting. Returns what is wrong with the message, if anything is.
std::optional<Error> LiveSession::handle_at_once(const std::string& type, const Json& message) {
  const std::size_t told_before = told_bytes_;
  if (type == "ping") {
    tell(to_text(Json{{"type", "pong"}}));
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
    return bad_input("bad-message", fmt::format("There is no message of type '{}'.", type.substr(0, 40)),
                     "docs/api.md lists them.");
  }
  charge(told_bytes_ - told_before);
  return std::nullopt;
}

void LiveSession::complain(const Error& problem) { tell(to_text(Json{{"type", "error"}, {"error", error_json(problem)}})); }

asio::awaitable<void> LiveSession::handle(std::string text) {
  std::optional<Error> problem;
  try {
    const Result<Json> parsed = co_await services_.json.parse(std::move(text), kSmallJson);
    if (!parsed) {
      problem = parsed.error();
    } else {
      const Json& message = *parsed;
      const std::string type = message.at("type").get<std::string>();
      if (over_rate(type)) co_await refuse_for_rate(message);
      else if (type == "watch") co_await watch(message);
      else if (type == "watch_list") co_await watch_list();
      else if (type == "move") co_await move(message);
      else problem = handle_at_once(type, message);
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

asio::awaitable<void> LiveSession::watch_list() {
  const std::size_t told_before = told_bytes_;
  co_await manager_.watch_list(shared_from_this());
  charge(told_bytes_ - told_before);
}

asio::awaitable<void> LiveSession::watch(const Json& message) {
  const std::string id = message.at("match").get<std::string>();
  const std::optional<std::vector<std::string>> tokens = tokens_of(message);
  if (!tokens) {
    refuse(id, shows_too_many_tokens());
    co_return;
  }
  if (watched_.size() >= limits_.matches && watched_.count(id) == 0) {
    refuse(id, watches_too_many(limits_.matches));
    co_return;
  }
  const Result<std::shared_ptr<Match>> match = co_await manager_.find(id);
  if (!match) {
    refuse(id, match.error());
    co_return;
  }
  const std::vector<std::uint32_t> roles = (*match)->roles_of(*tokens);
  watched_[id] = *match;
  (*match)->watch(shared_from_this(), roles);
  const Text view = co_await (*match)->view(roles);
  Text answer;
  if (view->size() <= kShortView) {
    answer = match_message(id, *view);
  } else {
    auto wrap = [id, view] { return match_message(id, *view); };
    answer = co_await services_.json.run(std::move(wrap));
  }
  charge(answer->size());
  tell(answer);
}

asio::awaitable<void> LiveSession::move(const Json& message) {
  const std::string id = message.at("match").get<std::string>();
  const auto role = json_integer_at<std::uint32_t>(message, "role");
  const auto step = json_integer_at<std::size_t>(message, "step");
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
  const Status accepted = co_await (*match)->submit(role, step, text);
  if (!accepted) refuse(id, accepted.error());
  else accept(id, role, step, text);
}

}  // namespace agon::serve
