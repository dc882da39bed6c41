// A tournament as one page: tables, and what is easier to see than to read as plots.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/reproduce/writers.h"
#include "lab/reproduce/xml.h"
#include "lab/tournament/tournament_report.h"

namespace agon::lab {
namespace {

using reproduce::escape_xml;
using reproduce::IntervalPlot;

template <class Field>
IntervalPlot by_player(const Summary& summary, const char* title, const char* label, const Field& field) {
  IntervalPlot plot{title, label, {""}, {}};
  const std::vector<std::string> names = player_names(summary);
  for (std::size_t p = 0; p < names.size(); ++p) plot.rows.push_back({names[p], {field(summary.players[p])}});
  return plot;
}

IntervalPlot goals_by_game(const Summary& summary) {
  IntervalPlot plot{"Mean goal by game", "mean goal", player_names(summary), {}};
  for (const GameSummary& game : summary.games) plot.rows.push_back({game.name, game.player_goals});
  return plot;
}

IntervalPlot lengths(const Summary& summary) {
  IntervalPlot plot{"Length of the games", "joint moves", {""}, {}};
  for (const GameSummary& game : summary.games) plot.rows.push_back({game.name, {game.length}});
  return plot;
}

std::string figure(const IntervalPlot& plot) { return fmt::format("<h2>{}</h2>\n{}\n", escape_xml(plot.title), to_svg(plot)); }

std::string clock_text(const play::MatchClock& clock) {
  if (clock.play.count() == 0 && clock.start.count() == 0) return "no clock";
  return fmt::format("start clock {} ms, {} ms a move", clock.start.count(), clock.play.count());
}

std::string title_of(const Tournament& tournament) {
  const TournamentConfig& config = tournament.config;
  const std::string what = config.games.size() == 1 ? config.games.front().name() : fmt::format("{} games", config.games.size());
  return fmt::format("{} strategies at {}", config.strategies.size(), what);
}

}  // namespace

std::string to_html(const Tournament& tournament) {
  const Summary& summary = tournament.summary;
  std::string body = fmt::format("<p class=\"faint\">{} of {} games, {}, seed {}, {}, referee on {}. Intervals are of 95 %.</p>\n",
                                 summary.played, summary.scheduled, to_string(tournament.config.pairing), tournament.config.seed,
                                 clock_text(tournament.config.clock), escape_xml(tournament.config.engine));
  for (const std::string& remark : remarks_of(summary)) body += fmt::format("<p>{}</p>\n", escape_xml(remark));
  const std::vector<reproduce::Table> tables = tables_of(summary);
  for (const reproduce::Table& table : tables) body += reproduce::to_html(table);
  if (!summary.pairs.empty())
    body += figure(by_player(summary, "Strength", "Elo",
                             [](const PlayerSummary& p) { return p.score ? std::optional(p.elo) : std::nullopt; }));
  body += figure(goals_by_game(summary));
  body += figure(lengths(summary));
  body += figure(by_player(summary, "Thought", "seconds a move", [](const PlayerSummary& p) { return p.seconds_per_move; }));
  return reproduce::html_page(title_of(tournament), body);
}

}  // namespace agon::lab
