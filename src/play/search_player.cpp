#include "play/search_player.h"

#include <algorithm>
#include <ctime>

#include "base/limits.h"

namespace agon::play {

using search::Clock;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

namespace {

// CPU time of this thread; the difference to wall-clock time went to other processes.
nanoseconds own_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

}  // namespace

SearchPlayer::SearchPlayer(std::unique_ptr<search::Searcher> search, const ThinkingTime& thinking, Better better)
    : search_(std::move(search)), thinking_(thinking), better_(std::move(better)) {}

SearchPlayer::~SearchPlayer() { stop_pondering(); }

void SearchPlayer::begin(RoleId role, const MatchClock& clock, Clock::time_point deadline) {
  stop_pondering();
  role_ = role;
  match_.clear();
  behind_ = false;
  thought_ = {};
  search_->restart();
  take_better();
  // The rest of the start clock warms the tree, unless the budget is counted in iterations or states.
  const bool counted = thinking_.iterations > 0 || thinking_.states > 0;
  if (clock.start.count() > 0 && deadline != Clock::time_point::max() && !counted) {
    search::Budget warm;
    warm.stop = supervision_.stop;
    warm.deadline = deadline - std::clamp<nanoseconds>(clock.start / 5, milliseconds(20), milliseconds(1000));
    if (Clock::now() < warm.deadline) thought_ = search_->think(role_, warm);
  }
}

search::Budget SearchPlayer::budget(const Turn& turn) const {
  search::Budget budget;
  budget.stop = supervision_.stop;
  if (thinking_.iterations > 0) budget.iterations = thinking_.iterations;
  if (thinking_.states > 0) budget.states = thinking_.states;
  const Clock::time_point now = Clock::now();
  if (thinking_.time) budget.deadline = now + *thinking_.time;
  if (turn.deadline != Clock::time_point::max() && turn.all_of_it) {
    budget.deadline = std::min(budget.deadline, turn.deadline);
  } else if (turn.deadline != Clock::time_point::max()) {
    const nanoseconds left = turn.deadline - now;
    // Safety margin: a tenth of the time for latency, twice what searches have overrun so far, and a part for other processes,
    // which may have the core just when the answer is due.
    nanoseconds margin = std::clamp<nanoseconds>(left / 10, milliseconds(3), milliseconds(500)) + 2 * overrun_;
    if (crowded_) margin += std::min<nanoseconds>(left * 2 / 5, milliseconds(1000));
    budget.deadline = std::min(budget.deadline, turn.deadline - std::min<nanoseconds>(margin, left * 3 / 4));
  } else if (!thinking_.limited()) {
    budget.deadline = now + kDefaultTime;
  }
  return budget;
}

Choice SearchPlayer::choose(const Turn& turn) {
  stop_pondering();
  take_better();
  if (behind_) catch_up(*search_);
  if (turn.legal <= 1 && !thinking_.every_step) {
    if (thinking_.ponder) start_pondering();
    return Choice{0};
  }
  if (!turn.moves.empty()) search_->expect(turn.moves);
  const search::Budget limits = budget(turn);
  const Clock::time_point start = Clock::now();
  const nanoseconds worked = own_time();
  thought_ = think(limits);
  learn(limits, Clock::now() - start, own_time() - worked);
  if (thinking_.ponder) start_pondering();
  return thought_.choice;
}

// Without slices, unless there is an observer and the search can be sliced: then the counts of the slices are added up.
search::Thought SearchPlayer::think(const search::Budget& limits) {
  if (!supervision_.on_thought || !search_->goes_on()) return search_->think(role_, limits);
  search::Budget slice = limits;
  std::uint64_t iterations = 0;
  std::uint64_t states = 0;
  double seconds = 0;
  search::Thought last;
  for (;;) {
    slice.deadline = std::min(limits.deadline, Clock::now() + kSlice);
    search::Thought thought = search_->think(role_, slice);
    if (thought.iterations == 0 && !last.moves.empty()) return last;  // there was no time left for it
    // A search that returns early knows the answer, or has used up another limit.
    const bool early = Clock::now() < slice.deadline;
    if (slice.iterations != search::Budget::kUnlimited) slice.iterations -= std::min(slice.iterations, thought.iterations);
    if (slice.states != search::Budget::kUnlimited) slice.states -= std::min(slice.states, thought.states);
    thought.iterations = iterations += thought.iterations;
    thought.states = states += thought.states;
    thought.seconds = seconds += thought.seconds;
    if (early || limits.late() || limits.stopped() || slice.iterations == 0 || slice.states == 0) return thought;
    supervision_.on_thought(thought);
    last = std::move(thought);
  }
}

// Learns how late the search returned, and whether it had the core to itself.
void SearchPlayer::learn(const search::Budget& limits, nanoseconds wall, nanoseconds worked) {
  if (limits.deadline == Clock::time_point::max()) return;
  const nanoseconds late = Clock::now() - limits.deadline;
  overrun_ = std::max({late, overrun_ * 98 / 100, nanoseconds(0)});  // decays, so that a single outlier is forgotten
  constexpr nanoseconds kTooShort = milliseconds(5);
  if (wall > kTooShort) crowded_ = worked < wall * 9 / 10 || (crowded_ && worked < wall * 97 / 100);
}

// An engine that reaches a limit here leaves the search where it was; it catches up at the next turn.
void SearchPlayer::observe(const game::Observation& seen) {
  stop_pondering();
  match_.push_back(seen);
  if (behind_) return;
  behind_ = true;
  search_->observe(seen);
  behind_ = false;
}

void SearchPlayer::take_better() {
  if (!better_) return;
  try {
    std::unique_ptr<search::Searcher> next = better_();
    if (!next) return;
    catch_up(*next);
    search_ = std::move(next);
  } catch (const std::exception&) {
    // Out of memory, say: the current search stays.
  }
}

// From the initial state through the whole match.
void SearchPlayer::catch_up(search::Searcher& search) {
  behind_ = &search == search_.get();
  search.restart();
  for (const game::Observation& seen : match_) search.observe(seen);
  behind_ = false;
}

void SearchPlayer::start_pondering() {
  stop_pondering_ = false;
  ponderer_ = std::thread([this] {
    search::Budget until_told;
    until_told.stop = &stop_pondering_;
    try {
      (void)search_->think(role_, until_told);
    } catch (const std::exception&) {
      // The same failure at the next turn will be reported to its caller.
    }
  });
}

void SearchPlayer::stop_pondering() {
  if (!ponderer_.joinable()) return;
  stop_pondering_ = true;
  ponderer_.join();
}

}  // namespace agon::play
