#include "serve/sheets/rules_pool.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include "serve/json.h"
#include "serve/player/child_process.h"
#include "serve/sheets/rules_frame.h"
#include "serve/sheets/rules_queue.h"
#include "serve/sheets/rules_service.h"

namespace agon::serve {
namespace {

using boost::system::error_code;
using PoolClock = std::chrono::steady_clock;
using Child = std::shared_ptr<ChildProcess>;

constexpr std::size_t kLongestHead = 128;
constexpr std::chrono::milliseconds kMomentToFinish{1'000};  // for a question whose client has gone: the worker stays warm

// g++ 12 miscompiles some temporaries inside coroutines, so errors are made here.
Error pool_is_full() { return serve::too_many("Many rule sheets are being looked at just now.", "Try again in a moment."); }
Error client_is_full() { return serve::too_many("Several questions of yours about rules are open.", "Wait for their answers."); }
Error client_has_gone() { return bad_input("gone", "Nobody waits for this answer any more."); }
Error no_worker() {
  return limit_reached("no-worker", "No process could be started to look at these rules.", "Try again in a moment.");
}
Error question_was_late(std::chrono::milliseconds time) {
  return limit_reached("out-of-time", fmt::format("This takes longer than {} seconds.", time.count() / 1000),
                       "Ask for less, or make the rules smaller.");
}
Error worker_died(const std::string& how) {
  return limit_reached("worker-died", fmt::format("The process that looked at these rules is gone: {}.", how),
                       "The rules need too much memory or nest too deep: make them smaller.");
}

// A worker with the question that it has. Shared by who asks and by who talks to the process.
struct WorkerExchange {
  WorkerExchange(asio::io_context& io, Child process) : child(std::move(process)), changed(io) {}
  Child child;
  std::string question;
  asio::steady_timer changed;
  bool ended = false;
  std::optional<AnswerHead> head;  // none: it died
  std::string body;
  std::string death;

  void end() {
    ended = true;
    changed.cancel();
  }
};
using SharedExchange = std::shared_ptr<WorkerExchange>;

asio::awaitable<void> talk_to_worker(SharedExchange exchange, std::size_t most_bytes) {
  auto& socket = exchange->child->socket();
  error_code error;
  co_await asio::async_write(socket, asio::buffer(exchange->question), asio::redirect_error(asio::use_awaitable, error));
  exchange->question.clear();
  std::string text;
  std::size_t head_bytes = 0;
  if (!error) {
    auto buffer = asio::dynamic_buffer(text, most_bytes + kLongestHead);
    head_bytes = co_await asio::async_read_until(socket, buffer, '\n', asio::redirect_error(asio::use_awaitable, error));
  }
  std::optional<AnswerHead> head;
  if (!error && head_bytes > 0) head = read_answer_head(std::string_view(text).substr(0, head_bytes - 1));
  if (head && head->bytes <= most_bytes) {
    text.erase(0, head_bytes);
    const std::size_t there = std::min(text.size(), head->bytes);
    text.resize(head->bytes);
    co_await asio::async_read(socket, asio::buffer(text.data() + there, head->bytes - there),
                              asio::redirect_error(asio::use_awaitable, error));
    if (!error) {
      exchange->body = std::move(text);
      exchange->head = head;
    }
  }
  if (!exchange->head) {
    exchange->child->kill();
    exchange->death = co_await ChildProcess::cause_of_death(exchange->child);
  }
  exchange->end();
}

}  // namespace

struct RulesPool::State : std::enable_shared_from_this<State> {
  State(asio::io_context& context, RulesPoolOptions given)
      : io(context), options(std::move(given)), queue({options.processes, options.most_questions, options.most_per_client}) {}

  struct Idle {
    Child child;
    std::uint64_t since;  // how many were idle before it
  };

  asio::io_context& io;
  RulesPoolOptions options;
  RulesQueue queue;
  std::vector<Idle> idle;  // the one used last at the end: its sheets are the freshest
  std::vector<std::weak_ptr<ChildProcess>> all;
  std::uint64_t idle_count = 0;
  bool stopped = false;

  Result<Child> take_worker() {
    if (!idle.empty()) {
      Child child = std::move(idle.back().child);
      idle.pop_back();
      return child;
    }
    Result<Child> child = ChildProcess::start(io, options.command);
    if (!child) {
      spdlog::error("no rules worker: {}", child.error().diagnostics.front().message);
      return no_worker();
    }
    std::erase_if(all, [](const auto& worker) { return worker.expired(); });
    all.push_back(*child);
    return child;
  }

  void give_back(Child child) {
    if (stopped) return ChildProcess::let_go(std::move(child));
    idle.push_back({std::move(child), ++idle_count});
    asio::co_spawn(io, let_go_later(shared_from_this(), idle_count), asio::detached);
  }

  static asio::awaitable<void> let_go_later(std::shared_ptr<State> self, std::uint64_t since) {
    asio::steady_timer pause(self->io, self->options.idle);
    error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    const auto still = std::find_if(self->idle.begin(), self->idle.end(), [&](const Idle& i) { return i.since == since; });
    if (still == self->idle.end()) co_return;
    ChildProcess::let_go(std::move(still->child));
    self->idle.erase(still);
  }

  // A place in the queue, as long as it lives.
  struct Place {
    Place(std::shared_ptr<State> state, RulesQueue::Handle handle) : self(std::move(state)), ticket(std::move(handle)) {}
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() { self->queue.leave(ticket); }
    std::shared_ptr<State> self;
    RulesQueue::Handle ticket;
  };

  struct Answer {
    int status = 200;
    std::string body;
  };
  static asio::awaitable<Result<Answer>> answer(std::shared_ptr<State> self, RulesQuestion question);
  static asio::awaitable<Status> wait_for_turn(std::shared_ptr<State> self, RulesQueue::Handle ticket,
                                               std::shared_ptr<asio::steady_timer> turn, std::function<bool()> gone);
  static asio::awaitable<Status> wait_for_end(std::shared_ptr<State> self, SharedExchange exchange, std::function<bool()> gone);
};

asio::awaitable<Status> RulesPool::State::wait_for_turn(std::shared_ptr<State> self, RulesQueue::Handle ticket,
                                                        std::shared_ptr<asio::steady_timer> turn, std::function<bool()> gone) {
  const PoolClock::time_point give_up = PoolClock::now() + self->options.most_wait;
  error_code ignored;
  while (!ticket->running) {
    if (self->stopped) co_return Status(pool_is_full());
    if (gone && gone()) co_return Status(client_has_gone());
    if (PoolClock::now() > give_up) co_return Status(pool_is_full());
    turn->expires_after(self->options.look_for_client);
    co_await turn->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
  co_return self->stopped ? Status(pool_is_full()) : done();
}

// Done: the worker answered or died by itself.
asio::awaitable<Status> RulesPool::State::wait_for_end(std::shared_ptr<State> self, SharedExchange exchange,
                                                       std::function<bool()> gone) {
  const PoolClock::time_point deadline = PoolClock::now() + self->options.time + self->options.overtime;
  std::optional<PoolClock::time_point> left;
  error_code ignored;
  while (!exchange->ended) {
    exchange->changed.expires_after(self->options.look_for_client);
    co_await exchange->changed.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    const PoolClock::time_point now = PoolClock::now();
    if (exchange->ended) break;
    if (self->stopped) co_return Status(pool_is_full());
    if (now > deadline) co_return Status(question_was_late(self->options.time));
    if (!left && gone && gone()) left = now;
    if (left && now > *left + kMomentToFinish) co_return Status(client_has_gone());
  }
  co_return done();
}

asio::awaitable<Result<RulesPool::State::Answer>> RulesPool::State::answer(std::shared_ptr<State> self, RulesQuestion question) {
  using Found = Result<Answer>;
  // 1. A place in the queue, and the turn.
  if (self->stopped) co_return Found(pool_is_full());
  if (!question.client.empty() && self->queue.full()) co_return Found(pool_is_full());
  if (self->queue.full_for(question.client)) co_return Found(client_is_full());
  const auto ticket = std::make_shared<RulesQueue::Ticket>();
  const auto turn = std::make_shared<asio::steady_timer>(self->io);
  ticket->client = question.client;
  ticket->vetting = question.what == kVetQuestion;
  ticket->on_turn = [turn] { turn->cancel(); };
  const Place place(self, ticket);
  self->queue.enter(ticket);
  const Status reached = co_await wait_for_turn(self, ticket, turn, question.gone);
  if (!reached) co_return Found(reached.error());

  // 2. A worker, and the question to it.
  const Result<Child> child = self->take_worker();
  if (!child) co_return Found(child.error());
  const auto exchange = std::make_shared<WorkerExchange>(self->io, *child);
  exchange->question = to_line(QuestionHead{question.what, self->options.time, question.body.size()}) + question.body;
  question.body.clear();
  asio::co_spawn(self->io, talk_to_worker(exchange, self->options.answer_bytes), asio::detached);
  const Status ended = co_await wait_for_end(self, exchange, question.gone);

  // 3. What became of it.
  if (ended && exchange->head) {
    if (exchange->head->leaving) ChildProcess::let_go(*child);
    else self->give_back(*child);
    Answer found{exchange->head->status, std::move(exchange->body)};
    co_return Found(std::move(found));
  }
  ChildProcess::let_go(*child);
  if (!ended) co_return Found(ended.error());
  spdlog::warn("a rules worker is gone while it was asked to {}: {}", question.what, exchange->death);
  co_return Found(worker_died(exchange->death));
}

RulesPool::RulesPool(asio::io_context& io, RulesPoolOptions options) : state_(std::make_shared<State>(io, std::move(options))) {}

RulesPool::~RulesPool() { stop(); }

std::size_t RulesPool::workers() const {
  return static_cast<std::size_t>(
      std::count_if(state_->all.begin(), state_->all.end(), [](const auto& worker) { return !worker.expired(); }));
}

void RulesPool::stop() {
  state_->stopped = true;
  state_->idle.clear();
  for (const std::weak_ptr<ChildProcess>& worker : state_->all) {
    if (const Child child = worker.lock()) child->kill();
  }
}

asio::awaitable<Response> RulesPool::ask(RulesQuestion question) {
  const std::shared_ptr<State> state = state_;
  Result<State::Answer> answer = co_await State::answer(state, std::move(question));
  if (!answer) co_return error_response(answer.error());
  co_return text_response(std::move(answer->body), "application/json", answer->status);
}

asio::awaitable<Result<SheetWeight>> RulesPool::vet(std::string text, std::string client) {
  using Found = Result<SheetWeight>;
  const std::shared_ptr<State> state = state_;
  RulesQuestion question;
  question.what = kVetQuestion;
  question.body = std::move(text);
  question.client = std::move(client);
  const Result<State::Answer> answer = co_await State::answer(state, std::move(question));
  if (!answer) co_return Found(answer.error());
  const Json json = Json::parse(answer->body, nullptr, false);
  if (answer->status == 200) co_return vetting_from_json(json);
  co_return Found(limit_reached(json.value("code", ""), json.value("message", ""), json.value("hint", "")));
}

}  // namespace agon::serve
