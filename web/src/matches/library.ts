// The library as this page has seen it so far. Drawings need a whole game each; they come when a card is seen, a few at a time.
import { api } from "../api/client";
import type { Game, Games, Info } from "../api/types";
import { Limiter } from "./limiter";

const kAtOnce = 4;
const limiter = new Limiter(kAtOnce);
const games = new Map<string, Promise<Game>>();

function remembered<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= load().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

export const loadGames: () => Promise<Games> = remembered(() => api.games());
export const loadInfo: () => Promise<Info> = remembered(() => api.info());

/** A game, from memory if it was loaded before. */
export function loadGame(name: string): Promise<Game> {
  const known = games.get(name);
  if (known) return known;
  const loading = api.game(name);
  games.set(name, loading);
  loading.catch(() => games.delete(name));
  return loading;
}

/** The same for one of many cards: it waits its turn, and `signal` calls it off as long as it does. */
export function loadGameInTurn(name: string, signal: AbortSignal): Promise<Game> {
  return games.get(name) ?? limiter.run(() => loadGame(name), signal);
}
