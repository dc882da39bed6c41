// Moves of one form with several words, (guess red blue red green): hundreds of them are no list to search but a few words to set, one
// after the other. Plain data in and out.
import { formOf, parseTerm } from "./terms";

export interface Slots {
  /** The words of each place that differs between the moves, in the order in which the moves have them. */
  words: readonly (readonly string[])[];
  /** Each move with its word in each of these places. */
  moves: readonly { move: string; words: readonly string[] }[];
}

/** What was set in each place so far. */
export type Setting = readonly (string | null)[];

// Fewer moves are seen at a glance; more words are better typed into a search.
const kFewestMoves = 13;
const kMostWords = 16;

/** None if the moves have different forms, one place only, or too many words to set. */
export function slotsOf(moves: readonly string[]): Slots | null {
  if (moves.length < kFewestMoves) return null;
  const forms = moves.map((move) => formOf(parseTerm(move)));
  const first = forms[0];
  if (!first || forms.some(({ shape }) => shape !== first.shape)) return null;
  const seen = first.constants.map((_, place) => [...new Set(forms.map(({ constants }) => constants[place] ?? ""))]);
  const places = seen.flatMap((words, place) => (words.length > 1 ? [place] : []));
  if (places.length < 2 || places.some((place) => (seen[place]?.length ?? 0) > kMostWords)) return null;
  const pick = (constants: readonly string[]) => places.map((place) => constants[place] ?? "");
  return {
    words: places.map((place) => seen[place] ?? []),
    moves: moves.map((move, index) => ({ move, words: pick(forms[index]?.constants ?? []) })),
  };
}

export function nothingSet(slots: Slots): Setting {
  return slots.words.map(() => null);
}

/** Whether some move has this word here beside what is set in the other places. */
export function canSet(slots: Slots, setting: Setting, place: number, word: string): boolean {
  return slots.moves.some(({ words }) => words.every((other, at) => (at === place ? other === word : setting[at] === null || setting[at] === other)));
}

/** The move, once the words of all places are known. */
export function settled(slots: Slots, setting: Setting): string | null {
  return slots.moves.find(({ words }) => words.every((word, place) => setting[place] === word))?.move ?? null;
}
