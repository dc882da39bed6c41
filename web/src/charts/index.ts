export { Chart, type ChartProps } from "./chart";
export type { Series } from "./data";
