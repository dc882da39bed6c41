// Which games a search means: every word has to occur in the name, the title, a tag, or as "2 players".

import type { GameSummary } from "../../api/types";

export function searchGames(games: readonly GameSummary[], query: string): GameSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (game: GameSummary) => {
    const players = game.players === 1 ? "1 player one player puzzle" : `${game.players} players`;
    const text = [game.name, game.title, players, game.hidden ? "hidden" : "", ...game.tags].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return games.filter((game) => game.playable && fits(game));
}
