#include "serve/match/match.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/hash.h"
#include "base/rng.h"
#include "serve/errors.h"

namespace agon::serve {
namespace {

constexpr std::uint64_t kChance = 1, kSubstitute = 2;        // what a random number is for
constexpr std::chrono::seconds kGoodbye{5};                  // for the last message to a player
constexpr std::chrono::seconds kRetry{1};                    // while the store refuses
constexpr std::chrono::milliseconds kAfterDeadline{1'000};   // links answer at the deadline by themselves; this is a last wall

Error refused(std::string message) {
  return bad_input("store-refused", std::move(message), "The disk may be full; try again in a moment. The server's log says more.");
}

std::chrono::steady_clock::time_point after(double seconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
}

}  // namespace

const char* to_string(Match::State state) {
  switch (state) {
    case Match::State::Starting: return "starting";
    case Match::State::Running: return "running";
    case Match::State::Ended: return "ended";
    case Match::State::Aborted: return "aborted";
  }
  return "aborted";
}

Match::Match(MatchSpec spec, SharedKit kit, MatchServices& services)
    : spec_(std::move(spec)),
      kit_(std::move(kit)),
      services_(services),
      turnstile_(services.io.get_executor()),
      fault_counts_(spec_.seats.size(), 0),
      changed_(services.io) {
  players_ = std::make_unique<SeatPlayers>(spec_, kit_, services.make_link,
                                           [this](std::size_t role, Json thought) { on_thought(role, std::move(thought)); });
}

Match::~Match() = default;

std::vector<std::uint32_t> Match::people() const {
  std::vector<std::uint32_t> roles;
  for (std::uint32_t r = 0; r < spec_.seats.size(); ++r) {
    if (spec_.seats[r].kind == Seat::Kind::Person) roles.push_back(r);
  }
  return roles;
}

std::size_t Match::processes() const {
  std::size_t count = 0;
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) count += built_in(r) ? 1 : 0;
  return count;
}

Match::Now Match::now_of(Arbiter& arbiter) {
  return {arbiter.legal(), arbiter.terminal(), arbiter.stuck(),
          arbiter.terminal() ? arbiter.goals() : std::vector<std::optional<int>>{}};
}

// The same number for the same step, whatever happened in between: a match that is taken up again goes on as it would have.
std::uint32_t Match::chance(std::size_t role, std::uint64_t purpose, std::size_t bound) const {
  Rng rng(mix(mix(mix(spec_.seed, history_.size()), role), purpose));
  return rng.below(static_cast<std::uint32_t>(bound));
}

// ---------------------------------------------------------------- the store

// g++ 12 miscompiles some temporaries inside coroutines, so values are made in plain functions.
Event Match::event(const char* kind, const Json& body) const {
  Event event;
  event.match = spec_.id;
  event.kind = kind;
  event.body = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  event.at = now_ms();
  return event;
}

MatchRow Match::row() const { return {spec_.id, spec_.created_at, ended_at_, to_string(state_), summary().dump()}; }

asio::awaitable<bool> Match::commit(std::vector<Event> events, bool with_row) {
  Write write;
  write.events = std::move(events);
  if (with_row) write.row = row();
  const auto initiate = [this, &write](auto handler) {
    auto shared = std::make_shared<decltype(handler)>(std::move(handler));
    services_.store.append(std::move(write), [this, shared, id = spec_.id](const std::optional<Error>& error) {
      if (error) spdlog::error("match {}: not stored: {}", id, error->diagnostics.front().message);
      asio::post(services_.io, [shared, good = !error] { (*shared)(good); });
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(bool)>(initiate, asio::use_awaitable);
}

asio::awaitable<bool> Match::store(Json body, const char* kind, bool with_row) {
  std::vector<Event> events;
  events.push_back(event(kind, body));
  const bool stored = co_await commit(std::move(events), with_row);
  co_return stored;
}

// What must not be lost waits until the store takes it; meanwhile the match stands still.
asio::awaitable<void> Match::store_surely(Json body, const char* kind, bool with_row) {
  for (;;) {
    const bool stored = co_await store(body, kind, with_row);
    if (stored || suspended_) co_return;
    asio::steady_timer pause(services_.io, kRetry);
    co_await pause.async_wait(asio::use_awaitable);
  }
}

asio::awaitable<Result<bool>> Match::store_creation(std::vector<Event> more) {
  std::vector<Event> events;
  events.push_back(event("created", to_json(spec_)));
  for (Event& later : more) events.push_back(std::move(later));
  const bool stored = co_await commit(std::move(events), true);
  co_return stored ? Result<bool>(true) : Result<bool>(refused("The match could not be stored."));
}

void Match::apply_event(const Event& event, Arbiter& arbiter) {
  const Json body = Json::parse(event.body);
  if (event.kind == "step") {
    Step step;
    step.at = event.at;
    body.at("moves").get_to(step.played.moves);
    std::vector<std::size_t> choices;
    for (std::size_t r = 0; r < step.played.moves.size() && r < arbiter.roles(); ++r) {
      const std::optional<std::size_t> found = arbiter.find(r, step.played.moves[r]);
      if (!found) throw std::runtime_error(fmt::format("'{}' is not legal at step {}", step.played.moves[r], arbiter.step()));
      choices.push_back(*found);
      step.chose.push_back(arbiter.legal()[r].size() > 1 && !kit_->is_random(r));
    }
    if (choices.size() != arbiter.roles()) throw std::runtime_error("a step has too few moves");
    for (const Json& fault : body.at("faults")) {
      step.faults.push_back(fault_from_json(fault));
      if (step.faults.back().role < fault_counts_.size()) ++fault_counts_[step.faults.back().role];
    }
    for (const Json& value : body.at("values")) step.values.push_back(value.is_number() ? std::optional(value.get<double>()) : std::nullopt);
    arbiter.play(choices);
    step.played.percepts = arbiter.percepts(history_.size());
    history_.push_back(std::move(step));
    ballot_.assign(spec_.seats.size(), std::nullopt);
  } else if (event.kind == "move") {
    const std::size_t role = body.at("role").get<std::size_t>();
    if (body.at("step").get<std::size_t>() != history_.size() || role >= arbiter.roles()) return;
    if (const std::optional<std::size_t> found = arbiter.find(role, body.at("move").get<std::string>())) ballot_[role] = Vote{*found, {}};
  } else if (event.kind == "takeback") {
    const std::size_t to = body.at("to").get<std::size_t>();
    if (to < history_.size()) history_.resize(to);
    arbiter.take_back(to);
    ballot_.assign(spec_.seats.size(), std::nullopt);
  } else if (event.kind == "ended") {
    state_ = body.at("state") == "ended" ? State::Ended : State::Aborted;
    body.at("end").get_to(end_);
    ended_at_ = event.at;
    if (body.at("goals").is_array()) {
      for (const Json& goal : body.at("goals")) final_goals_.push_back(goal.is_number() ? std::optional(goal.get<int>()) : std::nullopt);
    }
  }
}

asio::awaitable<void> Match::resume(const std::vector<Event>& events) {
  ballot_.assign(spec_.seats.size(), std::nullopt);
  waiting_.assign(spec_.seats.size(), false);
  auto replay = [this, &events](Arbiter& arbiter) {
    for (const Event& event : events) apply_event(event, arbiter);
    return now_of(arbiter);
  };
  now_ = co_await with_arbiter(std::move(replay));
}

// ---------------------------------------------------------------- the course of a match

asio::awaitable<void> Match::run() {
  const std::shared_ptr<Match> self = shared_from_this();
  std::string broken;
  try {
    const std::vector<Event> nothing;
    if (ballot_.empty()) co_await resume(nothing);
    co_await play_on();
  } catch (const LimitReached& limit) {
    broken = fmt::format("the rules cannot be played on: {}", limit.what());
  } catch (const std::bad_alloc&) {
    broken = "the rules need more memory than there is";
  } catch (const std::exception& problem) {
    spdlog::error("match {}: {}", spec_.id, problem.what());
    broken = "something went wrong in the server; its log says what";
  }
  if (!broken.empty() && !over()) co_await end(State::Aborted, broken);
}

std::string Match::reason_to_end() const {
  if (abort_reason_) return *abort_reason_;
  if (now_.terminal) return "the game is over";
  if (now_.stuck) return fmt::format("{} has no legal move", kit_->info().roles[*now_.stuck]);
  if (history_.size() >= services_.rules.most_steps) return fmt::format("no end after {} steps", history_.size());
  return {};
}

asio::awaitable<void> Match::play_on() {
  // A server that takes up hundreds of matches, all waiting for people, starts no player for them.
  const bool only_people = processes() > 0 && !history_.empty() && !needs_built_in() &&
                           std::none_of(spec_.seats.begin(), spec_.seats.end(), [](const Seat& seat) { return seat.kind == Seat::Kind::Remote; });
  if (!only_people) co_await start_players();
  state_ = State::Running;
  services_.changed(spec_.id);
  tell_seats();
  while (!suspended_) {
    std::string reason = reason_to_end();
    if (!reason.empty()) {
      const State how = now_.terminal && !abort_reason_ ? State::Ended : State::Aborted;
      co_await end(how, std::move(reason));
      co_return;
    }
    if (resting() && needs_built_in()) {
      co_await start_players();
      continue;  // much may have happened meanwhile
    }
    open_ballot();
    const bool complete = co_await gather();
    if (complete) co_await make_step();
    else if (take_back_to_) co_await apply_take_back();
  }
}

asio::awaitable<void> Match::await_place() {
  if (!place_ && processes() > 0) place_.emplace(services_.slots.queue(processes(), [this] { notify(); }));
  while (place_ && !place_->ready() && !suspended_ && !abort_reason_) {
    boost::system::error_code woken;
    changed_.expires_at(Deadline::max());
    co_await changed_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  }
}

asio::awaitable<void> Match::start_players() {
  co_await await_place();
  if (suspended_ || abort_reason_) co_return;
  const auto clock = spec_.start_clock > 0 ? after(spec_.start_clock) + services_.rules.grace
                                           : std::chrono::steady_clock::now() + services_.rules.patience;
  ++generation_;
  waiting_.assign(spec_.seats.size(), false);
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (!players_->program(r) || players_->alive(r)) continue;
    waiting_[r] = true;
    spawn(services_.io, start_player(r, clock, generation_), "starting a player");
  }
  while (std::find(waiting_.begin(), waiting_.end(), true) != waiting_.end() && !suspended_ && !abort_reason_) {
    boost::system::error_code woken;
    changed_.expires_at(clock + kAfterDeadline);
    co_await changed_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    if (!woken) break;
  }
}

void Match::note_start_fault(Fault fault) {
  fault.note = "at the start: " + fault.note;
  ++fault_counts_[fault.role];
  start_faults_.push_back(std::move(fault));
}

asio::awaitable<void> Match::start_player(std::size_t role, Deadline deadline, std::uint64_t generation) {
  const std::shared_ptr<Match> self = shared_from_this();
  std::vector<PlayedStep> history;
  for (const Step& step : history_) history.push_back(step.played);
  std::optional<Fault> fault = co_await players_->start(role, history, deadline);
  if (generation != generation_) co_return;
  if (fault) note_start_fault(std::move(*fault));
  waiting_[role] = false;
  notify();
}

// Opens the decision of the next step: everybody who has to decide is asked at once.
void Match::open_ballot() {
  ++generation_;
  const bool clocked = spec_.play_clock > 0;
  since_ = now_ms();
  until_ = clocked ? std::optional(since_ + static_cast<std::int64_t>(spec_.play_clock * 1000)) : std::nullopt;
  const Deadline program = clocked ? after(spec_.play_clock) + services_.rules.grace : std::chrono::steady_clock::now() + services_.rules.patience;
  deadline_ = clocked ? program : std::chrono::steady_clock::now() + services_.rules.absence;
  waiting_.assign(spec_.seats.size(), false);
  values_.assign(spec_.seats.size(), std::nullopt);
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (ballot_[r]) continue;
    const std::size_t count = now_.legal[r].size();
    if (kit_->is_random(r)) {
      ballot_[r] = Vote{chance(r, kChance, count), {}};
    } else if (count == 1 && built_in(r) && resting()) {
      ballot_[r] = Vote{0, {}};  // it hears of it when it is back
    } else if (players_->program(r)) {
      waiting_[r] = true;
      spawn(services_.io, ask_player(r, program, generation_), "asking a player");
    } else if (count == 1) {
      ballot_[r] = Vote{0, {}};  // nobody has to click the only move there is
    } else {
      waiting_[r] = true;
    }
  }
  if (std::find(waiting_.begin(), waiting_.end(), true) != waiting_.end()) tell_clock();
}

asio::awaitable<void> Match::ask_player(std::size_t role, Deadline deadline, std::uint64_t generation) {
  const std::shared_ptr<Match> self = shared_from_this();
  const PlayedStep last = history_.empty() ? PlayedStep{} : history_.back().played;
  const PlayedStep* before = history_.empty() ? nullptr : &last;
  SeatPlayers::Answer answer = co_await players_->ask(role, history_.size(), before, deadline);
  if (generation == generation_ && !suspended_) take_answer(role, std::move(answer));
}

void Match::take_answer(std::size_t role, SeatPlayers::Answer answer) {
  if (answer.fault) return substitute(role, std::move(*answer.fault));
  const auto& legal = now_.legal[role];
  const auto found = std::find(legal.begin(), legal.end(), *answer.move);
  // A move may be called busy; where none is, the player says that it has no time.
  if (found == legal.end() && *answer.move == "busy") substitute(role, Fault{role, "busy", "busy", "", "it said that it was busy"});
  else if (found == legal.end()) substitute(role, Fault{role, "illegal", *answer.move, "", "the move is not legal here"});
  else cast(role, {static_cast<std::size_t>(found - legal.begin()), {}});
}

void Match::substitute(std::size_t role, Fault fault) {
  const std::size_t choice = chance(role, kSubstitute, now_.legal[role].size());
  fault.role = role;
  fault.played = now_.legal[role][choice];
  ++fault_counts_[role];
  cast(role, {choice, std::move(fault)});
}

void Match::substitute_late(std::size_t role) { substitute(role, Fault{role, "late", "", "", "no move came in time"}); }

void Match::cast(std::size_t role, Vote vote) {
  ballot_[role] = std::move(vote);
  waiting_[role] = false;
  notify();
}

bool Match::needs_built_in() const {
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (built_in(r) && !ballot_[r] && now_.legal[r].size() > 1) return true;
  }
  return false;
}

void Match::rest() {
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (built_in(r)) players_->drop(r);
  }
  place_.reset();
}

// Waits for all votes. False: something else has to be done first.
asio::awaitable<bool> Match::gather() {
  const Deadline tired = std::chrono::steady_clock::now() + services_.rules.rest;
  const Deadline wall = spec_.play_clock > 0 ? deadline_ + kAfterDeadline : Deadline::max();
  for (;;) {
    if (suspended_ || abort_reason_ || take_back_to_) co_return false;
    if (std::all_of(ballot_.begin(), ballot_.end(), [](const std::optional<Vote>& vote) { return vote.has_value(); })) co_return true;
    const Deadline now = std::chrono::steady_clock::now();
    bool somebody = false;  // a person, whose time this clock keeps; links keep that of programs
    bool programs = false;
    for (std::size_t r = 0; r < ballot_.size(); ++r) {
      if (ballot_[r]) continue;
      const bool program = players_->program(r);
      (program ? programs : somebody) = true;
      if (now < (program ? wall : deadline_)) continue;
      if (spec_.play_clock > 0) substitute_late(r);
      else abort_reason_ = "nobody moved for a long time";
    }
    Deadline next = somebody && now < deadline_ ? deadline_ : wall;
    if (place_ && !programs) {
      if (now >= tired) rest();
      else next = std::min(next, tired);
    }
    boost::system::error_code woken;
    changed_.expires_at(next);
    const bool complete = std::all_of(ballot_.begin(), ballot_.end(), [](const std::optional<Vote>& vote) { return vote.has_value(); });
    if (!complete && !abort_reason_) co_await changed_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  }
}

Match::Step Match::decided(std::vector<std::size_t>& choices) {
  Step step;
  step.faults = std::exchange(start_faults_, {});
  for (std::size_t r = 0; r < ballot_.size(); ++r) {
    choices.push_back(ballot_[r]->choice);
    step.played.moves.push_back(now_.legal[r][ballot_[r]->choice]);
    step.chose.push_back(now_.legal[r].size() > 1 && !kit_->is_random(r));
    if (ballot_[r]->fault) step.faults.push_back(*ballot_[r]->fault);
  }
  step.values = values_;
  step.at = now_ms();
  return step;
}

Json Match::step_event(const Step& step) const {
  Json faults = Json::array(), values = Json::array();
  for (const Fault& fault : step.faults) faults.push_back(to_json(fault));
  for (const std::optional<double>& value : step.values) values.push_back(value ? Json(*value) : Json(nullptr));
  return {{"step", history_.size()}, {"moves", step.played.moves}, {"faults", std::move(faults)}, {"values", std::move(values)}};
}

asio::awaitable<void> Match::make_step() {
  std::vector<std::size_t> choices;
  Step step = decided(choices);
  auto play = [choices](Arbiter& arbiter) {
    arbiter.play(choices);
    return std::pair(now_of(arbiter), arbiter.percepts(arbiter.step() - 1));
  };
  std::pair<Now, std::vector<std::vector<std::string>>> made = co_await with_arbiter(std::move(play));
  step.played.percepts = std::move(made.second);
  Json body = step_event(step);
  co_await store_surely(std::move(body), "step", false);
  if (suspended_) co_return;
  now_ = std::move(made.first);
  history_.push_back(std::move(step));
  ballot_.assign(spec_.seats.size(), std::nullopt);
  waiting_.assign(spec_.seats.size(), false);
  co_await tell_step();
}

asio::awaitable<void> Match::apply_take_back() {
  const std::size_t to = *std::exchange(take_back_to_, std::nullopt);
  ++generation_;
  Json body = Json::object();
  body["to"] = to;
  co_await store_surely(std::move(body), "takeback", false);
  auto go_back = [to](Arbiter& arbiter) {
    arbiter.take_back(to);
    return now_of(arbiter);
  };
  now_ = co_await with_arbiter(std::move(go_back));
  history_.resize(std::min(history_.size(), to));
  ballot_.assign(spec_.seats.size(), std::nullopt);
  const std::map<Audience, Json> shown = co_await positions();
  tell_take_back(shown);
  // Built-in players cannot go back; new ones are told what was played.
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (players_->program(r)) players_->drop(r);
  }
  co_await start_players();
}

asio::awaitable<void> Match::end(State state, std::string why) {
  ++generation_;
  state_ = state;
  end_ = std::move(why);
  ended_at_ = now_ms();
  final_goals_ = state == State::Ended ? now_.goals : std::vector<std::optional<int>>{};
  waiting_.assign(spec_.seats.size(), false);
  Json body = end_event();
  co_await store_surely(std::move(body), "ended", true);
  tell_end();
  services_.changed(spec_.id);
  const bool regular = state == State::Ended && !history_.empty();
  const Deadline deadline = std::chrono::steady_clock::now() + kGoodbye;
  const PlayedStep* last = regular ? &history_.back().played : nullptr;
  for (std::size_t r = 0; r < spec_.seats.size(); ++r) {
    if (players_->alive(r)) co_await players_->finish(r, history_.size(), last, deadline);
  }
  place_.reset();
  if (kit_->info().hidden) {  // now everybody may see everything
    std::vector<std::uint32_t> nobody;
    Json message = Json::object();
    message["type"] = "match";
    message["match"] = spec_.id;
    message["view"] = co_await view(std::move(nobody));
    tell_all(message);
  }
}

// ---------------------------------------------------------------- what people do

std::optional<Error> Match::cannot_move(std::size_t role, std::size_t step) const {
  if (over()) return conflict("The match is over.");
  if (state_ == State::Starting) return conflict("The match has not begun yet.", "Wait until the other players are ready.");
  if (step != history_.size())
    return conflict(fmt::format("Step {} is not being played: the match is at step {}.", step, history_.size()), "Look at the board again.");
  if (role >= ballot_.size() || players_->program(role)) return forbidden("This seat is not played by a person.");
  return std::nullopt;
}

Error Match::illegal(std::size_t role, const std::string& move) const {
  return bad_input("illegal-move", fmt::format("'{}' is not legal for {} here.", move, spec_.roles[role]), "The list of legal moves shows what is.");
}

asio::awaitable<Result<bool>> Match::submit(std::size_t role, std::size_t step, std::string move) {
  const std::shared_ptr<Match> self = shared_from_this();
  std::optional<Error> refusal = cannot_move(role, step);
  if (refusal) co_return Result<bool>(std::move(*refusal));
  auto look_up = [role, move](Arbiter& arbiter) { return arbiter.terminal() ? std::nullopt : arbiter.find(role, move); };
  const std::optional<std::size_t> choice = co_await with_arbiter(std::move(look_up));
  if (!choice) refusal = illegal(role, move);
  else refusal = cannot_move(role, step);
  if (!refusal && ballot_[role] && ballot_[role]->choice != *choice) refusal = conflict("You have already moved in this step.");
  if (refusal) co_return Result<bool>(std::move(*refusal));
  if (ballot_[role]) co_return Result<bool>(true);  // it was sent twice
  Json body = Json::object();
  body["role"] = role;
  body["step"] = step;
  body["move"] = now_.legal[role][*choice];
  const bool stored = co_await store(std::move(body), "move", false);
  if (!stored) refusal = refused("The move could not be stored, so it does not count.");
  else if (cannot_move(role, step) || ballot_[role]) refusal = conflict("The move came too late: the match has gone on.", "Look at the board again.");
  if (refusal) co_return Result<bool>(std::move(*refusal));
  Vote vote;
  vote.choice = *choice;
  cast(role, std::move(vote));
  co_return Result<bool>(true);
}

Result<bool> Match::take_back(std::size_t role) {
  if (!spec_.casual) return conflict("Moves cannot be taken back in this match.", "Start a casual match to be able to.");
  if (over()) return conflict("The match is over.");
  for (const Seat& seat : spec_.seats) {
    if (seat.kind == Seat::Kind::Remote) return conflict("Remote players cannot take moves back.");
  }
  for (std::size_t s = history_.size(); s-- > 0;) {
    if (!history_[s].chose[role]) continue;
    take_back_to_ = s;
    notify();
    return true;
  }
  return conflict("There is no move of yours to take back.");
}

Result<bool> Match::abort(std::string why) {
  if (over()) return conflict("The match is over already.");
  abort_reason_ = std::move(why);
  notify();
  return true;
}

void Match::suspend() {
  suspended_ = true;
  ++generation_;
  notify();
}

}  // namespace agon::serve
