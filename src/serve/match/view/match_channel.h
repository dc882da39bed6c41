// Publish-subscribe for one match: views for whoever asks, and messages for watchers, serialised once for each audience.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "base/result.h"
#include "serve/json_fwd.h"
#include "serve/match/arbiter_strand.h"
#include "serve/match/step/vote_collector.h"
#include "serve/match/view/match_view.h"
#include "serve/match/view/watchers.h"

namespace agon::serve {

class MatchChannel {
 public:
  // All of them must outlive the channel.
  MatchChannel(const MatchSpec& spec, const MatchLog& log, const VoteCollector& votes, const MatchView& view,
               ArbiterStrand& arbiter, const MatchServices& services)
      : spec_(spec), log_(log), votes_(votes), view_(view), arbiter_(arbiter), services_(services), seats_pause_(services.io) {}

  void subscribe(const std::shared_ptr<Watcher>& watcher, std::vector<std::uint32_t> roles);
  void unsubscribe(const Watcher* watcher);
  // A seat is there when its person watches, or its program answers.
  [[nodiscard]] Presence presence() const;

  // `Match` of docs/api.md, and the row of it that lists of matches read.
  [[nodiscard]] Json summary() const;
  [[nodiscard]] MatchRow row() const;
  // agon.match_view/1, agon.position/1 and agon.legal_moves/1, serialised. Who asks for the same view while one is being made
  // shares it.
  [[nodiscard]] asio::awaitable<Text> view(std::vector<std::uint32_t> roles);
  [[nodiscard]] asio::awaitable<Result<std::string>> position(std::size_t step, std::vector<std::uint32_t> roles);
  [[nodiscard]] asio::awaitable<Result<std::string>> legal(LegalQuery query, std::optional<std::size_t> step,
                                                           std::vector<std::uint32_t> roles);
  // The record: ours, or the form of spectator tools. Refused while something is hidden.
  [[nodiscard]] asio::awaitable<Result<std::string>> record(bool public_form);

  // The same to everybody.
  void publish(const Json& message);
  void publish_text(const Text& text);
  // Soon, and once for all who come and go meanwhile: each of them would be told to everybody.
  void publish_seats();
  // What a player thinks, if the match is one that shows it and the thought gives nothing away.
  void publish_thought(std::size_t role, Json thought);
  // To each the present position as it may see it: with the last step, or with all that are left after a take-back. Who subscribes
  // while the arbiter works gets none: it is sent a whole view of its own.
  enum class News : std::uint8_t { Step, TakeBack };
  [[nodiscard]] asio::awaitable<void> publish_position(News news);
  // The whole match, when nothing is hidden any more.
  [[nodiscard]] asio::awaitable<void> publish_view();

 private:
  struct SharedView {
    explicit SharedView(asio::io_context& io) : done(io, asio::steady_timer::time_point::max()) {}
    asio::steady_timer done;  // cancelled when it is made
    bool finished = false;
    Text text;
    std::exception_ptr problem;
  };

  [[nodiscard]] asio::awaitable<std::string> make_view(std::vector<std::uint32_t> roles);

  const MatchSpec& spec_;
  const MatchLog& log_;
  const VoteCollector& votes_;
  const MatchView& view_;
  ArbiterStrand& arbiter_;
  const MatchServices& services_;
  Watchers watchers_;
  std::map<std::vector<std::uint32_t>, std::shared_ptr<SharedView>> views_;  // that are being made, by the roles of the viewer
  asio::steady_timer seats_pause_;
  std::shared_ptr<bool> seats_due_ = std::make_shared<bool>(false);  // its timer may fire after the channel is gone
};

}  // namespace agon::serve
