#include "play/session/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/hash.h"
#include "engines/prover/prover.h"
#include "game/find_move.h"
#include "gdl/read/reader.h"

namespace agon::play {

using protocol::LastStep;
using search::Clock;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using Kind = PlayerEvent::Kind;

namespace {

constexpr milliseconds kGrace{300};         // for a search that was told to stop
constexpr milliseconds kFirstPenalty{100};  // when a move came too late for the first time
constexpr seconds kReadyWithoutClock{10};   // at the latest
constexpr seconds kPatience{60};            // beyond what the clocks allow
constexpr seconds kPatienceWithoutClock{24 * 3600};
constexpr const char* kNoMove = "nil";  // what the community answers when there is nothing to answer

// Following a match takes a few queries for each move; one alone must leave time for another way to find a legal move.
Limits limits_of_follower(Limits limits, const protocol::Start& start) {
  constexpr int kShare = 4;
  if (start.play_clock.count() == 0) return limits;
  const milliseconds share = milliseconds(start.play_clock) / kShare;
  limits.time = limits.time.count() == 0 ? share : std::min(limits.time, share);
  return limits;
}

// No engine query may take longer than the time to answer.
Limits limits_within(Limits limits, const protocol::Start& start) {
  if (start.play_clock.count() == 0 && start.start_clock.count() == 0) return limits;
  const milliseconds longest = std::max<milliseconds>({start.start_clock, start.play_clock, seconds(2)});
  limits.time = limits.time.count() == 0 ? longest : std::min(limits.time, longest);
  return limits;
}

double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

}  // namespace

const char* to_string(Kind kind) {
  constexpr std::array<const char*, 10> kNames = {"started", "ready",    "moved",     "repeated", "stopped",
                                                  "aborted", "given-up", "previewed", "refused",  "warning"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string error_text(const Error& error) {
  const Diagnostic& first = error.diagnostics.front();
  std::string words;
  for (const char c : first.message) {
    const bool plain = static_cast<unsigned char>(c) > 0x20 && c != 0x7f && c != '(' && c != ')' && c != ';' && c != '"';
    words += plain ? c : ' ';
  }
  return protocol::one_line(fmt::format("(error {} {})", first.code, words));
}

PlayerSession::PlayerSession(protocol::Start start, const Arrival& arrival, const SessionOptions& options, Reply reply)
    : start_(std::move(start)), options_(options), heard_(arrival.at) {
  thread_ = std::thread([this, arrival, reply = std::move(reply)] { run(arrival, reply); });
}

PlayerSession::~PlayerSession() {
  end(Kind::Aborted, std::nullopt);
  thread_.join();
}

// --- for other threads

bool PlayerSession::played() const {
  const std::lock_guard lock(mutex_);
  return played_;
}

bool PlayerSession::over() const {
  const std::lock_guard lock(mutex_);
  return over_ || ending_;
}

bool PlayerSession::forsaken(Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  if (open_) return false;  // it is our turn
  if (start_.play_clock.count() == 0) return now - heard_ > kPatienceWithoutClock;
  return now - heard_ > start_.start_clock + 3 * start_.play_clock + kPatience;
}

void PlayerSession::start_again(Reply reply) {
  {
    const std::lock_guard lock(mutex_);
    heard_ = Clock::now();
    questions_.push_back({.last = std::nullopt, .arrival = {}, .reply = std::move(reply), .again = true, .past = false});
  }
  changed_.notify_all();
}

void PlayerSession::play(LastStep last, const Arrival& arrival, Reply reply) {
  {
    const std::lock_guard lock(mutex_);
    played_ = true;
    heard_ = arrival.at;
    const bool again = open_ && *open_ == last;
    open_ = last;
    questions_.push_back({std::move(last), arrival, std::move(reply), again, false});
  }
  changed_.notify_all();
}

void PlayerSession::follow(LastStep last, Reply reply) {
  {
    const std::lock_guard lock(mutex_);
    played_ = true;
    heard_ = Clock::now();
    questions_.push_back({.last = std::move(last), .arrival = {}, .reply = std::move(reply), .again = false, .past = true});
  }
  changed_.notify_all();
}

void PlayerSession::end(Kind why, std::optional<LastStep> last) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return;
    ending_ = true;
    why_ = why;
    last_ = std::move(last);
  }
  changed_.notify_all();
}

// --- the session's thread

void PlayerSession::run(const Arrival& arrival, const Reply& reply) {
  tell(Kind::Started, fmt::format("as {}, clocks {} and {} s, strategy {}", start_.role, start_.start_clock.count(),
                                  start_.play_clock.count(), options_.strategy));
  std::optional<Error> error;
  try {
    error = prepare(deadline_for(start_.start_clock, arrival), arrival);
  } catch (const LimitReached& limit) {
    error = limit.error();
  } catch (const std::bad_alloc&) {
    error = limit_reached("out-of-memory", "there is no memory left for this game");
  }
  if (error) {
    tell(Kind::Refused, error->diagnostics.front().message);
    {
      const std::lock_guard lock(mutex_);
      ending_ = over_ = true;  // first: the seat is free before the manager hears of it
    }
    reply({error_text(*error), true});
  } else {
    tell(Kind::Ready, thinker_->begun() ? "" : "the player is still preparing itself", {}, seconds_since(arrival.at));
    reply({"ready"});
    serve_questions();
  }
  finish();
}

std::optional<Error> PlayerSession::prepare(Deadline deadline, const Arrival& arrival) {
  Result<gdl::Rules> rules = gdl::read_text(start_.rules, start_.match_id, {.max_bytes = options_.rules_bytes});
  if (!rules) return rules.error();
  const auto prover = engines::Prover::create(*rules, limits_of_follower(options_.limits, start_));
  if (!prover) return prover.error();
  const game::AnyEngine engine("prover", *prover);
  const std::optional<RoleId> role = game::find_role(engine.info(), start_.role);
  if (!role) {
    return bad_input("no-such-role", fmt::format("the rules have no role '{}'", start_.role),
                     fmt::format("roles: {}", fmt::join(engine.info().roles, ", ")));
  }
  follower_.emplace(engine, *role, options_.settings.seed);
  if (std::optional<Error> unplayable = check_playable(deadline)) return unplayable;
  auto kit = std::make_shared<GameKit>(std::move(*rules), limits_within(options_.limits, start_));
  if (follower_->hidden()) tell(Kind::Warning, "hidden information: playing by sampling states that agree with what is seen");

  ThinkerOptions thinking{.strategy = options_.strategy,
                          .settings = options_.settings,
                          .kit = kit,
                          .engine = engine,
                          .role = *role,
                          .changed =
                              [this] {
                                { const std::lock_guard lock(mutex_); }  // no lost wakeup between test and sleep
                                changed_.notify_all();
                              },
                          .problem = [this](const std::string& words) { tell(Kind::Warning, words); }};
  if (options_.on_thought) {
    thinking.on_thought = [this, tell_thought = options_.on_thought](const SpokenThought& thought) {
      tell_thought(start_.match_id, asked_step_.load(), thought);
    };
  }
  thinker_.emplace(std::move(thinking));
  MatchClock clock{.start = start_.start_clock, .play = start_.play_clock};
  if (deadline != Deadline::max()) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - std::max(arrival.at, Clock::now()));
    clock.start = std::max(left, milliseconds(0));
  }
  // Without a start clock the player is ready as soon as it exists; its engines climb while it plays.
  const bool no_clock = deadline == Deadline::max();
  thinker_->begin(clock, no_clock ? Clock::now() : deadline);
  wait_for(no_clock ? Clock::now() + kReadyWithoutClock : deadline, [this] { return thinker_->begun(); });
  return std::nullopt;
}

// Who says `ready` has a legal move to answer with.
std::optional<Error> PlayerSession::check_playable(Deadline deadline) {
  const Deadline end = deadline == Deadline::max() ? Clock::now() + kReadyWithoutClock : deadline;
  if (follower_->terminal() || follower_->any_legal(end)) return std::nullopt;
  return bad_input("no-legal-move", fmt::format("the role '{}' has no legal move in the initial state", start_.role));
}

void PlayerSession::serve_questions() {
  for (;;) {
    Question question;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !questions_.empty(); });
      if (ending_) return;
      question = std::move(questions_.front());
      questions_.pop_front();
    }
    answer(question);
  }
}

void PlayerSession::answer(Question& question) {
  if (!question.last) return question.reply({"ready"});
  if (question.past) return follow(question);
  std::string move = kNoMove;
  try {
    travel_ = std::max(travel_, question.arrival.travel);
    const Deadline deadline = deadline_for(start_.play_clock, question.arrival);
    const Clock::time_point now = Clock::now();
    const Deadline quarter = deadline == Deadline::max() ? now + seconds(1) : now + (deadline - now) / 4;
    const Followed followed = follower_->follow(*question.last, question.again, quarter);
    take_note(followed);
    move = move_for(question, followed);
  } catch (const LimitReached& limit) {
    tell(Kind::Warning, fmt::format("the engine gave up: {}", limit.what()));
    move = any_move(question);
  } catch (const std::bad_alloc&) {
    tell(Kind::Warning, "out of memory");
  }
  {
    const std::lock_guard lock(mutex_);
    if (open_ == question.last) open_.reset();
    heard_ = std::max(heard_, Clock::now());
  }
  question.reply({move});
}

// Where legal moves are too many to be listed, or to be found in time: one of them.
std::string PlayerSession::any_move(const Question& question) {
  if (const std::string* known = follower_->answer(follower_->step())) return *known;
  const Deadline deadline = deadline_for(start_.play_clock, question.arrival);
  std::optional<std::string> move;
  try {
    move = follower_->any_legal(deadline == Deadline::max() ? Clock::now() + kReadyWithoutClock : deadline);
  } catch (const LimitReached& limit) {
    tell(Kind::Warning, fmt::format("no legal move was found: {}", limit.what()));
  }
  if (!move) return kNoMove;
  asked_step_ = follower_->step();
  follower_->answered(*move);
  tell(Kind::Moved, "the first legal move that was found", *move, seconds_since(question.arrival.at));
  return *move;
}

void PlayerSession::follow(const Question& question) {
  try {
    take_note(follower_->follow(*question.last, false, Clock::now() + seconds(1)));
    question.reply({"done"});
  } catch (const LimitReached& limit) {
    tell(Kind::Warning, fmt::format("the engine gave up: {}", limit.what()));
    question.reply({error_text(limit.error())});
  }
}

// Passes the step to the player and logs irregularities; a replaced move came too late, so the next one comes earlier.
void PlayerSession::take_note(const Followed& followed) {
  if (!followed.note.empty()) tell(Kind::Warning, followed.note);
  if (followed.replaced) {
    penalty_ = std::max<nanoseconds>(kFirstPenalty, 2 * penalty_);
    tell(Kind::Warning, "the manager played another move for us than we had answered: answering earlier from now on");
  }
  if (followed.kind == Followed::Kind::Corrected) {
    thinker_->start_again(follower_->match());
  } else if (!followed.steps.empty()) {
    thinker_->observe(followed.steps);
  }
}

std::string PlayerSession::move_for(const Question& question, const Followed& followed) {
  const bool known = followed.kind == Followed::Kind::Same || followed.kind == Followed::Kind::Older;
  if (const std::string* before = known ? follower_->answer(followed.step) : nullptr) {
    tell(Kind::Repeated, {}, *before);
    return *before;
  }
  const bool terminal = follower_->terminal();
  if (follower_->blind() && !terminal) return any_move(question);
  const std::vector<std::string>& legal = follower_->legal();
  if (terminal || legal.empty()) {
    // Searches want a match that goes on.
    tell(Kind::Warning, terminal ? "asked for a move, but the match is over" : "asked for a move, but there is no legal one");
    return legal.empty() ? kNoMove : legal.front();
  }
  std::string move = think(deadline_for(start_.play_clock, question.arrival));
  follower_->answered(move);
  tell(Kind::Moved, {}, move, seconds_since(question.arrival.at));
  return move;
}

std::string PlayerSession::think(Deadline deadline) {
  const std::vector<std::string>& legal = follower_->legal();
  PositionToPlay position;
  position.turn = {.step = follower_->step(), .legal = static_cast<std::uint32_t>(legal.size()), .deadline = deadline};
  position.legal = legal;
  if (follower_->hidden()) position.turn.moves = legal;
  else position.state = follower_->state();
  asked_step_ = follower_->step();
  thinker_->choose(std::move(position));
  if (!wait_for(deadline, [this] { return thinker_->answer().has_value(); })) {
    // Interrupted, not late: there is a moment left.
    thinker_->cut();
    const Deadline grace = std::min(deadline, Clock::now() + kGrace);
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, grace, [this] { return thinker_->answer().has_value(); });
  }
  std::optional<Choice> choice = thinker_->answer();
  if (!choice) {
    choice = thinker_->best();
    tell(Kind::Warning,
         choice ? "the player is late: answering with the best it has told" : "the player is late: answering with any legal move");
    thinker_->abandon();
  }
  const std::uint64_t any = mix(options_.settings.seed, static_cast<std::uint64_t>(follower_->step()));
  return legal[choice && choice->index() < legal.size() ? choice->index()
                                                        : Rng(any).below(static_cast<std::uint32_t>(legal.size()))];
}

void PlayerSession::finish() {
  std::deque<Question> left;
  std::optional<LastStep> last;
  Kind why = Kind::Aborted;
  {
    const std::lock_guard lock(mutex_);
    left.swap(questions_);
    last = last_;
    why = why_;
  }
  for (Question& question : left) question.reply({"busy"});
  if (thinker_) {
    std::string goals;
    try {
      if (last) follower_->follow(*last, false, Clock::now() + kGrace);
      if (const auto result = follower_->goals()) goals = fmt::format("goals {}", fmt::join(*result, " "));
    } catch (const LimitReached&) {
      // The result is for the log only.
    }
    tell(why, goals);
    thinker_.reset();
  }
  follower_.reset();
  const std::lock_guard lock(mutex_);
  over_ = true;
}

template <class Condition>
bool PlayerSession::wait_for(Deadline deadline, Condition condition) {
  std::unique_lock lock(mutex_);
  const auto enough = [&] { return condition() || disturbed(); };
  if (deadline == Deadline::max()) changed_.wait(lock, enough);
  else changed_.wait_until(lock, deadline, enough);
  return condition();
}

// A repetition of the current request does not interrupt.
bool PlayerSession::disturbed() const {
  return ending_ || std::ranges::any_of(questions_, [](const Question& question) { return !question.again; });
}

// Safety margin before the deadline, for latency; it grows after an answer that was too late. Never more than half of a clock.
PlayerSession::Deadline PlayerSession::deadline_for(seconds clock, const Arrival& arrival) const {
  if (clock.count() == 0) return Deadline::max();
  const nanoseconds margin = options_.margin + 2 * travel_ + penalty_;
  return arrival.at + clock - std::min<nanoseconds>(margin, nanoseconds(clock) / 2);
}

void PlayerSession::tell(Kind kind, std::string message, std::string move, double took) const {
  if (!options_.on_event) return;
  const int step = kind == Kind::Moved || kind == Kind::Repeated ? asked_step_.load() : -1;
  options_.on_event({kind, start_.match_id, step, std::move(move), took, std::move(message)});
}

}  // namespace agon::play
