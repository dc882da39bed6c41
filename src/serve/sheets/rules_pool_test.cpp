// The pool of rules workers, with shell scripts in the place of workers: late, dead, too talkative, decent.
#include "serve/sheets/rules_pool.h"

#include <gtest/gtest.h>

#include <boost/asio/use_future.hpp>

#include "serve/json.h"
#include "serve/sheets/rules_queue.h"

namespace agon::serve {
namespace {

using namespace std::chrono_literals;

constexpr const char* kDecent =
    R"(while read -r what time bytes; do head -c "$bytes" >/dev/null; printf '200 12 ready\n{"pid":%05d}' $$; done)";

class RulesPoolTest : public testing::Test {
 protected:
  static RulesPoolOptions playing(const std::string& script) {
    RulesPoolOptions options;
    options.command = {"/bin/sh", "-c", script};
    options.look_for_client = 5ms;
    return options;
  }
  std::future<Response> ask(RulesPool& pool, const std::string& client = "ann", std::function<bool()> gone = {}) {
    RulesQuestion question{"walk", "{}", client, std::move(gone)};
    return asio::co_spawn(io_, pool.ask(std::move(question)), asio::use_future);
  }
  Response finish(std::future<Response>& answer) {
    run_until([&] { return answer.wait_for(0s) == std::future_status::ready; });
    return answer.get();
  }
  Response ask_and_wait(RulesPool& pool) {
    std::future<Response> answer = ask(pool);
    return finish(answer);
  }
  void run_until(const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    io_.restart();
    while (!so() && std::chrono::steady_clock::now() < end) io_.run_one_for(10ms);
    ASSERT_TRUE(so());
  }
  static std::string code_of_answer(const Response& response) { return Json::parse(*response.body).value("code", ""); }

  asio::io_context io_{1};
};

TEST_F(RulesPoolTest, HandsOnWhatTheWorkerSaysAndKeepsItWarm) {
  RulesPool pool(io_, playing(kDecent));
  const Response first = ask_and_wait(pool);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.body->size(), 12U);
  EXPECT_EQ(*ask_and_wait(pool).body, *first.body);  // the same process
  EXPECT_EQ(pool.workers(), 1U);
}

TEST_F(RulesPoolTest, AWorkerThatLeavesIsReplaced) {
  RulesPool pool(io_, playing(R"(read -r what time bytes; head -c "$bytes" >/dev/null; printf '200 12 leaving\n{"pid":%05d}' $$)"));
  const Response first = ask_and_wait(pool);
  EXPECT_NE(*ask_and_wait(pool).body, *first.body);
}

TEST_F(RulesPoolTest, AWorkerThatIsLateIsKilled) {
  RulesPoolOptions options = playing("exec sleep 1000");
  options.time = 10ms;
  options.overtime = 10ms;
  RulesPool pool(io_, options);
  const Response late = ask_and_wait(pool);
  EXPECT_EQ(late.status, 422);
  EXPECT_EQ(code_of_answer(late), "out-of-time");
  run_until([&] { return pool.workers() == 0; });
}

TEST_F(RulesPoolTest, AWorkerThatDiesCostsOneQuestion) {
  for (const char* script : {"exit 7", "kill -SEGV $$", "echo hello", "echo 200 999999999 ready"}) {
    RulesPool pool(io_, playing(script));
    const Response dead = ask_and_wait(pool);
    EXPECT_EQ(dead.status, 422) << script;
    EXPECT_EQ(code_of_answer(dead), "worker-died") << script;
    run_until([&] { return pool.workers() == 0; });
  }
  RulesPoolOptions nobody;
  nobody.command = {"/no/such/program"};
  RulesPool pool(io_, nobody);
  EXPECT_EQ(ask_and_wait(pool).status, 422);
}

TEST_F(RulesPoolTest, AClientThatLeavesEndsItsWork) {
  RulesPool pool(io_, playing("exec sleep 1000"));
  bool gone = false;
  std::future<Response> running = ask(pool, "ann", [&] { return gone; });
  run_until([&] { return pool.workers() == 1; });
  gone = true;
  EXPECT_EQ(code_of_answer(finish(running)), "gone");
  run_until([&] { return pool.workers() == 0; });
}

TEST_F(RulesPoolTest, TheNumberOfQuestionsIsBounded) {
  RulesPoolOptions options = playing("exec sleep 1000");
  options.processes = 2;
  options.most_questions = 3;
  options.most_per_client = 2;
  RulesPool pool(io_, options);
  std::future<Response> a = ask(pool, "ann"), b = ask(pool, "ann"), c = ask(pool, "ann");
  EXPECT_EQ(finish(c).status, 429);  // two of one client are enough
  std::future<Response> d = ask(pool, "bob"), e = ask(pool, "eve");
  EXPECT_EQ(finish(e).status, 429);  // three of all
  pool.stop();
  for (std::future<Response>* open : {&a, &b, &d}) EXPECT_NE(finish(*open).status, 200);
}

TEST_F(RulesPoolTest, VettingTakesTheWordsOfTheWorker) {
  RulesPool pool(
      io_,
      playing(
          R"(read -r what time bytes; head -c "$bytes" >/dev/null; printf '200 34 ready\n{"kit_bytes": 5, "match_bytes": 6}')"));
  std::optional<Result<SheetWeight>> vetted;
  const auto vet = [&]() -> asio::awaitable<void> {
    std::string text = "(role r)", client = "ann";
    vetted.emplace(co_await pool.vet(std::move(text), std::move(client)));
  };
  asio::co_spawn(io_, vet, asio::detached);
  run_until([&] { return vetted.has_value(); });
  const Result<SheetWeight>& weight = *vetted;
  ASSERT_TRUE(weight);
  EXPECT_EQ(weight->kit_bytes, 5U);
  EXPECT_EQ(weight->match_bytes, 6U);
}

RulesQueue::Handle ticket(const std::string& client, bool vetting = false) {
  auto made = std::make_shared<RulesQueue::Ticket>();
  made->client = client;
  made->vetting = vetting;
  return made;
}

TEST(RulesQueue, NoClientHoldsAllWorkersAndOneIsForVetting) {
  RulesQueue queue({.workers = 4, .most = 16, .most_per_client = 6});
  const auto a1 = ticket("ann"), a2 = ticket("ann"), a3 = ticket("ann"), b1 = ticket("bob"), c1 = ticket("cid"),
             v = ticket("ann", true);
  for (const auto& t : {a1, a2, a3, b1, c1, v}) queue.enter(t);
  EXPECT_TRUE(a1->running && a2->running);
  EXPECT_FALSE(a3->running);  // two of three for one client
  EXPECT_TRUE(b1->running);   // overtakes her
  EXPECT_FALSE(c1->running);  // the last worker is for vetting
  EXPECT_TRUE(v->running);
  bool told = false;
  a3->on_turn = [&] { told = true; };
  queue.leave(a1);
  EXPECT_TRUE(a3->running && told);
  queue.leave(b1);
  EXPECT_TRUE(c1->running);
  EXPECT_TRUE(queue.full_for("ann") == false && queue.size() == 4);
}

}  // namespace
}  // namespace agon::serve
