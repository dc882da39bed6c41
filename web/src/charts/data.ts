// From what pages have to what uPlot takes: columns of equal length, sorted by x, with null where there is no value.
import type { AlignedData } from "uplot";

export interface Series {
  label: string;
  values: readonly (number | null)[];
  kind?: "line" | "bars" | "points";
  /** A custom property such as --series-2; without it the next of the palette. */
  colour?: string;
}

export function hasPoints(x: readonly number[], series: readonly Series[]): boolean {
  return x.some((at, index) => Number.isFinite(at) && series.some((one) => Number.isFinite(one.values[index] ?? Number.NaN)));
}

export function chartData(x: readonly number[], series: readonly Series[]): AlignedData {
  const order = x.map((_, index) => index).filter((index) => Number.isFinite(x[index]));
  order.sort((a, b) => x[a]! - x[b]!);
  const column = (values: readonly (number | null)[]) =>
    order.map((index) => {
      const value = values[index];
      return value !== undefined && value !== null && Number.isFinite(value) ? value : null;
    });
  return [order.map((index) => x[index]!), ...series.map((one) => column(one.values))];
}
