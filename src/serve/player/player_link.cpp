#include "serve/player/player_link.h"

#include <fmt/format.h>

namespace agon::serve {

using play::protocol::Question;

asio::awaitable<Result<bool>> PlayerLink::catch_up(const std::vector<play::protocol::Play>& steps,
                                                   std::chrono::steady_clock::time_point deadline) {
  for (const play::protocol::Play& step : steps) {
    const Result<play::protocol::Reply> reply = co_await ask(step, deadline);
    if (!reply) co_return reply.error();
  }
  co_return true;
}

Question question_of(const play::protocol::Message& message) {
  // Both lists have the same order.
  return static_cast<Question>(message.index());
}

static_assert(std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(Question::Start), play::protocol::Message>,
                             play::protocol::Start>);
static_assert(std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(Question::Play), play::protocol::Message>,
                             play::protocol::Play>);
static_assert(std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(Question::Preview), play::protocol::Message>,
                             play::protocol::Preview>);

Result<play::protocol::Reply> read_reply(std::string_view text, Question question) {
  Result<play::protocol::Reply> reply = play::protocol::parse_reply(text, question);
  if (reply) return reply;
  return bad_input("player-garbage", fmt::format("the answer cannot be read: {}", reply.error().diagnostics.front().message),
                   fmt::format("it was '{}'", play::protocol::excerpt(text)));
}

Error player_late() { return limit_reached("player-late", "the player had not answered in time"); }

}  // namespace agon::serve
