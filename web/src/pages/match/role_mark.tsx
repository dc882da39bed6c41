import { type ColourName, roleColours } from "../../board/colours";

/** A dot in the colour that the board gives to a role. */
export function RoleMark(props: { roles: readonly string[]; role: number }) {
  return <span class={`role-mark ink--${roleColours(props.roles)[props.role] ?? "grey"}`} title={props.roles[props.role]} aria-hidden="true" />;
}

// Lines need more contrast with the page than pieces with their board: the nearest colour of charts.
const kSeries: Record<ColourName, number> = {
  blue: 1, sky: 1, red: 2, orange: 2, green: 3, purple: 4, pink: 4, yellow: 5, white: 5, brown: 5, black: 6, grey: 6,
};
const kSeriesColours = 6;

/** The colour of a role's line in a chart: like that of its pieces, and different from the lines of the roles before it. */
export function seriesColour(roles: readonly string[], role: number): string {
  const taken: number[] = [];
  for (const colour of roleColours(roles).slice(0, role + 1)) {
    let series = kSeries[colour];
    for (let tries = 0; taken.includes(series) && tries < kSeriesColours; ++tries) series = (series % kSeriesColours) + 1;
    taken.push(series);
  }
  return `--series-${taken[role] ?? 1}`;
}
