// A tournament in the forms people and programs want. All return text; whoever calls them prints or stores it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/reproduce/report.h"
#include "lab/tournament/tournament.h"

namespace agon::lab {

// Names for tables and plots: the strategy, with a number where two players have the same one.
[[nodiscard]] std::vector<std::string> player_names(const Summary& summary);

// Standings, crosstable, games.
[[nodiscard]] std::vector<reproduce::Table> tables_of(const Summary& summary);
// What a reader must know beside the tables: unfinished games, troubles of players, the sequential test.
[[nodiscard]] std::vector<std::string> remarks_of(const Summary& summary);

[[nodiscard]] std::string to_text(const Tournament& tournament);
// One object with everything but the single games; `schema` is the caller's.
[[nodiscard]] nlohmann::ordered_json to_json(const Tournament& tournament, const char* schema);
// A row for each seat of each game.
[[nodiscard]] std::string to_csv(const Tournament& tournament);
// One page that needs nothing else.
[[nodiscard]] std::string to_html(const Tournament& tournament);

}  // namespace agon::lab
