// The colours of owners. They derive from the palette of Okabe and Ito, which people with any colour vision can tell apart; board.css gives
// each name its shades as the class `ink--NAME`.
export const kColours = [
  "white",
  "black",
  "red",
  "blue",
  "green",
  "yellow",
  "orange",
  "purple",
  "sky",
  "brown",
  "grey",
  "pink",
] as const;

export type ColourName = (typeof kColours)[number];

const kSynonyms: Record<string, ColourName> = {
  gray: "grey",
  violet: "purple",
  magenta: "purple",
  lilac: "purple",
  cyan: "sky",
  teal: "sky",
  aqua: "sky",
  turquoise: "sky",
  amber: "orange",
  crimson: "red",
  scarlet: "red",
};

// For roles whose names are no colours. Neighbours in this list differ in lightness too.
const kByOrder: ColourName[] = ["blue", "orange", "green", "purple", "sky", "red", "yellow", "grey"];

/** The colour that a word means, in its own right: `violet` is purple. */
export function colourOfWord(word: string): ColourName | undefined {
  return (kColours as readonly string[]).includes(word) ? (word as ColourName) : kSynonyms[word];
}

// `red`, `violet_player`, `blackplayer`.
function colourInName(role: string): ColourName | undefined {
  return role.split(/[^a-z]+/).map(colourOfWord).find(Boolean) ?? kColours.find((colour) => role.startsWith(colour));
}

/** One colour per role: its name if that is one, otherwise the next that is free. The random role is grey. */
export function roleColours(roles: readonly string[]): ColourName[] {
  const named = roles.map((role) => (role === "random" ? "grey" : colourInName(role)));
  const free = kByOrder.filter((colour) => !named.includes(colour));
  let next = 0;
  return named.map((colour) => colour ?? free[next++ % free.length] ?? "grey");
}

/** Whether a word of a hint names one of our colours; any other text is taken as a colour of CSS. */
export function isColourName(text: string): text is ColourName {
  return (kColours as readonly string[]).includes(text);
}
