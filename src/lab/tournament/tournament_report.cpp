#include "lab/tournament/tournament_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/reproduce/writers.h"

namespace agon::lab {
namespace {

using reproduce::Cell;
using reproduce::Column;
using reproduce::Table;

Cell cell_of(const std::optional<Estimate>& e) { return e ? Cell(*e) : Cell(); }
Cell percent(const Estimate& e) { return Estimate{100 * e.value, 100 * e.low, 100 * e.high}; }
Cell count(std::uint64_t n) { return static_cast<double>(n); }

Table standings(const Summary& summary, const std::vector<std::string>& names) {
  Table table{"standings", "Standings", {{"player", Column::Kind::Label}}, {}, "Brackets are intervals of 95 %. Elo has mean 0."};
  for (const char* name : {"games", "wins", "draws", "losses", "mean goal", "points %", "Elo", "s/move"})
    table.columns.push_back({name, Column::Kind::Ours});
  if (summary.assumed_draws && !summary.pairs.empty())
    table.note +=
        " Somebody won or lost everything against the rest: to keep Elo finite, one draw between every two players was assumed.";
  const auto faults = [](const PlayerSummary& p) { return p.illegal + p.late + p.errors + p.crashes > 0; };
  const bool faulty = std::any_of(summary.players.begin(), summary.players.end(), faults);
  if (faulty) {
    for (const char* name : {"illegal", "late", "errors", "crashes"}) table.columns.push_back({name, Column::Kind::Ours});
  }
  std::vector<std::size_t> order(summary.players.size());
  for (std::size_t p = 0; p < order.size(); ++p) order[p] = p;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return summary.players[a].elo.value > summary.players[b].elo.value; });
  for (const std::size_t index : order) {
    const PlayerSummary& p = summary.players[index];
    std::vector<Cell> row{names[index], count(p.games), count(p.wins), count(p.draws), count(p.losses), cell_of(p.goal)};
    row.push_back(p.score ? percent(*p.score) : Cell());
    row.push_back(p.score ? Cell(p.elo) : Cell());
    row.push_back(p.seconds_per_move ? Cell(p.seconds_per_move->value) : Cell());
    if (faulty) row.insert(row.end(), {count(p.illegal), count(p.late), count(p.errors), count(p.crashes)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table crosstable(const Summary& summary, const std::vector<std::string>& names) {
  Table table{"crosstable", "Everybody against everybody", {{"player", Column::Kind::Label}}, {}, {}};
  table.note = "Points of the player of the row in percent, wins-draws-losses behind.";
  for (const std::string& name : names) table.columns.push_back({name, Column::Kind::Ours});
  for (const std::string& name : names) {
    table.rows.push_back({name});
    table.rows.back().resize(names.size() + 1);
  }
  const auto cell = [](const PairScore& pair) {
    Cell result(100 * pair.score().value);
    result.text = fmt::format("({}-{}-{})", pair.wins, pair.draws, pair.losses);
    result.shade = pair.score().value;
    return result;
  };
  for (const PairScore& pair : summary.pairs) {
    table.rows[pair.a][pair.b + 1] = cell(pair);
    table.rows[pair.b][pair.a + 1] = cell({pair.b, pair.a, pair.losses, pair.draws, pair.wins});
  }
  return table;
}

Table games(const Summary& summary, const std::vector<std::string>& names) {
  Table table{"games", "Mean goals by game", {{"game", Column::Kind::Label}}, {}, {}};
  for (const char* name : {"games", "unfinished", "length"}) table.columns.push_back({name, Column::Kind::Ours});
  for (const std::string& name : names) table.columns.push_back({name, Column::Kind::Ours});
  table.columns.push_back({"by role", Column::Kind::Label});
  for (const GameSummary& game : summary.games) {
    std::vector<Cell> row{game.name, count(game.games), count(game.unfinished), cell_of(game.length)};
    for (const auto& goal : game.player_goals) {
      row.push_back(cell_of(goal));
      if (goal) row.back().shade = goal->value / 100;
    }
    std::string roles;
    for (std::size_t s = 0; s < game.seats.size(); ++s) {
      if (game.seat_goals[s])
        roles += fmt::format("{}{} {:.0f}", roles.empty() ? "" : ", ", game.seats[s], game.seat_goals[s]->value);
    }
    row.emplace_back(roles);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string verdict_text(const Sprt& test) {
  switch (test.verdict) {
    case Sprt::Verdict::Undecided: return "undecided";
    case Sprt::Verdict::AcceptElo0: return fmt::format("at most {:g} is accepted", test.options.elo0);
    case Sprt::Verdict::AcceptElo1: return fmt::format("at least {:g} is accepted", test.options.elo1);
  }
  return "";
}

std::string sprt_text(const Sprt& test) {
  return fmt::format(
      "Sequential test of Elo {:g} against {:g} (errors {:g} %, {:g} %): log-likelihood ratio {:.2f}, bounds {:.2f} and {:.2f}, {} "
      "samples: {}.",
      test.options.elo0, test.options.elo1, 100 * test.options.alpha, 100 * test.options.beta, test.ratio, test.lower, test.upper,
      test.samples, verdict_text(test));
}

}  // namespace

std::vector<std::string> player_names(const Summary& summary) {
  std::vector<std::string> names;
  for (std::size_t p = 0; p < summary.players.size(); ++p) {
    const std::string& strategy = summary.players[p].strategy;
    const auto same = [&](const PlayerSummary& other) { return other.strategy == strategy; };
    const bool twice = std::count_if(summary.players.begin(), summary.players.end(), same) > 1;
    names.push_back(twice ? fmt::format("{} #{}", strategy, p + 1) : strategy);
  }
  return names;
}

std::vector<Table> tables_of(const Summary& summary) {
  const std::vector<std::string> names = player_names(summary);
  std::vector<Table> tables{standings(summary, names)};
  if (names.size() > 2) tables.push_back(crosstable(summary, names));
  tables.push_back(games(summary, names));
  return tables;
}

std::vector<std::string> remarks_of(const Summary& summary) {
  std::vector<std::string> remarks;
  if (summary.sprt) remarks.push_back(sprt_text(*summary.sprt));
  if (summary.unfinished > 0)
    remarks.push_back(
        fmt::format("{} of {} games came to no end; they are counted here and in no mean.", summary.unfinished, summary.played));
  for (const GameSummary& game : summary.games) {
    if (game.unfinished > 0)
      remarks.push_back(fmt::format("{}: {} unfinished, the first because of: {}.", game.name, game.unfinished, game.trouble));
  }
  const std::vector<std::string> names = player_names(summary);
  for (std::size_t p = 0; p < names.size(); ++p) {
    const PlayerSummary& player = summary.players[p];
    if (player.crashes > 0)
      remarks.push_back(fmt::format("{} lost {} games by forfeit: {}.", names[p], player.crashes, player.trouble));
    else if (!player.trouble.empty())
      remarks.push_back(fmt::format("{} gave up on {} moves: {}.", names[p], player.errors, player.trouble));
    if (player.missing_goals > 0)
      remarks.push_back(
          fmt::format("{} had no goal value, or several, in {} terminal states; that counts 0.", names[p], player.missing_goals));
  }
  return remarks;
}

std::string to_text(const Tournament& tournament) {
  const Summary& summary = tournament.summary;
  std::string out = fmt::format("{} of {} games{}\n\n", summary.played, summary.scheduled,
                                tournament.earlier > 0 ? fmt::format(", {} from earlier runs", tournament.earlier) : "");
  for (const Table& table : tables_of(summary)) out += reproduce::to_text(table) + '\n';
  for (const std::string& remark : remarks_of(summary)) out += remark + '\n';
  return out;
}

std::string to_csv(const Tournament& tournament) {
  using reproduce::csv_field;
  std::string out = "id,round,game,seed,finished,end,length,seat,player,strategy,goal,moves,seconds,illegal,late,errors,crashed\n";
  for (const GameResult& game : tournament.results) {
    for (std::size_t s = 0; s < game.seats.size(); ++s) {
      const SeatResult& seat = game.seats[s];
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:.6g},{},{},{},{}\n", game.id, game.round, csv_field(game.game),
                         game.seed, game.finished ? 1 : 0, csv_field(game.end), game.length, s, seat.player,
                         csv_field(tournament.config.strategies[seat.player]), game.counts() ? fmt::to_string(seat.goal) : "",
                         seat.moves, seat.seconds, seat.illegal, seat.late, seat.errors, seat.crashed ? 1 : 0);
    }
  }
  return out;
}

}  // namespace agon::lab
