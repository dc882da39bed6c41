#include "serve/tournaments/tournaments.h"

#include <fmt/format.h>
#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/json_integer.h"
#include "base/line_text.h"
#include "base/process.h"
#include "play/strategy/players.h"
#include "serve/errors.h"
#include "serve/json.h"
#include "serve/sheets/library_sheet.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

constexpr std::chrono::milliseconds kLook{700};  // how often a running one is looked at
constexpr std::size_t kRecent = 30;              // games shown
constexpr unsigned kMostSetbacks = 5;            // processes in a row that were killed before they had played a game
constexpr const char* kFolderWait = "30";        // seconds for a process of an earlier server to leave the folder
constexpr int kInterruptedCode = 130;            // what agon exits with when it is interrupted

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

Error bad_field(const std::string& what) {
  return bad_input("bad-field", what, "schema/new_tournament.json describes the order of a tournament.");
}

// Somebody ended the process: an operator, the service manager that stops all processes of a server at once, or the system for want
// of memory. Its games are on the disk, and it can be taken up.
bool ended_from_outside(int status) {
  return WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == kInterruptedCode);
}

}  // namespace

Tournaments::Tournaments(asio::io_context& io, Store& store, TournamentOptions options)
    : io_(io), store_(store), options_(std::move(options)) {}

Tournaments::~Tournaments() { suspend(); }

Json Tournaments::body(const Tournament& t) const {
  return {{"owner_hash", t.owner_hash}, {"title", t.title},      {"problem", t.problem}, {"games", t.games},
          {"players", t.players},       {"rounds", t.rounds},    {"time", t.time},       {"seed", t.seed},
          {"start_time", t.start_time}, {"gauntlet", t.gauntlet}};
}

void Tournaments::save(const Tournament& t) {
  store_.put_tournament({t.id, t.created_at, t.state, body(t).dump()}, [id = t.id](const std::optional<Error>& error) {
    if (error) spdlog::error("tournament {}: not stored: {}", id, error->diagnostics.front().message);
  });
}

void Tournaments::restore(const TournamentRow& row) {
  const Json json = Json::parse(row.body);
  Tournament t;
  t.id = row.id;
  t.state = row.state;
  t.created_at = row.created_at;
  json.at("owner_hash").get_to(t.owner_hash);
  json.at("title").get_to(t.title);
  json.at("problem").get_to(t.problem);
  json.at("games").get_to(t.games);
  json.at("players").get_to(t.players);
  t.rounds = json_integer_at<std::uint64_t>(json, "rounds");
  json.at("time").get_to(t.time);
  t.seed = json_integer_at<std::uint64_t>(json, "seed");
  json.at("start_time").get_to(t.start_time);
  json.at("gauntlet").get_to(t.gauntlet);
  tournaments_.emplace(t.id, std::move(t));
}

void Tournaments::resume_all() {
  const Result<std::vector<TournamentRow>> rows = store_.tournaments();
  if (!rows) {
    spdlog::error("cannot read the tournaments: {}", rows.error().diagnostics.front().message);
    return;
  }
  for (const TournamentRow& row : *rows) {
    try {
      restore(row);
    } catch (const Json::exception& problem) {
      spdlog::error("tournament {} cannot be read: {}", row.id, problem.what());
    }
  }
  for (auto& [id, t] : tournaments_) {
    if (t.state == "running" && launch(t)) spawn(io_, supervise(id), "a tournament");
  }
}

Result<Json> Tournaments::create(const Json& order) {
  Tournament t;
  t.title = line_text(order.value("title", ""));
  t.games = order.at("games").get<std::vector<std::string>>();
  t.players = order.at("players").get<std::vector<std::string>>();
  t.rounds = json_integer_or<std::uint64_t>(order, "rounds", 1);
  t.time = order.value("time", 1.0);
  t.start_time = order.value("start_time", 0.0);
  t.gauntlet = order.value("gauntlet", false);
  t.seed = json_integer_or<std::uint64_t>(order, "seed", 1);
  if (t.games.empty() || t.games.size() > options_.games) return bad_field(fmt::format("Choose 1 to {} games.", options_.games));
  if (t.players.size() < 2 || t.players.size() > options_.players)
    return bad_field(fmt::format("Choose 2 to {} players.", options_.players));
  if (t.rounds < 1 || t.rounds > options_.rounds) return bad_field(fmt::format("Play 1 to {} rounds.", options_.rounds));
  if (!(t.time >= 0 && t.time <= 3600 && t.start_time >= 0 && t.start_time <= 3600))
    return bad_field("A clock must be between 0 and 3600 seconds.");
  if (t.title.size() > 200) return bad_field("The title is too long.");
  const library::Library library(options_.library);
  for (const std::string& game : t.games) {
    if (!library.has(game)) return unknown_game(library, game);
  }
  for (const std::string& player : t.players) {
    if (const Status good = play::check_strategy(player); !good) return good.error();
  }
  const auto running =
      std::count_if(tournaments_.begin(), tournaments_.end(), [](const auto& entry) { return entry.second.state == "running"; });
  if (static_cast<std::size_t>(running) >= options_.running)
    return too_many(fmt::format("{} tournament(s) are running, and this server runs no more at a time.", running),
                    "Wait for the end, or stop one.");
  t.id = new_id();
  const std::string owner = new_token();
  t.owner_hash = token_hash(owner);
  t.created_at = now_ms();
  if (t.title.empty()) t.title = fmt::format("{} players in {} games", t.players.size(), t.games.size());
  Tournament& kept = tournaments_.emplace(t.id, std::move(t)).first->second;
  save(kept);
  if (launch(kept)) spawn(io_, supervise(kept.id), "a tournament");
  else return bad_input("internal", kept.problem);
  return Json{{"schema", "agon.tournament_created/1"}, {"id", kept.id}, {"owner", owner}};
}

bool Tournaments::launch(Tournament& t) {
  std::error_code error;
  std::filesystem::create_directories(folder(t), error);
  read_games(t);
  t.done_before = t.done;
  t.resumed_at = now_ms();
  SpawnOptions process;
  process.arguments = command_line(t);
  process.error.path = folder(t) + "/log.txt";
  const int failed = spawn_process(process, t.process);
  if (failed == 0) return true;
  t.state = "failed";
  t.problem = fmt::format("The tournament could not be started: {}.", std::generic_category().message(failed));
  save(t);
  return false;
}

std::vector<std::string> Tournaments::command_line(const Tournament& t) const {
  std::vector<std::string> words{
      options_.program, "tournament",           "--games", joined(t.games), "--rounds",   std::to_string(t.rounds),
      "--seed",         std::to_string(t.seed), "--out",   folder(t),       "--out-wait", kFolderWait,
      "--library",      options_.library,       "--json"};
  for (const std::string& player : t.players) words.insert(words.end(), {"--player", player});
  if (t.time > 0) words.insert(words.end(), {"--time", fmt::format("{}", t.time)});
  if (t.start_time > 0) words.insert(words.end(), {"--start-time", fmt::format("{}", t.start_time)});
  if (t.gauntlet) words.emplace_back("--gauntlet");
  return words;
}

// True if its process is gone and no other was started; then the state says how it ended.
bool Tournaments::look_after(Tournament& t) {
  int status = 0;
  if (waitpid(t.process, &status, WNOHANG) != t.process) return false;
  t.process = -1;
  read_games(t);
  if (t.state == "running" && ended_from_outside(status)) {
    t.setbacks = t.done > t.done_before ? 1 : t.setbacks + 1;
    if (t.setbacks <= kMostSetbacks) {
      spdlog::warn("tournament {}: its process was ended from outside after {} games, and is started again", t.id, t.done);
      return !launch(t);
    }
  }
  if (t.state == "running") {
    const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    t.state = good ? "ended" : "failed";
    if (!good) t.problem = last_words(t);
  }
  save(t);
  return true;
}

std::string Tournaments::last_words(const Tournament& t) const {
  constexpr std::size_t kShown = 600;
  const Result<std::string> log = read_file(folder(t) + "/log.txt");
  if (!log || log->empty()) return "The tournament ended without a word.";
  return log->substr(log->size() > kShown ? log->size() - kShown : 0);
}

asio::awaitable<void> Tournaments::supervise(std::string id) {
  std::size_t told = 0;
  for (;;) {
    asio::steady_timer pause(io_, kLook);
    co_await pause.async_wait(asio::use_awaitable);
    const auto found = tournaments_.find(id);
    if (suspended_ || found == tournaments_.end() || found->second.process < 0) co_return;
    Tournament& t = found->second;
    const bool ended = look_after(t);
    read_games(t);
    if (ended || t.done != told) tell(t);
    told = t.done;
    if (ended) co_return;
  }
}

void Tournaments::read_games(Tournament& t) const {
  std::ifstream file(folder(t) + "/games.jsonl");
  file.seekg(t.read);
  std::string line;
  while (std::getline(file, line) && !file.eof()) {  // a line without its end is still being written
    t.read += static_cast<std::streamoff>(line.size()) + 1;
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    if (json.contains("scheduled")) {  // the configuration, in front of the games
      t.total = json_integer<std::size_t>(json["scheduled"]).value_or(0);
      continue;
    }
    ++t.done;
    t.recent.push_front(line);
    if (t.recent.size() > kRecent) t.recent.pop_back();
  }
}

Json Tournaments::summary(const Tournament& t) const {
  Json left = nullptr;
  if (t.state == "running" && t.done > t.done_before && t.total >= t.done) {
    const double each = static_cast<double>(now_ms() - t.resumed_at) / 1000.0 / static_cast<double>(t.done - t.done_before);
    left = std::round(each * static_cast<double>(t.total - t.done));
  }
  return {{"id", t.id},       {"title", t.title},     {"state", t.state},     {"created_at", t.created_at},
          {"games", t.games}, {"players", t.players}, {"rounds", t.rounds},   {"time", t.time},
          {"done", t.done},   {"total", t.total},     {"seconds_left", left}, {"problem", t.problem}};
}

Json Tournaments::list() {
  Json rows = Json::array();
  std::vector<const Tournament*> newest;
  for (auto& [id, t] : tournaments_) {
    read_games(t);
    newest.push_back(&t);
  }
  std::sort(newest.begin(), newest.end(), [](const Tournament* a, const Tournament* b) { return a->created_at > b->created_at; });
  for (const Tournament* t : newest) rows.push_back(summary(*t));
  return {{"schema", "agon.tournaments/1"}, {"tournaments", std::move(rows)}};
}

Result<Json> Tournaments::view(const std::string& id) {
  const auto found = tournaments_.find(id);
  if (found == tournaments_.end()) return not_found(fmt::format("There is no tournament '{}'.", id));
  Tournament& t = found->second;
  read_games(t);
  Json json = summary(t);
  json["schema"] = "agon.tournament_view/1";
  const Result<std::string> result = read_file(folder(t) + "/result.json");
  const Json parsed = result ? Json::parse(*result, nullptr, false) : Json(nullptr);
  json["result"] = parsed.is_discarded() ? Json(nullptr) : parsed;
  json["recent"] = Json::array();
  for (const std::string& game : t.recent) json["recent"].push_back(Json::parse(game));
  json["has_report"] = std::filesystem::exists(folder(t) + "/report.html");
  return json;
}

Result<std::string> Tournaments::report(const std::string& id) const {
  const auto found = tournaments_.find(id);
  if (found == tournaments_.end()) return not_found(fmt::format("There is no tournament '{}'.", id));
  Result<std::string> text = read_file(folder(found->second) + "/report.html");
  if (!text) return not_found("The report has not been written yet.", "It appears with the first games.");
  return text;
}

Status Tournaments::stop(const std::string& id, const std::string& token, bool admin) {
  const auto found = tournaments_.find(id);
  if (found == tournaments_.end()) return not_found(fmt::format("There is no tournament '{}'.", id));
  Tournament& t = found->second;
  if (!admin && !token_opens(token, t.owner_hash)) return forbidden("Only who started a tournament can stop it.");
  if (t.state != "running") return conflict("The tournament is not running.");
  t.state = "stopped";
  if (t.process > 0) kill(-t.process, SIGTERM);
  save(t);
  tell(t);
  return done();
}

std::optional<Error> Tournaments::watch(const std::string& id, const std::shared_ptr<Watcher>& watcher) {
  const auto found = tournaments_.find(id);
  if (found == tournaments_.end()) return not_found(fmt::format("There is no tournament '{}'.", id));
  unwatch(watcher.get());
  found->second.watchers.push_back(watcher);
  if (const Result<Json> json = view(id)) watcher->tell(to_text(Json{{"type", "tournament"}, {"tournament", *json}}));
  return std::nullopt;
}

void Tournaments::unwatch(const Watcher* watcher) {
  for (auto& [id, t] : tournaments_) {
    std::erase_if(t.watchers, [&](const std::weak_ptr<Watcher>& w) {
      const std::shared_ptr<Watcher> who = w.lock();
      return !who || who.get() == watcher;
    });
  }
}

void Tournaments::tell(Tournament& t) {
  if (t.watchers.empty()) return;
  const Result<Json> json = view(t.id);
  if (!json) return;
  const Text text = to_text(Json{{"type", "tournament"}, {"tournament", *json}});
  for (const std::weak_ptr<Watcher>& w : t.watchers) {
    if (const std::shared_ptr<Watcher> who = w.lock()) who->tell(text);
  }
}

void Tournaments::suspend() {
  suspended_ = true;
  for (auto& [id, t] : tournaments_) {
    if (t.process <= 0) continue;
    kill(-t.process, SIGKILL);  // every game that counts is on the disk, and a stopped process would never hear of less
    waitpid(t.process, nullptr, 0);
    t.process = -1;
  }
}

}  // namespace agon::serve
