// A pool of rules workers (rules_worker.h): bounded queue, fair between clients, one budget of time for each question. It lives on
// the thread of the io_context and never blocks it.
//
// A worker that is late, dies or has used up its memory is replaced; the question it had is answered with words (422). A question
// whose client has gone is given up, waiting or running.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "serve/http/message.h"
#include "serve/sheets/vetting.h"

namespace agon::serve {

struct RulesPoolOptions {
  std::vector<std::string> command;                // starts a worker; the first word is the path of the program
  std::size_t processes = 4;                       // one of them is for vetting alone
  std::chrono::milliseconds time{20'000};          // of one question, from its turn to its answer
  std::chrono::milliseconds overtime{2'000};       // a worker that has not noticed the end of its time by then is killed
  std::chrono::milliseconds most_wait{30'000};     // for its turn
  std::chrono::milliseconds idle{30'000};          // a worker that nobody asks for so long is let go
  std::chrono::milliseconds look_for_client{200};  // how often
  std::size_t most_questions = 16;                 // waiting and running
  std::size_t most_per_client = 6;                 // of them
  std::size_t answer_bytes = std::size_t{8} << 20U;
};

struct RulesQuestion {
  std::string what;  // "check", "walk", ...
  std::string body;  // of the request, as it came
  std::string client;
  std::function<bool()> gone = {};  // whether nobody waits for the answer any more
};

class RulesPool {
 public:
  RulesPool(asio::io_context& io, RulesPoolOptions options);
  ~RulesPool();
  RulesPool(const RulesPool&) = delete;
  RulesPool& operator=(const RulesPool&) = delete;

  [[nodiscard]] asio::awaitable<Response> ask(RulesQuestion question);
  // Whether the sheet can be built within the limits. An empty `client` is the server itself, which is never turned away.
  [[nodiscard]] asio::awaitable<Result<SheetWeight>> vet(std::string text, std::string client);

  // Kills all workers; whoever waits is told.
  void stop();
  [[nodiscard]] std::size_t workers() const;

 private:
  struct State;  // shared with what runs, which may outlive the pool when a server goes down
  std::shared_ptr<State> state_;
};

}  // namespace agon::serve
