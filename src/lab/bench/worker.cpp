#include "lab/bench/worker.h"

#include <fmt/format.h>
#include <sys/resource.h>
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
    if (!write_line(out_, reply.dump(-1, ' ', false, Json::error_handler_t::replace))) _exit(1);
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

}  // namespace

Worker::Worker(ContestantFactory factory, WorkerLimits limits)
    : process_([&](int in, int out) { Server(in, out, std::move(factory)).serve(); }, {limits.memory_bytes, {}}),
      reason_(process_.problem()) {}

void Worker::fail(std::string reason, bool limit) {
  reason_ = reason.empty() ? "failed" : std::move(reason);
  limit_ = limit;
  process_.kill();
}

std::optional<Worker::Json> Worker::ask(const Json& request, double patience) {
  if (!alive()) return std::nullopt;
  process_.send(request.dump());
  const Stopwatch watch;
  std::string line;
  for (;;) {
    const double left = patience == 0 ? 3600 : std::max(0.0, patience - watch.seconds());
    const ChildProcess::Heard heard = process_.receive(line, static_cast<int>(left * 1000) + 1);
    if (heard == ChildProcess::Heard::Line) break;
    if (heard == ChildProcess::Heard::End) fail(process_.cause_of_death());
    else if (left <= 0) fail(fmt::format("no answer within {:.0f} s", patience), true);
    if (!alive()) return std::nullopt;
  }
  Json reply = Json::parse(line);
  peak_bytes_ = reply.value("peak_bytes", std::size_t{0});
  if (reply.contains("limit")) fail(reply["limit"].get<std::string>(), true);
  if (reply.contains("error")) fail(reply["error"].get<std::string>());
  if (!alive()) return std::nullopt;
  return reply;
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
