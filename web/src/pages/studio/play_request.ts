// "Play this game": the order for a match of the sheet in the editor, me on the first seat and the machine on the others.

import type { NewMatch } from "../../api/types";

export function playRequest(title: string, rules: string, roles: readonly string[]): { request: NewMatch; mine: boolean[] } {
  const seats = roles.filter((role) => role !== "random");
  return {
    request: {
      rules,
      title,
      seats: seats.map((_, index) => (index === 0 ? { kind: "person" } : { kind: "strategy", strategy: "auto" })),
      start_clock: 0,
      play_clock: 0,
      casual: true,
      scramble: false,
      show_thoughts: false,
    },
    mine: seats.map((_, index) => index === 0),
  };
}
