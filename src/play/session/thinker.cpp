#include "play/session/thinker.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/hash.h"
#include "play/search_player.h"

namespace agon::play {

using search::Clock;

namespace {

// Strategies that need not know the state; all others are replaced by sampling where it is hidden.
bool plays_blindly(const std::string& strategy) {
  const Result<Strategy> term = parse_strategy(strategy);
  return term && (term->name == "random" || term->name == "first-legal");
}

}  // namespace

Thinker::Thinker(ThinkerOptions options)
    : options_(std::move(options)),
      sampling_(options_.engine.info().hidden && !plays_blindly(options_.strategy)),
      scratch_(options_.engine.make_scratch()) {}

Thinker::~Thinker() { abandon(); }

// A player that breaks down must not take the match with it.
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
  if (sampling_) return;
  guarded("making the player", [this] {
    Result<std::unique_ptr<Player>> made = play::make_player(options_.strategy, options_.kit, options_.settings);
    if (made) {
      player_ = std::move(*made);
    } else {
      options_.problem(fmt::format("'{}' cannot play this: {}", options_.strategy, made.error().diagnostics.front().message));
    }
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

void Thinker::observe(std::vector<Choices> steps) {
  thread_.post([this, steps = std::move(steps)] {
    if (!player_) return;
    guarded("following the match", [&] {
      for (const Choices& choices : steps) player_->observe(choices);
    });
  });
}

void Thinker::start_again(std::vector<Choices> match) {
  thread_.post([this, match = std::move(match)] {
    player_.reset();
    make_player();
    if (!player_) return;
    guarded("following the match again", [&] {
      player_->begin(options_.role, {}, Clock::now());
      for (const Choices& choices : match) player_->observe(choices);
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
    stop_ = true;  // an older question that is still thought about
  }
  thread_.post([this, ticket, position = std::move(position)]() mutable {
    {
      const std::lock_guard lock(mutex_);
      if (ticket != ticket_) return;
      stop_ = cut_ticket_ == ticket;
    }
    position_ = std::move(position);
    thinking_about_ = ticket;
    const std::uint32_t choice = decide();
    {
      const std::lock_guard lock(mutex_);
      if (ticket != ticket_) return;
      answer_ = choice;
    }
    options_.changed();
  });
}

std::uint32_t Thinker::decide() {
  const std::uint32_t legal = position_.turn.legal;
  std::uint32_t choice = legal;
  guarded("thinking", [&] { choice = sampling_ ? sample() : player_->choose(position_.turn); });
  if (choice >= legal) return Rng(mix(options_.settings.seed, static_cast<std::uint64_t>(position_.turn.step))).below(legal);
  const search::Thought* const thought = player_ ? player_->thought() : nullptr;
  if (legal > 1 && thought != nullptr) report(*thought, true);
  return choice;
}

std::uint32_t Thinker::sample() {
  if (position_.turn.legal == 1) return 0;
  search::Budget budget;
  budget.stop = &stop_;
  const Clock::time_point now = Clock::now();
  budget.deadline = now + SearchPlayer::kDefaultTime;
  if (position_.turn.deadline != Clock::time_point::max()) {
    budget.deadline = position_.turn.deadline -
                      std::min<std::chrono::nanoseconds>((position_.turn.deadline - now) / 5, std::chrono::milliseconds(500));
  }
  SamplingQuestion question{options_.engine, options_.role, *position_.possible, position_.legal};
  question.seed = mix(options_.settings.seed, static_cast<std::uint64_t>(position_.turn.step));
  if (options_.on_thought) question.on_thought = [this](const search::Thought& thought) { report(thought, false); };
  const search::Thought thought = choose_by_sampling(question, budget);
  report(thought, true);
  return thought.choice;
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

std::optional<std::uint32_t> Thinker::answer() const {
  const std::lock_guard lock(mutex_);
  return answer_;
}

std::optional<std::uint32_t> Thinker::best() const {
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
