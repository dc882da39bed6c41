#include "play/session/desk.h"

#include <fmt/format.h>

#include <algorithm>

#include "gdl/read/reader.h"
#include "protocol/http_text.h"
#include "protocol/reply.h"

namespace agon::play {

using Kind = PlayerEvent::Kind;
using search::Clock;

namespace {

constexpr std::size_t kRememberedMatches = 32;
constexpr std::size_t kMostPreviews = 4;  // at a time: each may take seconds, and anybody may ask

bool same_request(const protocol::Start& a, const protocol::Start& b) {
  return a.role == b.role && a.rules == b.rules && a.start_clock == b.start_clock && a.play_clock == b.play_clock;
}

}  // namespace

PlayerDesk::PlayerDesk(DeskOptions options) : options_(std::move(options)) {}

PlayerDesk::~PlayerDesk() {
  // All of them first, so that they end in parallel.
  for (const Session& session : sessions_) session->end(Kind::Aborted, std::nullopt);
}

void PlayerDesk::handle(std::string_view text, const Arrival& arrival, Reply reply) {
  Result<protocol::Message> message = protocol::parse_message(text, {.bytes = options_.session.rules_bytes});
  if (!message) {
    const std::string& problem = message.error().diagnostics.front().message;
    tell(Kind::Refused, {}, fmt::format("{}: '{}'", problem, protocol::excerpt(text)));
    return reply({error_text(message.error()), true});
  }
  handle(std::move(*message), arrival, std::move(reply));
}

void PlayerDesk::handle(protocol::Message message, const Arrival& arrival, Reply reply) {
  sweep(arrival.at);
  std::visit([&](auto& kind) { on(std::move(kind), arrival, std::move(reply)); }, message);
}

void PlayerDesk::catch_up(protocol::Play step, Reply reply) {
  const auto session = find(step.match_id);
  if (session == sessions_.end()) return turn_away(step.match_id, "a step of a match that is not played here", reply);
  (*session)->follow(std::move(step.last), std::move(reply));
}

void PlayerDesk::sweep(Clock::time_point now) {
  for (auto session = sessions_.begin(); session != sessions_.end();) {
    if ((*session)->over()) {
      bury(std::move(*session));
      session = sessions_.erase(session);
    } else if ((*session)->forsaken(now)) {
      (*session)->end(Kind::GivenUp, std::nullopt);  // over now: removed in the next iteration
    } else {
      ++session;
    }
  }
}

void PlayerDesk::on(protocol::Start start, const Arrival& arrival, Reply reply) {
  if (const auto known = find(start.match_id); known != sessions_.end()) {
    PlayerSession& session = **known;
    if (session.start().role != start.role) return turn_away(start.match_id, "another role of a match that is played here", reply);
    if (same_request(session.start(), start) && !session.played()) return session.start_again(std::move(reply));
    // The manager has restarted the match without saying so.
    end(known, Kind::Aborted, std::nullopt);
  }
  if (full()) return turn_away(start.match_id, "no seat is free", reply);
  std::erase(ended_, start.match_id);
  sessions_.push_back(std::make_unique<PlayerSession>(std::move(start), arrival, options_.session, std::move(reply)));
}

void PlayerDesk::on(protocol::Play play, const Arrival& arrival, Reply reply) {
  const auto session = find(play.match_id);
  if (session == sessions_.end()) return turn_away(play.match_id, "PLAY for a match that is not played here", reply);
  (*session)->play(std::move(play.last), arrival, std::move(reply));
}

void PlayerDesk::on(protocol::Stop stop, const Arrival& /*arrival*/, Reply reply) {
  const auto session = find(stop.match_id);
  if (session == sessions_.end()) {
    if (ended_lately(stop.match_id)) return reply({"done"});
    return turn_away(stop.match_id, "STOP for a match that is not played here", reply);
  }
  end(session, Kind::Stopped, std::move(stop.last));
  reply({"done"});
}

void PlayerDesk::on(protocol::Abort abort, const Arrival& /*arrival*/, Reply reply) {
  const auto session = find(abort.match_id);
  if (session == sessions_.end()) {
    if (ended_lately(abort.match_id)) return reply({"aborted"});
    return turn_away(abort.match_id, "ABORT for a match that is not played here", reply);
  }
  end(session, Kind::Aborted, std::nullopt);
  reply({"aborted"});
}

void PlayerDesk::on(protocol::Info /*info*/, const Arrival& /*arrival*/, Reply reply) {
  const protocol::PlayerInfo info{
      .name = options_.name, .status = full() ? "busy" : "available", .more = {{"species", "computer"}}};
  reply({protocol::to_text(protocol::Reply(info))});
}

void PlayerDesk::on(protocol::Preview preview, const Arrival& /*arrival*/, Reply reply) {
  if (full()) return turn_away({}, "PREVIEW, but no seat is free", reply);
  if (previews_.fetch_add(1) >= kMostPreviews) {
    --previews_;
    return turn_away({}, "PREVIEW, but others are still being read", reply);
  }
  reader_.post([this, preview = std::move(preview), reply = std::move(reply)] {
    const Result<gdl::Rules> rules = gdl::read_text(preview.rules, "preview", {.max_bytes = options_.session.rules_bytes});
    const std::string problem = rules ? "" : rules.error().diagnostics.front().message;
    --previews_;
    tell(rules ? Kind::Previewed : Kind::Refused, {}, problem);
    if (rules) reply({"ready"});
    else reply({error_text(rules.error()), true});
  });
}

std::vector<PlayerDesk::Session>::iterator PlayerDesk::find(const std::string& match) {
  // A manager that changes the letter case of its own identifiers means the same match.
  return std::ranges::find_if(sessions_,
                              [&](const Session& s) { return protocol::equal_without_case(s->start().match_id, match); });
}

void PlayerDesk::end(std::vector<Session>::iterator session, Kind why, std::optional<protocol::LastStep> last) {
  (*session)->end(why, std::move(last));
  bury(std::move(*session));
  sessions_.erase(session);
}

// Its threads may take a moment to end; the seat is free at once.
void PlayerDesk::bury(Session session) {
  ended_.push_back(session->start().match_id);
  if (ended_.size() > kRememberedMatches) ended_.pop_front();
  undertaker_.post([shared = std::shared_ptr<PlayerSession>(std::move(session))] {});
}

bool PlayerDesk::ended_lately(const std::string& match) const {
  return std::ranges::any_of(ended_, [&](const std::string& id) { return protocol::equal_without_case(id, match); });
}

void PlayerDesk::turn_away(const std::string& match, const char* why, const Reply& reply) const {
  tell(Kind::Refused, match, why);
  reply({"busy"});
}

void PlayerDesk::tell(Kind kind, const std::string& match, std::string message) const {
  if (options_.session.on_event) options_.session.on_event({kind, match, -1, {}, 0, std::move(message)});
}

}  // namespace agon::play
