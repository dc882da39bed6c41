#include "lab/match/game_worker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <new>
#include <optional>

#include "lab/bench/alarm.h"
#include "lab/child_process.h"
#include "lab/match/watched_player.h"
#include "lab/reproduce/run.h"
#include "play/referee/referee.h"

namespace agon::lab {
namespace {

using Json = nlohmann::ordered_json;

std::string words_of(const std::exception& problem) {
  return dynamic_cast<const std::bad_alloc*>(&problem) != nullptr ? "out of memory" : problem.what();
}

// The engines of the games played last; a tournament of many games must not keep all of them.
class KitShelf {
 public:
  std::shared_ptr<play::GameKit> get(const gdl::Rules& rules, std::uint32_t game, const Limits& limits) {
    const auto found = std::find_if(shelf_.begin(), shelf_.end(), [&](const Place& place) { return place.game == game; });
    if (found != shelf_.end()) shelf_.splice(shelf_.begin(), shelf_, found);
    else shelf_.push_front({game, std::make_shared<play::GameKit>(rules, limits)});
    if (shelf_.size() > kMost) shelf_.pop_back();
    return shelf_.front().kit;
  }

 private:
  static constexpr std::size_t kMost = 4;
  struct Place {
    std::uint32_t game = 0;
    std::shared_ptr<play::GameKit> kit;
  };
  std::list<Place> shelf_;
};

class GameWorker {
 public:
  GameWorker(const WorkerSetup& setup, ThinkingPage& page) : setup_(setup), config_(*setup.config), page_(page) {}

  WorkerReply play(std::uint64_t id) {
    const ScheduledGame game = setup_.schedule[id];
    WorkerReply reply{blank_result(game, config_.games[game.game].name()), {}};
    const Stopwatch watch;
    try {
      play(game, reply);
    } catch (const std::exception& problem) {
      // Of a player, if one was at work, else of the referee.
      if (const auto turn = page_.turn()) forfeit(reply.result, turn->seat, words_of(problem));
      else fail(reply.result, words_of(problem));
    }
    page_.end_turn();
    reply.result.seconds = watch.seconds();
    return reply;
  }

 private:
  // Who plays which role. Nobody plays chance: the referee throws the dice.
  struct Table {
    std::vector<std::unique_ptr<play::Player>> players;
    std::vector<std::string> strategies;
    std::vector<std::uint32_t> seat_of;
  };

  void play(const ScheduledGame& game, WorkerReply& reply) {
    GameResult& result = reply.result;
    const gdl::Rules& rules = config_.games[game.game].rules;
    const std::shared_ptr<play::GameKit> kit = kits_.get(rules, game.game, config_.limits);
    const Result<game::AnyEngine> engine = kit->engine(config_.engine);
    if (!engine) return fail(result, reproduce::why(engine.error()));
    const game::GameInfo& info = engine->info();
    const std::optional<Table> table = seat_players(game, kit, info, result);
    if (!table) return;
    play::MatchOptions options;
    options.seed = game.dice;
    options.max_steps = config_.max_steps;
    options.clock = config_.clock;
    options.record_thinking = setup_.records;
    options.on_turn = [&](const play::MoveEvent& event) {
      if (!event.asked) count(event, table->seat_of[event.role.index()], result);
    };
    const game::MatchRecord record = play::play_match(*engine, rules, table->strategies, table->players, options);
    take(record, info, result);
    if (setup_.records) reply.record = to_json(record, 1);
  }

  // Makes all players before anybody is judged: who cannot play loses to those who can, but where nobody can, nobody is better and
  // the game says nothing. No table if the game is over that way.
  std::optional<Table> seat_players(const ScheduledGame& game, const std::shared_ptr<play::GameKit>& kit,
                                    const game::GameInfo& info, GameResult& result) {
    Table table;
    std::vector<std::pair<std::uint32_t, std::string>> missing;  // seats, and why
    table.seat_of.resize(info.role_count());
    std::uint32_t seat = 0;
    for (std::uint32_t r = 0; r < info.role_count(); ++r) {
      const bool chance = info.random == RoleId{r};
      table.strategies.push_back(chance ? "random" : config_.strategies[game.seats[seat]]);
      table.players.push_back(nullptr);
      if (chance) continue;
      Result<std::unique_ptr<play::Player>> player = make(table.strategies.back(), kit, game.seed * 1000 + r, seat);
      if (player) table.players.back() = std::make_unique<WatchedPlayer>(std::move(*player), seat, result.seats[seat], page_);
      else missing.emplace_back(seat, reproduce::why(player.error()));
      table.seat_of[r] = seat++;
    }
    if (missing.empty()) return table;
    const bool alone = result.seats.size() == 1;  // others play the same game elsewhere, and may be able to
    if (!alone && missing.size() == result.seats.size()) {
      fail(result, missing.front().second);
    } else {
      for (const auto& [which, reason] : missing) forfeit(result, which, reason);
    }
    return std::nullopt;
  }

  // An exception is a reason like any other, so that the other players are still made.
  Result<std::unique_ptr<play::Player>> make(const std::string& strategy, const std::shared_ptr<play::GameKit>& kit,
                                             std::uint64_t seed, std::uint32_t seat) {
    page_.begin_making(seat);
    try {
      auto player =
          setup_.make_player(strategy, kit, {.seed = seed, .threads = config_.threads, .memory_bytes = config_.player_memory});
      page_.end_turn();
      return player;
    } catch (const std::exception& problem) {
      page_.end_turn();
      return bad_input("no-player", words_of(problem));
    }
  }

  void count(const play::MoveEvent& event, std::uint32_t seat, GameResult& result) {
    page_.end_turn();
    SeatResult& mine = result.seats[seat];
    mine.seconds += event.seconds;
    if (event.late) ++mine.late;
    if (event.illegal) ++mine.illegal;
    if (event.error.empty()) return;
    ++mine.errors;
    if (result.trouble.empty()) result.trouble = event.error;
  }

  static void take(const game::MatchRecord& record, const game::GameInfo& info, GameResult& result) {
    result.finished = record.finished;
    result.end = record.end;
    result.length = static_cast<std::uint32_t>(record.steps.size());
    std::size_t seat = 0;
    for (std::uint32_t r = 0; record.finished && r < info.role_count(); ++r) {
      if (info.random != RoleId{r}) result.seats[seat++].goal = record.goals[r];
    }
  }

  const WorkerSetup& setup_;
  const TournamentConfig& config_;
  ThinkingPage& page_;
  KitShelf kits_;
};

}  // namespace

void serve_games(const WorkerSetup& setup, ThinkingPage& page, int in, int out) {
  GameWorker worker(setup, page);
  std::FILE* requests = fdopen(in, "r");
  char* line = nullptr;
  std::size_t capacity = 0;
  while (getline(&line, &capacity, requests) > 0) {
    const WorkerReply reply = worker.play(std::strtoull(line, nullptr, 10));
    Json json{{"result", to_json(reply.result, setup.config->strategies)}};
    if (!reply.record.empty()) json["record"] = reply.record;
    if (!write_line(out, json.dump(-1, ' ', false, Json::error_handler_t::replace))) break;
  }
  std::free(line);
}

Result<WorkerReply> read_reply(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("result")) return bad_input("bad-reply", "the worker said something else than a result");
  Result<GameResult> result = game_result_from_json(json["result"].dump());
  if (!result) return result.error();
  return WorkerReply{std::move(*result), json.value("record", std::string())};
}

}  // namespace agon::lab
