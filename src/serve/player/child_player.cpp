#include "serve/player/child_player.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <map>
#include <optional>

#include "serve/json.h"
#include "serve/player/child_process.h"

namespace agon::serve {

using boost::system::error_code;
using Deadline = std::chrono::steady_clock::time_point;

namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20U;  // thoughts are the longest, with some kilobytes

std::vector<std::string> command_line(const ChildPlayerOptions& options) {
  std::vector<std::string> words = {options.program,
                                    "player",
                                    "--stdio",
                                    "--strategy",
                                    options.strategy,
                                    "--seed",
                                    std::to_string(options.seed),
                                    "--threads",
                                    std::to_string(options.threads),
                                    "--search-memory",
                                    std::to_string(options.search_memory_mib)};
  if (options.memory_limit_mib > 0) words.insert(words.end(), {"--memory-limit", std::to_string(options.memory_limit_mib)});
  if (options.on_thought) words.emplace_back("--thoughts");
  return words;
}

}  // namespace

// Writes what is asked, reads what is answered, and hands each answer to whoever waits for it.
class ChildPlayer::Line : public std::enable_shared_from_this<Line> {
 public:
  Line(asio::io_context& io, std::shared_ptr<ChildProcess> child, std::function<void(Json)> on_thought)
      : io_(io), child_(std::move(child)), on_thought_(std::move(on_thought)), more_to_write_(io, Deadline::max()) {}

  void open() {
    asio::co_spawn(io_, write_all(shared_from_this()), asio::detached);
    asio::co_spawn(io_, read_all(shared_from_this()), asio::detached);
  }

  void close() {
    end("it was dismissed");
    ChildProcess::let_go(child_);
  }

  // The text of the answer.
  static asio::awaitable<Result<std::string>> ask(std::shared_ptr<Line> self, std::string text, Deadline deadline) {
    if (self->ended_) co_return self->died();
    const std::uint64_t number = ++self->last_number_;
    self->unwritten_ += fmt::format("{} {}\n", number, text);
    self->more_to_write_.cancel();
    const auto open = std::make_shared<Open>(self->io_, deadline);
    self->open_[number] = open;
    error_code woken;
    if (!open->answer) co_await open->changed.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    self->open_.erase(number);
    if (open->answer) co_return std::move(*open->answer);
    if (self->ended_) co_return self->died();
    co_return player_late();
  }

 private:
  struct Open {
    Open(asio::io_context& io, Deadline deadline) : changed(io, deadline) {}
    asio::steady_timer changed;
    std::optional<std::string> answer;
  };

  static asio::awaitable<void> write_all(std::shared_ptr<Line> self) {
    error_code error;
    while (!self->ended_ && !error) {
      if (self->unwritten_.empty()) {
        error_code woken;
        self->more_to_write_.expires_at(Deadline::max());
        co_await self->more_to_write_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
        continue;
      }
      const std::string text = std::move(self->unwritten_);
      self->unwritten_.clear();
      co_await asio::async_write(self->child_->socket(), asio::buffer(text), asio::redirect_error(asio::use_awaitable, error));
    }
    // Why it cannot be written to any more is found out by who reads.
  }

  static asio::awaitable<void> read_all(std::shared_ptr<Line> self) {
    std::array<char, 16384> buffer;
    std::string unread;
    error_code error;
    while (!error && !self->ended_) {
      const std::size_t n =
          co_await self->child_->socket().async_read_some(asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
      unread.append(buffer.data(), n);
      for (std::size_t end = unread.find('\n'); end != std::string::npos; end = unread.find('\n')) {
        self->hear(std::string_view(unread).substr(0, end));
        unread.erase(0, end + 1);
      }
      if (unread.size() > kLongestLine) break;
    }
    if (self->ended_) co_return;
    self->child_->kill();
    self->end(co_await ChildProcess::cause_of_death(self->child_));
  }

  void hear(std::string_view line) {
    constexpr std::string_view kReply = "reply ";
    constexpr std::string_view kThought = "thought ";
    if (line.starts_with(kThought) && on_thought_ && !open_.empty()) {
      Json thought = Json::parse(line.substr(kThought.size()), nullptr, false);
      if (!thought.is_discarded()) on_thought_(std::move(thought));
      return;
    }
    if (!line.starts_with(kReply)) return;
    line.remove_prefix(kReply.size());
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    const auto open = open_.find(number);
    if (error != std::errc{} || open == open_.end()) return;  // nobody waits for it any more
    open->second->answer.emplace(end, line.data() + line.size());
    open->second->changed.cancel();
  }

  void end(std::string why) {
    if (ended_) return;
    ended_ = true;
    why_ = std::move(why);
    more_to_write_.cancel();
    for (const auto& [number, open] : open_) open->changed.cancel();
  }

  [[nodiscard]] Error died() const { return bad_input("player-died", fmt::format("the player is gone: {}", why_)); }

  asio::io_context& io_;
  std::shared_ptr<ChildProcess> child_;
  std::function<void(Json)> on_thought_;
  asio::steady_timer more_to_write_;
  std::string unwritten_;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, std::shared_ptr<Open>> open_;  // questions
  bool ended_ = false;
  std::string why_;
};

Result<std::unique_ptr<PlayerLink>> ChildPlayer::start(asio::io_context& io, const ChildPlayerOptions& options) {
  Result<std::shared_ptr<ChildProcess>> child = ChildProcess::start(io, command_line(options));
  if (!child) return child.error();
  auto line = std::make_shared<Line>(io, std::move(*child), options.on_thought);
  line->open();
  return std::unique_ptr<PlayerLink>(new ChildPlayer(options.strategy, std::move(line)));
}

ChildPlayer::~ChildPlayer() { line_->close(); }

asio::awaitable<Result<protocol::Reply>> ChildPlayer::ask(const protocol::Message& message, Deadline deadline) {
  const protocol::Question question = question_of(message);
  const Result<std::string> answer = co_await Line::ask(line_, protocol::to_text(message), deadline);
  if (!answer) co_return answer.error();
  co_return read_reply(*answer, question);
}

asio::awaitable<Status> ChildPlayer::catch_up(const std::vector<protocol::Play>& steps, Deadline deadline) {
  const std::shared_ptr<Line> line = line_;
  for (const protocol::Play& step : steps) {
    const Result<std::string> answer = co_await Line::ask(line, "past " + protocol::to_text(step), deadline);
    if (!answer) co_return answer.error();
  }
  co_return done();
}

std::string ChildPlayer::describe() const { return fmt::format("{} in a process of its own", strategy_); }

}  // namespace agon::serve
