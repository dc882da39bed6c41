// Counts of goals as parts of a bar.

export interface Share {
  readonly label: string;
  /** In percent of all matches. */
  readonly percent: number;
  /** Where the part starts, in percent. */
  readonly from: number;
  /** 0 (goal 0) to 4 (goal 100), or "none" where the rules gave no goal. */
  readonly shade: number | "none";
}

export function balance(values: readonly { goal: number | null; count: number }[]): Share[] {
  const total = values.reduce((sum, each) => sum + each.count, 0);
  if (total === 0) return [];
  const sorted = [...values].sort((a, b) => (a.goal ?? -1) - (b.goal ?? -1));
  let from = 0;
  return sorted.map(({ goal, count }) => {
    const percent = (100 * count) / total;
    const share: Share = {
      label: `${goal ?? "no goal"}: ${percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`,
      percent,
      from,
      shade: goal === null ? "none" : Math.min(4, Math.max(0, Math.round(goal / 25))),
    };
    from += percent;
    return share;
  });
}
