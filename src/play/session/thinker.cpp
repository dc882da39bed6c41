#include "play/session/thinker.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/hash.h"

namespace agon::play {

using search::Clock;

Thinker::Thinker(ThinkerOptions options) : options_(std::move(options)), scratch_(options_.engine.make_scratch()) {}

Thinker::~Thinker() { abandon(); }

// Exceptions of a player must not end the match.
template <class Work>
void Thinker::guarded(const char* what, Work work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    options_.problem(fmt::format("{}: out of memory", what));
  } catch (const std::exception& problem) {
    options_.problem(fmt::format("{}: {}", what, problem.what()));
  }
}

void Thinker::make_player() {
  guarded("making the player", [this] {
    Result<std::unique_ptr<Player>> made = play::make_player(options_.strategy, options_.kit, options_.settings);
    if (!made) {
      options_.problem(fmt::format("'{}' cannot play this: {}", options_.strategy, made.error().diagnostics.front().message));
      made = play::make_player("auto", options_.kit, options_.settings);
    }
    if (made) player_ = std::move(*made);
  });
  if (!player_) player_ = std::move(*play::make_player("random", options_.kit, options_.settings));
  Supervision supervision;
  supervision.stop = &stop_;
  if (options_.on_thought) supervision.on_thought = [this](const search::Thought& thought) { report(thought, false); };
  player_->supervise(supervision);
}

void Thinker::begin(const MatchClock& clock, Clock::time_point deadline) {
  thread_.post([this, clock, deadline] {
    make_player();
    if (player_) guarded("preparing", [&] { player_->begin(options_.role, clock, deadline); });
    {
      const std::lock_guard lock(mutex_);
      begun_ = true;
    }
    options_.changed();
  });
}

void Thinker::observe(std::vector<game::Observation> steps) {
  thread_.post([this, steps = std::move(steps)] {
    if (!player_) return;
    guarded("following the match", [&] {
      for (const game::Observation& seen : steps) player_->observe(seen);
    });
  });
}

void Thinker::start_again(std::vector<game::Observation> match) {
  thread_.post([this, match = std::move(match)] {
    player_.reset();
    make_player();
    if (!player_) return;
    guarded("following the match again", [&] {
      player_->begin(options_.role, {}, Clock::now());
      for (const game::Observation& seen : match) player_->observe(seen);
    });
  });
}

void Thinker::choose(PositionToPlay position) {
  std::uint64_t ticket = 0;
  {
    const std::lock_guard lock(mutex_);
    ticket = ++ticket_;
    answer_.reset();
    best_.reset();
    stop_ = true;  // a search for an older request may still run
  }
  thread_.post([this, ticket, position = std::move(position)]() mutable {
    {
      const std::lock_guard lock(mutex_);
      if (ticket != ticket_) return;
      stop_ = cut_ticket_ == ticket;
    }
    position_ = std::move(position);
    thinking_about_ = ticket;
    const Choice choice = decide();
    {
      const std::lock_guard lock(mutex_);
      if (ticket != ticket_) return;
      answer_ = choice;
    }
    options_.changed();
  });
}

Choice Thinker::decide() {
  const std::uint32_t legal = position_.turn.legal;
  Choice choice{legal};
  guarded("thinking", [&] { choice = player_->choose(position_.turn); });
  if (choice.value >= legal)
    return Choice{Rng(mix(options_.settings.seed, static_cast<std::uint64_t>(position_.turn.step))).below(legal)};
  const search::Thought* const thought = player_ ? player_->thought() : nullptr;
  if (legal > 1 && thought != nullptr) report(*thought, true);
  return choice;
}

void Thinker::report(const search::Thought& thought, bool final) {
  if (thought.moves.size() != position_.legal.size()) return;  // of another turn
  {
    const std::lock_guard lock(mutex_);
    if (thinking_about_ != ticket_) return;
    best_ = thought.choice;
  }
  if (!options_.on_thought) return;
  guarded("telling a thought", [&] {
    SpokenThought spoken =
        speak(thought, position_.legal, options_.engine, scratch_, position_.state ? &*position_.state : nullptr);
    spoken.final = final;
    options_.on_thought(spoken);
  });
}

bool Thinker::begun() const {
  const std::lock_guard lock(mutex_);
  return begun_;
}

std::optional<Choice> Thinker::answer() const {
  const std::lock_guard lock(mutex_);
  return answer_;
}

std::optional<Choice> Thinker::best() const {
  const std::lock_guard lock(mutex_);
  return best_;
}

void Thinker::cut() {
  const std::lock_guard lock(mutex_);
  cut_ticket_ = ticket_;
  stop_ = true;
}

void Thinker::abandon() {
  const std::lock_guard lock(mutex_);
  ++ticket_;
  stop_ = true;
}

}  // namespace agon::play
