#include "serve/player/player_link.h"

#include <fmt/format.h>

namespace agon::serve {

using protocol::Question;

asio::awaitable<Status> PlayerLink::catch_up(const std::vector<protocol::Play>& steps,
                                             std::chrono::steady_clock::time_point deadline) {
  for (const protocol::Play& step : steps) {
    const Result<protocol::Reply> reply = co_await ask(step, deadline);
    if (!reply) co_return reply.error();
  }
  co_return done();
}

Question question_of(const protocol::Message& message) {
  // Both lists have the same order.
  return static_cast<Question>(message.index());
}

static_assert(
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(Question::Start), protocol::Message>, protocol::Start>);
static_assert(
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(Question::Play), protocol::Message>, protocol::Play>);
static_assert(
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(Question::Preview), protocol::Message>, protocol::Preview>);

Result<protocol::Reply> read_reply(std::string_view text, Question question) {
  Result<protocol::Reply> reply = protocol::parse_reply(text, question);
  if (reply) return reply;
  return bad_input("player-garbage", fmt::format("the answer cannot be read: {}", reply.error().diagnostics.front().message),
                   fmt::format("it was '{}'", protocol::excerpt(text)));
}

Error player_late() { return limit_reached("player-late", "the player had not answered in time"); }

}  // namespace agon::serve
