#include "serve/tournaments/tournaments.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "play/players.h"
#include "serve/errors.h"
#include "serve/sheets/library_sheet.h"
#include "serve/tokens.h"

extern char** environ;  // NOLINT: POSIX wants it declared here

namespace agon::serve {
namespace {

constexpr std::chrono::milliseconds kLook{700};  // how often a running one is looked at
constexpr std::size_t kRecent = 30;              // games shown

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

Error bad_field(const std::string& what) {
  return bad_input("bad-field", what, "schema/new_tournament.json describes the order of a tournament.");
}

}  // namespace

Tournaments::Tournaments(asio::io_context& io, Store& store, TournamentOptions options)
    : io_(io), store_(store), options_(std::move(options)) {}

Tournaments::~Tournaments() { suspend(); }

Json Tournaments::body(const Tournament& t) const {
  return {{"owner", t.owner},   {"title", t.title}, {"problem", t.problem}, {"games", t.games},           {"players", t.players},
          {"rounds", t.rounds}, {"time", t.time},   {"seed", t.seed},       {"start_time", t.start_time}, {"gauntlet", t.gauntlet}};
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
  json.at("owner").get_to(t.owner);
  json.at("title").get_to(t.title);
  json.at("problem").get_to(t.problem);
  json.at("games").get_to(t.games);
  json.at("players").get_to(t.players);
  json.at("rounds").get_to(t.rounds);
  json.at("time").get_to(t.time);
  json.at("seed").get_to(t.seed);
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
  t.title = order.value("title", "");
  t.games = order.at("games").get<std::vector<std::string>>();
  t.players = order.at("players").get<std::vector<std::string>>();
  t.rounds = order.value("rounds", std::uint64_t{1});
  t.time = order.value("time", 1.0);
  t.start_time = order.value("start_time", 0.0);
  t.gauntlet = order.value("gauntlet", false);
  t.seed = order.value("seed", std::uint64_t{1});
  if (t.games.empty() || t.games.size() > options_.games) return bad_field(fmt::format("Choose 1 to {} games.", options_.games));
  if (t.players.size() < 2 || t.players.size() > options_.players) return bad_field(fmt::format("Choose 2 to {} players.", options_.players));
  if (t.rounds < 1 || t.rounds > options_.rounds) return bad_field(fmt::format("Play 1 to {} rounds.", options_.rounds));
  if (!(t.time >= 0 && t.time <= 3600 && t.start_time >= 0 && t.start_time <= 3600)) return bad_field("A clock must be between 0 and 3600 seconds.");
  if (t.title.size() > 200) return bad_field("The title is too long.");
  const play::Library library(options_.library);
  for (const std::string& game : t.games) {
    if (!library.has(game)) return unknown_game(library, game);
  }
  for (const std::string& player : t.players) {
    if (const Result<bool> good = play::check_strategy(player); !good) return good.error();
  }
  const auto running = std::count_if(tournaments_.begin(), tournaments_.end(), [](const auto& entry) { return entry.second.state == "running"; });
  if (static_cast<std::size_t>(running) >= options_.running)
    return too_many(fmt::format("{} tournament(s) are running, and this server runs no more at a time.", running), "Wait for the end, or stop one.");
  t.id = new_id();
  t.owner = new_token();
  t.created_at = now_ms();
  if (t.title.empty()) t.title = fmt::format("{} players in {} games", t.players.size(), t.games.size());
  Tournament& kept = tournaments_.emplace(t.id, std::move(t)).first->second;
  save(kept);
  if (launch(kept)) spawn(io_, supervise(kept.id), "a tournament");
  else return bad_input("internal", kept.problem);
  return Json{{"schema", "agon.tournament_created/1"}, {"id", kept.id}, {"owner", kept.owner}};
}

bool Tournaments::launch(Tournament& t) {
  std::error_code error;
  std::filesystem::create_directories(folder(t), error);
  read_games(t);
  t.done_before = t.done;
  t.resumed_at = now_ms();
  std::vector<std::string> words{options_.program, "tournament",  "--games", joined(t.games), "--rounds", std::to_string(t.rounds), "--seed",
                                 std::to_string(t.seed), "--out", folder(t), "--library",     options_.library, "--json"};
  for (const std::string& player : t.players) words.insert(words.end(), {"--player", player});
  if (t.time > 0) words.insert(words.end(), {"--time", fmt::format("{}", t.time)});
  if (t.start_time > 0) words.insert(words.end(), {"--start-time", fmt::format("{}", t.start_time)});
  if (t.gauntlet) words.emplace_back("--gauntlet");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const std::string log = folder(t) + "/log.txt";
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);  // its players end with it
  sigset_t usual;
  sigfillset(&usual);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  const int failed = posix_spawn(&t.process, options_.program.c_str(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (failed == 0) return true;
  t.process = -1;
  t.state = "failed";
  t.problem = fmt::format("The tournament could not be started: {}.", std::generic_category().message(failed));
  save(t);
  return false;
}

// True if its process is gone; then the state says how it ended.
bool Tournaments::look_after(Tournament& t) {
  int status = 0;
  if (waitpid(t.process, &status, WNOHANG) != t.process) return false;
  t.process = -1;
  if (t.state == "running") {
    const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    t.state = good ? "ended" : "failed";
    if (!good) {
      const Result<std::string> log = read_file(folder(t) + "/log.txt");
      t.problem = log && !log->empty() ? log->substr(log->size() > 600 ? log->size() - 600 : 0) : "The tournament ended without a word.";
    }
  }
  save(t);
  return true;
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
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    if (json.contains("scheduled")) {  // the configuration, in front of the games
      t.total = json.value("scheduled", std::size_t{0});
      continue;
    }
    ++t.done;
    t.recent.push_front(std::move(json));
    if (t.recent.size() > kRecent) t.recent.pop_back();
  }
}

Json Tournaments::summary(const Tournament& t) const {
  Json left = nullptr;
  if (t.state == "running" && t.done > t.done_before && t.total >= t.done) {
    const double each = static_cast<double>(now_ms() - t.resumed_at) / 1000.0 / static_cast<double>(t.done - t.done_before);
    left = std::round(each * static_cast<double>(t.total - t.done));
  }
  return {{"id", t.id},       {"title", t.title},     {"state", t.state}, {"created_at", t.created_at}, {"games", t.games}, {"players", t.players},
          {"rounds", t.rounds}, {"time", t.time}, {"done", t.done},   {"total", t.total},               {"seconds_left", left}, {"problem", t.problem}};
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
  json["recent"] = t.recent;
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

Result<bool> Tournaments::stop(const std::string& id, const std::string& token, bool admin) {
  const auto found = tournaments_.find(id);
  if (found == tournaments_.end()) return not_found(fmt::format("There is no tournament '{}'.", id));
  Tournament& t = found->second;
  if (!admin && !same_token(token, t.owner)) return forbidden("Only who started a tournament can stop it.");
  if (t.state != "running") return conflict("The tournament is not running.");
  t.state = "stopped";
  if (t.process > 0) kill(-t.process, SIGTERM);
  save(t);
  tell(t);
  return true;
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
    kill(-t.process, SIGTERM);
    waitpid(t.process, nullptr, 0);
    t.process = -1;
  }
}

}  // namespace agon::serve
