#include "serve/match/view/match_channel.h"

#include <algorithm>
#include <map>

#include "serve/errors.h"
#include "serve/json.h"
#include "serve/json_text.h"
#include "serve/match/match_record.h"

namespace agon::serve {
namespace {

constexpr std::chrono::milliseconds kSeatsPause{100};

// Bytes for what the event loop adds to a text that a worker has begun.
constexpr std::size_t kRoomForTheRest = 8'192;

Error still_secret() { return forbidden("The record of a match with hidden information is given out when the match is over."); }

}  // namespace

void MatchChannel::subscribe(const std::shared_ptr<Watcher>& watcher, std::vector<std::uint32_t> roles) {
  watchers_.add(watcher, std::move(roles));
  services_.changed(spec_.id);
  publish_seats();
}

void MatchChannel::unsubscribe(const Watcher* watcher) {
  watchers_.remove(watcher);
  services_.changed(spec_.id);
  publish_seats();
}

Presence MatchChannel::presence() const {
  Presence presence;
  presence.watchers = watchers_.without_seat();
  presence.queue_place = votes_.players().queue_place();
  for (std::uint32_t r = 0; r < spec_.seats.size(); ++r)
    presence.connected.push_back(spec_.seats[r].kind == Seat::Kind::Person ? watchers_.holds(r) : votes_.connected(r));
  return presence;
}

Json MatchChannel::summary() const { return view_.summary(presence()); }

MatchRow MatchChannel::row() const {
  const std::optional<Ending>& ending = log_.ending();
  return {spec_.id, spec_.created_at, ending ? std::optional(ending->at) : std::nullopt, to_string(log_.state()), summary().dump()};
}

asio::awaitable<Text> MatchChannel::view(std::vector<std::uint32_t> roles) {
  std::shared_ptr<SharedView> shared;
  if (const auto made = views_.find(roles); made != views_.end()) {
    // It is good for whoever asks now: when it is finished it shows the match as it is then.
    shared = made->second;
    boost::system::error_code woken;
    while (!shared->finished) co_await shared->done.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  } else {
    shared = std::make_shared<SharedView>(services_.io);
    views_.emplace(roles, shared);
    try {
      std::string text = co_await make_view(roles);
      shared->text = std::make_shared<const std::string>(std::move(text));
    } catch (...) {
      shared->problem = std::current_exception();
    }
    shared->finished = true;
    views_.erase(roles);
    shared->done.cancel();
  }
  if (shared->problem) std::rethrow_exception(shared->problem);
  co_return shared->text;
}

asio::awaitable<std::string> MatchChannel::make_view(std::vector<std::uint32_t> roles) {
  const Audience audience = view_.audience_of(roles);
  // The match may go on while the arbiter works; a view must not mix two moments.
  for (;;) {
    const std::uint64_t generation = votes_.generation();
    const std::size_t step = log_.size();
    auto look = [audience, step, history = log_.steps(), game = spec_.game, hint_of = services_.hint_of](Arbiter& arbiter) {
      const Json position = arbiter.position(std::min(step, arbiter.step()), audience, true);
      JsonObjectText begun;
      begun.add("rules", arbiter.kit().rules.text()).add("structure", *arbiter.kit().structure_json);
      begun.add("hint", game.empty() ? Json(nullptr) : hint_of(game));
      begun.add_text("history", history_text(history, audience)).add("position", position).reserve(kRoomForTheRest);
      return begun;
    };
    JsonObjectText begun = co_await arbiter_.ask(std::move(look));
    if (step != log_.size() || generation != votes_.generation()) continue;
    co_return view_.match(std::move(begun), roles, presence());
  }
}

asio::awaitable<Result<std::string>> MatchChannel::position(std::size_t step, std::vector<std::uint32_t> roles) {
  const Audience audience = view_.audience_of(std::move(roles));
  auto look = [audience, step](Arbiter& arbiter) -> Result<std::string> {
    if (step > arbiter.step()) return not_found("The match has not come that far.");
    return dumped(arbiter.position(step, audience, false));
  };
  co_return co_await arbiter_.ask(std::move(look));
}

asio::awaitable<Result<std::string>> MatchChannel::legal(LegalQuery query, std::optional<std::size_t> step,
                                                         std::vector<std::uint32_t> roles) {
  const Audience audience = view_.audience_of(std::move(roles));
  auto look = [audience, step, query = std::move(query)](Arbiter& arbiter) -> Result<std::string> {
    if (query.role >= arbiter.roles()) return bad_input("bad-field", "There is no such role.", "Roles are numbered from 0.");
    if (!arbiter.shows_moves_of(static_cast<std::uint32_t>(query.role), audience)) return not_your_seat();
    if (step && *step != arbiter.step()) return conflict("The match has gone on.", "Ask for the moves of the present position.");
    return dumped(arbiter.legal_page(query, audience));
  };
  co_return co_await arbiter_.ask(std::move(look));
}

asio::awaitable<Result<std::string>> MatchChannel::record(bool public_form) {
  if (!view_.open_to_all()) co_return Result<std::string>(still_secret());
  // Of one moment: the match may go on while the worker writes.
  auto write = [spec = spec_, log = log_, public_form](Arbiter& arbiter) -> Result<std::string> {
    return public_form ? public_record(spec, log, arbiter) : own_record(spec, log, arbiter);
  };
  co_return co_await arbiter_.ask(std::move(write));
}

void MatchChannel::publish(const Json& message) {
  if (!watchers_.empty()) publish_text(to_text(message));
}

void MatchChannel::publish_text(const Text& text) {
  watchers_.tell(true, [&](const Audience&) { return text; });
}

void MatchChannel::publish_seats() {
  if (watchers_.empty() || *seats_due_) return;
  *seats_due_ = true;
  seats_pause_.expires_after(kSeatsPause);
  seats_pause_.async_wait([this, due = std::weak_ptr(seats_due_)](const boost::system::error_code& error) {
    const std::shared_ptr<bool> still = due.lock();
    if (error || !still) return;
    *still = false;
    publish(view_.seats_message(presence()));
  });
}

void MatchChannel::publish_thought(std::size_t role, Json thought) {
  if (spec_.show_thoughts && view_.open_to_all()) publish(view_.thought_message(role, std::move(thought)));
}

asio::awaitable<void> MatchChannel::publish_position(News news) {
  std::vector<Audience> audiences = watchers_.audiences(view_.open_to_all());
  if (audiences.empty()) co_return;
  const bool one = news == News::Step;
  auto look = [audiences = std::move(audiences), one, head = view_.message_head(one ? "step" : "takeback"),
               history = one ? History{log_.steps().back()} : log_.steps(), steps = log_.size()](Arbiter& arbiter) {
    std::map<Audience, JsonObjectText> all;
    for (const Audience& audience : audiences) {
      JsonObjectText& begun = all.emplace(audience, head).first->second;
      begun.add_text("history", one ? dumped(step_json(steps - 1, *history.front(), audience)) : history_text(history, audience));
      begun.add("position", arbiter.position(arbiter.step(), audience, false)).reserve(kRoomForTheRest);
    }
    return all;
  };
  std::map<Audience, JsonObjectText> begun = co_await arbiter_.ask(std::move(look));
  const auto text_for = [&](const Audience& audience) -> Text {
    const auto found = begun.find(audience);
    if (found == begun.end()) return nullptr;
    return std::make_shared<const std::string>(view_.with_clock(std::move(found->second)));
  };
  watchers_.tell(view_.open_to_all(), text_for);
}

asio::awaitable<void> MatchChannel::publish_view() {
  if (watchers_.empty()) co_return;
  std::vector<std::uint32_t> nobody;
  const Text match = co_await view(std::move(nobody));
  auto wrap = [head = view_.message_head("match"), match]() mutable {
    return std::make_shared<const std::string>(head.add_text("view", *match).finish());
  };
  const Text text = co_await on_workers(services_.workers, std::move(wrap));
  publish_text(text);
}

}  // namespace agon::serve
