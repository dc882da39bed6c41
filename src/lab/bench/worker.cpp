#include "lab/bench/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <new>

#include "base/limits.h"

namespace agon::lab {
namespace {

using Json = nlohmann::json;

// VmHWM (the most the process ever held) or VmRSS, in bytes; 0 where there is no /proc.
std::size_t process_bytes(const char* field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field)) return std::strtoull(line.c_str() + std::strlen(field) + 1, nullptr, 10) * 1024;
  }
  return 0;
}

double process_cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Json to_json(const Sample& s) { return {s.count, s.sum, s.squares, s.least, s.most}; }
Sample sample_of(const Json& j) {
  return {j[0].get<std::uint64_t>(), j[1].get<double>(), j[2].get<double>(), j[3].get<double>(), j[4].get<double>()};
}

// The other process: reads a request a line, answers with a line.
class Server {
 public:
  Server(int in, int out, ContestantFactory factory)
      : in_(fdopen(in, "r")), out_(out), factory_(std::move(factory)), bytes_before_(process_bytes("VmRSS")) {}

  void serve() {
    char* line = nullptr;
    std::size_t capacity = 0;
    while (getline(&line, &capacity, in_) > 0) answer(Json::parse(line));
    std::free(line);
  }

 private:
  void answer(const Json& request) {
    Json reply;
    try {
      reply = result(request);
    } catch (const LimitReached& limit) {
      reply = {{"limit", limit.what()}};
    } catch (const std::bad_alloc&) {
      reply = {{"limit", "out of memory"}};
    } catch (const std::exception& problem) {
      reply = {{"error", problem.what()}};
    }
    const std::size_t most = process_bytes("VmHWM");
    reply["peak_bytes"] = most - std::min(most, bytes_before_);
    const std::string text = reply.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t n = write(out_, text.data() + sent, text.size() - sent);
      if (n <= 0) _exit(1);
      sent += static_cast<std::size_t>(n);
    }
  }

  Json result(const Json& request) {
    const std::string what = request["do"];
    if (what == "prepare") return prepare();
    const double seconds = request.value("seconds", 0.0);
    const unsigned threads = request.value("threads", 1U);
    if (what == "record") {
      const auto match = contestant_->record(request["seed"], request["max_steps"], seconds);
      if (!match) return Json::object();
      return {{"steps", match->steps}, {"finished", match->finished}};
    }
    if (what == "follow") {
      const RecordedMatch match{request["steps"], request["finished"]};
      return {{"ok", contestant_->follow(match, request["positions"])}};
    }
    if (what == "count") {
      Json positions = Json::array();
      for (const auto& counts : contestant_->count(seconds, request["deepest"])) {
        positions.push_back(Json::array());
        for (const TreeCount& c : counts) positions.back().push_back({c.nodes, c.ends, c.goals});
      }
      return {{"positions", positions}};
    }
    if (what == "minimax" || what == "playouts") {
      const double before = process_cpu_seconds();
      const Round round = what == "minimax" ? contestant_->minimax(seconds) : contestant_->playouts(seconds, threads);
      return {{"states", round.states},
              {"playouts", round.playouts},
              {"seconds", round.seconds},
              {"cpu_seconds", process_cpu_seconds() - before}};
    }
    const PlayoutStatistics statistics = contestant_->statistics(threads);
    Json goals = Json::array();
    for (const Sample& goal : statistics.goals) goals.push_back(to_json(goal));
    return {{"length", to_json(statistics.length)}, {"goals", goals}, {"cut", statistics.cut}};
  }

  Json prepare() {
    Result<std::unique_ptr<Contestant>> made = factory_();
    if (!made) {
      const Error& error = made.error();
      const std::string message = error.diagnostics.empty() ? "failed" : error.diagnostics.front().message;
      return {{error.category == Error::Category::LimitReached ? "limit" : "error", message}};
    }
    contestant_ = std::move(*made);
    const Preparation& p = contestant_->preparation();
    return {{"first_move_seconds", p.first_move_seconds},
            {"ready_seconds", p.ready_seconds},
            {"own_bytes", p.own_bytes},
            {"fluents", p.fluents},
            {"moves", p.moves},
            {"rules", p.rules},
            {"gates", p.gates},
            {"note", p.note},
            {"has_minimax", contestant_->has_minimax()}};
  }

  std::FILE* in_;
  int out_;
  ContestantFactory factory_;
  std::size_t bytes_before_;
  std::unique_ptr<Contestant> contestant_;
};

// A last wall behind the engines' own accounting. Sanitizers reserve terabytes, so there it would stop everything.
void limit_memory([[maybe_unused]] std::size_t bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (bytes == 0) return;
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace

Worker::Worker(ContestantFactory factory, WorkerLimits limits) {
  int request[2] = {-1, -1};
  int reply[2] = {-1, -1};
  if (pipe2(request, O_CLOEXEC) != 0 || pipe2(reply, O_CLOEXEC) != 0) {
    fail(fmt::format("no pipe: {}", std::strerror(errno)));
    for (const int end : request) close(end);
    return;
  }
  std::fflush(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_DFL);
    close(request[1]);
    close(reply[0]);
    limit_memory(limits.memory_bytes);
    Server(request[0], reply[1], std::move(factory)).serve();
    _exit(0);
  }
  close(request[0]);
  close(reply[1]);
  to_ = request[1];
  from_ = reply[0];
  if (pid_ < 0) fail(fmt::format("no process: {}", std::strerror(errno)));
}

Worker::~Worker() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
}

void Worker::fail(std::string reason, bool limit) {
  reason_ = reason.empty() ? "failed" : std::move(reason);
  limit_ = limit;
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

// The pipe is closed: the process has ended or is about to.
std::string Worker::cause_of_death() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return "killed, probably for want of memory";
  if (WIFSIGNALED(status)) return fmt::format("crashed: {}", strsignal(WTERMSIG(status)));
  return fmt::format("ended with code {}", WEXITSTATUS(status));
}

std::optional<Worker::Json> Worker::ask(const Json& request, double patience) {
  if (!alive()) return std::nullopt;
  // A write into a dead process must not kill this one.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  const std::string text = request.dump() + '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = write(to_, text.data() + sent, text.size() - sent);
    if (n <= 0) break;
    sent += static_cast<std::size_t>(n);
  }
  sigaction(SIGPIPE, &before, nullptr);
  const Stopwatch watch;
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      Json reply = Json::parse(unread_.substr(0, end));
      unread_.erase(0, end + 1);
      peak_bytes_ = reply.value("peak_bytes", std::size_t{0});
      if (reply.contains("limit")) fail(reply["limit"].get<std::string>(), true);
      if (reply.contains("error")) fail(reply["error"].get<std::string>());
      if (!alive()) return std::nullopt;
      return reply;
    }
    const double left = patience == 0 ? 3600 : patience - watch.seconds();
    if (left <= 0) {
      fail(fmt::format("no answer within {:.0f} s", patience), true);
      return std::nullopt;
    }
    pollfd ready{from_, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(left * 1000) + 1) <= 0) continue;
    char buffer[65536];
    const ssize_t n = read(from_, buffer, sizeof buffer);
    if (n <= 0) {
      fail(cause_of_death());
      return std::nullopt;
    }
    unread_.append(buffer, static_cast<std::size_t>(n));
  }
}

std::optional<Preparation> Worker::prepare(double patience) {
  const auto reply = ask({{"do", "prepare"}}, patience);
  if (!reply) return std::nullopt;
  has_minimax_ = (*reply)["has_minimax"];
  return Preparation{.first_move_seconds = (*reply)["first_move_seconds"],
                     .ready_seconds = (*reply)["ready_seconds"],
                     .own_bytes = (*reply)["own_bytes"],
                     .fluents = (*reply)["fluents"],
                     .moves = (*reply)["moves"],
                     .rules = (*reply)["rules"],
                     .gates = (*reply)["gates"],
                     .note = (*reply)["note"]};
}

std::optional<RecordedMatch> Worker::record(std::uint64_t seed, std::size_t max_steps, double seconds, double patience) {
  const auto reply = ask({{"do", "record"}, {"seed", seed}, {"max_steps", max_steps}, {"seconds", seconds}}, patience);
  if (!reply || !reply->contains("steps")) return std::nullopt;
  return RecordedMatch{(*reply)["steps"], (*reply)["finished"]};
}

bool Worker::follow(const RecordedMatch& match, const std::vector<std::size_t>& positions, double patience) {
  const auto reply =
      ask({{"do", "follow"}, {"steps", match.steps}, {"finished", match.finished}, {"positions", positions}}, patience);
  return reply && (*reply)["ok"].get<bool>();
}

std::vector<std::vector<TreeCount>> Worker::count(double seconds, int deepest, double patience) {
  std::vector<std::vector<TreeCount>> result;
  const auto reply = ask({{"do", "count"}, {"seconds", seconds}, {"deepest", deepest}}, patience);
  if (!reply) return result;
  for (const Json& position : (*reply)["positions"]) {
    result.emplace_back();
    for (const Json& c : position) result.back().push_back({c[0], c[1], c[2]});
  }
  return result;
}

namespace {
Round round_of(const Json& reply) { return {reply["states"], reply["playouts"], reply["seconds"], reply["cpu_seconds"]}; }
}  // namespace

std::optional<Round> Worker::minimax(double seconds, double patience) {
  const auto reply = ask({{"do", "minimax"}, {"seconds", seconds}}, patience);
  if (!reply) return std::nullopt;
  return round_of(*reply);
}

std::optional<Round> Worker::playouts(double seconds, unsigned threads, double patience) {
  const auto reply = ask({{"do", "playouts"}, {"seconds", seconds}, {"threads", threads}}, patience);
  if (!reply) return std::nullopt;
  return round_of(*reply);
}

std::optional<PlayoutStatistics> Worker::statistics(unsigned threads, double patience) {
  const auto reply = ask({{"do", "statistics"}, {"threads", threads}}, patience);
  if (!reply) return std::nullopt;
  PlayoutStatistics result{.length = sample_of((*reply)["length"]), .goals = {}, .cut = (*reply)["cut"]};
  for (const Json& goal : (*reply)["goals"]) result.goals.push_back(sample_of(goal));
  return result;
}

}  // namespace agon::lab
